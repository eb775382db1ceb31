"""The processes of a fleet: PostgreSQL with a synchronous standby, PgBouncer in transaction mode, the vendor's sandbox,
and four `fleet-host` processes in four network namespaces.

Each host reaches the database and the vendor only through its own fault proxies (`Tests/servers`). A trigger of the
test copies every change of a session's row into a table `audit`, with which the hosts' own histories are compared.
"""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from servers.bouncer import Bouncer  # noqa: E402
from servers.clients import psql  # noqa: E402
from servers.namespaces import HostNetwork  # noqa: E402
from servers.postgres import Cluster  # noqa: E402
from servers.processes import NotPossible, free_port, wait_until  # noqa: E402

SCHEMA = "latchkey"
DATABASE, NOTIFY, VENDOR = "database", "notify", "vendor"
HOSTS = 4
ENDS = ("committed", "failed", "lost", "gone", "superseded", "ended")  # of a renewal
DAY = 86_400
# Two clocks are a day apart. Each is wrong by less than fifteen hours, which the client corrects by the vendor's time.
CLOCKS = (0, DAY // 2, -DAY // 2, 0)

# Records the changes of sessions' rows. The function has its owner's rights: the hosts' role cannot use the table.
AUDIT = f"""
CREATE TABLE {SCHEMA}.audit (
  id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz NOT NULL DEFAULT clock_timestamp(), action text NOT NULL,
  name bytea NOT NULL, old_generation bigint, generation bigint, fence bigint, holder uuid, committed_fence bigint,
  noted_fence bigint, is_rewritten boolean);
CREATE FUNCTION {SCHEMA}.audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO {SCHEMA}.audit (action, name, old_generation, fence)
    VALUES (TG_OP, OLD.name, OLD.generation, OLD.fence);
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO {SCHEMA}.audit (action, name, generation, fence) VALUES (TG_OP, NEW.name, NEW.generation, NEW.fence);
  ELSE
    INSERT INTO {SCHEMA}.audit
      (action, name, old_generation, generation, fence, holder, committed_fence, noted_fence, is_rewritten)
    VALUES (TG_OP, NEW.name, OLD.generation, NEW.generation, NEW.fence, NEW.holder, NEW.committed_fence,
      NEW.noted_fence, NEW.record <> OLD.record);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON {SCHEMA}.session
  FOR EACH ROW EXECUTE FUNCTION {SCHEMA}.audit();
"""


def boot() -> float:
    """The time by a clock that all processes of this machine share, even those with another wall clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Answer(NamedTuple):
    """A host's response. Status 0 and the code `no_answer` mean that the host did not respond in time."""

    status: int
    body: dict

    @property
    def code(self) -> str:
        return str(self.body.get("code", ""))


class Kind(NamedTuple):
    """The vendor's behaviour for a used refresh token, and the matching configuration of the hosts."""

    name: str
    window: int  # seconds; 0 if a used token ends the session

    @property
    def lease(self) -> float:
        """The lease in seconds, as `RenewalLease` computes it."""
        return 20.0 if self.window == 0 else min(max(self.window / 2, 4.0), 20.0)


NONE = Kind("none", 0)
SAME_PAIR = Kind("samePair", 10)


def compiled_clock(directory: Path) -> Optional[Path]:
    """The library of the judge `crash` that changes a process's wall clock; None without a C compiler."""
    beside = Path(os.environ.get("SWIFT", "")).parent / "clang"
    compiler = shutil.which("cc") or shutil.which("clang") or (str(beside) if beside.exists() else None)
    if compiler is None:
        return None
    library = directory / "clock.so"
    source = Path(__file__).resolve().parent.parent / "crash" / "clock.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    library.chmod(0o755)
    return library


class Vendor:
    """`latchkey sandbox`: the Privy-style servers and the app's identity system."""

    def __init__(self, latchkey: str, directory: Path, kind: Kind, token_seconds: int):
        self.directory, self.kind = directory, kind
        directory.mkdir(mode=0o700)
        self.log = open(directory / "log", "wb")
        self.port = free_port()
        self.process = subprocess.Popen(
            [latchkey, "sandbox", "--port", str(self.port), "--json", "--write-config", str(directory / "auth.json"),
             "--state-dir", str(directory)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline()
        assert line, (directory / "log").read_text()
        self.base = json.loads(line)["baseURL"]
        self.policy(accessTokenSeconds=token_seconds, refreshReuseGraceSeconds=kind.window)
        self.post("/sandbox/recording", {"enabled": True})

    @property
    def address(self) -> Tuple[str, int]:
        return "127.0.0.1", self.port

    def policy(self, **members) -> None:
        self.post("/sandbox/policy", {"provider": "privy", **members})

    def fault(self, kind: str, value: object = None, times: Optional[int] = None) -> None:
        """Sets a fault for the route that renews sessions."""
        fault = {"match": "/privy/api/v1/sessions", "kind": kind, "value": value, "times": times}
        self.post("/sandbox/faults", {name: value for name, value in fault.items() if value is not None})

    def provider(self, base: str) -> dict:
        block = json.loads((self.directory / "auth.json").read_text().replace(self.base, base))["providers"]["privy"]
        return {**block, "refreshReplaySeconds": self.kind.window} if self.kind.window else block

    def token(self, subject: str) -> str:
        # A host with a fast clock would not send a token that is valid for only an hour.
        return self.post("/sandbox/idp/token", {"sub": subject, "ttl": 3 * DAY})["token"]

    def exchanges(self) -> List[dict]:
        return self.get("/sandbox/recording")["exchanges"]

    def requests(self) -> List[dict]:
        return self.get("/sandbox/requests")["requests"]

    def get(self, path: str) -> dict:
        answer = ask("GET", self.base, path)
        assert answer.status == 200, (path, answer)
        return answer.body

    def post(self, path: str, body: dict) -> dict:
        answer = ask("POST", self.base, path, body)
        assert answer.status == 200, (path, answer)
        return answer.body

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def ask(method: str, base: str, path: str, body: Optional[dict] = None, timeout: float = 30) -> Answer:
    where = urlsplit(base)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=timeout)
    try:
        connection.request(
            method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        return Answer(answer.status, json.loads(text) if text.startswith(b"{") else {"code": "not_json"})
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(0, {"code": "no_answer", "message": str(error)})
    finally:
        connection.close()


class FleetHost:
    """One host: a network namespace, a directory that outlives its process, a clock, and a process."""

    def __init__(self, world: "World", index: int, clock: int):
        self.world, self.index, self.clock = world, index, clock
        self.name = str(index)
        self.directory = world.directory / f"host{index}"
        (self.directory / "state").mkdir(parents=True)
        for folder in (self.directory, self.directory / "state"):
            folder.chmod(0o700)
        self.address = world.network.hosts[index].address
        self.port = free_port(self.address) if world.network.kind == "loopback" else 8100
        self.base = f"http://{self.address}:{self.port}"
        self.process: Optional[subprocess.Popen] = None
        self.is_stopped = False
        self.lock = threading.RLock()  # only one fault at a time affects the process

    @property
    def history(self) -> Path:
        return self.directory / "history.jsonl"

    @property
    def log(self) -> str:
        return (self.directory / "log").read_text(errors="replace")[-2000:]

    def write(self, **changes) -> Path:
        """Writes its configuration; returns the path."""
        path = self.directory / "host.json"
        path.write_text(json.dumps({
            "name": self.name, "address": self.address, "port": self.port, "connections": 512,
            "historyFile": str(self.history),
            "auth": self.world.configuration(self.index, self.directory / "state", **changes)}))
        return path

    def start(self, wait: bool = True) -> None:
        variables = {**os.environ, **self.world.urls(self.index)}
        if self.clock and self.world.clock is not None:
            variables.update(LD_PRELOAD=str(self.world.clock), CLOCK_OFFSET=str(self.clock))
        with open(self.directory / "log", "ab") as log:
            self.process = self.world.network.popen(
                self.index, [self.world.program, "serve", str(self.directory / "host.json")], cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=variables)
        self.is_stopped = False
        if wait:
            self.wait_until_well()

    def is_well(self) -> bool:
        assert self.process.poll() is None, f"host {self.name} has ended: {self.log}"
        answer = ask("GET", self.base, "/health", timeout=3)
        return answer.status == 200 and bool(answer.body["database"]["ready"])

    def wait_until_well(self, timeout: float = 60) -> None:
        wait_until(self.is_well, f"host {self.name}: an answer of /health with its database", timeout)

    def kill9(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.is_stopped = False

    def stop(self) -> None:
        """Suspends the host with SIGSTOP. `ip netns exec` replaces itself by the host, so both have the same pid."""
        self.process.send_signal(signal.SIGSTOP)
        self.is_stopped = True

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.is_stopped = False

    def terminate(self, timeout: float = 40) -> int:
        self.process.terminate()
        return self.process.wait(timeout)

    def events(self) -> List[dict]:
        """The events of the host's history, which is complete even if the process was killed."""
        if not self.history.exists():
            return []
        return [json.loads(line) for line in self.history.read_text().splitlines() if line]

    def is_renewing(self, since: float = 0) -> bool:
        """Whether the host has recorded the use of a refresh token after the time `since`, but not yet the end of that
        renewal."""
        noted, ended = set(), set()
        for event in self.events():
            if event["event"] == "noted" and event["boot"] > since:
                noted.add((event["session"], event["fence"]))
            elif event["event"] in ENDS:
                ended.add((event["session"], event["fence"]))
        return bool(noted - ended)

    def ask(self, method: str, path: str, body: Optional[dict] = None, timeout: float = 30) -> Answer:
        return ask(method, self.base, path, body, timeout)

    def token(self, session: str, timeout: float = 30) -> Answer:
        return self.ask("GET", f"/token?session={quote(session)}", timeout=timeout)

    def refresh(self, session: str, timeout: float = 60) -> Answer:
        return self.ask("POST", f"/refresh?session={quote(session)}", timeout=timeout)

    def sign_out(self, session: str, timeout: float = 30) -> Answer:
        return self.ask("POST", f"/sign-out?session={quote(session)}", timeout=timeout)

    def sign_in(self, subject: str, timeout: float = 30) -> Answer:
        return self.ask("POST", "/sign-in", {"token": self.world.vendor.token(subject)}, timeout)


class World:
    """`with World(…) as world:` starts everything; at the end it stops everything and deletes the files."""

    def __init__(
        self, latchkey: str, program: Path, directory: Path, kind: Kind, token_seconds: int = 10, notifies: bool = True,
        hosts: int = HOSTS, clocks: Sequence[int] = CLOCKS, wal_disk: Optional[int] = 24, standby: bool = True,
    ):
        self.latchkey, self.program, self.kind, self.notifies = latchkey, program, kind, notifies
        self.directory, self.token_seconds = directory, token_seconds
        directory.mkdir(parents=True, exist_ok=True)
        self._count, self._clocks = hosts, clocks
        self._options = {"standby": standby, "wal_disk": wal_disk, "fsync": False}
        self.clock = compiled_clock(directory)
        self.cluster: Cluster = None
        self.bouncer: Bouncer = None
        self.network: HostNetwork = None
        self.vendor: Vendor = None
        self.hosts: List[FleetHost] = []

    def __enter__(self) -> "World":
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_) -> None:
        self.close()

    def start(self) -> "World":
        self.cluster = Cluster(**self._options)
        self.cluster.start()
        self.database = self.cluster.add_database("fleet")
        self.bouncer = Bouncer(self.cluster, pool_size=24)
        self.bouncer.start()
        self.vendor = Vendor(self.latchkey, self.directory / "vendor", self.kind, self.token_seconds)
        self.offset = time.time() - boot()  # of the clocks of the sandbox and the database server
        self.network = HostNetwork(self._count)
        self.network.serve(DATABASE, (self.bouncer.address, self.bouncer.port))
        self.network.serve(NOTIFY, (self.cluster.primary.address, self.cluster.port))
        # Plain HTTP is allowed only to loopback.
        self.network.serve(VENDOR, self.vendor.address, at_target=True)
        (self.directory / "shared").mkdir(mode=0o700)
        self.migrate()
        for index in range(self._count):
            self.hosts.append(FleetHost(self, index, self._clocks[index % len(self._clocks)]))
            self.hosts[-1].write()
        with ThreadPoolExecutor(self._count) as pool:
            list(pool.map(FleetHost.start, self.hosts))
        return self

    def close(self) -> None:
        for host in self.hosts:
            host.kill9()
        for part in (self.network, self.bouncer, self.cluster):
            if part is not None:
                part.close()
        if self.vendor is not None:
            self.vendor.stop()

    def describe(self) -> str:
        network = self.network.kind + (f" ({self.network.reason})" if self.network.reason else "")
        disk = "a full WAL disk" if self.cluster.wal_disk_refused is None else self.cluster.wal_disk_refused
        clock = "wall clocks 0, +12 h, -12 h, 0 (preloaded clock_gettime)" if self.clock else "one clock: no C compiler"
        return f"{self._count} hosts as {network}; {clock}; {disk}"

    # The database.

    def url(self, role, address: Tuple[str, int]) -> str:
        return self.cluster.url(role, self.database.name, *address, sslmode="disable")

    def urls(self, index: int) -> Dict[str, str]:
        app = self.database.app
        return {
            "DATABASE_URL": self.url(app, self.network.address(index, DATABASE)),
            "DATABASE_NOTIFY_URL": self.url(app, self.network.address(index, NOTIFY))}

    def configuration(self, index: int, state: Path, **changes) -> dict:
        postgres = {
            "url": {"env": "DATABASE_URL"}, "schema": SCHEMA, "keyFile": str(self.directory / "shared/postgres.key"),
            **({"notifyURL": {"env": "DATABASE_NOTIFY_URL"}} if self.notifies else {}), **changes}
        base = "http://%s:%d" % (self.network.address(index, VENDOR) if index >= 0 else self.vendor.address)
        return {
            "provider": "privy", "providers": {"privy": self.vendor.provider(base)},
            "storage": {"directory": str(state), "sessions": {"postgres": postgres}}}

    def storage(self, *words: str, role=None, **variables: str) -> subprocess.CompletedProcess:
        """Runs `latchkey storage` directly at the database server, without proxies; by default, as the owner."""
        path = self.directory / "owner.json"
        path.write_text(json.dumps(self.configuration(-1, self.directory / "owner")))
        url = self.url(role or self.database.owner, (self.cluster.primary.address, self.cluster.port))
        return subprocess.run(
            [self.latchkey, "storage", *words, "--config", str(path), "--json"], capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=60, cwd="/",
            env={**os.environ, "DATABASE_URL": url, "DATABASE_NOTIFY_URL": url, **variables})

    def migrate(self) -> None:
        done = self.storage("migrate")
        assert done.returncode == 0, done.stdout + done.stderr
        granted = self.storage("grant", self.database.app.name)
        assert granted.returncode == 0, granted.stdout + granted.stderr
        owner = self.url(self.database.owner, (self.cluster.primary.address, self.cluster.port))
        psql(owner, json.loads(granted.stdout)["sql"])
        psql(owner, AUDIT)

    def audit(self) -> List[dict]:
        """The changes of the sessions' rows, in the order of the rows' locks, with times by the clock of `boot`."""
        text = self.cluster.psql(
            f"SELECT row_to_json(a) FROM (SELECT id, extract(epoch FROM at)::float8 - {self.offset!r} AS at, action,"
            f" encode(name, 'hex') AS name, old_generation, generation, fence, holder, committed_fence, noted_fence,"
            f" is_rewritten"
            f" FROM {SCHEMA}.audit ORDER BY id) a", self.database.name)
        return [json.loads(line) for line in text.splitlines()]

    def promote(self) -> None:
        """Promotes the standby after the primary was killed, points the pooler to it, and creates a new standby."""
        self.cluster.kill9()
        self.cluster.promote()
        self.bouncer.point_at()
        self.network.retarget(NOTIFY, self.cluster.primary.address, self.cluster.port)
        self.cluster.add_standby()

    # The vendor.

    def arrivals(self) -> List[float]:
        """The arrival time of each renewal request, by the clock of `boot`, in the order of the recording."""
        return [
            datetime.fromisoformat(entry["at"].replace("Z", "+00:00")).timestamp() - self.offset
            for entry in self.vendor.requests() if is_renewal(entry["method"], entry["path"])]

    def events(self) -> List[dict]:
        return [event for host in self.hosts for event in host.events()]


def is_renewal(method: str, path: str) -> bool:
    return method == "POST" and path.split("?")[0].endswith("/api/v1/sessions")
