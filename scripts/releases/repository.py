"""The git repository, as far as a release needs it. Everything that a release writes is written without a branch, and
the branch and the tag change in one transaction."""

import io
import os
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Dict, List, Mapping, Optional

BRANCH = "refs/heads/main"
FILE_MODE = "100644"


class GitFailed(Exception):
    pass


class Repository:
    def __init__(self, root: Path) -> None:
        self.root = root

    def git(self, *words: str, stdin: Optional[bytes] = None, environment: Optional[Mapping[str, str]] = None) -> bytes:
        done = subprocess.run(
            ["git", *words], cwd=self.root, input=stdin, stdin=None if stdin is not None else subprocess.DEVNULL,
            capture_output=True, env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            raise GitFailed(f"'git {' '.join(words)}' failed: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def line(self, *words: str, **more) -> str:
        return self.git(*words, **more).decode().strip()

    # What there is

    def branch(self) -> str:
        """The full name of the current branch; empty if HEAD is detached."""
        try:
            return self.line("symbolic-ref", "-q", "HEAD")
        except GitFailed:
            return ""

    def commit(self, name: str = "HEAD") -> str:
        return self.line("rev-parse", "--verify", name + "^{commit}")

    def parent(self, commit: str) -> Optional[str]:
        parents = self.line("rev-list", "--parents", "-n", "1", commit).split()[1:]
        return parents[0] if parents else None

    def tree(self, commit: str) -> str:
        return self.line("rev-parse", commit + "^{tree}")

    def tags(self) -> List[str]:
        return self.line("for-each-ref", "--format=%(refname:strip=2)", "refs/tags").split()

    def changed_files(self) -> List[str]:
        """The files that differ from HEAD, or that git does not know."""
        return self.git("status", "--porcelain").decode(errors="replace").splitlines()

    def text(self, commit: str, path: str) -> str:
        return self.git("cat-file", "blob", f"{commit}:{path}").decode()

    def texts(self, commit: str, folder: str) -> Dict[str, str]:
        """The texts of all files in a folder, by path."""
        if not self.git("ls-tree", commit, "--", folder):
            return {}
        packed = self.git("archive", "--format=tar", commit, "--", folder)
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            files = {member.name: tar.extractfile(member) for member in tar if member.isfile()}
            return {name: file.read().decode() for name, file in files.items() if file}

    def seconds(self, commit: str) -> int:
        """The time of a commit, in seconds since 1970."""
        return int(self.line("log", "-1", "--format=%ct", commit))

    def remote_branches_without(self, commit: str) -> List[str]:
        """The remote `main` branches that have commits which `commit` does not contain."""
        return self._remote_branches("--no-merged", commit, "refs/remotes/*/main")

    def remote_branches_with(self, commit: str) -> List[str]:
        return self._remote_branches("--contains", commit, "refs/remotes")

    def _remote_branches(self, option: str, commit: str, pattern: str) -> List[str]:
        return self.line("for-each-ref", option, commit, "--format=%(refname:short)", pattern).split()

    # Objects, which nothing refers to yet

    def commit_of(
        self, parent: str, files: Dict[str, Optional[str]], message: str, environment: Mapping[str, str],
    ) -> str:
        """A commit with changed files; a file without a text is removed."""
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder, ".index"))}
            self.git("read-tree", parent, environment=index)
            written = [path for path, text in files.items() if text is not None]
            for path in written:
                Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
                Path(folder, path).write_text(files[path] or "", encoding="utf-8")
            removed = [path for path in files if path not in written]
            for option, paths in (("--add", written), ("--force-remove", removed)):
                listed = "\0".join(paths).encode()
                self.git(
                    f"--work-tree={folder}", "update-index", option, "-z", "--stdin", stdin=listed, environment=index)
            tree = self.line("write-tree", environment=index)
        return self.line("commit-tree", tree, "-p", parent, stdin=message.encode(), environment=environment)

    def tag_of(self, commit: str, name: str, message: str, environment: Mapping[str, str]) -> str:
        tagger = self.line("var", "GIT_COMMITTER_IDENT", environment=environment)
        head = f"object {commit}\ntype commit\ntag {name}\ntagger {tagger}\n\n"
        return self.line("mktag", stdin=(head + message).encode())

    # One step

    def publish(self, old: str, new: str, tag: str, tag_object: str) -> None:
        """Moves main and creates the tag: both, or neither."""
        self._transaction(f"update {BRANCH} {new} {old}", f"create refs/tags/{tag} {tag_object}", why=f"release {tag}")

    def unpublish(self, new: str, old: str, tag: str) -> None:
        """Moves main back and deletes the tag: both, or neither."""
        tag_object = self.line("rev-parse", f"refs/tags/{tag}")
        self._transaction(f"update {BRANCH} {old} {new}", f"delete refs/tags/{tag} {tag_object}", why=f"undo {tag}")

    def _transaction(self, *changes: str, why: str) -> None:
        self.git("update-ref", "-m", why, "--stdin", stdin="\n".join(["start", *changes, "commit", ""]).encode())

    def move_files(self, old: str, new: str) -> None:
        """Changes the working tree and the index from one commit to another; refuses to overwrite other changes."""
        self.git("read-tree", "-m", "-u", old, new)

    def has_files_of(self, commit: str) -> bool:
        """Whether the index and the working tree have exactly the files of a commit."""
        untracked = self.git("ls-files", "--others", "--exclude-standard")
        return self.line("write-tree") == self.tree(commit) and not self.git("diff", "--name-only") and not untracked


def times(seconds: int) -> Dict[str, str]:
    """The environment that gives a commit and its tag this time."""
    return {"GIT_AUTHOR_DATE": f"{seconds} +0000", "GIT_COMMITTER_DATE": f"{seconds} +0000"}
