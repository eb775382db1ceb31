"""What a fleet promises for one case each: sign-outs, many callers at an expiry, an end in good order, an upgrade, and
what a host says when its database is not as it should be."""

import json
import os
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from callers import Users
from history import SOON, check
from world import NONE, NOTIFY, SAME_PAIR, VENDOR, FleetHost, boot, wait_until

from servers.certificates import Authority
from servers.clients import psql
from servers.postgres import Cluster

CALLERS = 200
ENDINGS = 6


@pytest.fixture(scope="module")
def fleet(make_world):
    """A fleet without a standby and without faults, for the cases that need none. Its vendor is strict."""
    world = make_world("cases", NONE, token_seconds=3600, standby=False, wal_disk=None)
    yield world
    world.close()


@contextmanager
def polled(host: FleetHost, session: str, times: dict):
    """Asks one host for a session's token all the time, and notes when it gave the last one."""
    ending = threading.Event()

    def ask() -> None:
        while not ending.is_set():
            answer = host.token(session, timeout=10)
            if answer.status == 200:
                times[host.name] = boot()
            else:
                times.setdefault(host.name + " code", answer.code)
            time.sleep(0.02)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


def check_sign_outs(world, note, how: str) -> None:
    users = Users(world, 0, prefix=f"signed-out-{how}")
    worst = 0.0
    for turn in range(8):
        session = users.sign_in(world.hosts[turn % 4])
        assert all(host.token(session).status == 200 for host in world.hosts)
        times: dict = {}
        with polled(world.hosts[0], session, times), polled(world.hosts[1], session, times), \
                polled(world.hosts[2], session, times), polled(world.hosts[3], session, times):
            time.sleep(0.3)
            answer = world.hosts[(turn + 1) % 4].sign_out(session)
            acknowledged = boot()
            assert answer.status == 200 and answer.body["told"], answer
            time.sleep(SOON + 0.5)
        assert {times.get(f"{host.name} code") for host in world.hosts} == {"not_signed_in"}
        worst = max(worst, max(times[host.name] for host in world.hosts) - acknowledged)
    note(f"sign-out, {how}: the last answer of another host came {worst * 1000:.0f} ms later, in 8 sign-outs")
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
    """The list of changes is what counts: a notification only makes a host look earlier."""
    for host in range(4):
        fleet.network.partition(host, NOTIFY)
    try:
        check_sign_outs(fleet, note, "with notifications that are lost")
    finally:
        for host in range(4):
            fleet.network.heal(host, NOTIFY)


def test_many_callers_at_an_expiry_use_one_refresh_token(fleet, note):
    """All hosts begin at once, while the vendor takes half a second for its answer."""
    users = Users(fleet, 0, prefix="expiring")
    fleet.vendor.policy(accessTokenSeconds=6)
    try:
        session = users.sign_in(fleet.hosts[0])
        for host in fleet.hosts:
            assert host.token(session).status == 200
        before = len(fleet.vendor.exchanges())
        fleet.vendor.policy(accessTokenSeconds=3600)
        fleet.vendor.fault("delay", 500)
        time.sleep(6)
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


def test_a_host_that_ends_loses_no_renewal(make_world, note):
    """SIGTERM while the vendor takes its time for renewals of that host, again and again; a strict vendor."""
    world = make_world("ending", NONE, token_seconds=5, standby=False, wal_disk=None)
    try:
        users = Users(world, 24)
        users.sign_all_in()
        world.vendor.fault("delay", 400)
        users.start(1, callers=2)
        statuses, interrupted = [], 0
        for turn in range(ENDINGS):
            host = world.hosts[turn % 4]
            wait_until(lambda: under_way(host), "a renewal of that host")
            since = boot()
            statuses.append(host.terminate())
            interrupted += sum(event["event"] == "committed" and event["boot"] > since for event in host.events())
            host.start()
        users.stop()
        world.vendor.fault("delay", times=0)
        users.ask_at_the_end()
        note(f"SIGTERM: {ENDINGS} ends with statuses {sorted(set(statuses))}; {interrupted} renewals were committed after it")
        assert set(statuses) == {0}
        assert [answer.get("code") for answer in users.final.values() if answer.get("code")] == []
        assert check(users.history()) == [] and interrupted
    finally:
        world.close()


def under_way(host: FleetHost) -> bool:
    noted, over = set(), set()
    for event in host.events():
        if "fence" in event:
            (noted if event["event"] == "noted" else over if event["event"] in (
                "committed", "failed", "lost", "gone", "superseded", "ended") else set()).add(
                    (event["session"], event["fence"]))
    return bool(noted - over)


def test_the_previous_schema_keeps_working(fleet, note):
    """There is one version so far, so this is the rule that a later one will be held to: a schema of a later release,
    with more columns and tables and a higher version, serves these hosts."""
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
    note("previous schema: there is only version 1; hosts serve on one that a later release has added to")


# What is said where something is missing: by the program that an operator runs first, and by a host.

def complaint(fleet, tmp_path, url: str, **changes) -> dict:
    """The error of `latchkey storage check`, and the same code from a host."""
    path = tmp_path / "auth.json"
    path.write_text(json.dumps(without_notify(fleet.configuration(-1, tmp_path / "state", **changes))))
    done = subprocess.run(
        [fleet.latchkey, "storage", "check", "--config", str(path), "--json"], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=60, cwd="/", env={**os.environ, "DATABASE_URL": url})
    assert done.returncode != 0, done.stdout
    return {"status": done.returncode, **json.loads(done.stdout.splitlines()[-1])}


def without_notify(configuration: dict) -> dict:
    configuration["storage"]["sessions"]["postgres"].pop("notifyURL", None)
    return configuration


def test_what_a_wrong_password_says(fleet, tmp_path, note):
    right = fleet.database.app.password
    url = fleet.url(fleet.database.app, (fleet.cluster.primary.address, fleet.cluster.port)).replace(right, "wrong")
    found = complaint(fleet, tmp_path, url)
    note(f"a wrong password: {found}")
    assert "wrong" not in json.dumps(found).replace("wrong password", "") and right not in json.dumps(found)
    assert found["error"]["code"] in ("store_permissions", "store_unavailable") and "password" in found["error"]["message"]


def test_what_a_missing_grant_says(fleet, tmp_path, note):
    role = fleet.cluster.add_role("without_grant")
    psql(fleet.cluster.url(fleet.database.owner, fleet.database.name), 'GRANT CONNECT ON DATABASE fleet TO without_grant')
    found = complaint(fleet, tmp_path, fleet.url(role, (fleet.cluster.primary.address, fleet.cluster.port)))
    note(f"a missing grant: {found}")
    assert "latchkey storage grant" in json.dumps(found)


def test_what_a_missing_schema_says(fleet, tmp_path, note):
    url = fleet.url(fleet.database.app, (fleet.cluster.primary.address, fleet.cluster.port))
    found = complaint(fleet, tmp_path, url, schema="elsewhere")
    note(f"a missing schema: {found}")
    assert "latchkey storage migrate" in json.dumps(found)


def test_what_a_missing_or_strange_root_certificate_says(fleet, tmp_path, note):
    with Cluster(tls=True, fsync=False) as cluster:
        database = cluster.add_database()
        missing = cluster.tls_url(database.app, database.name).replace("root.crt", "missing.crt")
        found = complaint(fleet, tmp_path, missing)
        note(f"a missing root certificate: {found}")
        assert "sslrootcert" in found["error"]["message"]
        strange = cluster.tls_url(database.app, database.name).replace(str(cluster.authority.root), str(Authority().root))
        found = complaint(fleet, tmp_path, strange)
        note(f"another authority's root certificate: {found}")
        assert "certificate" in found["error"]["message"]
