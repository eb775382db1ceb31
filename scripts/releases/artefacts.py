"""The files of a release, made from its commit alone: the same commit gives the same bytes on every machine."""

import gzip
import hashlib
from pathlib import Path
from typing import Dict, Optional, Set

from runner import api

from . import checks, contents
from .repository import Repository
from .version import Version

SUMS = "SHA256SUMS"


def names_of(repository: Repository, commit: str) -> Dict[str, Set[str]]:
    """The public names in the baseline of a commit, by module."""
    return {
        Path(path).stem: api.parsed(text)
        for path, text in repository.texts(commit, contents.API).items() if path.endswith(".txt")}


def source_archive(repository: Repository, commit: str, version: Version, folder: Path) -> Path:
    path = folder / f"latchkey-{version}.tar.gz"
    tar = repository.git("-c", "tar.umask=0022", "archive", "--format=tar", f"--prefix=latchkey-{version}/", commit)
    # git's own compression is that of the zlib or the gzip of the machine, with options that differ between versions.
    path.write_bytes(gzip.compress(tar, compresslevel=6, mtime=repository.seconds(commit)))
    return path


def release_notes(
    repository: Repository, commit: str, version: Version, last: Optional[Version], folder: Path,
) -> Path:
    path = folder / f"latchkey-{version}-notes.md"
    gone = []
    if last:
        gone = checks.Names.between(names_of(repository, str(last)), names_of(repository, commit)).gone
    changelog_text = repository.text(commit, contents.CHANGELOG)
    path.write_text(contents.notes(changelog_text, version, checks.lines(gone)), encoding="utf-8")
    return path


def checksums(folder: Path) -> None:
    """Writes the digest of every file in the folder, in the form that `sha256sum --check` reads."""
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
