"""The example's programs, as a user would run them."""

import json
import queue
import subprocess
import threading
from pathlib import Path

import requests
from glewlwyd import open_page


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
        """Runs a command; returns the last line of its output."""
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
    """A running program of the example, which prints one JSON object per line."""

    def __init__(self, words, reads_input=False):
        self.process = subprocess.Popen(
            ["stdbuf", "-oL", *words], stdin=subprocess.PIPE if reads_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        self.seen = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def text(self) -> str:
        """Waits for the next line of output and returns it."""
        line = self.lines.get(timeout=120)
        assert line is not None, f"the program ended: {self.seen} {self.process.stderr.read()}"
        self.seen.append(line)
        return line

    def line(self) -> dict:
        return json.loads(self.text())

    def type(self, text: str) -> None:
        """Types a line of input."""
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def finish(self, is_json=True):
        """Waits for the end; returns the last line, or None if the lines are not JSON."""
        while (line := self.lines.get(timeout=120)) is not None:
            self.seen.append(line)
        self.status = self.process.wait(60)
        if not is_json:
            return None
        assert self.seen, self.process.stderr.read()
        return json.loads(self.seen[-1])
