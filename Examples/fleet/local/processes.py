"""The programs that `start` runs, and their ports."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence

ACCOUNT = 65534  # the account `nobody`, because PostgreSQL and PgBouncer refuse to run as root


class Failure(Exception):
    """A failure that ends `start`. The message names the program or the remedy."""


class Program:
    """A process with its log. `stop` and `kill9` end it."""

    def __init__(self, name: str, command: Sequence[object], log: Path, unprivileged: bool = False, **variables: str):
        self.name, self.log = name, log
        self.command = until_parent_ends([str(word) for word in command], unprivileged)
        self.variables = variables
        self.process: Optional[subprocess.Popen] = None

    def start(self, reads_line: bool = False) -> str:
        """Starts the process. With `reads_line`, returns the first line that it prints."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if reads_line else log, stderr=log,
                cwd="/", env={**os.environ, **self.variables}, start_new_session=True)
        if not reads_line:
            return ""
        line = self.process.stdout.readline().decode().strip()
        if not line or self.process.poll() not in (None, 0):
            raise Failure(f"{self.name} did not start. See {self.log}. {line}")
        return line

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, seconds: float = 30, kind: signal.Signals = signal.SIGTERM) -> Optional[int]:
        """Sends a signal to the process, and kills it if it does not end in time. Returns its exit status."""
        if self.process is None:
            return None
        if self.is_running():
            self.process.send_signal(kind)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill9()
        return self.process.returncode

    def kill9(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def without_root() -> List[str]:
    """The words to put before a command that must not run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"]


def until_parent_ends(command: List[str], unprivileged: bool) -> List[str]:
    """Returns a command whose program ends with this process, even if this process is killed, and with the thread that
    starts the program. Without `setpriv`, returns the command unchanged."""
    if shutil.which("setpriv") is None:
        return command
    prefix = without_root() if unprivileged else []
    return [*(prefix or ["setpriv"]), "--pdeathsig=TERM", *command]


def give_away(path: Path, mode: int) -> Path:
    """Makes the account of the database the owner of a file or directory. Returns its path."""
    path.chmod(mode)
    if os.geteuid() == 0:
        os.chown(path, ACCOUNT, ACCOUNT)
    return path


def run(command: Sequence[object], unprivileged: bool = False, text: Optional[str] = None, **variables: str) -> str:
    """Runs a program, and returns the text that it prints."""
    words = [str(word) for word in command]
    done = subprocess.run(
        without_root() + words if unprivileged else words, input=text, capture_output=True, text=True, cwd="/",
        env={**os.environ, **variables})
    if done.returncode != 0:
        raise Failure(f"{words[0]} ended with status {done.returncode}: {done.stdout}{done.stderr}".strip())
    return done.stdout


def free_port(wanted: int = 0) -> int:
    """Returns the wanted port if it is free, or any free port for 0."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            raise Failure(f"Port {wanted} is in use. Choose another port with --port.") from None
        return probe.getsockname()[1]


def wait_until(is_so: Callable[[], object], what: str, seconds: float = 30) -> None:
    """Waits for a condition. `what` names the event in the message of a failure."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise Failure(f"{what} did not happen within {seconds:g} seconds. See the logs; --directory keeps them.")
        time.sleep(0.05)


def find(program: str, places: Sequence[Path] = ()) -> Optional[Path]:
    for place in places:
        if (place / program).exists():
            return place / program
    found = shutil.which(program)
    return Path(os.path.realpath(found)) if found else None
