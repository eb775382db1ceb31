"""A release that stops in the middle leaves the repository as it was, or is finished by the same command."""

import os
import shutil
import stat

import pytest


STOP = "echo stopped >&2; exit 9"


def git_that(tmp_path, when: str, what: str = STOP) -> str:
    """A PATH whose `git` does something first when its words contain a text."""
    real = shutil.which("git")
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "git"
    script.write_text(f'#!/bin/sh\ncase "$*" in *"{when}"*) {what};; esac\nexec {real} "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IEXEC)
    return f"{folder}:{os.environ['PATH']}"


@pytest.mark.parametrize("when", ["write-tree", "commit-tree", "mktag", "archive", "update-ref"])
def test_a_failure_before_the_last_step_changes_nothing(copy, tmp_path, monkeypatch, when):
    before = copy.state()
    with monkeypatch.context() as changed:
        changed.setenv("PATH", git_that(tmp_path, when))
        done = copy.release("7.8.9")
    assert done.returncode == 1 and "nothing was changed" in done.stderr and "stopped" in done.stderr, done
    assert copy.state() == before
    assert copy.release("7.8.9").returncode == 0
    assert copy.git("status", "--porcelain") == ""


def test_a_file_that_changes_meanwhile(copy, tmp_path, monkeypatch):
    before = copy.git("for-each-ref")
    with monkeypatch.context() as changed:
        changed.setenv("PATH", git_that(tmp_path, "archive", f"echo new > {copy.folder}/README.md"))
        done = copy.release("7.8.9")
    assert done.returncode == 1 and "has changed meanwhile" in done.stderr and "README.md" in done.stderr, done
    assert copy.git("for-each-ref") == before and copy.read("README.md") == "new\n"


@pytest.fixture
def unfinished(copy, tmp_path, monkeypatch):
    """A release that stopped after main and the tag had changed, and before the files of the working tree."""
    with monkeypatch.context() as changed:
        changed.setenv("PATH", git_that(tmp_path, "read-tree -m -u"))
        done = copy.release("7.8.9")
    assert done.returncode == 1 and "could not be changed" in done.stderr, done
    assert copy.git("log", "-1", "--format=%s") == "Release 7.8.9" and copy.git("status", "--porcelain") != ""
    return copy


def test_the_same_command_finishes(unfinished):
    done = unfinished.release("7.8.9")
    assert done.returncode == 0 and "Finished 7.8.9" in done.stdout, done
    assert unfinished.git("status", "--porcelain") == ""
    assert "## 7.8.9" in unfinished.read("CHANGELOG.md")


def test_it_can_be_undone(unfinished):
    done = unfinished.release("7.8.9", "--undo")
    assert done.returncode == 0, done
    assert unfinished.git("status", "--porcelain") == "" and unfinished.git("tag") == ""
    assert "## 7.8.9" not in unfinished.read("CHANGELOG.md")


def test_a_changed_file_is_not_overwritten(unfinished):
    unfinished.write("CHANGELOG.md", "the only copy")
    for words in (["7.8.9"], ["7.8.9", "--undo"]):
        assert unfinished.release(*words).returncode == 1
        assert unfinished.read("CHANGELOG.md") == "the only copy"
