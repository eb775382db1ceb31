"""Common parts of the servers: private folders, free ports, processes that leave nothing behind, and waiting."""

import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from . import keeper

PLAIN_USER = 65534  # nobody
PORTS = (20000, 32000)  # below the kernel's ports for outgoing connections, so that the port is free after a restart


class NotPossible(Exception):
    """This machine lacks or does not allow a requirement of a test. Skip the test with the message, which names it."""


class DidNotAnswer(Exception):
    """A server did not start, stop or respond in time. The message contains the end of its log, if there is one."""


_runs: Dict[int, Tuple[Path, subprocess.Popen]] = {}


def new_directory(name: str) -> Path:
    """A folder for one server. `keeper` removes it, and the processes in it, when this process has ended."""
    if os.getpid() not in _runs:
        keeper.remove_stale()
        run = keeper.PARENT / f"{keeper.PREFIX}{os.getpid()}-{keeper.start_time(os.getpid())}-{secrets.token_hex(3)}"
        run.mkdir(mode=0o755)
        run.chmod(0o755)  # independent of the umask, because the servers run as another user
        _runs[os.getpid()] = run, subprocess.Popen(
            [sys.executable, "-I", "-S", keeper.__file__, str(run)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
    run = _runs[os.getpid()][0]
    number = 1
    while (run / f"{name}{number}").exists():
        number += 1
    directory = run / f"{name}{number}"
    directory.mkdir()
    directory.chmod(0o755)
    return directory


def note(file: str, line: str) -> None:
    """Writes a line to a file that the keeper reads, for resources that are not found by the folder."""
    if os.getpid() not in _runs:
        shutil.rmtree(new_directory("none"))
    with open(_runs[os.getpid()][0] / file, "a", encoding="utf-8") as notes:
        notes.write(line + "\n")


def is_root() -> bool:
    return os.geteuid() == 0


def as_plain_user(command: Sequence[str]) -> List[str]:
    """The command as a user other than root: PostgreSQL and PgBouncer refuse to run as root."""
    if not is_root():
        return list(command)
    user = str(PLAIN_USER)
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]


def give_to_plain_user(path: Path, mode: int) -> Path:
    path.chmod(mode)
    if is_root():
        os.chown(path, PLAIN_USER, PLAIN_USER)
    return path


def environment(**more: str) -> Dict[str, str]:
    """The environment of servers and clients, without the caller's PG… variables and the files in its home folder."""
    path = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"
    return {"PATH": path, "HOME": "/nonexistent", "LC_ALL": "C", "TZ": "UTC", **more}


def free_port(address: str = "127.0.0.1") -> int:
    for _ in range(200):
        port = random.randrange(*PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
                return port
            except OSError:
                continue
    raise NotPossible(f"no free port between {PORTS[0]} and {PORTS[1]} at {address}")


def wait_until(is_so: Callable[[], object], what: str, timeout: float = 20):
    """Calls `is_so` until it returns a true value, and returns that. `what` completes "…: did not happen"."""
    deadline = time.monotonic() + timeout
    pause = 0.002
    while True:
        answer = is_so()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise DidNotAnswer(f"{what}: did not happen within {timeout:g} seconds")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


class Daemon:
    """A server that runs in the foreground. All its processes are found by their working directory, which no other
    process uses."""

    def __init__(self, directory: Path, working_directory: Path):
        self.directory = directory
        self.working_directory = working_directory
        self.process: Optional[subprocess.Popen] = None
        self.is_paused = False

    @property
    def log(self) -> Path:
        return self.directory / "log"

    def log_end(self, size: int = 1500) -> str:
        return self.log.read_text(errors="replace")[-size:] if self.log.exists() else ""

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def pids(self) -> List[int]:
        return keeper.processes_in(self.working_directory)

    def launch(self, command: Sequence[str], **variables: str) -> None:
        assert not self.is_running(), "the server is already running"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                as_plain_user(command), cwd=self.working_directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=environment(**variables), start_new_session=True)
        self.is_paused = False

    def end(self, kind: signal.Signals, timeout: float) -> None:
        """Sends the signal and waits until no process of the server is left."""
        if self.is_running():
            if self.is_paused:
                self._signal_all(signal.SIGCONT)
                self.is_paused = False
            self.process.send_signal(kind)
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                raise DidNotAnswer(f"it did not end within {timeout:g} seconds\n{self.log_end()}") from None
        wait_until(lambda: not self.pids(), "the end of all its processes")

    def kill9(self) -> None:
        """Kills all processes of the server at once, as in a power failure."""
        keeper.kill_processes_in(self.working_directory)
        if self.process is not None:
            self.process.wait(60)
        self.is_paused = False

    def pause(self) -> None:
        """Suspends all processes of the server: connections stay open, and no request gets a response."""
        self.is_paused = True

        def all_stopped() -> bool:
            self._signal_all(signal.SIGSTOP)  # the parent first, so that it cannot fork meanwhile
            return all((keeper.state(pid) or "T")[0] in "TZ" for pid in self.pids())

        wait_until(all_stopped, "the stop of all its processes")

    def let_continue(self) -> None:
        self._signal_all(signal.SIGCONT)
        self.is_paused = False

    def _signal_all(self, kind: signal.Signals) -> None:
        parent = self.process.pid if self.process is not None else 0
        for pid in sorted(self.pids(), key=lambda pid: pid != parent):
            keeper.send(pid, kind)
