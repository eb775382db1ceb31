"""Runs a command with its output in a file and a time limit, and leaves no process behind."""

import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Mapping, Optional, Sequence

from .places import OUTPUT, ROOT
from .terminal import Phase, Terminal


_under_way = set()


def run(
    phase: Phase, name: str, command: Sequence[str], *, minutes: float, cwd: Path = ROOT,
    environment: Optional[Mapping[str, str]] = None,
) -> int:
    """Runs a command, with its output in Tests/.output/NAME.log; returns its exit status, or 124 at the time limit."""
    with open(log(name), "w", encoding="utf-8", errors="replace") as output:
        output.write("$ " + " ".join(str(word) for word in command) + "\n")
        output.flush()
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace", start_new_session=True)
        _under_way.add(process)
        reader = threading.Thread(target=_copy, args=(process, output, phase), daemon=True)
        reader.start()
        try:
            status = process.wait(timeout=minutes * 60)
        except subprocess.TimeoutExpired:
            status = 124
        finally:
            _under_way.discard(process)
            end(process)
            reader.join(timeout=10)
        if status == 124:
            output.write(f"\nstopped after {minutes} minutes\n")
    return status


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


def _copy(process: subprocess.Popen, output, phase: Phase) -> None:
    for line in process.stdout:
        output.write(line)
        phase.show(line)


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
