"""Checks the house style, as far as a tool can: runs `swift format lint --strict` on all Swift files."""

import re
import subprocess

from .places import ROOT
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

FOLDERS = ("Package.swift", "Sources", "Tests", "Examples")
# The formatter of Swift 6.3 requires two spaces between `catch` and `where`; our code has one.
FALSE = re.compile(r"catch\s+where")


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    files = subprocess.run(
        ["git", "ls-files", "--", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    files = [name for name in files if name.endswith(".swift") and "__" not in name and (ROOT / name).exists()]
    with terminal.phase("House style (swift format lint)") as phase:
        done = subprocess.run(
            [toolchain.swift, "format", "lint", "--strict", "--parallel", *files], cwd=ROOT, capture_output=True,
            text=True)
        found = [line for line in done.stderr.splitlines() if ": error:" in line or ": warning:" in line]
        faults = [line for line in found if not _is_false(line)]
        if not found and done.returncode != 0:
            faults = [f"swift format ended with status {done.returncode}: {done.stderr[-400:]}"]
        if faults:
            phase.fail(f"{len(faults)} faults")
            results.fail("lint", "\n".join(fault.replace(str(ROOT) + "/", "") for fault in faults[:40]))
        else:
            results.passed += 1
            phase.end = f"{len(files)} files"


def _is_false(line: str) -> bool:
    place = re.match(r"(.+?):(\d+):\d+: (?:error|warning): \[(\w+)\]", line)
    if place is None or place.group(3) not in ("Spacing", "AddSpace", "SpacingError"):
        return False
    text = (ROOT / place.group(1)).read_text().splitlines()[int(place.group(2)) - 1]
    return FALSE.search(text) is not None
