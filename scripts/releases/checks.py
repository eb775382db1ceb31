"""Decides whether a release can be made. Every refusal says what to do."""

from typing import List, NamedTuple, Optional, Sequence, Tuple

from runner import api, changelog

from .repository import BRANCH
from .version import Version


class State(NamedTuple):
    """What the repository is like."""

    branch: str
    changed_files: List[str]
    # Remote branches with commits that main lacks.
    ahead: List[str]
    last: Optional[Version]
    changelog: str


class Names(NamedTuple):
    """The public names of the last release and of this one, by module."""

    gone: List[Tuple[str, str]]
    added: int

    @classmethod
    def between(cls, before: dict, now: dict) -> "Names":
        return cls(*api.compare(before, now))


def refusals(state: State, version: Version) -> List[str]:
    """Why this version cannot be released from this state; empty if it can."""
    found = []
    if state.branch != BRANCH:
        where = state.branch.rpartition("/")[2] or "no branch"
        found.append(f"A release is made on main, and this is {where}. Run 'git switch main'.")
    if state.changed_files:
        found.append(
            "The working tree has changes. Commit them, or put them aside with 'git stash --include-untracked':\n"
            + listed(state.changed_files))
    if state.ahead:
        found.append(f"{', '.join(state.ahead)} has commits that main lacks. Run 'git pull --ff-only'.")
    if state.last and version.precedence <= state.last.precedence:
        found.append(f"{version} must be greater than the last version, {state.last}. Choose a greater version.")
    unreleased = changelog.section(state.changelog)
    if unreleased is None:
        found.append(
            "CHANGELOG.md has no heading '## Unreleased'. Add it, with an entry for each change that users see.")
    elif not changelog.has_entries(unreleased):
        found.append("'Unreleased' of CHANGELOG.md is empty. Add an entry for each change that users see.")
    if changelog.section(state.changelog, str(version)) is not None:
        found.append(
            f"CHANGELOG.md has a heading for {version} already. Choose another version, or remove the heading.")
    return found


def api_refusals(names: Names, state: State, version: Version) -> List[str]:
    """Why the changes of the API do not fit the version; empty before the first release, which has nothing to keep."""
    if state.last is None:
        return []
    found = []
    if names.gone and not version.may_break(state.last):
        found.append(
            f"{len(names.gone)} public names of {state.last} are gone or different, and {version} must keep them. "
            f"Release {next_breaking(state.last)}, or bring them back:\n" + listed(lines(names.gone)))
    if names.added and not version.may_add(state.last):
        next_minor = Version(state.last.major, state.last.minor + 1, 0)
        found.append(f"{names.added} public names are new since {state.last}. Release {next_minor}, not {version}.")
    untold = api.untold(names.gone, changelog.section(state.changelog) or "")
    if untold:
        found.append("'Unreleased' of CHANGELOG.md does not name these broken names. Add them:\n" + listed(untold))
    return found


def next_breaking(last: Version) -> Version:
    return Version(0, last.minor + 1, 0) if last.major == 0 else Version(last.major + 1, 0, 0)


def lines(gone: Sequence[Tuple[str, str]]) -> List[str]:
    return [f"{module}: {line}" for module, line in gone]


def listed(texts: Sequence[str], limit: int = 8) -> str:
    """The first texts of a list, one a line, for a message."""
    more = len(texts) - limit
    return "\n".join([f"    {text}" for text in texts[:limit]] + ([f"    and {more} more"] if more > 0 else []))
