"""Makes a release in steps, of which only the last changes anything that others see:

1. Checks the repository, the version and the API.
2. Writes the commit and the tag as objects without a name.
3. Makes the files of the release from the commit, in a folder next to the final one, and renames the folder.
4. Moves main and creates the tag in one transaction of git, then updates the files of the working tree.

A failure before step 4 leaves the repository as it was. A failure within step 4 leaves only old files in the working
tree; the same command then finishes.
"""

import datetime
import shutil
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Set

from runner import changelog

from . import artefacts, binaries, checks, contents, debian
from .repository import BRANCH, GitFailed, Repository, times
from .version import Version, last as last_of


class Refused(Exception):
    """The release is not made; the message says why, and what to do."""


class Unfinished(Exception):
    """main and the tag have changed, and the working tree has not."""


class Options(NamedTuple):
    version: Version
    # The time of the commit and the tag, in seconds since 1970.
    seconds: int
    # The folder that gets a folder for each version.
    output: Path
    # The path of Swift if the command line is built, too.
    swift: Optional[str]


class Release(NamedTuple):
    """A release that was written without a name."""

    parent: str
    commit: str
    tag: str


def state_of(repository: Repository) -> checks.State:
    return checks.State(
        repository.branch(), repository.changed_files(), repository.remote_branches_without("HEAD"),
        last_of(repository.tags()), repository.text("HEAD", contents.CHANGELOG))


def check(repository: Repository, options: Options, names: Callable[[], Dict[str, Set[str]]]) -> Dict[str, Set[str]]:
    """Refuses a release that cannot be made; returns the public names, which are read only if all else is well."""
    state = state_of(repository)
    _refuse(checks.refusals(state, options.version) + (binaries.refusals() if options.swift else []))
    now = names()
    if state.last:
        before = artefacts.names_of(repository, str(state.last))
        _refuse(checks.api_refusals(checks.Names.between(before, now), state, options.version))
    return now


def write(repository: Repository, options: Options, names: Dict[str, Set[str]]) -> Release:
    """Writes the commit and the tag as objects."""
    parent = repository.commit()
    day = datetime.datetime.fromtimestamp(options.seconds, datetime.timezone.utc).strftime("%Y-%m-%d")
    files = contents.changes(
        options.version, day, repository.text(parent, contents.CHANGELOG), repository.text(parent, contents.SOURCE),
        repository.texts(parent, contents.API), names)
    environment = times(options.seconds)
    commit = repository.commit_of(parent, files, f"Release {options.version}\n", environment)
    entries = changelog.section(files[contents.CHANGELOG] or "", str(options.version))
    message = f"Latchkey {options.version}\n\n{entries}\n"
    return Release(parent, commit, repository.tag_of(commit, str(options.version), message, environment))


def make_files(repository: Repository, options: Options, commit: str, last: Optional[Version]) -> Path:
    """Makes all files of the release in a folder; returns it when it is complete."""
    final = options.output / str(options.version)
    folder = options.output / f"{options.version}.incomplete"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source = artefacts.source_archive(repository, commit, options.version, folder)
    artefacts.release_notes(repository, commit, options.version, last, folder)
    if options.swift:
        program = binaries.build(options.swift, source, options.output / "build")
        package = debian.Package(
            program, options.version, debian.maintainer(repository, commit), repository.seconds(commit))
        binaries.archive(package, debian.make(package, folder), folder)
    artefacts.checksums(folder)
    shutil.rmtree(final, ignore_errors=True)
    return folder.rename(final)


def publish(repository: Repository, options: Options, release: Release) -> None:
    # The files took time to make.
    changed = repository.changed_files()
    if changed:
        raise Refused(
            "The working tree has changed meanwhile. Put the changes aside, then run the same command again:\n"
            + checks.listed(changed))
    repository.publish(release.parent, release.commit, str(options.version), release.tag)
    _move_files(repository, release.parent, release.commit)


def finish(repository: Repository, version: Version) -> bool:
    """Updates the working tree after a run that was stopped between the transaction and this; False if it was not."""
    if str(version) not in repository.tags() or repository.branch() != BRANCH:
        return False
    commit = repository.commit()
    parent = repository.parent(commit)
    if commit != repository.commit(f"refs/tags/{version}") or not parent or not repository.has_files_of(parent):
        return False
    _move_files(repository, parent, commit)
    return True


def undo(repository: Repository, version: Version, output: Path) -> None:
    """Takes a release back that was not pushed: the tag, the commit and the files."""
    if str(version) not in repository.tags():
        raise Refused(f"There is no tag {version}, so there is nothing to undo.")
    commit = repository.commit(f"refs/tags/{version}")
    pushed = repository.remote_branches_with(commit)
    parent = repository.parent(commit)
    reasons: List[str] = []
    if pushed:
        reasons.append(f"{', '.join(pushed)} has the release already. Correct it with a new version.")
    if repository.branch() != BRANCH or repository.commit() != commit or not parent:
        reasons.append(f"main must be at the release's commit {commit[:12]}. Run 'git switch main'; if it has later "
                       "commits, move them away first.")
    elif repository.changed_files() and not repository.has_files_of(parent):
        reasons.append("The working tree has changes. Commit them elsewhere, or put them aside with "
                       "'git stash --include-untracked'.")
    _refuse(reasons)
    # A release that was stopped may not have updated the working tree.
    has_new_files = not repository.changed_files()
    repository.unpublish(commit, parent, str(version))
    if has_new_files:
        _move_files(repository, commit, parent)
    shutil.rmtree(output / str(version), ignore_errors=True)


def _move_files(repository: Repository, old: str, new: str) -> None:
    try:
        repository.move_files(old, new)
    except GitFailed as failure:
        raise Unfinished(
            f"main is at {new[:12]} now, but the files of the working tree could not be changed.\n{failure}\nPut your "
            "changes of these files aside, then run 'git reset --hard'.") from failure


def _refuse(reasons: List[str]) -> None:
    if reasons:
        raise Refused("\n".join(reasons))
