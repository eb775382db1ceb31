"""PostgreSQL's own client `psql`, and the location of PostgreSQL's programs."""

import os
import re
import shutil
import subprocess
import urllib.parse
from functools import lru_cache
from pathlib import Path
from typing import Optional, Sequence, Tuple

from .processes import NotPossible, environment

OLDEST = 13
DEBIAN = Path("/usr/lib/postgresql")


class SQLError(Exception):
    """The client failed. `state` is the SQLSTATE if the server reported one."""

    def __init__(self, message: str):
        super().__init__(message.strip())
        found = re.search(r"(?:ERROR|FATAL|PANIC):\s+([0-9A-Z]{5}):", message)
        self.state = found.group(1) if found else None


class NoAnswer(Exception):
    """The client got no response within its time limit."""


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@lru_cache(maxsize=None)
def programs() -> Path:
    """The folder with `initdb`, `postgres` and `psql` of the newest version. Debian's /usr/bin has slow wrappers."""
    places = sorted(
        (path for path in DEBIAN.glob("*/bin") if (path / "initdb").exists() and path.parent.name.isdigit()),
        key=lambda path: -int(path.parent.name))
    on_path = shutil.which("initdb")
    if on_path:
        places.append(Path(os.path.realpath(on_path)).parent)
    for place in places:
        if version(place) >= OLDEST and (place / "psql").exists():
            return place
    raise NotPossible(f"PostgreSQL {OLDEST} or later is not installed (Debian package postgresql)")


def version(place: Path) -> int:
    shown = subprocess.run([str(place / "postgres"), "--version"], capture_output=True, text=True).stdout
    found = re.search(r"\) (\d+)", shown)
    return int(found.group(1)) if found else 0


def url(
    addresses: Sequence[Tuple[object, int]], user: str, password: Optional[str], database: str, **parameters: object,
) -> str:
    """A connection URL for libpq. A host that begins with a slash is the folder of a Unix socket."""
    who = quoted(user) + (f":{quoted(password)}" if password is not None else "")
    where = ",".join(f"{quoted(str(host))}:{port}" for host, port in addresses)
    query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)
    return f"postgresql://{who}@{where}/{quoted(database)}" + (f"?{query}" if query else "")


def quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def psql(
    where: str, text: str, timeout: float = 30, prefix: Sequence[str] = (), program: Optional[Path] = None,
) -> str:
    """Runs statements, each in a transaction of its own; returns their output: a line for each row, with `|` between
    columns. Raises `SQLError` or `NoAnswer`.

    `prefix` is the beginning of the command line, such as `network.prefix(host)` to run `psql` at a host.
    """
    command = [
        *prefix, str(program or programs() / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-v",
        "VERBOSITY=verbose", "-d", where]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=timeout, cwd="/",
            env=environment(PGPASSFILE="/nonexistent", PGCONNECT_TIMEOUT="0"))
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"no answer within {timeout:g} seconds to: {text.strip()[:200]}") from None
    if done.returncode != 0:
        raise SQLError(done.stderr)
    return done.stdout.rstrip("\n")
