"""Packages that `latchkey new-adapter` wrote, and a Swift that builds them."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from swift_package import SCRATCH

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "Sources" / "LatchkeyCommands" / "NewAdapter" / "Templates"


class Package:
    """A generated package, and the output of the command that wrote it."""

    def __init__(self, folder: Path, report: dict):
        self.folder = folder
        self.report = report

    def texts(self) -> dict:
        """Every file's text by its path."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_text(encoding="utf-8") for path in files}

    def swift(self, *words, minutes=10):
        command = [os.environ["SWIFT"], *words[:1], "--package-path", str(self.folder), "--scratch-path", str(SCRATCH)]
        return subprocess.run(
            command + list(words[1:]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=minutes * 60)

    def build(self):
        """Builds the package; returns the compiler's diagnostics for its own sources, which should be empty."""
        # A cached build plan does not notice that a source file of a dependency was removed.
        result = self.swift("build", "--disable-build-manifest-caching", "--build-tests")
        assert result.returncode == 0, result.stdout[-6000:]
        return [line for line in result.stdout.splitlines() if "warning:" in line and str(self.folder) in line]

    def test(self):
        return self.swift("test", "--skip-build", "--disable-xctest")

    def broken_laws(self, output: str) -> set:
        assert re.search(r"\d+ laws, \d+ held, \d+ broken", output), output[-6000:]
        found = set(re.findall(r"^  BROKEN  ([a-z]\S+)", output, re.M))
        # Laws that are broken for one reason share a line; their names are below it.
        for names in re.findall(r"^  BROKEN  \d+ laws: .*\n((?: {10}\S.*\n)+)", output, re.M):
            found |= set(re.split(r",\s*", names.strip()))
        return found


@pytest.fixture(scope="session")
def write(latchkey, tmp_path_factory):
    """Returns a function that writes a package with a name."""

    def write(name: str, directory=None, *more) -> Package:
        directory = directory or tmp_path_factory.mktemp("packages")
        result = subprocess.run(
            [latchkey, "new-adapter", name, "--directory", str(directory), "--latchkey", str(ROOT), "--json", *more],
            text=True, capture_output=True, timeout=60)
        assert result.returncode == 0, result.stdout + result.stderr
        assert len(result.stdout.splitlines()) == 1
        report = json.loads(result.stdout)
        return Package(Path(report["directory"]), report)

    return write
