"""The example package's programs, and a server to test them with."""

import os
from pathlib import Path

import pytest
import swift_package
from glewlwyd import PROGRAM, Glewlwyd, free_port
from programs import App

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "Examples" / "SignInApp"


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder with the example's programs."""
    return swift_package.build(PACKAGE)


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
