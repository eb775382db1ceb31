"""The sandbox and the hosts: their configurations and their processes."""

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import List, Optional, Tuple

from . import database as databases
from .processes import Failure, Program, free_port, run, wait_until

SCHEMA = "latchkey"


def call(method: str, url: str, body: Optional[dict] = None, seconds: float = 60) -> Tuple[int, dict]:
    """Sends a request. Returns the status and the JSON of the response; without a response, status 0 and a code."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        text = error.read()
        try:
            return error.code, json.loads(text)
        except ValueError:
            return error.code, {"code": "not_json"}
    except OSError as error:
        return 0, {"code": "no_answer", "message": str(error)}


class Sandbox:
    """The vendor's servers and the app's identity system, which `latchkey sandbox` imitates."""

    def __init__(self, latchkey: Path, directory: Path, log: Path, replay: int):
        self.port, self.replay = free_port(), replay
        self.configuration = directory / "sandbox.json"
        self.program = Program(
            "The sandbox", [latchkey, "sandbox", "--port", self.port, "--json", "--write-config", self.configuration,
                            "--state-dir", directory], log)

    def start(self) -> None:
        self.url = json.loads(self.program.start(reads_line=True))["baseURL"]
        # With 0 seconds, the vendor is strict: a refresh token works exactly once.
        self.post("/sandbox/policy", {"provider": "privy", "refreshReuseGraceSeconds": self.replay})

    def providers(self) -> dict:
        """The block of the Privy-style provider."""
        block = json.loads(self.configuration.read_text())["providers"]["privy"]
        return {"privy": {**block, "refreshReplaySeconds": self.replay} if self.replay else block}

    def post(self, path: str, body: dict) -> dict:
        status, answer = call("POST", self.url + path, body)
        if status != 200:
            raise Failure(f"The sandbox answered {path} with {status}: {answer}")
        return answer

    def token(self, subject: str) -> str:
        """A JWT of the app's identity system."""
        return self.post("/sandbox/idp/token", {"sub": subject})["token"]


def configuration(sandbox: Sandbox, state: Path, shared: Path) -> dict:
    """A configuration of Latchkey."""
    return {
        "provider": "privy", "providers": sandbox.providers(),
        "storage": {
            "directory": str(state),
            "sessions": {"postgres": {
                "url": {"env": "DATABASE_URL"}, "notifyURL": {"env": "DATABASE_NOTIFY_URL"}, "schema": SCHEMA,
                # All hosts have the same key file. The sessions in the database are encrypted with its key.
                "keyFile": str(shared / "postgres.key")}}}}


class Host:
    """One host, with its own directory, as on a separate machine."""

    def __init__(self, name: str, program: Path, directory: Path, shared: Path, sandbox: Sandbox, database):
        self.name, self.port = name, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.history = directory / "history.jsonl"
        self.configuration = directory / "host.json"
        (directory / "state").mkdir(parents=True, exist_ok=True)
        for folder in (directory, directory / "state"):
            folder.chmod(0o700)
        self.write(self.configuration, sandbox, directory, shared)
        self.program = Program(
            f"Host {name}", [program, "serve", self.configuration], directory / "log",
            DATABASE_URL=database.url(databases.ROLE, pooled=True),
            DATABASE_NOTIFY_URL=database.url(databases.ROLE, pooled=False))

    def write(self, path: Path, sandbox: Sandbox, directory: Path, shared: Path) -> None:
        path.write_text(json.dumps({
            "name": self.name, "address": "127.0.0.1", "port": self.port, "connections": 256,
            "historyFile": str(self.history), "auth": configuration(sandbox, directory / "state", shared)},
            indent=2) + "\n")

    def start(self) -> None:
        self.program.start()
        wait_until(self.is_well, f"The start of host {self.name} (see {self.program.log})")

    def is_well(self) -> bool:
        if not self.program.is_running():
            raise Failure(f"Host {self.name} has ended. See {self.program.log}.")
        status, answer = call("GET", self.url + "/health", seconds=3)
        return status == 200 and answer["database"]["ready"]

    def stop(self) -> Optional[int]:
        return self.program.stop(27)

    def events(self) -> List[dict]:
        """Returns the events in the host's history. Each line is complete, because the host writes it in one call."""
        if not self.history.exists():
            return []
        return [json.loads(line) for line in self.history.read_text().splitlines() if line]


def migrate(latchkey: Path, sandbox: Sandbox, directory: Path, shared: Path, database) -> None:
    """Creates the tables as their owner, and grants the hosts' role access to these tables only."""
    path = directory / "owner.json"
    path.write_text(json.dumps(configuration(sandbox, directory / "owner-state", shared), indent=2) + "\n")
    url = database.url(databases.OWNER, pooled=False)
    words = [latchkey, "storage", "--config", path, "--json"]
    variables = {"DATABASE_URL": url, "DATABASE_NOTIFY_URL": url}
    run([*words, "migrate"], **variables)
    grants = json.loads(run([*words, "grant", databases.ROLE], **variables))["sql"]
    database.sql(f"SET ROLE {databases.OWNER};\n{grants}", databases.DATABASE)
