"""An agent whose disk does not answer: it can be told to end, and its lock becomes free."""

import json
import os
import shutil
import signal
import subprocess
import tempfile

import preload
import pytest


@pytest.fixture
def runtime():
    # pytest's directories have longer paths than a socket may have.
    directory = tempfile.mkdtemp(prefix="lk-")
    yield directory
    shutil.rmtree(directory)


def test_a_disk_that_hangs_does_not_keep_the_agent(app, latchkey, tmp_path, runtime):
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 3})
    # Each user's renewal blocks one thread of the agent.
    users = [f"user{index}@example.org" for index in range((os.cpu_count() or 1) + 2)]
    for user in users:
        app.sign_in("hawcx", user)
    accounts = [json.loads(line)["sessionID"] for line in app.run("sessions", "--json").stdout.splitlines()]
    assert len(accounts) == len(users)
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 600})
    app.write(provider="hawcx", transport={"timeoutSeconds": 1})
    hanging = tmp_path / "hanging"
    environment = {**app.environment(), "XDG_RUNTIME_DIR": runtime}
    broken = {
        **environment, "LD_PRELOAD": str(preload.build("disk", tmp_path)), "HANGING_DISK": str(hanging)}
    agent = subprocess.Popen(
        [latchkey, "agent", "run", "--json"], cwd=app.directory, env=broken, text=True, stdout=subprocess.PIPE)
    assert json.loads(agent.stdout.readline())["socket"]
    hanging.touch()
    requests = [
        subprocess.Popen(
            [latchkey, "agent", "request", json.dumps({"request": "token", "minValidity": 200, "account": account})],
            cwd=app.directory, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for account in accounts]
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            requests[0].wait(timeout=3)
        assert app.json("agent", "status", environment=environment)["running"]
        assert app.json("agent", "stop", environment=environment)["stopped"]
        assert agent.wait(timeout=60) == -signal.SIGALRM
    finally:
        hanging.unlink()
        agent.kill()
        for request in requests:
            request.kill()
            request.wait()
        app.run("agent", "stop", environment=environment)
