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
    assert person.sign_in(provider, f"first-{provider}-{NAME}", "signup").returncode == 0
    other = person.sign_in(provider, f"second-{provider}-{NAME}", "signin")
    assert other.returncode == 70 and json.loads(other.stdout.splitlines()[-1])["error"]["code"] == "cancelled"
    assert f"The passkeys on this machine belong to first-{provider}-{NAME}." in other.stderr
