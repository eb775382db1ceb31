"""Interrupted writes, full disks and concurrent access: an app's sessions must survive them."""

import os

import pytest
from app_directory import App

IS_FULL = "LATCHKEY_FULL" in os.environ


@pytest.fixture
def make_app(latchkey, tmp_path, own_sandbox):
    """Makes apps that share only one sandbox."""

    def make(name: str) -> App:
        directory = tmp_path / name
        directory.mkdir()
        return App(latchkey, directory, own_sandbox)

    return make


@pytest.fixture
def app(make_app):
    return make_app("app")
