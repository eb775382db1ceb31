"""Swift packages that judges build: apps and servers that use this one from outside."""

import os
import subprocess
from pathlib import Path

# Where `Tests/run` builds the packages that depend on this one.
SCRATCH = Path(__file__).resolve().parents[1] / "linkage" / ".build"


def build(package: Path) -> Path:
    """The folder of the package's products, built for debugging."""
    command = [
        os.environ["SWIFT"], "build", "--disable-build-manifest-caching", "--package-path", str(package),
        "--scratch-path", str(SCRATCH)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    shown = subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(shown.stdout.strip().splitlines()[-1])
