"""Copies of the repository, in which the tests make releases."""

import shutil
from pathlib import Path

import pytest
from release_copy import PART, Copy, copied

NAMES = "AuthCore.txt"


@pytest.fixture(scope="session")
def original(tmp_path_factory) -> Path:
    folder = copied(tmp_path_factory.mktemp("repository") / "latchkey", PART)
    Copy(folder).git("gc", "-q")  # every test copies it
    return folder


@pytest.fixture
def copy(original, tmp_path) -> Copy:
    folder = tmp_path / "latchkey"
    shutil.copytree(original, folder)
    return Copy(folder)


@pytest.fixture
def whole(tmp_path) -> Copy:
    """A copy of everything."""
    return Copy(copied(tmp_path / "latchkey", ["."]))


@pytest.fixture
def names(copy, tmp_path):
    """A folder with the public names of the copy, of which some are removed and others added."""

    def changed(remove: str = "", add: str = "") -> Path:
        folder = tmp_path / "names"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(copy.folder / "Tests" / "api", folder)
        lines = (folder / NAMES).read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if not (remove and line.startswith(remove + ":"))]
        assert not remove or len(kept) < len(lines), f"{NAMES} has no {remove}"
        (folder / NAMES).write_text("\n".join([*kept, *([add] if add else [])]) + "\n", encoding="utf-8")
        return folder

    return changed
