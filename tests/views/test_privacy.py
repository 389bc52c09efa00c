"""What /privacy says is all there is."""

from bot.store.tables import metadata
from bot.views.privacy import KEPT

people = metadata.tables["people"]


def test_every_column_about_people_is_told_and_no_other() -> None:
    """A new one is added to its list, and thought about where people are forgotten."""
    about_people = {
        str(column)
        for table in metadata.sorted_tables
        for column in table.c
        if table is people or column.references(people.c.id)
    }
    assert about_people | {"updates.body", "matches.salts"} == {
        column for columns in KEPT.values() for column in columns
    }
