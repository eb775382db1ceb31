"""The agent as a process: its socket, who may connect, what it refuses, when it starts and ends."""

import json
import os
import shutil
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest
from agents import Raw, is_running, latchkey_agent, wait_for
from test_agent import in_parallel


def test_the_socket_belongs_to_the_user_alone(agent):
    path = Path(agent.start()["socket"])
    assert path.parent == agent.runtime / "latchkey"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_ISSOCK(path.stat().st_mode)
    process = agent.status()["process"]
    assert os.getsid(process) == process, "it outlives the terminal"
    for descriptor in (0, 1, 2):
        assert os.readlink(f"/proc/{process}/fd/{descriptor}") == "/dev/null"


def test_the_agent_keeps_nothing_of_its_starter_open(agent, tmp_path):
    with open(tmp_path / "lock", "w") as lock:
        subprocess.run(
            [agent.app.latchkey, "agent", "start", "--quiet"], cwd=agent.app.directory, check=True,
            pass_fds=[lock.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60)
        folder = f"/proc/{agent.status()['process']}/fd"
        opened = [os.readlink(f"{folder}/{name}") for name in os.listdir(folder)]
        assert str(tmp_path / "lock") not in opened, opened


def test_many_starts_make_one_agent(agent):
    starts = in_parallel(8, lambda _: agent.start())
    assert len({json.dumps(start) for start in starts}) == 1, starts
    process = agent.status()["process"]
    status, error = agent.app.error("agent", "run")
    assert (status, error["code"]) == (64, "invalid_state")
    assert agent.status()["process"] == process


def test_another_user_is_refused(agent):
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can run a program as another user, with setpriv of util-linux")
    path = agent.start()["socket"]
    program = (
        "import socket, sys\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "s.settimeout(20)\n"
        "try:\n"
        "    s.connect(sys.argv[1])\n"
        "    s.sendall(b'{\"version\": 1, \"request\": \"token\"}\\n')\n"
        "    print('answer', len(s.recv(100)))\n"
        "except OSError as error:\n"
        "    print(type(error).__name__)\n")

    def other():
        return subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/env", "python3", "-c", program,
             path], capture_output=True, text=True, timeout=60, cwd="/", env={"PATH": "/usr/bin:/bin"})

    assert other().stdout.strip() == "PermissionError", "the directory is closed"
    # Even with open permissions, the kernel names the user at the other end.
    os.chmod(agent.runtime, 0o755)
    os.chmod(agent.runtime / "latchkey", 0o755)
    os.chmod(path, 0o666)
    try:
        assert other().stdout.strip() in ("answer 0", "ConnectionResetError", "BrokenPipeError")
    finally:
        os.chmod(path, 0o600)
        os.chmod(agent.runtime / "latchkey", 0o700)
        os.chmod(agent.runtime, 0o700)


def test_an_open_or_replaced_directory_is_refused(agent):
    agent.start()
    agent.app.run("agent", "stop")
    folder = agent.runtime / "latchkey"
    folder.chmod(0o755)
    assert agent.app.error("agent", "start")[1]["code"] == "store_permissions"
    folder.chmod(0o700)
    folder.rename(agent.runtime / "moved")
    folder.symlink_to(agent.runtime / "moved")
    status, error = agent.app.error("agent", "start")
    assert (status, error["code"]) == (74, "store_permissions")
    folder.unlink()
    agent.runtime.chmod(0o750)
    assert "XDG_RUNTIME_DIR" in agent.app.error("agent", "start")[1]["message"]
    agent.runtime.chmod(0o700)


def test_a_link_in_place_of_the_socket_is_refused(agent):
    path = Path(agent.start()["socket"])
    agent.app.run("agent", "stop")
    path.symlink_to("/dev/null")
    status, error = agent.app.error("agent", "start")
    assert (status, error["code"]) == (74, "store_permissions"), error
    path.unlink()
    assert agent.start()["socket"] == str(path)


def test_a_socket_that_a_killed_agent_left_is_replaced(agent):
    with agent.client() as client:
        token = client.token()
        process = client.status()["process"]
        os.kill(process, signal.SIGKILL)
        wait_for(lambda: not is_running(process))
        assert Path(agent.runtime / "latchkey").exists() and list((agent.runtime / "latchkey").glob("*.sock"))
        assert client.token() == token, "the client starts the next agent"
        assert client.status()["process"] != process


def test_an_idle_agent_ends_and_removes_its_socket(agent):
    path = Path(agent.start("--idle", "1")["socket"])
    wait_for(lambda: not path.exists())
    wait_for(lambda: agent.app.run("agent", "status").returncode == 75)
    assert agent.app.run("agent", "start", "--idle", "0").returncode == 64


@pytest.mark.parametrize("how", ["stop", "SIGTERM", "SIGINT", "removed"])
def test_the_agent_ends_when_it_is_told(agent, how):
    run = agent.app.start("agent", "run", "--json")
    described = json.loads(run.stdout.readline())
    path = Path(described["socket"])
    raw = Raw(described["socket"])
    assert raw.ask(request="ping", id=1)["result"]["configuration"] == described["configuration"]
    if how == "stop":
        stopped = agent.app.json("agent", "stop")
        assert stopped["stopped"] and not agent.app.json("agent", "stop")["stopped"]
    elif how == "removed":
        path.unlink()
    else:
        run.send_signal(getattr(signal, how))
    assert run.wait(timeout=60) == 0
    assert not path.exists()
    assert raw.line() is None
    raw.close()


def test_an_agent_that_is_told_to_end_finishes_a_renewal(agent):
    app = agent.app
    app.sign_in("hawcx", "ann@example.org")
    app.write(provider="hawcx")
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 3})
    assert app.run("refresh").returncode == 0
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 600})
    run = app.start("agent", "run", "--json")
    path = json.loads(run.stdout.readline())["socket"]
    # Longer than the 10 s of the requests.
    app.sandbox.control("faults", {"match": "/backend", "kind": "delay", "value": 13})
    before = len(app.sandbox.log())
    waiting = [Raw(path) for _ in range(64)]
    for raw in waiting:
        raw.send(b'{"version": 1, "request": "token", "minValidity": 200}\n')
    wait_for(lambda: len(app.sandbox.log()) > before)
    assert app.json("agent", "stop")["stopped"], "all connections are in use, and the stop is heard"
    assert run.wait(timeout=60) == 0
    assert [raw.line() for raw in waiting] == [None] * 64
    assert app.json("token")["token"] and len(app.sandbox.log()) == before + 1, "the renewal was stored"


def test_a_dump_of_the_agent_has_no_memory(agent):
    agent.start()
    process = agent.status()["process"]
    limits = Path(f"/proc/{process}/limits").read_text(encoding="utf-8")
    assert [line.split()[-3:-1] for line in limits.splitlines() if line.startswith("Max core")] == [["0", "0"]]
    assert int(Path(f"/proc/{process}/coredump_filter").read_text(encoding="utf-8"), 16) == 0


def test_a_stop_sees_the_end_although_another_agent_starts(agent):
    for _ in range(5):
        agent.start()
        first = agent.status()["process"]
        stopped, started = in_parallel(2, lambda index: agent.app.json("agent", "start" if index else "stop"))
        assert stopped["stopped"]
        wait_for(lambda: not is_running(first))
        assert started["configuration"]


def test_a_stopped_process_is_named(agent):
    agent.start()
    process = agent.status()["process"]
    os.kill(process, signal.SIGSTOP)
    try:
        status, error = agent.app.error("agent", "stop")
        assert (status, error["code"]) == (75, "timeout") and f"kill -KILL {process}'" in error["message"]
    finally:
        os.kill(process, signal.SIGCONT)


def test_each_configuration_has_its_own_agent(agent):
    first = agent.start()
    other = agent.app.directory / "other.json"
    other.write_text(json.dumps({**agent.app.configuration, "storage": {"directory": "elsewhere"}}))
    second = agent.start("--config", str(other))
    assert first["socket"] != second["socket"] and first["configuration"] != second["configuration"]
    try:
        raw = agent.connect(first["socket"])
        refused = raw.ask(request="token", configuration=second["configuration"], id=5)
        assert refused["id"] == 5 and refused["error"]["code"] == "invalid_request"
        assert raw.ask(request="token", configuration=first["configuration"])["result"]["token"]
        raw.close()
        with agent.client(config=str(other)) as client, pytest.raises(latchkey_agent.AgentError) as nobody:
            client.token()
        assert nobody.value.code == "not_signed_in", "no session of the other configuration"
    finally:
        agent.app.run("agent", "stop", "--config", str(other))


def test_a_changed_configuration_is_followed(agent):
    app = agent.app
    app.sign_in("hawcx", "jane@example.org")
    with agent.client() as client:
        assert client.token() == app.run("token").stdout.strip()
        process = client.status()["process"]
        app.write(provider="hawcx")
        assert client.request("token")["provider"] == "hawcx"
        assert client.status()["process"] == process
        (app.directory / "auth.json").write_text("{")
        with pytest.raises(latchkey_agent.AgentError) as broken:
            client.token()
        assert broken.value.code == "invalid_configuration"
        # The transport cannot change in a running client: the agent ends, and the client starts the next one.
        app.write(transport={"attempts": 2})
        assert client.request("token")["provider"] == "hawcx"
        assert client.status()["process"] != process


def test_what_is_no_request_is_refused_and_the_agent_lives(agent):
    path = agent.start()["socket"]
    raw = Raw(path)
    for line in (b"", b"\x00\xff\xfe", b"{", b"[]", b'{"version": 1, "request": "token", "key": "x"}', b"GET / HTTP/1.1\r"):
        raw.send(line + b"\n")
        answer = raw.line()
        assert answer["error"]["code"] == "invalid_request" and answer["version"] == 1, (line, answer)
    raw.send(b'{"version": 1, "request": "ping", "id": 1}\n{"version": 1, "request": "ping", "id": 2}\n')
    assert [raw.line()["id"], raw.line()["id"]] == [1, 2], "in their order"
    raw.close()
    # A client that closes its side gets its answer.
    half = Raw(path)
    half.send(b'{"version": 1, "request": "ping", "id": 3}\n')
    half.socket.shutdown(1)
    assert half.line()["id"] == 3 and half.line() is None
    half.close()
    long = Raw(path)
    long.send(b"x" * ((1 << 20) + 1))
    assert "1048576" in long.line()["error"]["message"] and long.line() is None
    long.close()
    # As long as allowed: a body of three quarters of a megabyte.
    with agent.client() as client:
        assert client.authorize("POST", agent.app.sandbox.descriptor["backend"]["baseURL"] + "/me", b"y" * 780_000)


def test_connections_are_limited(agent):
    path = agent.start()["socket"]
    opened = [Raw(path) for _ in range(64)]
    assert all(raw.ask(request="ping")["result"] for raw in opened)
    more = Raw(path)
    assert "process" in more.ask(request="status")["result"], "it needs no work"
    assert more.ask(request="token")["error"]["code"] == "rate_limited" and more.line() is None
    more.close()
    for raw in opened:
        raw.close()
    wait_for(lambda: agent.app.run("agent", "status").returncode == 0)


def test_the_storage_directory_is_the_place_without_a_runtime_directory(agent):
    storage = agent.runtime / "s"
    agent.app.write(storage={"directory": str(storage)})
    environment = {name: value for name, value in agent.app.environment().items() if name != "XDG_RUNTIME_DIR"}
    started = agent.app.json("agent", "start", environment=environment)
    try:
        assert Path(started["socket"]).parent == storage / "agent"
        assert stat.S_IMODE((storage / "agent").stat().st_mode) == 0o700
        checked = agent.app.run("storage", "check", environment=environment)
        assert checked.returncode == 0, checked.stderr
    finally:
        assert agent.app.json("agent", "stop", environment=environment)["stopped"]


def test_the_agent_shows_no_secret(agent):
    run = agent.app.start("agent", "run", "--verbose")
    try:
        path = wait_for_socket(agent)
        raw = Raw(path)
        token = raw.ask(request="token")["result"]["token"]
        raw.close()
    finally:
        run.terminate()
    output = "".join(run.communicate(timeout=60))
    assert "agent-" in output and token not in output


def wait_for_socket(agent) -> str:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        status = agent.app.run("agent", "status", "--json")
        if status.returncode == 0:
            return json.loads(status.stdout)["socket"]
        time.sleep(0.1)
    raise AssertionError("no agent runs")
