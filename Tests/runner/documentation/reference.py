"""Checks that the pages of reference name every public member of their types."""

import re
from typing import Iterator

from ..places import ROOT
from ..results import Results
from ..terminal import Terminal
from . import catalogues

# The page, the module and the types at its top.
PAGES = (
    ("AuthClient.md", "AuthCore", (
        "AuthClient", "AuthFlow", "FlowRequest", "FlowUpdate", "Prompt", "PromptContext", "SessionState",
        "SignOutReason", "Account", "SignOutOptions", "SignOutResult")),
    ("Observing.md", "AuthCore", ("AuthEvent", "RequestEvent", "RenewalEvent")),
    ("SignedOut.md", "AuthCore", ("SignOutExplanation",)),
)
# Members that every type of their kind has.
COMMON = {"init", "==", "shownParts", "makeAsyncIterator", "Iterator", "Element", "Failure"}


def check(terminal: Terminal, results: Results) -> None:
    with terminal.phase("Members in the pages of reference") as phase:
        count = 0
        faults = []
        for page, module, types in PAGES:
            text = (ROOT / "Documentation" / page).read_text(encoding="utf-8")
            named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))
            for title, member in _members(module, types):
                count += 1
                if member not in named:
                    faults.append(f"Documentation/{page} does not name {title}")
        if count == 0:
            faults.append("no member was found; the check looks in the wrong place")
        for fault in faults:
            results.fail("documentation", fault)
        if faults:
            phase.fail(f"{len(faults)} of {count} are missing")
        else:
            results.passed += 1
            phase.end = f"all {count}"


def _members(module: str, types) -> Iterator:
    for symbol in catalogues.symbols(module):
        path = symbol["pathComponents"]
        name = path[-1].split("(")[0]
        if path[0] in types and len(path) > 1 and not COMMON & {part.split("(")[0] for part in path}:
            yield ".".join(path), name
