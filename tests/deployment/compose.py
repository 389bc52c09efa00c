"""docker-compose.yml as a compose front end reads it. It asks no engine, so none has to be there."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.e2e.process import CHECKOUT

FRONT_END = Path(sys.executable).parent / "podman-compose"


def config(settings: str, *arguments: str, folder: Path) -> dict[str, Any]:
    """The services by their names, `settings` being what stands in .env; RuntimeError with what is wrong."""
    (folder / "docker-compose.yml").write_bytes((CHECKOUT / "docker-compose.yml").read_bytes())
    (folder / ".env").write_text(settings)
    command = [str(FRONT_END), "--dry-run", *arguments, "config"]
    read = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"}
    )
    if read.returncode:
        raise RuntimeError(read.stderr)
    services: dict[str, Any] = yaml.safe_load(read.stdout)["services"]
    return services
