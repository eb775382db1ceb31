"""An app's directory and a sandbox for each test."""

import pytest
from app_directory import App


@pytest.fixture
def app(latchkey, tmp_path, own_sandbox):
    directory = tmp_path / "app"
    directory.mkdir()
    return App(latchkey, directory, own_sandbox)
