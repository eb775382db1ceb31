"""An app's directory, a sandbox, and functions that run commands as a user would. Shared by the judges that run
`latchkey`."""

import json
import os
import queue
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path


def http(method: str, url: str, body=None, headers=None):
    """Sends a request; returns the status and the JSON (or text) of the response."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(
        url, method=method, data=data, headers={"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    try:
        return status, json.loads(text)
    except ValueError:
        return status, text


def where_it_leads(address: str) -> str:
    """The redirect target of the page, without following it."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    try:
        urllib.request.build_opener(Stay).open(address, timeout=20)
    except urllib.error.HTTPError as error:
        return error.headers["Location"]
    raise AssertionError("the page does not redirect")


class Sandbox:
    """A sandbox for one test, so that clocks and faults do not affect other tests."""

    def __init__(self, latchkey: str, directory: Path, *options: str):
        self.directory = directory
        self.process = subprocess.Popen(
            [latchkey, "sandbox", "--port", "0", "--json", "--write-config", str(directory / "written.json"), *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = queue.Queue()
        threading.Thread(target=lambda: [lines.put(line) for line in self.process.stdout], daemon=True).start()
        self.descriptor = json.loads(lines.get(timeout=60))
        self.base = self.descriptor["baseURL"]
        self.configuration = json.loads((directory / "written.json").read_text())

    def control(self, route: str, body=None, method="POST"):
        status, answer = http(method, f"{self.base}/sandbox/{route}", body)
        assert status == 200, (route, status, answer)
        return answer

    def advance(self, seconds: float):
        self.control("clock", {"advanceSeconds": seconds})

    def codes(self, identifier: str):
        query = urllib.parse.urlencode({"to": identifier})
        messages = self.control("outbox?" + query, method="GET")["messages"]
        return [message["code"] for message in messages if message.get("code")]

    def log(self, after: int = 0):
        return self.control(f"requests?after={after}", method="GET")["requests"]

    def identity_token(self, sub: str, **more) -> str:
        status, answer = http(
            "POST", self.descriptor["privy"]["idpTokenURL"], {"sub": sub, "alg": "ES256", "ttl": 3600, **more})
        assert status == 200, answer
        return answer["token"]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()


class App:
    """An app's directory with its configuration, and `latchkey` run in it."""

    def __init__(self, latchkey: str, directory: Path, sandbox: Sandbox):
        self.latchkey = latchkey
        self.directory = directory
        self.sandbox = sandbox
        self.heard = []  # all output, which tests search for secrets
        self.configuration = {**sandbox.configuration, "storage": {"directory": "state"}}
        self.configuration["providers"]["privy"]["tokenProvider"] = {"file": "identity.jwt"}
        self.write()

    def write(self, **changes):
        self.configuration.update(changes)
        (self.directory / "auth.json").write_text(json.dumps(self.configuration))

    def give_identity_token(self, token: str):
        (self.directory / "identity.jwt").write_text(token)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AUTH_")}
        return {**kept, "NO_COLOR": "1"}

    def run(self, *words, stdin="", timeout=60, environment=None):
        result = subprocess.run(
            [self.latchkey, *words], cwd=self.directory, input=stdin, text=True, capture_output=True,
            timeout=timeout, env=environment or self.environment())
        self.heard.append(result.stdout + result.stderr)
        return result

    def json(self, *words, **more):
        """Runs a command that has to succeed; returns its last line, which is JSON."""
        result = self.run(*words, "--json", **more)
        assert result.returncode == 0, result.stdout + result.stderr
        return json.loads(result.stdout.splitlines()[-1])

    def error(self, *words, **more):
        """Runs a command that has to report exactly one error; returns the exit status and the error."""
        result = self.run(*words, "--json", **more)
        lines = result.stdout.splitlines()
        assert len(lines) == 1, result.stdout + result.stderr
        error = json.loads(lines[0])["error"]
        assert error["message"] and error["code"]
        return result.returncode, error

    def start(self, *words):
        """Starts a command that runs while the test continues."""
        return subprocess.Popen(
            [self.latchkey, *words], cwd=self.directory, text=True, env=self.environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def sign_in(self, provider: str, identifier: str):
        if provider == "privy":
            self.give_identity_token(self.sandbox.identity_token(identifier))
        return self.json(
            "sign-in", identifier, "--provider", provider, "--outbox", self.sandbox.descriptor["outbox"])

    def wait_for_code(self, identifier: str, beyond: int = 0):
        for _ in range(150):
            codes = self.sandbox.codes(identifier)
            if len(codes) > beyond:
                return codes[-1]
            time.sleep(0.1)
        raise AssertionError(f"no code for {identifier} arrived")

    def me(self, provider: str):
        """Calls the app's API with the session's credential."""
        return self.run("send", "GET", self.sandbox.descriptor["backend"]["baseURL"] + "/me", "--provider", provider)

    def assert_still_signed_in(self, provider: str, subject: str):
        who = self.json("whoami", "--provider", provider)
        assert who["subject"] == subject and who["state"] == "signedIn", who
        result = self.me(provider)
        assert result.returncode == 0, result.stdout + result.stderr
