"""One installation of an app: `latchkey` with a configuration for a server, and a storage of its own."""

import json
import os
import queue
import re
import subprocess
import threading
from pathlib import Path
from typing import List

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from glewlwyd import private_pem

from .server import SECRET, Server

# The key of a client that has no secret.
KEY = private_pem(ec.generate_private_key(ec.SECP256R1()))


class Installation:
    def __init__(self, latchkey: str, directory: Path, server: Server, block: dict):
        self.latchkey, self.directory, self.server, self.block = latchkey, directory, server, block
        self.first = len(server.recorder.exchanges)
        self.prompts: List[Prompt] = []
        self.secret = SECRET
        self.configure()

    def configure(self, provider: str = "it", **others: dict) -> None:
        """Writes the configuration: the block `it` and others, and which one the commands use."""
        self.directory.joinpath("auth.json").write_text(json.dumps({
            "provider": provider, "providers": {"it": self.block, **others}, "storage": {"directory": "state"},
            "transport": self.server.transport}))

    def change(self, **values) -> None:
        """Changes the block; None removes a key."""
        self.block = {key: value for key, value in {**self.block, **values}.items() if value is not None}
        self.configure()

    def environment(self) -> dict:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AUTH_")}
        return {**kept, "NO_COLOR": "1", "OIDC_SECRET": self.secret, "OIDC_KEY": KEY}

    def run(self, *words: str):
        """Runs a command; returns the last line of its output, with the exit status and the notes on standard error."""
        result = subprocess.run(
            [self.latchkey, *words, "--json"], cwd=self.directory, env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120)
        lines = result.stdout.splitlines()
        return {**(json.loads(lines[-1]) if lines else {}), "exit": result.returncode, "notes": result.stderr}

    def done(self, *words: str) -> dict:
        """Runs a command that has to succeed."""
        answer = self.run(*words)
        assert answer["exit"] == 0, answer
        return answer

    def refusal(self, *words: str) -> str:
        """Runs a command that has to fail; returns the code of its error."""
        answer = self.run(*words)
        assert answer["exit"] != 0 and "error" in answer, answer
        return answer["error"]["code"]

    def sent_to(self, endpoint: str) -> List:
        """This installation's exchanges with an endpoint that the metadata name, or with a URL."""
        url = endpoint if "://" in endpoint else self.server.metadata[endpoint]
        return self.server.recorder.sent_to(url, after=self.first)

    def start(self, *words: str) -> "Prompt":
        """Starts a command that shows prompts."""
        self.prompts.append(Prompt(self, *words))
        return self.prompts[-1]

    def page(self) -> "Prompt":
        """Starts a sign-in, as far as the server's page."""
        prompt = self.start("sign-in", "--method", "authorization_code", "--listen", str(self.server.port))
        prompt.url = prompt.shown(r"(http\S+)")
        return prompt

    def sign_in(self, browser) -> "Prompt":
        """Signs in through the server's page."""
        prompt = self.page()
        self.return_to(prompt, browser)
        prompt.finish()
        return prompt

    def return_to(self, prompt: "Prompt", browser) -> None:
        """Signs in at a prompt's page, and returns to the app."""
        callback = self.server.open(browser, prompt.url)
        assert callback.startswith(self.server.callback + "?"), callback
        assert requests.get(callback, timeout=30).status_code == 200

    def grants(self, **form: str) -> bool:
        """Whether the server grants a token to the installation's client, asked without Latchkey."""
        return self.server.grants(self.block, **form)

    def renews(self, token: str) -> bool:
        """Whether the server accepts a refresh token, asked without Latchkey."""
        return self.grants(grant_type="refresh_token", refresh_token=token)

    def me(self) -> dict:
        """What the server says about the user of the session's token."""
        return self.done("send", "GET", self.server.metadata["userinfo_endpoint"])["body"]

    def stop(self) -> None:
        """Ends the commands that still run."""
        for prompt in self.prompts:
            prompt.leave()


class Prompt:
    """A command that runs and shows prompts on standard error."""

    def __init__(self, installation: Installation, *words: str):
        self.seen: List[str] = []
        self.process = subprocess.Popen(
            [installation.latchkey, *words, "--json"], cwd=installation.directory, env=installation.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stderr:
            self.lines.put(line)
        self.lines.put(None)

    def shown(self, pattern: str) -> str:
        """Waits for a line that matches; returns its first group."""
        while True:
            line = self.lines.get(timeout=60)
            assert line is not None, (self.seen, self.process.stdout.read())
            self.seen.append(line.rstrip("\n"))
            if match := re.search(pattern, self.seen[-1]):
                return match.group(1)

    def finish(self) -> dict:
        """Waits for the end, which has to be a success."""
        text = self.process.stdout.read()
        assert self.process.wait(60) == 0, (self.seen, text)
        self.answer = json.loads(text.splitlines()[-1])
        return self.answer

    def refusal(self) -> str:
        """Waits for the end, which has to be a failure; returns the code of its error."""
        text = self.process.stdout.read()
        assert self.process.wait(60) != 0, (self.seen, text)
        return json.loads(text.splitlines()[-1])["error"]["code"]

    def leave(self) -> None:
        """Ends the command."""
        self.process.kill()
        self.process.wait()
