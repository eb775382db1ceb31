"""The judges' virtual environments. Judges that name the same requirements share one."""

import hashlib
import shutil
import sys
import threading
from pathlib import Path
from typing import Iterable, Optional

from . import commands
from .places import ENVIRONMENTS
from .results import Results
from .terminal import Terminal

# The environment whose pip installs into all others. Installing pip in each would take longer than everything else.
INSTALLER = "installer"
_making_installer = threading.Lock()


def make(terminal: Terminal, results: Results, judge: Path) -> Optional[Path]:
    """The judge's environment, created again if its requirements or the interpreter have changed."""
    environment = _path(judge)
    finished = environment / ".finished"
    if finished.exists():
        return environment
    name = f"environment-{judge.name}"
    with terminal.phase(f"Environment for {judge.name}") as phase:
        status = _fill(phase, name, environment, judge / "requirements.txt")
        if status != 0:
            phase.fail(f"failed with status {status}")
            results.fail(f"judges.{judge.name}", "its environment could not be created")
        else:
            finished.touch()
    if status != 0:
        commands.show_end(terminal, name, 12)
        return None
    return environment


def remove_all_but(judges: Iterable[Path]) -> None:
    """Removes the environments that none of the judges needs."""
    wanted = {_installer()} | {_path(judge) for judge in judges}
    for old in set(ENVIRONMENTS.glob("*")) - wanted:
        shutil.rmtree(old)


def key(judge: Path) -> str:
    """The name of the judge's environment, from its requirements; comments and order do not matter."""
    lines = (judge / "requirements.txt").read_text(encoding="utf-8").splitlines()
    asked = sorted(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return _key("\n".join(asked))


def _path(judge: Path) -> Path:
    return ENVIRONMENTS / key(judge)


def _installer() -> Path:
    return ENVIRONMENTS / f"{INSTALLER}-{_key('')}"


def _key(text: str) -> str:
    return hashlib.sha256((text + sys.version).encode()).hexdigest()[:12]


def _fill(phase, name: str, environment: Path, requirements: Path) -> int:
    installer = _installer()
    with _making_installer:
        if not (installer / ".finished").exists():
            status = commands.run(phase, name, [sys.executable, "-m", "venv", "--clear", str(installer)], minutes=5)
            if status != 0:
                return status
            (installer / ".finished").touch()
    empty = [sys.executable, "-m", "venv", "--clear", "--without-pip", str(environment)]
    status = commands.run(phase, name, empty, minutes=5)
    if status != 0:
        return status
    install = [
        str(installer / "bin" / "python"), "-m", "pip", "--python", str(environment / "bin" / "python"), "install", "--quiet",
        "--no-input", "--disable-pip-version-check", "-r", str(requirements),
    ]
    return commands.run(phase, name, install, minutes=10)
