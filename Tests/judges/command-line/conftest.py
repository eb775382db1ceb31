"""An app's directory and a sandbox for each test."""

import pytest
from agents import AgentApp
from app_directory import App


@pytest.fixture
def app(latchkey, tmp_path, own_sandbox):
    directory = tmp_path / "app"
    directory.mkdir()
    return App(latchkey, directory, own_sandbox)


@pytest.fixture
def agent(app):
    """The agent of an app in which a user of Privy is signed in."""
    app.sign_in("privy", "jane@example.org")
    app.write(provider="privy")
    agent = AgentApp(app)
    yield agent
    agent.end()
