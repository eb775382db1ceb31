"""An app's directory and a sandbox for each test."""

import pytest
from app_directory import App, Sandbox


@pytest.fixture
def own_sandbox(latchkey, tmp_path):
    directory = tmp_path / "sandbox"
    directory.mkdir()
    sandbox = Sandbox(latchkey, directory)
    yield sandbox
    sandbox.stop()


@pytest.fixture
def app(latchkey, tmp_path, own_sandbox):
    directory = tmp_path / "app"
    directory.mkdir()
    return App(latchkey, directory, own_sandbox)
