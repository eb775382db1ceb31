"""Tests that the test servers behave as the tests of fleets assume."""

import os
import socket
import subprocess
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from servers import namespaces
from servers.bouncer import Bouncer
from servers.certificates import Authority
from servers.clients import NoAnswer, SQLError, programs, psql
from servers.namespaces import HostNetwork
from servers.postgres import Cluster
from servers.processes import NotPossible, wait_until
from servers.proxy import FaultProxy

SHORT = 0.7  # seconds without a response after which a test assumes that none will arrive


def started(make):
    try:
        return make()
    except NotPossible as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def cluster():
    with started(lambda: Cluster(standby=True, tls=True, wal_disk=32, fsync=False)) as cluster:
        yield cluster


@pytest.fixture
def database(cluster):
    """A database with an empty table that the application may use."""
    database = cluster.add_database()
    psql(cluster.url(database.owner, database.name), "CREATE TABLE t (a text); GRANT SELECT, INSERT ON t TO app")
    return database


@pytest.fixture
def proxy(cluster):
    with FaultProxy((cluster.primary.address, cluster.port)) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def network():
    with HostNetwork(4) as network:
        yield network


def rows(cluster, database) -> list:
    return cluster.psql("SELECT a FROM t ORDER BY a", database.name).splitlines()


# PostgreSQL.

def test_the_application_has_only_what_the_owner_grants(cluster, database):
    app, owner = cluster.url(database.app, database.name), cluster.url(database.owner, database.name)
    psql(owner, "CREATE SCHEMA s; CREATE TABLE s.hidden (a text)")
    psql(app, "INSERT INTO t VALUES ('x')")
    for forbidden in ("DELETE FROM t", "SELECT * FROM s.hidden", "CREATE TABLE mine (a text)", "CREATE SCHEMA mine",
                      "CREATE TEMPORARY TABLE mine (a text)", "ALTER SYSTEM SET fsync = off"):
        with pytest.raises(SQLError) as refused:
            psql(app, forbidden)
        assert refused.value.state == "42501", forbidden
    psql(owner, "CREATE DATABASE another_one")
    assert psql(cluster.url(database.app, "another_one"), "SELECT 1") == "1"


def test_the_server_proves_its_name(cluster, database):
    url = cluster.tls_url(database.app, database.name)
    assert psql(url, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == "t"
    with pytest.raises(SQLError, match="certificate verify failed"):
        psql(url.replace(cluster.authority.root.parent.name, Authority().root.parent.name), "SELECT 1")
    with pytest.raises(SQLError, match="does not match host name"):
        psql(url.replace("@localhost:", "@elsewhere.example:") + "&hostaddr=127.0.0.1", "SELECT 1")


def test_a_commit_waits_for_the_standby(cluster, database):
    cluster.standby.pause()
    try:
        with pytest.raises(NoAnswer):
            cluster.psql("INSERT INTO t VALUES ('x')", database.name, timeout=SHORT)
        assert rows(cluster, database) == [], "no reader sees it before the standby has it"
    finally:
        cluster.standby.resume()
    wait_until(lambda: rows(cluster, database) == ["x"], "the commit")
    cluster.psql("SET synchronous_commit = remote_apply; INSERT INTO t VALUES ('y')", database.name)
    assert cluster.standby.psql("SELECT a FROM t ORDER BY a", database.name) == "x\ny"
    cluster.standby.kill9()
    cluster.require_standby(False)
    cluster.psql("INSERT INTO t VALUES ('z')", database.name)
    cluster.standby.start()
    cluster.require_standby(True)
    assert cluster.is_synchronous()


def test_a_killed_server_recovers(cluster, database):
    app = cluster.url(database.app, database.name)
    psql(app, "INSERT INTO t VALUES ('committed')")
    open_transaction = subprocess.Popen(
        [programs() / "psql", "-X", app], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    open_transaction.stdin.write("BEGIN; INSERT INTO t VALUES ('never committed') RETURNING a;\n")
    open_transaction.stdin.flush()
    while "never committed" not in open_transaction.stdout.readline():
        pass
    cluster.kill9()
    assert not cluster.primary.pids()
    with pytest.raises(SQLError, match="refused"):
        psql(app, "SELECT 1")
    cluster.restart()
    assert cluster.is_synchronous() and rows(cluster, database) == ["committed"]
    open_transaction.communicate()
    for mode in ("smart", "immediate"):
        cluster.restart(mode)
    assert rows(cluster, database) == ["committed"]


def test_a_paused_server_answers_later(cluster, database):
    cluster.pause()
    with pytest.raises(NoAnswer):
        psql(cluster.url(database.app, database.name), "SELECT 1", timeout=SHORT)
    cluster.resume()
    assert psql(cluster.url(database.app, database.name), "SELECT 1") == "1"


def test_a_full_disk_makes_commits_fail_until_it_is_freed(cluster, database):
    if cluster.wal_disk_refused:
        pytest.skip(cluster.wal_disk_refused)
    cluster.psql("INSERT INTO t VALUES ('before')", database.name)
    cluster.fill_wal_disk()
    with pytest.raises(SQLError, match="No space left on device"):
        cluster.psql(f"INSERT INTO t VALUES ('{os.urandom(2000).hex()}')", database.name)
    cluster.free_wal_disk()
    cluster.psql("INSERT INTO t VALUES ('later')", database.name)
    assert rows(cluster, database) == ["before", "later"]


def test_the_promoted_standby_has_everything():
    with started(lambda: Cluster(standby=True, fsync=False)) as cluster, started(lambda: Bouncer(cluster)) as bouncer:
        database = cluster.add_database()
        bouncer.reload()
        url, anywhere = bouncer.url(database.app, database.name), cluster.url_of_all(database.app, database.name)
        psql(cluster.url(database.owner, database.name), "CREATE TABLE t (a text); GRANT ALL ON t TO app")
        psql(url, "INSERT INTO t VALUES ('before')")
        cluster.pause()  # the old primary is only paused, and not killed
        with pytest.raises(NoAnswer):
            psql(url, "INSERT INTO t VALUES ('lost')", timeout=SHORT)
        cluster.promote()
        bouncer.point_at()
        psql(url, "INSERT INTO t VALUES ('later')")
        assert psql(url, "SHOW port") == str(cluster.port) and rows(cluster, database) == ["before", "later"]
        cluster.former[0].kill9()
        assert psql(anywhere, "SHOW port") == str(cluster.port)
        cluster.add_standby()
        psql(url, "INSERT INTO t VALUES ('with a standby')")
        assert cluster.is_synchronous()


def test_the_bouncer_gives_a_connection_to_the_client_with_a_transaction(cluster, database):
    with started(lambda: Bouncer(cluster, pool_size=1)) as bouncer:
        def client():
            return subprocess.Popen(
                [programs() / "psql", "-XqAt", bouncer.url(database.app, database.name)], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, text=True)

        def asked(process, text):
            process.stdin.write(text + ";\n")
            process.stdin.flush()
            return process.stdout.readline().strip()

        first, second = client(), client()
        assert asked(first, "SELECT pg_backend_pid()") == asked(second, "SELECT pg_backend_pid()") != ""
        assert asked(first, "BEGIN; SELECT 1") == "1"
        with pytest.raises(NoAnswer):
            psql(bouncer.url(database.app, database.name), "SELECT 1", timeout=SHORT)
        first.kill()
        assert asked(second, "SELECT 2") == "2"
        second.kill()
        for process in (first, second):
            process.communicate()
        bouncer.kill9()
        bouncer.start()
        assert psql(bouncer.tls_url(database.app, database.name), "SELECT 3") == "3"


# Proxies.

def test_a_black_hole_lets_clients_wait_and_heals(cluster, database, proxy):
    url = cluster.url(database.app, database.name, *proxy.address, sslmode="disable")
    psql(url, "SELECT 1")
    proxy.black_hole()
    with pytest.raises(NoAnswer):
        psql(url, "SELECT 1", timeout=SHORT)
    counts = proxy.counts()
    assert counts["connections"] == 2 and counts["requestsReceived"] > counts["requestsForwarded"] > 0
    proxy.pass_through()
    assert psql(url, "SELECT 1") == "1"


def test_a_commit_whose_answer_is_lost_is_a_commit(cluster, database, proxy):
    url = cluster.url(database.app, database.name, *proxy.address, sslmode="disable")
    swallowed = proxy.when(b"INSERT INTO t", "swallow_answers")
    with pytest.raises(NoAnswer):
        psql(url, "SELECT 1; INSERT INTO t VALUES ('x')", timeout=SHORT)
    assert swallowed.is_set()
    wait_until(lambda: rows(cluster, database) == ["x"], "the commit")


def test_a_held_statement_arrives_late(cluster, database, proxy):
    url = cluster.url(database.app, database.name, *proxy.address, sslmode="disable")
    held = proxy.when(b"INSERT INTO t", "hold", before=True)
    with pytest.raises(NoAnswer):
        psql(url, "SELECT 1; INSERT INTO t VALUES ('x')", timeout=SHORT)
    assert held.is_set() and rows(cluster, database) == []
    proxy.pass_through()  # psql was killed at its time limit
    wait_until(lambda: rows(cluster, database) == ["x"], "the late statement")


def test_refused_closed_delayed_and_led_elsewhere(cluster, database, proxy):
    url = cluster.url(database.app, database.name, *proxy.address, sslmode="disable")
    client = socket.create_connection(proxy.address)
    wait_until(lambda: proxy.counts()["open"] == 1, "the connection")
    proxy.drop()
    with pytest.raises(ConnectionResetError):
        client.recv(1)
    client.close()
    with pytest.raises(SQLError, match="refused"):
        psql(url, "SELECT 1")
    proxy.drop("close")
    with pytest.raises(SQLError, match="closed the connection|reset"):
        psql(url, "SELECT 1")
    proxy.delay(0.1, jitter=0.02)
    with pytest.raises(NoAnswer):
        psql(url, "SELECT 1", timeout=0.3)
    assert psql(url, "SELECT 1") == "1"
    proxy.pass_through()
    proxy.retarget(cluster.standby.address, cluster.standby.port)
    assert psql(url, "SELECT pg_is_in_recovery()") == "t"


def test_one_direction_ends_and_the_other_goes_on():
    with socket.create_server(("127.0.0.1", 0)) as server, FaultProxy(server.getsockname()) as proxy:
        with socket.create_connection(proxy.address) as client, server.accept()[0] as other:
            client.sendall(b"question")
            assert other.recv(100) == b"question"
            proxy.half_close("answers")
            assert client.recv(1) == b""
            client.sendall(b"more")
            assert other.recv(100) == b"more"
        proxy.pass_through()
        with socket.create_connection(proxy.address) as client, server.accept()[0] as other:
            proxy.half_close("requests")
            assert other.recv(1) == b""
            other.sendall(b"answer")
            assert client.recv(100) == b"answer"


def test_http_goes_through_a_proxy():
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"here")

        def log_message(self, *_):
            pass

    seen = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server, FaultProxy(server.server_address) as proxy:
        Thread(target=server.serve_forever, daemon=True).start()
        base = "http://%s:%d" % proxy.address
        assert urllib.request.urlopen(base + "/first", timeout=10).read() == b"here"
        proxy.swallow_answers()
        with pytest.raises(OSError):
            urllib.request.urlopen(base + "/second", timeout=SHORT)
        assert seen == ["/first", "/second"], "the server got it"
        server.shutdown()


# Hosts.

def check_hosts(cluster, database, network):
    def ask(host, timeout=10.0):
        url = cluster.url(database.app, database.name, *network.address(host, "database"))
        return psql(url, "SELECT 1", timeout, prefix=network.prefix(host))

    network.serve("database", (cluster.primary.address, cluster.port))
    network.serve("same", (cluster.primary.address, cluster.port), at_target=True)
    addresses = {network.address(host, "database")[0] for host in range(len(network.hosts))}
    assert len(addresses) == len(network.hosts) and all(ask(host) == "1" for host in range(len(network.hosts)))
    url = cluster.url(database.app, database.name, *network.address(1, "same"))
    assert psql(url, "SELECT 1", prefix=network.prefix(1)) == "1"
    network.partition(0, "database")
    with pytest.raises(NoAnswer):
        ask(0, SHORT)
    assert ask(1) == "1"
    network.heal(0)
    waiting = network.popen(
        0, [programs() / "psql", "-XAt", cluster.url(database.app, database.name, *network.address(0, "database"))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    waiting.stdin.write("SELECT 'before';\n")
    waiting.stdin.flush()
    assert waiting.stdout.readline() == "before\n"
    network.unplug(0)
    waiting.stdin.write("SELECT 'after';\n")
    waiting.stdin.flush()
    with pytest.raises(NoAnswer):
        ask(0, SHORT)
    network.plug(0)
    assert waiting.stdout.readline() == "after\n" and ask(0) == "1"
    return waiting


def test_hosts_reach_services_through_their_own_network(cluster, database, network):
    if network.kind != "namespaces":
        pytest.skip(network.reason)
    waiting = check_hosts(cluster, database, network)
    names = [host.namespace for host in network.hosts]
    assert network.run(2, ["ip", "-o", "link"], capture_output=True, text=True).stdout.count("\n") == 2
    network.close()
    assert waiting.poll() is not None
    there = subprocess.run(["ip", "netns"], capture_output=True, text=True).stdout
    assert not any(name in there for name in names)


def test_hosts_are_loopback_addresses_where_namespaces_are_refused(cluster, database, monkeypatch):
    monkeypatch.setattr(namespaces, "_refusal", lambda: "it is a test")
    with HostNetwork(2) as network:
        assert (network.kind, network.reason) == ("loopback", "it is a test")
        check_hosts(cluster, database, network)
