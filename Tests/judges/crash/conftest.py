"""Directories that are cut off, filled up and fought over: an app's sessions must come through it."""

import os

import pytest
from app_directory import App, Sandbox

IS_FULL = "LATCHKEY_FULL" in os.environ


def note(text: str):
    """A line that `Tests/run` shows when this judge is done."""
    print(text)
    if notes := os.environ.get("LATCHKEY_NOTES"):
        with open(notes, "a", encoding="utf-8") as file:
            file.write(text + "\n")


@pytest.fixture
def own_sandbox(latchkey, tmp_path):
    directory = tmp_path / "sandbox"
    directory.mkdir()
    sandbox = Sandbox(latchkey, directory)
    yield sandbox
    sandbox.stop()


@pytest.fixture
def make_app(latchkey, tmp_path, own_sandbox):
    """Makes apps that share one sandbox and nothing else."""

    def make(name: str) -> App:
        directory = tmp_path / name
        directory.mkdir()
        return App(latchkey, directory, own_sandbox)

    return make


@pytest.fixture
def app(make_app):
    return make_app("app")
