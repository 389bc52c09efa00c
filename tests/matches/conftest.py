"""One database for all tests here."""

import pytest


@pytest.fixture
def database(emptied: str) -> str:
    return emptied
