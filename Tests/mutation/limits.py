"""A time limit that also ends every command that was started within it."""

import math
import os
import subprocess
import time
from pathlib import Path
from typing import List


class OutOfTime(Exception):
    """The deadline passed before the work was done."""


class Time:
    """A number of seconds from now on; unlimited by default."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds. Raises `OutOfTime` after the deadline."""
        left = self.end - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def run(self, command: List[str], where: Path) -> subprocess.CompletedProcess:
        """Runs a command; at the deadline, kills it with all its processes and raises `OutOfTime`."""
        left = self.left
        process = subprocess.Popen(
            command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True)
        try:
            output, errors = process.communicate(timeout=None if left == math.inf else left)
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()
        return subprocess.CompletedProcess(command, process.returncode, output, errors)
