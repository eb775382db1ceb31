"""Passkeys at the terminal: created by one process and used by the next, with two vendors in turn."""

import json
import os
import subprocess

import pytest

# An address that the other tests, which share the sandbox, do not use.
NAME = "passkey@example.com"


class Person:
    def __init__(self, latchkey: str, sandbox: dict, state: str):
        self.latchkey, self.sandbox = latchkey, sandbox
        self.environment = {**os.environ, "XDG_STATE_HOME": state}

    def sign_in(self, provider: str, name: str, purpose: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.latchkey, "sign-in", name, "--method", "passkey", "--purpose", purpose, "--provider", provider,
             "--config", self.sandbox["configurationPath"], "--json"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, env=self.environment)


@pytest.fixture
def person(latchkey, sandbox, tmp_path) -> Person:
    return Person(latchkey, sandbox, str(tmp_path / "state"))


@pytest.mark.parametrize("provider", ["turnkey", "privy"])
def test_a_passkey_signs_up_and_in_again(person, provider):
    made = person.sign_in(provider, NAME, "signup")
    assert made.returncode == 0, made.stderr
    subject = json.loads(made.stdout.splitlines()[-1])["subject"]
    for _ in range(2):
        used = person.sign_in(provider, NAME, "signin")
        assert used.returncode == 0, used.stderr
        assert json.loads(used.stdout.splitlines()[-1])["subject"] == subject


@pytest.mark.parametrize("provider", ["turnkey", "privy"])
def test_the_passkey_of_another_person_is_not_used(person, provider):
    def subject(done: subprocess.CompletedProcess) -> str:
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])["subject"]

    first, second = f"first-{provider}-{NAME}", f"second-{provider}-{NAME}"
    owner = subject(person.sign_in(provider, first, "signup"))
    other = person.sign_in(provider, second, "signin")
    if provider == "turnkey":
        # The vendor does not know the address, so that the user is signed up, with a passkey of the user's own.
        assert json.loads(other.stdout.splitlines()[-1])["isNewUser"] and subject(other) != owner
    else:
        assert other.returncode == 77 and json.loads(other.stdout.splitlines()[-1])["error"]["code"] == "cancelled"
        assert f"There is no passkey of {second}." in other.stderr and first in other.stderr
        assert subject(person.sign_in(provider, second, "signup")) != owner
    # The newest passkey is the second user's, and the first user still gets the first user's session.
    assert subject(person.sign_in(provider, first, "signin")) == owner
