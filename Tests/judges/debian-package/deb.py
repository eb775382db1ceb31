"""Makes Debian packages and unpacks them."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from release_copy import ROOT, SECONDS

SCRIPT = ROOT / "scripts" / "debian-package"
MAINTAINER = {"DEBFULLNAME": "Jane Doe", "DEBEMAIL": "jane@latchkey.dev"}


class Package(NamedTuple):
    """The file, and a folder with its content."""

    file: Path
    root: Path
    control: Path

    def field(self, name: str) -> str:
        return output("dpkg-deb", "--field", str(self.file), name)

    def files(self):
        return {"/" + str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}


def output(*words: str, **more) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True, **more).stdout.strip()


def make(program: str, folder: Path, **environment):
    """Runs `scripts/debian-package`, as a trial."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), program, "--trial", "--output", str(folder)], capture_output=True, text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(SECONDS), **MAINTAINER, **environment})


def unpacked(file: Path, folder: Path) -> Package:
    subprocess.run(["dpkg-deb", "--extract", str(file), str(folder / "root")], check=True)
    subprocess.run(["dpkg-deb", "--control", str(file), str(folder / "control")], check=True)
    return Package(file, folder / "root", folder / "control")
