"""Shows progress to the user: one live line on a terminal, plain lines in a pipe."""

import os
import shutil
import sys
import threading
import time

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
HEARTBEAT = 60  # seconds between lines in a pipe: some CI systems end a job without output


class Terminal:
    """Shows phases and lines."""

    def __init__(self) -> None:
        self.is_live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.has_colour = self.is_live and "NO_COLOR" not in os.environ
        self.seconds = {}  # part -> how long it took
        self.phases = []  # the running ones; more than one if judges run in parallel
        self._part = ""
        self._since = time.monotonic()
        self._lock = threading.RLock()

    @property
    def part(self) -> str:
        return self._part

    @part.setter
    def part(self, name: str) -> None:
        """From here on, time is counted for this part."""
        now = time.monotonic()
        if self._part:
            self.seconds[self._part] = self.seconds.get(self._part, 0) + now - self._since
        self._part, self._since = name, now

    def line(self, text: str = "") -> None:
        with self._lock:
            if self.is_live and self.phases:
                sys.stdout.write("\r\033[K")
            print(text, flush=True)

    def live(self, text: str) -> None:
        """Writes over the live line."""
        with self._lock:
            width = shutil.get_terminal_size().columns - 1
            sys.stdout.write("\r\033[K" + text[:width])
            sys.stdout.flush()

    def colour(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.has_colour else text

    def phase(self, name: str) -> "Phase":
        """`with terminal.phase("…") as phase:`; set `phase.end` to a short result."""
        return Phase(self, name)


class Phase:
    """One step, with its duration."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        self.terminal = terminal
        self.name = name
        self.now = ""
        self.end = "done"
        self.is_good = True

    def __enter__(self) -> "Phase":
        self.start = time.monotonic()
        self.over = threading.Event()
        self.terminal.phases.append(self)
        if not self.terminal.is_live:
            self.terminal.line(f"== {self.name}")
        self.thread = threading.Thread(target=self._show, daemon=True)
        self.thread.start()
        return self

    def show(self, text: str) -> None:
        """Sets the current activity, for the live line."""
        self.now = text.strip()

    def fail(self, text: str) -> None:
        self.end = text
        self.is_good = False

    def __exit__(self, kind, value, trace) -> None:
        self.over.set()
        self.thread.join()
        if kind is not None:
            self.fail("stopped")
        seconds = time.monotonic() - self.start
        mark = self.terminal.colour("32", "✔") if self.is_good else self.terminal.colour("31", "✘")
        self.terminal.line(f"{mark} {self.name}: {self.end} ({duration(seconds)})")
        self.terminal.phases.remove(self)

    def _show(self) -> None:
        frame = 0
        while not self.over.wait(0.1 if self.terminal.is_live else HEARTBEAT):
            seconds = duration(time.monotonic() - self.start)
            if not self.terminal.is_live:
                self.terminal.line(f"   … {self.name}, {seconds}" + (f": {self.now}" if self.now else ""))
                continue
            first, *others = self.terminal.phases
            if first is not self:  # the oldest phase writes the line for all
                continue
            beside = f" (with {', '.join(other.name for other in others)})" if others else ""
            self.terminal.live(f"{FRAMES[frame % len(FRAMES)]} {self.name} {seconds}{beside}  {self.now}")
            frame += 1


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
