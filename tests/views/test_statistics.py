"""What is counted of somebody, in words."""

from bot.matches.match import Person
from bot.matches.statistics import Sums
from bot.views.language import ENGLISH
from bot.views.statistics import stats

ANA = Person(1, "Ana")
HERE, ELSEWHERE = Sums("heckmeck", 3, 1, 20, 30, 7), Sums("junior", 1, 0, 5, 4, 1)


def test_who_has_played_only_here_is_told_so_once() -> None:
    text = stats(ANA, (HERE,), (HERE,), ENGLISH).text
    assert "<b>Here and everywhere</b>" in text
    assert text.count("3 games, 1 win, 20 worms, 23 % of turns failed") == 1


def test_here_and_everywhere_are_told_apart_where_they_differ() -> None:
    text = stats(ANA, (HERE,), (HERE, ELSEWHERE), ENGLISH).text
    assert "<b>In this group</b>" in text
    assert "<b>Everywhere</b>" in text
