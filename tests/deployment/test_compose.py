"""docker-compose.yml, as far as a compose front end can tell without an engine."""

# ruff: noqa: SIM300  house style: the expected value stands first

from pathlib import Path
from typing import Any

import pytest

from tests.deployment.compose import config
from tests.e2e.process import CHECKOUT

SETTINGS = (
    (CHECKOUT / ".env.example").read_text().replace("TOKEN=", "TOKEN=1:a").replace("PASSWORD=", "PASSWORD=secret")
)


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return config(SETTINGS, "--profile", "two", folder=tmp_path_factory.mktemp("compose"))


def test_one_bot_runs_unless_a_second_is_asked_for(tmp_path: Path) -> None:
    assert {"postgres", "migrate", "bot"} == set(config(SETTINGS, folder=tmp_path))


def test_the_second_bot_is_like_the_first(services: dict[str, Any]) -> None:
    assert {**services["bot"], "profiles": ["two"]} == services["second"]


def test_bots_wait_for_a_database_of_this_versions_shape(services: dict[str, Any]) -> None:
    healthy, migrated = {"condition": "service_healthy"}, {"condition": "service_completed_successfully"}
    assert {"postgres": healthy} == services["migrate"]["depends_on"]
    assert {"postgres": healthy, "migrate": migrated} == services["bot"]["depends_on"]
    assert "pg_isready" in services["postgres"]["healthcheck"]["test"]


@pytest.mark.parametrize("name", ["migrate", "bot", "second"])
def test_what_runs_our_code_may_nothing(services: dict[str, Any], name: str) -> None:
    """The tests of the image run it so."""
    rights = {part: services[name].get(part) for part in ("read_only", "tmpfs", "cap_drop", "security_opt", "ports")}
    assert rights == {
        "read_only": True,
        "tmpfs": ["/tmp"],  # noqa: S108  a folder of the container's
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "ports": None,
    }


def test_the_database_is_kept_in_a_volume_and_open_to_the_bots_alone(services: dict[str, Any]) -> None:
    """Where its image has it since Postgres 18."""
    assert "postgres:18-alpine" == services["postgres"]["image"]
    assert ["matches:/var/lib/postgresql"] == services["postgres"]["volumes"]
    assert "ports" not in services["postgres"]


def test_the_bots_reach_the_database_by_its_name(services: dict[str, Any]) -> None:
    who = services["postgres"]["environment"]
    expected = f"postgresql://{who['POSTGRES_USER']}:secret@postgres:5432/{who['POSTGRES_DB']}"
    assert {expected} == {services[name]["environment"]["DATABASE_URL"] for name in ("migrate", "bot", "second")}


def test_without_a_password_nothing_starts(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"POSTGRES_PASSWORD is missing a value: Set it in \.env"):
        config((CHECKOUT / ".env.example").read_text(), folder=tmp_path)


def test_no_secret_is_in_what_is_kept(services: dict[str, Any]) -> None:
    assert "secret" not in (CHECKOUT / "docker-compose.yml").read_text()
    assert ".env" in (CHECKOUT / ".gitignore").read_text().splitlines()
    assert [".env"] == services["bot"]["env_file"]
