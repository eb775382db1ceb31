"""Swift packages that judges build: apps and servers that use this one."""

import os
import shutil
import subprocess
from pathlib import Path

# Where `Tests/run` builds this package and those that depend on it: what they use of it is compiled once.
SCRATCH = Path(__file__).resolve().parents[2] / ".build"

# Another judge runs meanwhile and waits for responses in time: a build takes the processor time that is left over. `nice`
# does not reach the compiler, because the build system starts it with a priority of its own.
IDLE = ["chrt", "--idle", "0"] if shutil.which("chrt") else []


def build(package: Path, *options: str) -> Path:
    """The folder of the package's products, built for debugging where `options` do not say otherwise."""
    # A cached build plan does not notice that a source file of the package it depends on has gone.
    command = [
        *IDLE, os.environ["SWIFT"], "build", "--disable-build-manifest-caching", "--package-path", str(package),
        "--scratch-path", str(SCRATCH), *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    shown = subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(shown.stdout.strip().splitlines()[-1])
