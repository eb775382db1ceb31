"""What the matrix needs of a server: its configuration for Latchkey, its pages, and what it lacks by its own words."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.parse
from pathlib import Path
from typing import Dict, Tuple, Union

import requests
from glewlwyd import free_port

from .browser import Browser
from .recorder import Recorder

USER, PASSWORD, SECRET = "alice", "pw-alice-1", "secret-of-the-service"
# What a block has for the client with this secret, and for one with a key of its own.
SERVICE = {"clientId": "latchkey-service", "clientSecret": {"env": "OIDC_SECRET"}, "allowClientSecret": True}
CLIENT_KEY = {"clientKey": {"env": "OIDC_KEY"}, "clientKeyId": "1"}
ENVIRONMENTS = Path(__file__).resolve().parent / "environments"


class Server:
    """A server with one user, behind a recorder. A subclass starts it and knows its pages."""

    title: str
    # The page where the server's authors list what it has.
    source: str
    # The features that are missing there. Every other one must work.
    lacks: Tuple[str, ...] = ()
    # The features that the server has, but that do not work. A note says why.
    unusable: Tuple[str, ...] = ()
    # What to know about a result.
    notes: Dict[str, str] = {}
    # Whether a code is of no use without the verifier of PKCE.
    checks_pkce = True
    # Whether a renewal replaces the refresh token.
    rotates = True
    # Seconds after which a renewed token differs from the last one.
    pause = 0.0
    # Whether a refusal at the token endpoint has an error code (RFC 6749 §5.2).
    names_errors = True
    # Whether the server knows who is signed in at it.
    has_sessions = True
    # The classes of authentication (`acr`) that a client can ask for.
    classes: Tuple[str, ...] = ()
    # What becomes of a client's requests for its registration (RFC 7592): the server `removes` it, only `shows` it, or
    # `fails`.
    registrations = "removes"
    subject = USER
    # What verifies the server's certificate, for requests without Latchkey.
    authority: Union[bool, str] = True
    # What the user types into, and presses on, the server's pages.
    answers: Dict[str, str] = {}

    def __init__(self) -> None:
        self.recorder = Recorder()
        self.issuer = self.recorder.base
        self.port = free_port()
        self.callback = f"http://127.0.0.1:{self.port}/callback"
        self.signed_out = f"http://127.0.0.1:{self.port}/signed-out"

    def usual(self) -> dict:
        """The block of the configuration for most features."""
        return {
            "type": "oidc", "issuer": self.issuer, "clientId": "latchkey", "scopes": ["openid", "email"],
            "postLogoutRedirectURL": self.signed_out}

    def more(self, feature: str) -> dict:
        """What a feature adds to the block at this server."""
        return {}

    def at(self, feature: str) -> "Server":
        """The server with which a feature is tried."""
        return self

    @property
    def transport(self) -> dict:
        """What the configuration says about connections."""
        return {}

    @property
    def metadata(self) -> dict:
        address = self.issuer + "/.well-known/openid-configuration"
        return requests.get(address, verify=self.authority, timeout=30).json()

    def knows(self, member: str) -> bool:
        """Whether the server has a feature that this member of its metadata would announce, or this value of one."""
        metadata = self.metadata
        return member in metadata or any(member in value for value in metadata.values() if isinstance(value, list))

    def browser(self):
        return Browser({"username": USER, "password": PASSWORD, **self.answers})

    def open(self, browser, page: str) -> str:
        """Signs in at the page, or is signed in there; returns the callback."""
        return browser.walk(page, self.callback)

    def approve(self, browser, page: str, code: str) -> None:
        """Approves a device at the page that the device shows."""
        assert browser.end(page, {"user_code": code}).ok

    def sign_out(self, browser, page: str) -> str:
        """Ends the server's session at its page; returns where the page leads."""
        return browser.walk(page, self.signed_out)

    def asks_who_it_is(self, browser, page: str) -> bool:
        """Whether the page asks this browser's user to sign in."""
        return not {"username", "login", "password"}.isdisjoint(browser.asked(page))

    def grants(self, block: dict, **form: str) -> bool:
        """Whether the server grants a token to this client, asked without Latchkey and without a proof of DPoP."""
        form["client_id"] = block["clientId"]
        secret = (form.pop("client_id"), SECRET) if "clientSecret" in block else None
        answer = requests.post(self.metadata["token_endpoint"], data=form, auth=secret, timeout=30)
        assert answer.ok or 400 <= answer.status_code < 500, answer.text
        return answer.ok

    def stop(self) -> None:
        self.recorder.stop()


class Program(Server):
    """A server that a program in the folder `environments` runs, with the environment of its own requirements."""

    folder: str
    # The name under which the server's package is imported.
    package: str

    def __init__(self) -> None:
        super().__init__()
        self.environment = Path(json.loads(os.environ["LATCHKEY_ENVIRONMENTS"])[self.folder])
        self.directory = Path(tempfile.mkdtemp(prefix=self.folder + "-"))
        self.errors = self.directory / "errors.txt"
        self.process = subprocess.Popen(
            [
                str(self.environment / "bin" / "python"), "-W", "ignore",
                str(ENVIRONMENTS / self.folder / "serve.py"), *self.options()],
            cwd=self.directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=open(self.errors, "w"),
            text=True, env={**os.environ, "PYTHONPATH": str(ENVIRONMENTS), "PYTHONDONTWRITEBYTECODE": "1"})

    def options(self):
        return [
            "--issuer", self.issuer, "--client", "latchkey", "--secret", SECRET, "--callback", self.callback,
            "--signed-out", self.signed_out, "--user", USER, "--password", PASSWORD]

    def knows(self, member: str) -> bool:
        """Also whether the package's source names it: the feature could be there, and not be turned on."""
        sources = list(self.environment.glob(f"lib/python*/site-packages/{self.package}/**/*.py"))
        assert sources, f"{self.package} is not in {self.environment}"
        return super().knows(member) or any(member in source.read_text(encoding="utf-8") for source in sources)

    def wait(self) -> None:
        """Waits until the program serves."""
        line = self.process.stdout.readline()
        assert line, self.errors.read_text()
        self.recorder.target = json.loads(line)["port"]

    def stop(self) -> None:
        super().stop()
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


def version(folder: str, package: str) -> str:
    """The pinned version of a package."""
    for line in (ENVIRONMENTS / folder / "requirements.txt").read_text().splitlines():
        name, _, pinned = line.partition("==")
        if name.split("[")[0] == package:
            return pinned
    raise AssertionError(f"{package} is not pinned")


def query(url: str) -> dict:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query, keep_blank_values=True))
