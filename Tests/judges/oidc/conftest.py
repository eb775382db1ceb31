"""What these tests share: the example package's programs, and a server to try them on."""

import os
import subprocess
from pathlib import Path

import pytest
from glewlwyd import PROGRAM, Glewlwyd, free_port
from programs import App

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "Examples" / "OIDCAdapter"
# Where `Tests/run` builds the packages that depend on this one.
SCRATCH = ROOT / "Tests" / "linkage" / ".build"


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder with the example's programs."""
    swift = os.environ["SWIFT"]
    build = [
        swift, "build", "--disable-build-manifest-caching", "--package-path", str(PACKAGE), "--scratch-path",
        str(SCRATCH)]
    result = subprocess.run(build, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    shown = subprocess.run(build + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(shown.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def server():
    if not os.path.exists(PROGRAM):
        pytest.skip("Glewlwyd is not installed (Debian package glewlwyd)")
    server = Glewlwyd()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def make_app(programs, server, tmp_path_factory):
    """Makes an installation: a fresh client at an issuer of the server."""

    def make(issuer: str, client: str, registration=None, **settings) -> App:
        port = free_port()
        server.client(client, port, **(registration or {}))
        return App(programs, tmp_path_factory.mktemp(client), server, issuer, client, port, **settings)

    return make
