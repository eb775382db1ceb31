"""Swift packages that judges build: apps and servers that use this one from outside."""

import os
import subprocess
from pathlib import Path

# Where `Tests/run` builds the packages that depend on this one: what they use of it is compiled once.
SCRATCH = Path(__file__).resolve().parents[1] / "linkage" / ".build"


def build(package: Path, *options: str) -> Path:
    """The folder of the package's products, built for debugging where `options` do not say otherwise."""
    # Another judge runs meanwhile, and waits for answers in time: a build has less right to the processor.
    # A cached build plan does not notice that a source file of the package it depends on has gone.
    command = [
        "nice", "-n", "10", os.environ["SWIFT"], "build", "--disable-build-manifest-caching", "--package-path", str(package),
        "--scratch-path", str(SCRATCH), *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    shown = subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(shown.stdout.strip().splitlines()[-1])
