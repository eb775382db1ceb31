"""A release that is made in a copy: what it changes, what it makes, and that it can be taken back."""

import re
import subprocess
import tarfile

from release_copy import PERSON, SECONDS

BROKEN = "AccountOption.label"


def test_changes_the_changelog_the_version_and_the_baseline_in_one_tagged_commit(copy, names):
    before = copy.git("rev-parse", "main")
    done = copy.release("7.8.9", api=names(add="NewName: struct NewName"))
    assert done.returncode == 0, done.stderr
    assert copy.git("status", "--porcelain") == ""
    assert copy.git("rev-parse", "main^") == before == copy.git("rev-parse", "7.8.9^{commit}^")
    assert copy.git("cat-file", "-t", "7.8.9") == "tag"
    written = copy.git("log", "-1", "--format=%s|%an|%ae|%ct", "main")
    assert written == f"Release 7.8.9|{PERSON[0]}|{PERSON[1]}|{SECONDS}"
    assert "* A first entry." in copy.git("tag", "-l", "--format=%(contents)", "7.8.9")
    assert "## Unreleased\n\n## 7.8.9 - 2027-03-04\n\n### Added\n\n* A first entry.\n" in copy.read("CHANGELOG.md")
    assert 'current = "7.8.9"' in copy.read("Sources/AuthCore/Values/PackageVersion.swift")
    assert "NewName: struct NewName\n" in copy.read("Tests/api/AuthCore.txt")
    subprocess.run(["git", "fsck", "--strict", "--no-dangling"], cwd=copy.folder, check=True, capture_output=True)
    assert "git push --atomic origin main 7.8.9" in done.stdout


def test_a_module_that_is_gone_leaves_the_baseline(copy, names):
    folder = names()
    (folder / "AuthUI.txt").unlink()
    assert copy.release("7.8.9", api=folder).returncode == 0
    assert not (copy.folder / "Tests/api/AuthUI.txt").exists() and copy.git("status", "--porcelain") == ""
    assert copy.git("diff", "--name-only", "--diff-filter=D", "main^", "main") == "Tests/api/AuthUI.txt"


def test_the_archive_has_the_files_of_the_tag_and_the_checksums_are_right(whole):
    assert whole.release("7.8.9").returncode == 0
    folder = whole.made("7.8.9")
    assert sorted(path.name for path in folder.iterdir()) == [
        "SHA256SUMS", "latchkey-7.8.9-notes.md", "latchkey-7.8.9.tar.gz"]
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True, text=True)
    assert checked.returncode == 0 and checked.stdout.count(": OK") == 2, checked
    with tarfile.open(folder / "latchkey-7.8.9.tar.gz") as tar:
        files = {member.name for member in tar if not member.isdir()}
        package = tar.extractfile("latchkey-7.8.9/Sources/AuthCore/Values/PackageVersion.swift").read().decode()
    tagged = whole.git("ls-tree", "-r", "--name-only", "7.8.9").splitlines()
    assert files == {"latchkey-7.8.9/" + name for name in tagged}
    assert 'current = "7.8.9"' in package
    assert "* A first entry." in (folder / "latchkey-7.8.9-notes.md").read_text(encoding="utf-8")


def test_the_same_release_has_the_same_bytes(copy, tmp_path):
    """Made twice from one commit, and once more from the tag in a clone."""
    sums = []
    for _ in range(2):
        assert copy.release("7.8.9").returncode == 0
        sums.append((copy.made("7.8.9") / "SHA256SUMS").read_text())
        tag = copy.git("rev-parse", "7.8.9")
        if len(sums) == 1:
            assert copy.release("7.8.9", "--undo").returncode == 0
    clone = type(copy)(tmp_path / "clone")
    subprocess.run(["git", "clone", "-q", str(copy.folder), str(clone.folder)], check=True)
    assert clone.git("rev-parse", "7.8.9") == tag
    done = clone.release("7.8.9", "--files", seconds=1)
    assert done.returncode == 0, done.stderr
    sums.append((clone.made("7.8.9") / "SHA256SUMS").read_text())
    assert sums[0] == sums[1] == sums[2]


def test_broken_names_are_in_the_notes_with_their_declarations(copy, names):
    assert copy.release("0.4.0").returncode == 0
    copy.tell(f"`{BROKEN}` is gone.")
    done = copy.release("0.5.0", api=names(remove=BROKEN))
    assert done.returncode == 0, done.stderr
    notes = (copy.made("0.5.0") / "latchkey-0.5.0-notes.md").read_text(encoding="utf-8")
    assert f"`{BROKEN}` is gone." in notes and "A first entry" not in notes
    assert re.search(rf"^AuthCore: {re.escape(BROKEN)}: let label: String$", notes, re.M)


def test_a_dry_run_changes_nothing(copy):
    before = copy.state()
    done = copy.release("7.8.9", "--dry-run")
    assert done.returncode == 0 and "7.8.9 can be released" in done.stdout, done.stderr
    assert copy.state() == before and not copy.made("7.8.9").exists()


def test_a_release_can_be_undone_and_made_again(copy):
    before = copy.state()
    assert copy.release("7.8.9").returncode == 0
    done = copy.release("7.8.9", "--undo")
    assert done.returncode == 0, done.stderr
    assert copy.state() == before and not copy.made("7.8.9").exists()
    assert copy.release("7.8.9").returncode == 0
