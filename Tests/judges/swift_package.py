"""Swift packages that judges build: apps and servers that use this one."""

import os
import shutil
import subprocess
from pathlib import Path

# The folder in which `Tests/run` builds this package and those that depend on it: shared modules are compiled once.
SCRATCH = Path(__file__).resolve().parents[2] / ".build"

# Another judge runs at the same time and waits for responses: a build may use only the remaining processor time. `nice`
# does not affect the compiler, because the build system starts it with its own priority.
IDLE = ["chrt", "--idle", "0"] if shutil.which("chrt") else []


def build(package: Path, *options: str) -> Path:
    """Builds the package, for debugging unless `options` say otherwise; returns the folder of its products."""
    # A cached build plan does not notice that a source file of a dependency was removed.
    command = [
        *IDLE, os.environ["SWIFT"], "build", "--disable-build-manifest-caching", "--package-path", str(package),
        "--scratch-path", str(SCRATCH), *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    shown = subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(shown.stdout.strip().splitlines()[-1])
