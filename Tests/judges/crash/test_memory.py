"""After a sign-out, no allocated buffer of this package or of a library contains a secret. The judge searches the
memory of a process that has only signed out, and of one that signed in, sent a request and signed out again.

The process blocks at its last line, because its standard output is a full pipe. Two runs distinguish the copies. In the
first, the C library overwrites freed memory, so that every copy is in a buffer that is still allocated. In the second,
freed memory is not overwritten. An allocator in front of the C library's records the owner of each block (`owners.py`),
so that copies in freed memory are listed by the function that allocated the memory."""

import fcntl
import json
import os
import subprocess
import time
from collections import Counter

import file_store
import owners
import preload
import pytest

# The secrets that each provider's sign-in stores on the disk, and that the memory search looks for.
PLANTED = {
    "turnkey": {"access", "private key"}, "privy": {"access", "refresh", "identity", "privy_access_token"},
    "hawcx": {"access", "refresh"}, "authsignal": {"access", "refresh"}}
WIPING = "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165"


def planted(app) -> dict:
    """Every secret that the app has on its disk: tokens, and the keys with which they are sealed."""
    state = app.directory / "state"
    secrets = {}
    for record in file_store.records(state):
        if record.path.parent.name == "sessions":
            session = json.loads(record.value)
            for name in ("access", "refresh", "identity"):
                if name in session:
                    secrets[name] = session[name].encode()
            for name, value in session.get("other", {}).items():
                secrets[name] = value.encode()
        if record.path.parent.name == "keys":
            # The record is a line that describes the key, then the key. OpenSSL stores numbers in little-endian order.
            key = record.value.split(b"\n", 1)[1]
            assert len(key) == 32
            secrets["private key"], secrets["private key as a number"] = key, key[::-1]
    for number, key in enumerate(file_store.sealing_keys(state)):
        secrets[f"directory key {number}"] = key
    return secrets


def full_pipe():
    """A full pipe."""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETFL, os.O_NONBLOCK)
    try:
        while True:
            os.write(write, b"\0" * 65536)
    except BlockingIOError:
        pass
    try:
        while True:
            os.write(write, b"\0")
    except BlockingIOError:
        pass
    fcntl.fcntl(write, fcntl.F_SETFL, 0)
    return read, write


def is_writing(pid: int) -> bool:
    """Whether the process waits to write to its standard output: system call 1 (x86-64) or 64 (AArch64), descriptor 1."""
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            words = open(f"/proc/{pid}/task/{task}/syscall", encoding="ascii").read().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if len(words) > 1 and words[0] in ("1", "64") and int(words[1], 16) == 1:
            return True
    return False


def copies(pid: int, secrets: dict) -> list:
    """(secret, owner of the memory) for every copy in a process."""
    regions = list(owners.memory(pid))
    # Checks the search itself: it has to find a text that is certainly in memory.
    assert sum(len(content) for _, _, content in regions) > 1 << 20
    assert any(b"sign-out" in content or b"--once" in content for _, _, content in regions)
    book = owners.Owners(pid, regions)
    found = []
    for start, region, content in regions:
        for name, secret in secrets.items():
            at = content.find(secret)
            while at >= 0:
                # The directory's keys stay in memory, because the process still reads other files with them.
                if not name.startswith("directory key"):
                    found.append((name, book.owner(start + at, region)))
                at = content.find(secret, at + 1)
    return found


def kept(found: list) -> list:
    """The copies in allocated memory. A dead frame is freed memory that is not overwritten."""
    return [(name, owner) for name, owner in found if owner != owners.DEAD]


def search(process, read, secrets: dict, is_settling: bool) -> list:
    """Waits until the process writes its last line; returns the copies that are left in its memory."""
    try:
        deadline = time.monotonic() + 60
        while not is_writing(process.pid):
            assert process.poll() is None and time.monotonic() < deadline, process.stderr.read()
            time.sleep(0.01)
        while True:
            found = copies(process.pid, secrets)
            # The thread of the HTTP client frees its last transfer a little later: repeat the search until then.
            if not is_settling or not kept(found) or time.monotonic() > deadline - 30:
                return found
            time.sleep(0.2)
    finally:
        process.kill()
        process.wait()
        os.close(read)


def start(app, words, environment):
    read, write = full_pipe()
    process = subprocess.Popen(
        [app.latchkey, *words], cwd=app.directory, env={**app.environment(), **environment}, stdin=subprocess.DEVNULL,
        stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    return process, read


def sign_out(app, provider: str, environment: dict) -> list:
    """Searches a process that only signs out."""
    app.sign_in(provider, "jane@example.com")
    secrets = planted(app)
    assert PLANTED[provider] <= set(secrets), secrets.keys()
    process, read = start(app, ["sign-out", "--provider", provider], environment)
    return search(process, read, secrets, "GLIBC_TUNABLES" in environment)


def sign_in_and_out(app, provider: str, environment: dict) -> list:
    """Searches a process that signs in, sends a request and signs out.

    The secrets to search for are read from the disk during the request."""
    if provider == "privy":
        app.give_identity_token(app.sandbox.identity_token("jane@example.com"))
    app.sandbox.control("faults", {"match": "/backend/me", "kind": "delay", "value": 1500, "times": 1})
    before = app.sandbox.log()[-1]["seq"] if app.sandbox.log() else 0
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    process, read = start(
        app, ["send", "GET", me, "--once", "jane@example.com", "--provider", provider, "--outbox",
              app.sandbox.descriptor["outbox"]], environment)
    secrets = {}
    while not PLANTED[provider] <= set(secrets):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
        try:
            secrets = planted(app)
        except FileNotFoundError:
            continue  # data that only the flow needed has been freed
    found = search(process, read, secrets, "GLIBC_TUNABLES" in environment)
    assert [entry["status"] for entry in app.sandbox.log(before) if entry["path"].endswith("/backend/me")] == [200]
    return found


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return preload.build("owners", tmp_path_factory.mktemp("owners"))


def listed(found: list) -> str:
    counts = Counter(f"{name} in {owner}" for name, owner in found)
    return ", ".join(f"{count} of {what}" for what, count in sorted(counts.items())) or "none"


@pytest.mark.parametrize("provider", ["turnkey", "privy", "hawcx", "authsignal"])
@pytest.mark.parametrize("run", [sign_out, sign_in_and_out])
def test_no_allocated_memory_contains_a_secret(app, library, note, run, provider):
    environment = {"LD_PRELOAD": str(library)}
    held = run(app, provider, {**environment, "GLIBC_TUNABLES": WIPING})
    assert not [record for record in file_store.records(app.directory / "state")
                if record.path.parent.name == "sessions"]
    freed = run(app, provider, environment)
    note(f"after {run.__name__} ({provider}): copies that are held: {listed(held)}; all, with freed memory: {listed(freed)}")
    assert kept(held) == []
