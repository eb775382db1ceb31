"""The Debian package: of the program that `Tests/run` has built and, with `--full`, of a release."""

import os
import shutil
from pathlib import Path

import pytest
from deb import MAINTAINER, Package, make, unpacked
from release_copy import Copy, copied


@pytest.fixture(scope="session")
def tools():
    if shutil.which("dh") is None or shutil.which("dpkg-buildpackage") is None:
        pytest.skip("debhelper is not installed")


@pytest.fixture(scope="session")
def package(tools, latchkey, tmp_path_factory) -> Package:
    """The package of the program that was built for debugging."""
    folder = tmp_path_factory.mktemp("package")
    done = make(latchkey, folder)
    assert done.returncode == 0, done.stderr
    return unpacked(Path(done.stdout.strip()), folder)


@pytest.fixture(scope="session")
def released(tools, tmp_path_factory) -> Package:
    """The package of a release that is made in a copy of the repository. Swift builds it, which takes minutes."""
    if "LATCHKEY_FULL" not in os.environ:
        pytest.skip("the package of a release is built and tried in a clean Debian only with --full")
    folder = tmp_path_factory.mktemp("released")
    copy = Copy(copied(folder / "latchkey", ["."]))
    done = copy.release("7.8.9", "--binaries", **MAINTAINER)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    file, = copy.made("7.8.9").glob("*.deb")
    return unpacked(file, folder)
