"""Checks that the pages of reference name every public member of their types."""

import re
from typing import Iterator, List, Set

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
    ("Models.md", "AuthUI", ("AuthModel", "FlowModel", "SessionModel", "AccountsModel", "ApprovalsModel")),
    ("Presentations.md", "AuthUI", (
        "FlowPresentation", "SignInPresentation", "SessionPresentation", "AccountsPresentation",
        "ApprovalsPresentation", "SignOutPresentation", "ScreenAction", "PromptInput", "InputFault", "RecoveryAction",
        "RecoverySituation", "Countdown")),
)
# Members that every type of their kind has.
COMMON = {"init", "==", "shownParts", "makeAsyncIterator", "Iterator", "Element", "Failure"}


def check(terminal: Terminal, results: Results) -> None:
    with terminal.phase("Members in the pages of reference") as phase:
        count = 0
        faults = []
        for page, module, types in PAGES:
            text = (ROOT / "Documentation" / page).read_text(encoding="utf-8")
            for path in _members(module, types):
                count += 1
                if path[-1] not in _named(_section(text, path[:-1])):
                    faults.append(f"Documentation/{page} does not name {'.'.join(path)} where it describes the type")
        if count == 0:
            faults.append("no member was found; the check looks in the wrong place")
        for fault in faults:
            results.fail("documentation", fault)
        if faults:
            phase.fail(f"{len(faults)} of {count} are missing")
        else:
            results.passed += 1
            phase.end = f"all {count}"


def _members(module: str, types) -> Iterator[List[str]]:
    for symbol in catalogues.symbols(module):
        path = [part.split("(")[0] for part in symbol["pathComponents"]]
        if path[0] in types and len(path) > 1 and not COMMON & set(path):
            yield path


def _section(text: str, types: List[str]) -> str:
    """The part of the page under the headings that the types have; a type without a heading is in its outer type's."""
    for name in types:
        found = re.search(rf"^(#+) {name}\n", text, re.M)
        if found:
            text = text[found.end():]
            end = re.search(rf"^#{{1,{len(found[1])}}} ", text, re.M)
            text = text[:end.start()] if end else text
    return text


def _named(text: str) -> Set[str]:
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))
