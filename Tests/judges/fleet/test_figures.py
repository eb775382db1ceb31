"""Figures of a complete fleet: how long callers wait while a host dies, how much memory a session needs, and whether an
hour of work leaks resources. `Tests/Benchmarks/fleet.py` measures the statements of the database."""

import os
import random
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List, NamedTuple

from callers import Users
from world import NONE, FleetHost, boot, wait_until

IS_FULL = "LATCHKEY_FULL" in os.environ
LOAD_SECONDS = int(os.environ.get("LATCHKEY_LOAD_SECONDS") or (3600 if IS_FULL else 20))
SESSIONS = 400
PROMISED = {"renewal_lost", "store_locked", "store_unavailable", "not_signed_in", "no_answer"}


class Usage(NamedTuple):
    """The resources of a host's process."""

    kilobytes: int
    descriptors: int
    threads: int

    @classmethod
    def of(cls, host: FleetHost) -> "Usage":
        folder = Path(f"/proc/{host.process.pid}")
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        return cls(int(status["VmRSS"].split()[0]), len(list((folder / "fd").iterdir())), int(status["Threads"]))


def percentile(times: List[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


class Stopwatch:
    """Callers of three hosts, which record the duration of each response."""

    def __init__(self, users: Users, hosts: List[FleetHost]):
        self.users, self.ending = users, threading.Event()
        self.answers = []
        self.threads = [
            threading.Thread(target=self._call, args=(host, random.Random(index)), daemon=True)
            for index, host in enumerate(hosts * 3)]
        for thread in self.threads:
            thread.start()

    def _call(self, host: FleetHost, source: random.Random) -> None:
        sessions = list(self.users.sessions.values())
        while not self.ending.is_set():
            session, began = source.choice(sessions), boot()
            answer = host.token(session, timeout=60)
            self.answers.append((began, boot() - began, "" if answer.status == 200 else answer.code))
            self.ending.wait(0.02)

    def end(self) -> None:
        self.ending.set()
        for thread in self.threads:
            thread.join()

    def between(self, start: float, end: float) -> list:
        return [answer for answer in self.answers if start <= answer[0] < end]


def test_callers_of_other_hosts_while_a_host_dies(make_world, note):
    """Kills a host that waits for the vendor: other hosts can take over its renewals only after the lease."""
    world = make_world("dying", NONE, token_seconds=8, standby=False, wal_disk=None, clocks=(0,))
    try:
        users = Users(world, 40)
        users.sign_all_in()
        world.vendor.fault("delay", 300)
        dying, others = world.hosts[0], world.hosts[1:]
        load = Stopwatch(users, others)
        users.start(1, callers=2)
        time.sleep(10)
        wait_until(lambda: dying.is_renewing(), "a renewal of the host that dies")
        killed = boot()
        dying.kill9()
        time.sleep(world.kind.lease + 5)
        load.end()
        users.stop()
        before, after = load.between(0, killed), load.between(killed, boot())
        for what, answers in (("before", before), (f"in the {world.kind.lease + 5:g} s after", after)):
            times = [seconds for _, seconds, _ in answers]
            codes = Counter(code for _, _, code in answers if code)
            note(f"a host dies: {what}: {len(times)} answers, median {percentile(times, 0.5) * 1000:.0f} ms, p99 "
                 f"{percentile(times, 0.99) * 1000:.0f} ms, longest {max(times) * 1000:.0f} ms; refused: {dict(codes)}")
        assert not [answer for answer in before if answer[2]]
        assert {code for _, _, code in after if code} <= PROMISED
        # Only callers of the few sessions that the dead host was renewing have to wait, or are refused.
        assert sum(not code for _, _, code in after) > 0.9 * len(after)
        dying.start()
    finally:
        world.close()


def test_what_a_session_costs_a_host(make_world, note):
    world = make_world("memory", NONE, token_seconds=3600, standby=False, wal_disk=None, clocks=(0,))
    try:
        host, other = world.hosts[:2]
        empty = Usage.of(host)
        users = Users(world, SESSIONS)
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(lambda _: users.sign_in(other), range(SESSIONS)))
            assert all(answer.status == 200 for answer in pool.map(host.token, users.sessions.values()))
        full = Usage.of(host)
        each = (full.kilobytes - empty.kilobytes) / SESSIONS
        note(f"memory: {empty.kilobytes / 1024:.0f} MB for a host without sessions, {full.kilobytes / 1024:.0f} MB with "
             f"{SESSIONS}: {each:.1f} KB each; {full.descriptors} descriptors, {full.threads} threads")
        assert each < 200
    finally:
        world.close()


def test_work_leaves_nothing_behind(make_world, note):
    """Renewals, sign-ins and sign-outs without faults do not increase memory and descriptors."""
    world = make_world("load", NONE, token_seconds=6, standby=False, wal_disk=None, clocks=(0,))
    try:
        # Otherwise, the sandbox would keep each exchange, and the trigger each write.
        world.vendor.post("/sandbox/recording", {"enabled": False})
        users = Users(world, 60)
        users.sign_all_in()
        users.start(2)
        samples, began = [], boot()
        while boot() - began < LOAD_SECONDS:
            users.sign_out_one(random.choice(world.hosts))
            samples.append([Usage.of(host) for host in world.hosts])
            time.sleep(max(0.5, LOAD_SECONDS / 600))
        users.stop()
        # Memory that is allocated in the first third is not a leak.
        third = len(samples) // 3
        for host in range(len(world.hosts)):
            early, late = ([sample[host] for sample in part] for part in (samples[third:2 * third], samples[2 * third:]))
            memory = [statistics.median(usage.kilobytes for usage in part) for part in (early, late)]
            # A descriptor that leaks stays in each later sample. The most of a part only tells how many callers came at once.
            descriptors = [statistics.median(usage.descriptors for usage in part) for part in (early, late)]
            most = max(sample[host].descriptors for sample in samples)
            note(f"{LOAD_SECONDS} s of work, host {host}: {memory[0] / 1024:.1f} MB in the second third, "
                 f"{memory[1] / 1024:.1f} MB in the last; {descriptors[0]:g} and {descriptors[1]:g} descriptors, at most {most}")
            assert memory[1] < memory[0] * 1.1 + 2048
            assert descriptors[1] <= descriptors[0] + 4
        note(f"{LOAD_SECONDS} s of work: " + ", ".join(f"{count} {name}" for name, count in users.answers.most_common()))
        steps = Counter(event["event"] for event in world.events())
        note(f"{LOAD_SECONDS} s of work: {steps['committed']} renewals, {users.sign_outs['acknowledged']} sign-outs")
        assert set(users.answers) <= {"token", "not_signed_in"} and steps["committed"] > LOAD_SECONDS / 2
    finally:
        world.close()
