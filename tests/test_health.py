"""When the bot is well, and what it says of itself."""

from bot.health import Health


class Watch:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bot_that_is_starting_is_not_well_yet():
    assert not Health(Watch()).is_well()


def test_a_bot_that_stands_by_is_well_and_says_so():
    health = Health(Watch(), "standing by")
    assert health.is_well()
    assert health.report() == {"status": "well", "this process is": "standing by"}


def test_whoever_is_silent_for_too_long_makes_it_unwell_until_heard_again():
    watch = Watch()
    health = Health(watch, "working")
    with health.expecting("Telegram", 75) as heard, health.expecting("database", 10) as answered:
        assert health.report()["Telegram"] == "waited for since 0 s"
        watch.now += 10
        assert health.is_well()
        answered()
        watch.now += 3
        assert health.report()["database"] == "heard 3 s ago"
        watch.now += 8
        assert not health.is_well()
        assert health.report()["status"] == "not well"
        assert health.report()["database"] == "silent for 11 s: too long"
        answered()
        heard()
        assert health.is_well()


def test_nobody_is_expected_any_more_when_the_block_is_over():
    watch = Watch()
    health = Health(watch, "standing by")
    with health.expecting("Telegram", 75):
        pass
    watch.now += 1000
    assert health.is_well()
