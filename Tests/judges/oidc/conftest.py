"""What these tests share: the example package's programs, a server, and a user who drives them."""

import json
import os
import queue
import subprocess
import threading
from pathlib import Path

import pytest
import requests
from glewlwyd import PROGRAM, Glewlwyd, free_port, open_page

PACKAGE = Path(__file__).resolve().parents[3] / "Examples" / "OIDCAdapter"


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder with the example's programs."""
    if "OIDC_PROGRAMS" in os.environ:
        return Path(os.environ["OIDC_PROGRAMS"])
    swift = os.environ["SWIFT"]
    build = [swift, "build", "--disable-build-manifest-caching", "--package-path", str(PACKAGE)]
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


class App:
    """One installation of the app: a client at an issuer, its configuration, its storage."""

    def __init__(self, programs: Path, directory: Path, server, issuer: str, client: str, port: int, **settings):
        self.programs, self.directory, self.server = programs, directory, server
        self.issuer, self.client, self.port = issuer, client, port
        self.configure(**settings)

    def configure(self, **settings) -> None:
        provider = {"issuer": self.issuer, "clientId": self.client, "scopes": ["openid", "email"], **settings}
        provider.setdefault("origins", [self.server.base])
        self.path = self.directory / "auth.json"
        self.path.write_text(json.dumps({
            "provider": "oidc", "providers": {"oidc": provider}, "storage": {"directory": "state"}}))

    def command(self, *words: str) -> "Run":
        return Run([str(self.programs / "OIDCProbe"), str(self.path), *words])

    def run(self, *words: str) -> dict:
        """The last line that a command prints."""
        return self.command(*words).finish()

    def sign_in(self, change=lambda location: location) -> dict:
        """Signs in through the issuer's page, as the user's browser would."""
        run = self.command("sign-in", "authorization_code", str(self.port))
        prompt = run.line()
        assert prompt.get("prompt") == "redirect", prompt
        location = open_page(self.server.user(self.client), prompt["url"])
        answer = requests.get(change(location), timeout=20)
        assert answer.status_code == 200, answer.text
        return run.finish()


class Run:
    """A program of the example that is running; one JSON object a line."""

    def __init__(self, words):
        self.process = subprocess.Popen(
            ["stdbuf", "-oL", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def text(self) -> str:
        """The next line."""
        line = self.lines.get(timeout=120)
        assert line is not None, f"it ended: {self.seen} {self.process.stderr.read()}"
        self.seen.append(line)
        return line

    def line(self) -> dict:
        return json.loads(self.text())

    def finish(self) -> dict:
        """The last line, once the program has ended."""
        while (line := self.lines.get(timeout=120)) is not None:
            self.seen.append(line)
        self.status = self.process.wait(60)
        assert self.seen, self.process.stderr.read()
        return json.loads(self.seen[-1])


@pytest.fixture
def make_app(programs, server, tmp_path_factory):
    """Makes an installation: a fresh client at an issuer of the server."""

    def make(issuer: str, client: str, registration=None, **settings) -> App:
        port = free_port()
        server.client(client, port, **(registration or {}))
        return App(programs, tmp_path_factory.mktemp(client), server, issuer, client, port, **settings)

    return make
