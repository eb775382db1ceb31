"""Runs a command with its output in a file and a time limit, and leaves no process behind."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Mapping, Optional, Sequence, Tuple

from .places import OUTPUT, ROOT
from .terminal import Phase, Terminal


_under_way = set()


def run(
    phase: Phase, name: str, command: Sequence[str], *, minutes: float, silent: Optional[float] = None, cwd: Path = ROOT,
    environment: Optional[Mapping[str, str]] = None,
) -> int:
    """Runs a command, with its output in Tests/.output/NAME.log; returns its exit status, or 124 at the time limit.

    `silent` is a second limit, in minutes: the longest time without output.
    """
    with open(log(name), "w", encoding="utf-8", errors="replace") as output:
        output.write("$ " + " ".join(str(word) for word in command) + "\n")
        output.flush()
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace", start_new_session=True)
        _under_way.add(process)
        reader = Reader(process, output, phase)
        reader.start()
        try:
            status, reason = _wait(process, reader, minutes, silent or minutes)
        finally:
            _under_way.discard(process)
            end(process)
            reader.join(timeout=10)
        if reason:
            output.write(f"\nstopped: {reason}\n")
    return status


def _wait(process: subprocess.Popen, reader: "Reader", minutes: float, silent: float) -> Tuple[int, Optional[str]]:
    """Waits for the process; returns its exit status, or 124 and the limit that it reached."""
    limit = time.monotonic() + minutes * 60
    while True:
        end_of_wait = min(limit, reader.heard + silent * 60)
        try:
            return process.wait(timeout=max(0, end_of_wait - time.monotonic())), None
        except subprocess.TimeoutExpired:
            if time.monotonic() >= limit:
                return 124, f"it took more than {minutes} minutes"
            if time.monotonic() >= reader.heard + silent * 60:
                return 124, f"it wrote nothing for {silent} minutes"


def end_all() -> None:
    """Ends the commands that other threads run."""
    for process in list(_under_way):
        end(process)


def log(name: str) -> Path:
    return OUTPUT / f"{name}.log"


def show_end(terminal: Terminal, name: str, lines: int = 40) -> None:
    """Prints the errors in a log or, if it has none, its last lines; and the path of the log."""
    text = log(name).read_text(encoding="utf-8", errors="replace").splitlines()
    errors = list(dict.fromkeys(line for line in text if "error: " in line))
    for line in errors[:lines] or text[-lines:]:
        terminal.line("    " + line)
    terminal.line(f"    (complete log: {log(name).relative_to(ROOT)})")


class Reader(threading.Thread):
    """Copies a process's output to a file and shows it; `heard` is the time of the last line."""

    def __init__(self, process: subprocess.Popen, output, phase: Phase) -> None:
        super().__init__(daemon=True)
        self.process, self.output, self.phase = process, output, phase
        self.heard = time.monotonic()

    def run(self) -> None:
        for line in self.process.stdout:
            self.heard = time.monotonic()
            self.output.write(line)
            self.phase.show(line)


def end(process: subprocess.Popen) -> None:
    """Ends the process and everything it started: they share one process group."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, kind)
        except (ProcessLookupError, PermissionError):
            return
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
