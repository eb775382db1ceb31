"""Crashes of the file system: the recorder, and the program whose work is recorded."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import crashes
import pytest
import recording
import swift_package

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def worker() -> Path:
    return swift_package.build(HERE / "disk-worker") / "disk-worker"


@pytest.fixture(scope="session")
def library(tmp_path_factory) -> Path:
    beside = Path(os.environ.get("SWIFT", "")).parent / "clang"
    compiler = shutil.which("cc") or shutil.which("clang") or (str(beside) if beside.exists() else None)
    if compiler is None:
        pytest.skip("no C compiler is installed")
    library = tmp_path_factory.mktemp("record") / "record.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(HERE / "record.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


@pytest.fixture
def make_crashes(library, worker):
    """Makes judges of crashes. They work in memory, where nothing is ever synchronised to a slow disk."""
    memory = Path("/dev/shm")
    directory = Path(tempfile.mkdtemp(prefix="latchkey-disk-", dir=memory if os.access(memory, os.W_OK) else None))
    made = []

    def make(seed: int) -> crashes.Crashes:
        folder = directory / str(len(made))
        folder.mkdir()
        made.append(crashes.Crashes(recording.Recorder(library, worker), worker, folder, seed))
        return made[-1]

    yield make
    for one in made:
        one.close()
    shutil.rmtree(directory, ignore_errors=True)
