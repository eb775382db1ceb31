"""Faults around a store: the error reports them, and the session survives."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time

import pytest

RENEWAL = "/privy/api/v1/sessions"


@pytest.fixture
def signed_in(app, own_sandbox):
    """An app with a session that can be renewed, and the session's subject."""
    own_sandbox.control("policy", {"provider": "privy", "accessTokenSeconds": 290})
    app.write(provider="privy")
    app.subject = app.sign_in("privy", "jane@example.com")["subject"]
    app.state = app.directory / "state"
    return app


@pytest.fixture
def disk(tmp_path):
    """Mounts a disk of 256 KiB."""
    point = tmp_path / "disk"
    point.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(point)], capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here: " + mounted.stderr.strip())
    yield point
    subprocess.run(["umount", "-l", str(point)], check=False)


def fill(disk):
    """Fills the disk completely."""
    with open(disk / "junk", "ab", buffering=0) as junk:
        for size in (65536, 4096, 1):
            try:
                while True:
                    junk.write(b"x" * size)
            except OSError:
                continue


def sent(app, after, path=RENEWAL):
    return [entry for entry in app.sandbox.log(after) if entry["path"] == path]


def last(app):
    return app.sandbox.log()[-1]["seq"]


def assert_error(app, code, *words, status=74):
    """Expects that the command fails with this code; returns its message."""
    found, error = app.error(*words)
    assert (found, error["code"]) == (status, code), (words, found, error)
    return error["message"]


def assert_works(app):
    """The session exists, the server accepts it, and it can be renewed."""
    app.assert_still_signed_in("privy", app.subject)
    assert app.json("refresh")["subject"] == app.subject
    app.assert_still_signed_in("privy", app.subject)


def on_disk(app, disk):
    """Moves the app's state to a disk."""
    shutil.copytree(app.state, disk / "state")
    os.chmod(disk / "state", 0o700)
    app.write(storage={"directory": str(disk / "state")})


def test_a_full_disk_is_reported_before_the_credential_is_used(signed_in, disk):
    on_disk(signed_in, disk)
    fill(disk)
    before = last(signed_in)
    message = assert_error(signed_in, "store_full", "refresh")
    assert str(disk) in message and "Free some space" in message
    assert sent(signed_in, before) == []
    signed_in.assert_still_signed_in("privy", signed_in.subject)
    (disk / "junk").unlink()
    assert_works(signed_in)


def test_a_disk_that_fills_up_during_a_renewal_has_room_for_its_end(signed_in, own_sandbox, disk):
    own_sandbox.control("policy", {"provider": "privy", "refreshReuseGraceSeconds": 0})
    on_disk(signed_in, disk)
    own_sandbox.control("faults", {"match": RENEWAL, "kind": "delay", "value": 1500, "times": 1})
    before = last(signed_in)
    process = signed_in.start("refresh", "--json")
    while not list((disk / "state" / "renewals").glob("*.sealed")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    fill(disk)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 0, out + error
    assert len(sent(signed_in, before)) == 1
    signed_in.assert_still_signed_in("privy", signed_in.subject)
    (disk / "junk").unlink()
    assert_works(signed_in)


def test_a_limit_on_file_sizes_is_reported_like_a_full_disk(signed_in):
    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    before = last(signed_in)
    result = subprocess.run(
        [signed_in.latchkey, "refresh", "--json"], cwd=signed_in.directory, env=signed_in.environment(),
        capture_output=True, text=True, preexec_fn=limited, restore_signals=False)
    assert result.returncode == 74 and json.loads(result.stdout)["error"]["code"] == "store_full", result
    assert sent(signed_in, before) == []
    assert_works(signed_in)


def test_a_read_only_disk_can_be_read_and_refuses_writes(signed_in, disk):
    on_disk(signed_in, disk)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    signed_in.assert_still_signed_in("privy", signed_in.subject)
    before = last(signed_in)
    message = assert_error(signed_in, "store_permissions", "refresh")
    assert str(disk) in message and "Read-only" in message
    assert sent(signed_in, before) == []
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    assert_works(signed_in)


def test_a_directory_that_cannot_be_written_is_reported(signed_in):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere; the test with the read-only disk covers this case")
    folders = [signed_in.state, *(path for path in signed_in.state.iterdir() if path.is_dir())]
    for folder in folders:
        folder.chmod(0o500)
    try:
        signed_in.assert_still_signed_in("privy", signed_in.subject)
        assert_error(signed_in, "store_permissions", "refresh")
    finally:
        for folder in folders:
            folder.chmod(0o700)
    assert_works(signed_in)


def test_a_killed_holder_of_the_lock_delays_no_process(signed_in, own_sandbox):
    own_sandbox.control("faults", {"match": RENEWAL, "kind": "delay", "value": 19, "times": 1})
    process = signed_in.start("refresh")
    while not list((signed_in.state / "renewals").glob("*.sealed")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    time.sleep(0.2)
    assert process.poll() is None
    process.kill()
    process.wait()
    start = time.monotonic()
    assert_works(signed_in)
    # Shorter than the lock's own limit of 30 seconds.
    assert time.monotonic() - start < 25


def test_without_the_key_file_nothing_is_lost(signed_in):
    key = signed_in.state / "key"
    moved = signed_in.directory / "moved"
    records = {path: path.read_bytes() for path in signed_in.state.rglob("*.sealed")}
    key.rename(moved)
    for words in (["whoami"], ["refresh"], ["sign-in", "jane@example.com"], ["storage", "quarantine"], ["sign-out"]):
        message = assert_error(signed_in, "store_corrupt", *words)
        assert "'key'" in message and "Restore" in message, message
    assert not key.exists()
    assert {path: path.read_bytes() for path in signed_in.state.rglob("*.sealed")} == records
    moved.rename(key)
    assert_works(signed_in)


@pytest.mark.parametrize("code", ["store_corrupt", "store_version"])
def test_an_unreadable_session_is_reported_kept_and_quarantined(signed_in, code):
    (file,) = (signed_in.state / "sessions").glob("*.sealed")
    good = file.read_bytes()
    bad = bytearray(good)
    if code == "store_version":
        bad[6:8] = bytes([99, 255 - 99])
    else:
        bad[-1] ^= 1
    file.write_bytes(bad)
    for words in (["whoami"], ["refresh"], ["whoami"], ["sessions"]):
        assert file.name in assert_error(signed_in, code, *words)
    assert file.read_bytes() == bad
    result = signed_in.run("storage", "check", "--json")
    assert result.returncode == 74
    (unreadable,) = json.loads(result.stdout)["unreadable"]
    assert unreadable["code"] == code and os.path.samefile(signed_in.directory / unreadable["path"], file)
    (moved,) = signed_in.json("storage", "quarantine")["moved"]
    assert (signed_in.directory / moved).read_bytes() == bad and not file.exists()
    assert_error(signed_in, "not_signed_in", "whoami", status=77)
    # A new sign-in is possible, and a repaired file restores the session.
    signed_in.sign_in("privy", "jane@example.com")
    assert_works(signed_in)
    file.write_bytes(good)
    file.chmod(0o600)
    assert len(signed_in.run("sessions", "--json").stdout.splitlines()) == 2
    # An unreadable session hides no other, and the list reports that it is incomplete.
    file.write_bytes(bad)
    result = signed_in.run("sessions", "--json")
    listed, told = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 74 and "error" not in listed
    assert told["error"]["code"] == code and file.name in told["error"]["message"]


