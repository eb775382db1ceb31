"""One test for each guarantee of a fleet: sign-outs, many callers at an expiry, an orderly shutdown, an upgrade, and
the errors of a host whose database is not set up correctly."""

import json
import os
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from callers import Users
from history import SOON, check
from world import NONE, NOTIFY, SAME_PAIR, VENDOR, FleetHost, boot, wait_until

from servers.certificates import Authority
from servers.clients import psql
from servers.postgres import Cluster
from servers.processes import free_port

CALLERS = 1000
ENDINGS = 6


@pytest.fixture(scope="module")
def fleet(make_world):
    """A fleet without a standby and without faults. Its vendor is strict."""
    world = make_world("cases", NONE, token_seconds=3600, standby=False, wal_disk=None)
    yield world
    world.close()


def last_answers(world, session: str, ending: threading.Event, times: dict) -> None:
    """Requests a session's token from all hosts continuously. Records the time of each host's last token, and the error
    that it reports afterwards."""
    def ask(host: FleetHost) -> None:
        while not ending.is_set():
            answer = host.token(session, timeout=10)
            if answer.status == 200:
                times[session, host.name] = boot()
            else:
                times[session, host.name, "code"] = answer.code
            time.sleep(0.03)

    with ThreadPoolExecutor(len(world.hosts)) as pool:
        list(pool.map(ask, world.hosts))


def check_sign_outs(world, note, how: str) -> None:
    """All hosts sign a session out at the same time, in two rounds."""
    users = Users(world, 0, prefix=f"{how} ")
    worst = 0.0
    for _ in range(2):
        sessions = [users.sign_in(host) for host in world.hosts]
        ending, times = threading.Event(), {}
        with ThreadPoolExecutor(len(sessions)) as pool:
            asking = [pool.submit(last_answers, world, session, ending, times) for session in sessions]
            time.sleep(1)
            acknowledged = {}
            for session, host in zip(sessions, world.hosts[1:] + world.hosts[:1]):
                answer = host.sign_out(session)
                acknowledged[session] = boot()
                assert answer.status == 200 and answer.body["told"], answer
            time.sleep(SOON + 0.5)
            ending.set()
            for each in asking:
                each.result()
        for session in sessions:
            for host in world.hosts:
                assert times[session, host.name, "code"] == "not_signed_in"
                worst = max(worst, times[session, host.name] - acknowledged[session])
    note(f"sign-out, {how}: the last answer of another host came {max(0, worst) * 1000:.0f} ms later, in 8 sign-outs")
    assert worst <= SOON


def test_a_sign_out_is_seen_everywhere_with_notifications(fleet, note):
    check_sign_outs(fleet, note, "with notifyURL")


def test_a_sign_out_is_seen_everywhere_without_notifications(make_world, note):
    world = make_world("silent", NONE, token_seconds=3600, standby=False, wal_disk=None, notifies=False)
    try:
        check_sign_outs(world, note, "without notifyURL")
    finally:
        world.close()


def test_a_sign_out_is_seen_where_notifications_are_lost(fleet, note):
    """The list of changes is sufficient: a notification only makes a host read the list earlier."""
    for host in range(4):
        fleet.network.partition(host, NOTIFY)
    try:
        check_sign_outs(fleet, note, "with notifications that are lost")
    finally:
        for host in range(4):
            fleet.network.heal(host, NOTIFY)


def test_many_callers_at_an_expiry_use_one_refresh_token(fleet, note):
    """All hosts begin at once, and the vendor takes half a second to respond."""
    users = Users(fleet, 0, prefix="expiring")
    # A host determines the error of its clock from the vendor's first response.
    for host in fleet.hosts:
        users.sign_in(host)
    fleet.vendor.policy(accessTokenSeconds=6)
    try:
        session = users.sign_in(fleet.hosts[0])
        for host in fleet.hosts:
            assert host.token(session).status == 200
        before = len(fleet.vendor.exchanges())
        fleet.vendor.policy(accessTokenSeconds=3600)
        fleet.vendor.fault("delay", 500)
        # Hosts with a wrong clock have the vendor's time with a resolution of one second, that of its `Date` header.
        time.sleep(7.5)
        with ThreadPoolExecutor(CALLERS) as pool:
            answers = list(pool.map(lambda index: fleet.hosts[index % 4].token(session, timeout=60), range(CALLERS)))
    finally:
        fleet.vendor.fault("delay", times=0)
        fleet.vendor.policy(accessTokenSeconds=3600)
    statuses = Counter(answer.status for answer in answers)
    hashes = {answer.body.get("tokenSHA256") for answer in answers if answer.status == 200}
    renewals = [exchange for exchange in fleet.vendor.exchanges()[before:] if exchange["path"].endswith("/v1/sessions")]
    note(f"{CALLERS} callers on 4 hosts at an expiry: {len(renewals)} redemption, {len(hashes)} token")
    assert statuses == {200: CALLERS} and len(renewals) == 1 and len(hashes) == 1


def test_a_host_with_a_slow_clock_that_was_just_started_gives_no_expired_token(fleet):
    """The host's clock is twelve hours slow, another host signed the user in, and the host has no response from the
    vendor yet. It uses the database's time."""
    slow = fleet.hosts[2]
    assert slow.clock < 0 and slow.terminate() == 0
    slow.start()
    fleet.vendor.policy(accessTokenSeconds=6)
    try:
        session = Users(fleet, 0, prefix="slow").sign_in(fleet.hosts[0])
        first = slow.token(session)
        time.sleep(7.5)
        second = slow.token(session)
    finally:
        fleet.vendor.policy(accessTokenSeconds=3600)
    assert first.status == second.status == 200
    assert second.body["tokenSHA256"] != first.body["tokenSHA256"], "the vendor no longer accepts the first token"


def test_a_host_that_ends_loses_no_renewal(make_world, note):
    """SIGTERM while the vendor delays the renewals of that host, several times, with a strict vendor."""
    # All hosts have the right clock. With a wrong clock, a host has the vendor's time only to the second. If this
    # estimate is slow, the other hosts renew all tokens of 5 s first.
    world = make_world("ending", NONE, token_seconds=5, standby=False, wal_disk=None, clocks=(0,))
    try:
        users = Users(world, 24)
        users.sign_all_in()
        world.vendor.fault("delay", 400)
        users.start(1, callers=2)
        statuses, interrupted = [], 0
        for turn in range(ENDINGS):
            host = world.hosts[turn % 4]
            wait_until(lambda: host.is_renewing(), "a renewal of that host")
            since = boot()
            statuses.append(host.terminate())
            interrupted += sum(event["event"] == "committed" and event["boot"] > since for event in host.events())
            host.start()
        users.stop()
        world.vendor.fault("delay", times=0)
        users.ask_at_the_end()
        note(f"SIGTERM: {ENDINGS} ends, {sorted(set(statuses))}; {interrupted} renewals committed after it")
        assert set(statuses) == {0}
        assert [answer.get("code") for answer in users.final.values() if answer.get("code")] == []
        assert check(users.history()) == [] and interrupted
    finally:
        world.close()


def test_the_previous_schema_keeps_working(fleet, note):
    """There is only one version so far, so this tests the rule for later versions: these hosts work with the schema of
    a later release, which has more columns and tables and a higher version number."""
    owner = fleet.url(fleet.database.owner, (fleet.cluster.primary.address, fleet.cluster.port))
    psql(owner, "ALTER TABLE latchkey.session ADD COLUMN later text DEFAULT 'x'; CREATE TABLE latchkey.later (a text);"
         "INSERT INTO latchkey.migration (version) VALUES (1000)")
    try:
        host = fleet.hosts[3]
        assert host.terminate() == 0
        host.start()
        session = Users(fleet, 0, prefix="later").sign_in(host)
        assert host.refresh(session).status == 200
        done = fleet.storage("migrate")
        assert done.returncode == 0, done.stdout
    finally:
        psql(owner, "DELETE FROM latchkey.migration WHERE version = 1000; DROP TABLE latchkey.later;"
             "ALTER TABLE latchkey.session DROP COLUMN later")
    note("previous schema: there is only version 1; hosts work with a schema that a later release has extended")


# The errors for missing parts of the set-up, from the first command of an operator and from one that uses a session.

def complaint(fleet, tmp_path, url: str, command: str = "whoami", **changes) -> dict:
    """Runs a command that has to fail; returns its error with the exit status."""
    path = tmp_path / "auth.json"
    configuration = fleet.configuration(-1, tmp_path / "state", **changes)
    configuration["storage"]["sessions"]["postgres"].pop("notifyURL", None)
    path.write_text(json.dumps(configuration))
    words = {"whoami": ["whoami", "--json"], "check": ["storage", "check"]}[command]
    done = subprocess.run(
        [fleet.latchkey, *words, "--config", str(path)], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        timeout=60, cwd="/", env={**os.environ, "DATABASE_URL": url, "NO_COLOR": "1"})
    assert done.returncode != 0, done.stdout
    if command == "check":
        return {"status": done.returncode, "text": done.stdout + done.stderr}
    error = json.loads(done.stdout.splitlines()[-1])["error"]
    return {"status": done.returncode, **error}


def told(note, what: str, found: dict) -> None:
    note(f"{what}: {found['code']} ({found['status']}): {found['message']}")


def test_what_a_wrong_password_says(fleet, tmp_path, note):
    right = fleet.database.app.password
    url = fleet.url(fleet.database.app, (fleet.cluster.primary.address, fleet.cluster.port))
    url = url.replace(right, "no-such-word")
    found = complaint(fleet, tmp_path, url)
    told(note, "a wrong password", found)
    assert "no-such-word" not in found["message"] and "password" in found["message"]
    assert found["code"] in ("store_permissions", "store_unavailable")


def test_what_a_missing_grant_says(fleet, tmp_path, note):
    role = fleet.cluster.add_role("without_grant")
    psql(fleet.url(fleet.database.owner, (fleet.cluster.primary.address, fleet.cluster.port)),
         "GRANT CONNECT ON DATABASE fleet TO without_grant")
    url = fleet.url(role, (fleet.cluster.primary.address, fleet.cluster.port))
    found = complaint(fleet, tmp_path, url)
    told(note, "a missing grant", found)
    assert found["code"] == "store_permissions" and "latchkey storage grant" in found["message"]
    assert "latchkey storage grant" in complaint(fleet, tmp_path, url, "check")["text"]


def test_what_a_missing_schema_says(fleet, tmp_path, note):
    url = fleet.url(fleet.database.app, (fleet.cluster.primary.address, fleet.cluster.port))
    found = complaint(fleet, tmp_path, url, schema="elsewhere")
    told(note, "a missing schema", found)
    assert found["code"] == "invalid_configuration" and "latchkey storage migrate" in found["message"]
    assert "latchkey storage migrate" in complaint(fleet, tmp_path, url, "check", schema="elsewhere")["text"]


def test_what_a_missing_or_strange_root_certificate_says(fleet, tmp_path, note):
    with Cluster(tls=True, fsync=False) as cluster:
        database = cluster.add_database()
        for what, root in (("a missing", tmp_path / "missing.crt"), ("another authority's", Authority().root)):
            found = complaint(fleet, tmp_path, cluster.url(
                database.app, database.name, "localhost", sslmode="verify-full", sslrootcert=root))
            told(note, f"{what} root certificate", found)
            assert ("sslrootcert" if what == "a missing" else "certificate") in found["message"]


def checked(fleet, tmp_path, **changes) -> dict:
    """Runs `storage check --json` with the hosts' role; returns its report with the exit status."""
    path = tmp_path / "auth.json"
    path.write_text(json.dumps(fleet.configuration(-1, tmp_path / "state", **changes)))
    url = fleet.url(fleet.database.app, (fleet.cluster.primary.address, fleet.cluster.port))
    done = subprocess.run(
        [fleet.latchkey, "storage", "check", "--json", "--config", str(path)], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=60, cwd="/",
        env={**os.environ, "DATABASE_URL": url, "DATABASE_NOTIFY_URL": url,
             "NOWHERE": fleet.url(fleet.database.app, ("127.0.0.1", free_port()))})
    return {"status": done.returncode, **json.loads(done.stdout)["database"]}


def test_what_the_check_of_a_fleet_says(fleet, tmp_path, note):
    Users(fleet, 0, prefix="checked").sign_in(fleet.hosts[0])
    well = checked(fleet, tmp_path)
    assert well["status"] == 0 and well["faults"] == well["remedies"] == well["forbidden"] == []
    deaf = checked(fleet, tmp_path, notifyURL={"env": "NOWHERE"})
    assert deaf["status"] != 0 and deaf["faults"] == ["store_unavailable"] and "notifyURL" in deaf["remedies"][0]
    other = checked(fleet, tmp_path, keyFile=str(tmp_path / "other.key"))
    assert other["status"] != 0 and len(other["faults"]) == 1 and other["unreadable"] == []
    note(f"storage check: without the server of notifyURL: {deaf['remedies'][0]}")
    note(f"storage check: with another key file: {other['faults'][0]}: {other['remedies'][0]}")


def test_what_the_check_says_without_the_right_to_the_sequence(fleet, tmp_path):
    owner = fleet.url(fleet.database.owner, (fleet.cluster.primary.address, fleet.cluster.port))
    role = fleet.database.app.name
    psql(owner, f"REVOKE USAGE ON SEQUENCE latchkey.turn FROM {role}")
    try:
        found = checked(fleet, tmp_path)
    finally:
        psql(owner, f"GRANT USAGE ON SEQUENCE latchkey.turn TO {role}")
    assert found["status"] == 78 and found["forbidden"] == ["turn"] and "storage grant" in found["remedies"][0]
