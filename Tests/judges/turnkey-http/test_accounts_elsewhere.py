"""Accounts at identity providers, with the command line, the sandbox's simulated providers and a script as browser."""

import json
import os
import subprocess
import sys

import pytest
import requests

BROWSER = f"""#!{sys.executable}
import sys, urllib.request
urllib.request.urlopen(sys.argv[1], timeout=20).read()
"""


@pytest.fixture
def app(latchkey, configuration, tmp_path):
    """Runs the command line in an app's directory, with a scripted browser."""
    (tmp_path / "auth.json").write_text(json.dumps({**configuration, "storage": {"directory": "state"}}))
    browser = tmp_path / "browser"
    browser.write_text(BROWSER)
    browser.chmod(0o755)

    def run(*words):
        return subprocess.run(
            [latchkey, *words, "--provider", "turnkey", "--json"], cwd=tmp_path, text=True, capture_output=True,
            timeout=60, stdin=subprocess.DEVNULL, env={**os.environ, "BROWSER": str(browser)})

    return run


@pytest.fixture
def policy(sandbox):
    def set_policy(**change):
        requests.post(
            f"{sandbox['baseURL']}/sandbox/policy", json={"provider": "turnkey", **change}, timeout=10
        ).raise_for_status()

    yield set_policy
    set_policy(oauthSubject=None, oauthError=None)


@pytest.mark.parametrize("provider", ["google", "apple", "discord", "x", "facebook"])
def test_an_account_signs_up_once_and_then_in(app, policy, provider):
    policy(oauthSubject=f"judge-{provider}")
    subjects = set()
    for _ in range(2):
        done = app("sign-in", "--method", f"oauth:{provider}", "--listen", "0", "--open")
        assert done.returncode == 0, done.stdout + done.stderr
        subjects.add(json.loads(done.stdout.splitlines()[-1])["subject"])
        who = app("whoami")
        assert json.loads(who.stdout.splitlines()[-1])["state"] == "signedIn"
    assert len(subjects) == 1
    policy(oauthSubject=f"other-{provider}")
    other = app("sign-in", "--method", f"oauth:{provider}", "--listen", "0", "--open")
    assert json.loads(other.stdout.splitlines()[-1])["subject"] not in subjects


@pytest.mark.parametrize("provider", ["google", "x"])
def test_a_user_who_refuses(app, policy, provider):
    policy(oauthError="access_denied")
    done = app("sign-in", "--method", f"oauth:{provider}", "--listen", "0", "--open")
    assert done.returncode != 0
    assert json.loads(done.stdout.splitlines()[-1])["error"]["code"] == "redirect_denied", done.stdout
