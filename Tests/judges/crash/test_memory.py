"""After a sign-out no secret is left in a buffer of ours: the memory of a process that has just signed out is searched.

The process is held at its last line: its standard output is a pipe without room. Two runs tell what is found apart. In the
first the C library overwrites whatever is freed, so that what is found is in a buffer that somebody still holds; in the
second, freed memory stays as it is, and what is found there is listed: strings of the Swift runtime and buffers of libcurl,
which nobody can wipe from outside."""

import fcntl
import json
import os
import subprocess
import time

import file_store

WIPING = "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165"


def planted(app) -> dict:
    """Every secret that the app holds on its disk: tokens, and the keys that they are sealed with."""
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
    for number, key in enumerate(file_store.sealing_keys(state)):
        secrets[f"directory key {number}"] = key
    return secrets


def full_pipe():
    """A pipe that takes no further byte."""
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


def memory(pid: int):
    """What the process can write to, region by region."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as mem:
        for line in maps:
            words = line.split()
            start, end = (int(word, 16) for word in words[0].split("-"))
            if "w" not in words[1] or words[-1] in ("[vvar]", "[vdso]"):
                continue
            mem.seek(start)
            try:
                yield words[5] if len(words) > 5 else "anonymous", mem.read(end - start)
            except OSError:
                continue


def search(app, provider: str, **environment) -> list:
    """Signs out in a process of its own and gives (secret, region) for every copy that is left in it."""
    secrets = planted(app)
    assert {"access", "refresh"} <= set(secrets)
    read, write = full_pipe()
    process = subprocess.Popen(
        [app.latchkey, "sign-out", "--provider", provider], cwd=app.directory,
        env={**app.environment(), **environment}, stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE)
    try:
        os.close(write)
        deadline = time.monotonic() + 60
        while not is_writing(process.pid):
            assert process.poll() is None and time.monotonic() < deadline, process.stderr.read()
            time.sleep(0.01)
        found = []
        searched = 0
        for region, content in memory(process.pid):
            searched += len(content)
            for name, secret in secrets.items():
                found += [(name, region)] * content.count(secret)
        # A search that sees nothing finds nothing: something that must be there has to be found.
        assert searched > 1 << 20
        assert any(b"Signed out" in content for _, content in memory(process.pid))
    finally:
        process.kill()
        process.wait()
        os.close(read)
    assert not [record for record in file_store.records(app.directory / "state")
                if record.path.parent.name == "sessions"]
    return found


def test_nothing_that_is_held_holds_a_secret(app, own_sandbox, note):
    for provider in ("privy", "hawcx"):
        app.sign_in(provider, "jane@example.com")
        held = search(app, provider, GLIBC_TUNABLES=WIPING)
        # The directory's keys stay: they open what else lies there, and the process goes on to read it.
        held = [(name, region) for name, region in held if not name.startswith("directory key")]
        app.sign_in(provider, "jane@example.com")
        freed = search(app, provider)
        note(
            f"after sign-out ({provider}): {len(held)} copies of tokens in memory that is held; {len(freed)} in all with "
            f"freed memory, not wiped by Swift's strings and libcurl: "
            f"{', '.join(sorted({name for name, _ in freed})) or 'none'}")
        assert held == [], held
