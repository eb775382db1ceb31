"""Tests of `serve.py`, and of the clean-up after a killed program."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from servers import keeper
from servers.clients import SQLError, psql
from servers.processes import wait_until

HERE = Path(__file__).resolve().parent
# A program that starts one of each resource that the keeper removes, and is killed before it can remove them itself.
ALL = """
import json, os, subprocess
from servers import keeper, processes
from servers.namespaces import HostNetwork
from servers.postgres import Cluster
cluster = Cluster(wal_disk=32, fsync=False).start()
network = HostNetwork(1)
sleeper = network.popen(0, ["sleep", "600"], stdout=subprocess.DEVNULL)
cluster.pause()
print(json.dumps({
    "pids": cluster.primary.pids() + [sleeper.pid], "directory": str(cluster.primary.directory.parent),
    "namespace": network.hosts[0].namespace or "none", "keeper": processes._runs[os.getpid()][1].pid}), flush=True)
input()
"""


class Program:
    def __init__(self, *command):
        self.process = subprocess.Popen(
            [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(HERE.parent)})
        self.first = self._heard()
        if "missing" in self.first:
            assert self.process.wait(10) == 77
            pytest.skip(self.first["missing"])

    def do(self, what, **arguments):
        self.process.stdin.write(json.dumps({"do": what, **arguments}) + "\n")
        self.process.stdin.flush()
        return self._heard()

    def kill(self):
        self.process.kill()
        self.process.wait(10)
        self.process.stdin.close()
        self.process.stdout.close()

    def _heard(self):
        line = self.process.stdout.readline()
        assert line, "the program ended without a response"
        return json.loads(line)


def is_gone(pids, directory) -> bool:
    return not any(keeper.start_time(pid) for pid in pids) and not Path(directory).exists()


def test_commands_are_answered():
    program = Program(HERE / "serve.py", "postgres", "--standby", "--bouncer", "--tls", "--proxy", "--no-fsync")
    told = program.first
    assert Path(told["rootCertificate"]).read_text().startswith("-----BEGIN CERTIFICATE")
    for name in ("url", "ownerURL", "bouncerURL", "tlsURL", "proxyURL", "allURL"):
        assert psql(told[name], "SHOW port") == str(told["port"]), name
    psql(told["ownerURL"], "CREATE TABLE t (a int)")
    fresh = program.do("database")
    assert psql(fresh["bouncerURL"], "SELECT current_database()") == fresh["database"]

    assert program.do("kill9") == {"ok": True}
    with pytest.raises(SQLError):
        psql(told["url"], "SELECT 1")
    assert program.do("restart") == {"ok": True}
    assert program.do("pause")["ok"]
    waiting = program.do("sql", text="SELECT 1", timeout=0.5)
    assert (waiting["ok"], waiting["isWaiting"]) == (False, True)
    assert program.do("resume")["ok"]
    assert program.do("sql", text="SELECT count(*) FROM t", database="latchkey") == {"ok": True, "output": "0"}
    failed = program.do("sql", text="SELECT 1 / 0")
    assert (failed["ok"], failed["state"]) == (False, "22012")
    assert "no command" in program.do("nonsense")["error"]

    assert program.do("when", proxy="main", request="SELECT 7", mode="drop") == {"ok": True}
    with pytest.raises(SQLError):
        psql(told["proxyURL"], "SELECT 7")
    assert program.do("waitFor", proxy="main")["happened"]
    assert program.do("fault", proxy="main", mode="delay", seconds=0.01, jitter=0.005) == {"ok": True}
    assert psql(told["proxyURL"], "SELECT 7") == "7"
    assert program.do("counts", proxy="main")["counts"]["connections"] == 3

    assert program.do("kill9")["ok"]
    promoted = program.do("promote")
    assert promoted["port"] == told["standbyPort"]
    assert program.do("bouncer", action="point")["ok"]
    assert program.do("retarget", proxy="main", target=f"127.0.0.1:{promoted['port']}")["ok"]
    for name in ("bouncerURL", "proxyURL"):
        assert psql(told[name], "SHOW port") == str(promoted["port"])

    program.process.stdin.close()
    assert program.process.wait(30) == 0
    assert is_gone([promoted["postmaster"]], Path(told["log"]).parent)


def test_it_ends_when_it_is_killed():
    program = Program(HERE / "serve.py", "postgres")
    assert psql(program.first["url"], "SHOW fsync") == "on"
    program.kill()
    wait_until(lambda: is_gone([program.first["postmaster"]], Path(program.first["log"]).parents[1]), "the end")


def test_nothing_is_left_of_a_killed_program():
    program = Program("-c", ALL)
    assert keeper.processes_in(Path(program.first["directory"]))
    program.kill()
    wait_until(lambda: is_gone(program.first["pids"], program.first["directory"]), "the end")
    check_traces(program)


def test_the_next_run_cleans_up_if_the_keeper_was_killed_too():
    program = Program("-c", ALL)
    os.kill(program.first["keeper"], signal.SIGKILL)
    program.kill()
    assert Path(program.first["directory"]).exists()
    keeper.remove_stale()
    assert is_gone(program.first["pids"], program.first["directory"])
    check_traces(program)


def check_traces(program):
    assert program.first["directory"] not in Path("/proc/self/mounts").read_text()
    if shutil.which("ip"):
        assert program.first["namespace"] not in subprocess.run(["ip", "netns"], capture_output=True, text=True).stdout
