"""Checks that every link between the pages has a target, and that every file that they name exists."""

import re
from typing import List, Set

from ..places import ROOT
from ..results import Results
from ..terminal import Terminal
from .pages import Page

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# A path of the repository in code font, without a placeholder or a pattern in it.
PATH = re.compile(r"`((?:Sources|Tests|Examples|Documentation)/[\w./+-]+)`")


def check(terminal: Terminal, results: Results, pages: List[Page]) -> None:
    with terminal.phase("Links of the documentation") as phase:
        anchors = {page.path: _anchors(page.text) for page in pages}
        faults, count = [], 0
        for page in pages:
            text = re.sub(r"^```.*?^```", "", page.text, flags=re.M | re.S)
            for target in LINK.findall(text):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                path = (page.path.parent / name).resolve() if name else page.path
                if not path.exists() or (anchor and anchor not in anchors.get(path, {anchor})):
                    faults.append(f"{page.path.relative_to(ROOT)} links to {target}")
            for name in PATH.findall(text):
                count += 1
                if not (ROOT / name).exists():
                    faults.append(f"{page.path.relative_to(ROOT)} names {name}")
        for fault in faults:
            results.fail("documentation", fault + ", which does not exist")
        if count == 0:
            results.fail("documentation", "no link was found; the check looks in the wrong place")
        if faults:
            phase.fail(f"{len(faults)} of {count} have no target")
        else:
            results.passed += 1
            phase.end = f"{count}, all with a target"


def _anchors(text: str) -> Set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
