"""That the public API has not changed since the last release in a way that breaks what was written against it.

SwiftPM compares the library products with those of a tag (`swift package diagnose-api-breaking-changes`). Before the
first tag there is nothing to compare with, which is counted as skipped.
"""

import re
import subprocess
from typing import Optional

from . import commands
from .places import ROOT
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

VERSION = re.compile(r"v?\d+\.\d+\.\d+$")
# A break that was meant, one a line, as the report names it.
ALLOWED = ROOT / "Tests" / "api-breakage-allowlist.txt"


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    tag = last_release()
    if tag is None:
        results.skip("api", "no release is tagged yet, so there is no earlier API to compare with")
        return
    command = [toolchain.swift, "package", "diagnose-api-breaking-changes", tag]
    if ALLOWED.exists():
        command += ["--breakage-allowlist-path", ALLOWED]
    with terminal.phase(f"Public API against {tag}") as phase:
        status = commands.run(phase, "api", command, minutes=30)
        text = commands.log("api").read_text(encoding="utf-8", errors="replace")
        broken = re.findall(r"💔 (.+)", text)
        if status == 0:
            results.passed += 1
            phase.end = "nothing that breaks anybody"
        elif broken:
            phase.fail(f"{len(broken)} changes break what was written against {tag}")
            results.fail("api", "\n".join(broken))
        else:
            phase.fail(f"failed with status {status}")
            results.fail("api", f"the comparison with {tag} ended with status {status}")
    if status != 0 and not broken:
        commands.show_end(terminal, "api")


def last_release() -> Optional[str]:
    """The newest version that is tagged among the ancestors of what is checked out."""
    listed = subprocess.run(
        ["git", "tag", "--merged", "HEAD", "--sort=-version:refname"], cwd=ROOT, capture_output=True, text=True)
    return next((tag for tag in listed.stdout.split() if VERSION.match(tag)), None)
