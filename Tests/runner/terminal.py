"""Progress for people: one live line on a terminal, plain lines in a pipe. Phases may go on beside one another."""

import os
import shutil
import sys
import threading
import time

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
HEARTBEAT = 60  # seconds between signs of life in a pipe: some runners end a job that is silent


class Terminal:
    """Where phases are shown."""

    def __init__(self) -> None:
        self.is_live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.has_colour = self.is_live and "NO_COLOR" not in os.environ
        self.lock = threading.RLock()
        self.phases = []  # what goes on, in the order of its beginning

    def line(self, text: str = "") -> None:
        with self.lock:
            self.clear()
            print(text, flush=True)

    def colour(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.has_colour else text

    def phase(self, name: str) -> "Phase":
        """`with terminal.phase("…") as phase:`; `phase.end` may be set to how it went."""
        return Phase(self, name)

    def clear(self) -> None:
        """Takes the live line away; what goes on is drawn again soon."""
        if self.is_live:
            sys.stdout.write("\r\033[K")

    def draw(self) -> None:
        """The live line: what goes on shares its width."""
        with self.lock:
            self.clear()
            width = (shutil.get_terminal_size().columns - 1) // max(1, len(self.phases))
            sys.stdout.write("".join(phase.text()[:width - 2].ljust(width) for phase in self.phases).rstrip())
            sys.stdout.flush()


class Phase:
    """One step with its time."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        self.terminal = terminal
        self.name = name
        self.now = ""
        self.end = "done"
        self.notes = []  # lines below its last one
        self.is_good = True

    def __enter__(self) -> "Phase":
        self.start = time.monotonic()
        self.over = threading.Event()
        with self.terminal.lock:
            self.terminal.phases.append(self)
            if not self.terminal.is_live:
                self.terminal.line(f"== {self.name}")
        self.thread = threading.Thread(target=self._show, daemon=True)
        self.thread.start()
        return self

    def show(self, text: str) -> None:
        """What goes on at the moment, for the live line."""
        self.now = text.strip()

    def fail(self, text: str) -> None:
        self.end = text
        self.is_good = False

    def text(self) -> str:
        """What the live line says of it."""
        seconds = time.monotonic() - self.start
        return f"{FRAMES[int(seconds * 10) % len(FRAMES)]} {self.name} {duration(seconds)}  {self.now}"

    def __exit__(self, kind, value, trace) -> None:
        self.over.set()
        self.thread.join()
        if kind is not None:
            self.fail("stopped")
        mark = self.terminal.colour("32", "✔") if self.is_good else self.terminal.colour("31", "✘")
        with self.terminal.lock:
            self.terminal.phases.remove(self)
            self.terminal.line(f"{mark} {self.name}: {self.end} ({duration(time.monotonic() - self.start)})")
            for note in self.notes:
                self.terminal.line("    " + note)

    def _show(self) -> None:
        while not self.over.wait(0.1 if self.terminal.is_live else HEARTBEAT):
            if self.terminal.is_live:
                self.terminal.draw()
            else:
                seconds = duration(time.monotonic() - self.start)
                self.terminal.line(f"   … {self.name}, {seconds}" + (f": {self.now}" if self.now else ""))


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
