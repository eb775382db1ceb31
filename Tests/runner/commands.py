"""Running a command with its output in a file, a limit on its time, and no process left behind."""

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
    """The exit status; 124 when time ran out. The output goes to Tests/.output/NAME.log."""
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
    """Ends what other threads run."""
    for process in list(_under_way):
        end(process)


def log(name: str) -> Path:
    return OUTPUT / f"{name}.log"


def show_end(terminal: Terminal, name: str, lines: int = 40) -> None:
    """The errors in a log or, where none is marked, its last lines; and where the rest is."""
    text = log(name).read_text(encoding="utf-8", errors="replace").splitlines()
    errors = list(dict.fromkeys(line for line in text if "error: " in line))
    for line in errors[:lines] or text[-lines:]:
        terminal.line("    " + line)
    terminal.line(f"    (all of it: {log(name).relative_to(ROOT)})")


def _copy(process: subprocess.Popen, output, phase: Phase) -> None:
    for line in process.stdout:
        output.write(line)
        phase.show(line)


def end(process: subprocess.Popen) -> None:
    """Ends the process and everything it started: they share a process group of their own."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, kind)
        except (ProcessLookupError, PermissionError):
            return
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
