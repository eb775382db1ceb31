"""A copy of the repository, in which tests can make releases."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PERSON = ("Jane Doe", "jane@example.org")
# The time of the releases that the tests make: 2027-03-04 05:06:07 UTC.
SECONDS = 1804136767
# What a release reads and changes. With a copy of everything, each release would take seconds.
PART = (
    "CHANGELOG.md", "LICENSE", "README.md", ".gitignore", "scripts", "Sources/AuthCore", "Tests/api", "Tests/runner")


class Copy:
    """A repository with files of this working tree, with the branch main and without tags."""

    def __init__(self, folder: Path):
        self.folder = folder

    def git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=self.folder, capture_output=True, text=True, check=True).stdout.strip()

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def commit(self, message: str = "Change something") -> None:
        self.git("add", "--all")
        self.git("commit", "-q", "-m", message)

    def tell(self, entry: str) -> None:
        """Adds an entry to the unreleased changes."""
        text = self.read("CHANGELOG.md")
        self.write("CHANGELOG.md", text.replace("## Unreleased\n", f"## Unreleased\n\n* {entry}\n", 1))
        self.commit(f"Tell {entry}")

    def release(self, version: str, *options: str, api: Path = None, seconds: int = SECONDS, **environment: str):
        """Runs `scripts/release`; the public names are those of `api`, by default unchanged."""
        words = [str(self.folder / "scripts" / "release"), version, *options]
        if not {"--undo", "--files"} & set(options):
            words += ["--api", str(api or self.folder / "Tests" / "api")]
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds), **environment})

    def made(self, version: str) -> Path:
        return self.folder / ".build" / "releases" / version

    def state(self):
        """Everything that a refused release must leave as it was."""
        return self.git("for-each-ref"), self.git("status", "--porcelain", "--branch"), self.read("CHANGELOG.md")


def copied(folder: Path, paths) -> Path:
    """A repository with these files of the working tree, and with one entry in the changelog."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths], cwd=ROOT,
        capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    copy = Copy(folder)
    copy.git("init", "-q", "-b", "main")
    copy.git("config", "user.name", PERSON[0])
    copy.git("config", "user.email", PERSON[1])
    text = copy.read("CHANGELOG.md")
    head = text[:text.index("## Unreleased\n")]
    copy.write("CHANGELOG.md", head + "## Unreleased\n\n### Added\n\n* A first entry.\n")
    copy.commit("The files of the working tree")
    return folder
