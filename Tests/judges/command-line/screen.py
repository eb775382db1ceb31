"""A terminal that runs a program; the test reads its screen as a user does."""

import re
import time

import pexpect
import pyte

COLUMNS, LINES = 100, 30


class Screen:
    """A pseudo-terminal and its screen."""

    def __init__(self, app, *words, columns=COLUMNS, language="C.UTF-8", has_colour=True):
        environment = {**app.environment(), "TERM": "xterm-256color", "LANG": language}
        if has_colour:
            environment.pop("NO_COLOR")
        self.raw = ""
        self.screen = pyte.Screen(columns, LINES)
        self.stream = pyte.Stream(self.screen)
        self.program = pexpect.spawn(
            app.latchkey, list(words), cwd=str(app.directory), env=environment, dimensions=(LINES, columns),
            encoding="utf-8", timeout=30)

    def read(self) -> bool:
        """Shows the new output; returns whether more may come."""
        while not self.program.closed:
            try:
                text = self.program.read_nonblocking(65536, timeout=0.05)
            except pexpect.TIMEOUT:
                return True
            except pexpect.EOF:
                return False
            self.raw += text
            self.stream.feed(text)
        return False

    def text(self) -> str:
        self.read()
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def wait(self, pattern: str, seconds: float = 30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.text()):
                return
            time.sleep(0.05)
        raise AssertionError(f"{pattern!r} did not appear:\n{self.text()}")

    def type(self, text: str):
        self.program.send(text + "\r")

    def end(self, seconds: float = 30) -> int:
        """Waits for the program's end; returns its exit status."""
        limit = time.monotonic() + seconds
        while self.read():
            assert time.monotonic() < limit, f"still running:\n{self.text()}"
        self.program.close()
        return self.program.exitstatus
