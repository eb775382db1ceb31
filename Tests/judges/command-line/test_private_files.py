"""The files that commands write can be read by their user only, from the moment that they exist."""

import os
import subprocess

import pytest


@pytest.fixture
def start(latchkey, tmp_path):
    """Starts a sandbox that writes its files, and returns when they are written."""
    running = []

    def start(*words: str, umask: int = 0):
        process = subprocess.Popen(
            [latchkey, "sandbox", "--port", "0", "--json", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, cwd=tmp_path, preexec_fn=lambda: os.umask(umask))
        running.append(process)
        assert process.stdout.readline().startswith("{")

    yield start
    for process in running:
        process.terminate()
        process.wait(timeout=30)


def modes(directory) -> dict:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in directory.rglob("*") if path.is_file()}


def test_new_files_are_private_with_any_umask(start, tmp_path):
    start("--tls", "--state-dir", str(tmp_path / "state"), "--write-config", str(tmp_path / "auth.json"))
    found = modes(tmp_path)
    assert len(found) >= 3, found
    assert set(found.values()) == {"0o600"}, found


def test_the_state_directory_is_private_with_any_umask(start, tmp_path):
    start("--state-dir", str(tmp_path / "new" / "state"))
    for path in (tmp_path / "new", tmp_path / "new" / "state"):
        assert oct(path.stat().st_mode & 0o777) == "0o700", path


@pytest.mark.parametrize(("name", "mode"), [("", 0o755), ("", 0o770), ("sandbox-keys.json", 0o644)])
def test_a_state_directory_that_others_can_access_is_refused(start, latchkey, tmp_path, name, mode):
    state = tmp_path / "state"
    start("--state-dir", str(state))
    (state / name).chmod(mode)
    refused = subprocess.run(
        [latchkey, "sandbox", "--port", "0", "--state-dir", str(state)], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60)
    assert refused.returncode == 74, refused
    assert f"chmod {'600' if name else '700'} {state / name}" in refused.stderr, refused.stderr
    assert oct((state / name).stat().st_mode & 0o777) == oct(mode), "it was tightened in silence"


def test_a_link_in_place_of_the_state_directory_is_refused(latchkey, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "state").symlink_to(tmp_path / "elsewhere")
    refused = subprocess.run(
        [latchkey, "sandbox", "--port", "0", "--state-dir", str(tmp_path / "state")], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60)
    assert refused.returncode == 74, refused
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_readable_file_is_replaced_by_a_private_one(start, tmp_path):
    written = tmp_path / "auth.json"
    written.write_text("{}")
    written.chmod(0o644)
    start("--write-config", str(written))
    assert modes(tmp_path) == {"auth.json": "0o600"}


def test_a_link_is_replaced_and_not_followed(start, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("untouched")
    (tmp_path / "auth.json").symlink_to(elsewhere)
    start("--write-config", str(tmp_path / "auth.json"))
    assert elsewhere.read_text() == "untouched"
    assert not (tmp_path / "auth.json").is_symlink()
