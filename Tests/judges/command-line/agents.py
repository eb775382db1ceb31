"""An app whose agent has its socket in a directory of its own, and the clients of `Examples/agent-clients`."""

import importlib.util
import json
import os
import shutil
import socket
import tempfile
import time
from pathlib import Path

CLIENTS = Path(__file__).resolve().parents[3] / "Examples" / "agent-clients"

specification = importlib.util.spec_from_file_location("latchkey_agent", CLIENTS / "latchkey_agent.py")
latchkey_agent = importlib.util.module_from_spec(specification)
specification.loader.exec_module(latchkey_agent)


class AgentApp:
    """An app, its agent, and raw connections to it."""

    def __init__(self, app):
        self.app = app
        # pytest's directories have longer paths than a socket may have.
        self.runtime = Path(tempfile.mkdtemp(prefix="lk-"))
        self.previous = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = str(self.runtime)
        self.configuration = str(app.directory / "auth.json")

    def end(self):
        self.app.run("agent", "stop")
        if self.previous is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = self.previous
        shutil.rmtree(self.runtime)

    def client(self, **options):
        return latchkey_agent.Agent(
            config=options.pop("config", self.configuration), program=self.app.latchkey, **options)

    def start(self, *options):
        return self.app.json("agent", "start", *options)

    def status(self):
        return self.app.json("agent", "status")

    def connect(self, path=None) -> "Raw":
        return Raw(path or self.start()["socket"])


class Raw:
    """A connection that sends any bytes."""

    def __init__(self, path: str):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes):
        self.socket.sendall(data)

    def line(self):
        """The next answer; None after the end of the connection."""
        try:
            line = self.file.readline()
        except ConnectionError:
            return None
        return json.loads(line) if line else None

    def ask(self, **fields):
        self.send(json.dumps({"version": 1, **fields}).encode() + b"\n")
        return self.line()

    def close(self):
        self.file.close()
        self.socket.close()


def is_running(process: int) -> bool:
    """Whether a process runs; a process that has ended and was not reaped does not."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition, seconds: float = 30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("the condition did not come true")
