"""Devices: the command line with a configuration and stores for each device."""

import json
import subprocess
import uuid

import pytest


@pytest.fixture
def user():
    return "loop-" + uuid.uuid4().hex


class App:
    """The command line with a configuration and stores of one device."""

    def __init__(self, latchkey, sandbox, configuration, folder):
        configuration["provider"] = "authsignal"
        configuration.setdefault("storage", {})["directory"] = str(folder / "stores")
        self.path = folder / "auth.json"
        self.path.write_text(json.dumps(configuration), encoding="utf-8")
        self.latchkey, self.outbox = latchkey, sandbox["outbox"]

    def words(self, *words):
        return [self.latchkey, *words, "--config", str(self.path), "--json"]

    def start(self, *words):
        return subprocess.Popen(
            self.words(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words, status=0):
        done = subprocess.run(
            self.words(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert done.returncode == status, done.stdout + done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def app(latchkey, sandbox, configuration, tmp_path):
    return App(latchkey, sandbox, configuration, tmp_path)
