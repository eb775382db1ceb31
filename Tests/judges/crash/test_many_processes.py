"""Sixty-four processes at expiry, on one directory, with a server that detects every used refresh token."""

import subprocess
import time

from conftest import IS_FULL

PROCESSES = 64
GENERATIONS = 200 if IS_FULL else 20
LIFETIME = 120


def together(app, *words):
    """Runs a command in all processes at once; returns exit statuses and outputs."""
    processes = [
        subprocess.Popen(
            [app.latchkey, *words], cwd=app.directory, env=app.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(PROCESSES)]
    return [(process.communicate(timeout=120), process.returncode) for process in processes]


def renewals(app, path, after):
    return [entry for entry in app.sandbox.log(after) if entry["method"] == "POST" and entry["path"] == path]


def last(app):
    return app.sandbox.log()[-1]["seq"]


def strict(app, provider):
    app.sandbox.control(
        "policy", {"provider": provider, "refreshReuseGraceSeconds": 0, "accessTokenSeconds": LIFETIME})


def test_one_renewal_per_generation_when_the_server_refuses(app, note):
    """The credential has expired by the server's clock: the server refuses all processes, and one of them renews."""
    strict(app, "privy")
    subject = app.sign_in("privy", "jane@example.com")["subject"]
    app.write(**{"provider": "privy"})
    app.configuration["providers"]["privy"].pop("tokenProvider")  # no new sign-in happens
    app.write()
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    refused = 0
    # The response is delayed until all other processes wait for the same lock.
    app.sandbox.control("faults", {"match": "/privy/api/v1/sessions", "kind": "delay", "value": 600})
    for generation in range(GENERATIONS):
        app.sandbox.advance(LIFETIME + 1)
        before = last(app)
        for (out, error), status in together(app, "send", "GET", me):
            assert status == 0, (generation, status, out, error)
            assert subject in out, (generation, out)
        made = renewals(app, "/privy/api/v1/sessions", before)
        assert [entry["status"] for entry in made] == [200], (generation, made)
        refused += sum(entry["status"] == 401 for entry in app.sandbox.log(before))
    app.assert_still_signed_in("privy", subject)
    assert refused > GENERATIONS
    note(
        f"{PROCESSES} processes, {GENERATIONS} generations, no grace: {GENERATIONS} renewals; {refused} requests were "
        f"refused before, no user was signed out")


def test_one_renewal_per_generation_when_the_clock_expires_it(app):
    """The credential has expired by the machine's clock: no process sends it, and one process renews for all."""
    subject = app.sign_in("hawcx", "jane@example.com")["subject"]
    for generation in range(GENERATIONS // 4):
        app.sandbox.control(
            "policy", {"provider": "hawcx", "refreshReuseGraceSeconds": 0, "accessTokenSeconds": 1})
        app.json("refresh", "--provider", "hawcx")
        time.sleep(1.1)
        app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 3600})
        before = last(app)
        tokens = set()
        for (out, error), status in together(app, "token", "--provider", "hawcx"):
            assert status == 0, (generation, status, out, error)
            tokens.add(out.strip())
        made = renewals(app, "/backend/session/refresh", before)
        assert [entry["status"] for entry in made] == [200], (generation, made)
        assert len(tokens) == 1, generation
    app.assert_still_signed_in("hawcx", subject)
