"""Directories that are cut off, filled up and fought over: an app's sessions must come through it."""

import os

import pytest
from app_directory import App

IS_FULL = "LATCHKEY_FULL" in os.environ


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
