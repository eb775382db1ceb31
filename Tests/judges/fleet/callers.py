"""The fleet's users: they sign in, request tokens on all hosts, sign out, and check at the end whether they are still
signed in."""

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from typing import Dict, List, Set

from history import LOST, History, redemptions
from notes import unreported
from world import FleetHost, World, boot

PATIENCE = 90  # seconds for a session to come back after the faults: two leases, and a restarted host's outbox


class Users:
    """Callers of the hosts. `sessions` maps subjects to session ids. If the response to a sign-in is lost, no caller
    uses the new session."""

    def __init__(self, world: World, count: int, prefix: str = "user"):
        self.world, self.count, self.prefix = world, count, prefix
        self.sessions: Dict[str, str] = {}
        self.signed_out: Dict[str, float] = {}
        self.perhaps_signed_out: Set[str] = set()
        self.lost: Set[str] = set()
        self.answers: Counter = Counter()
        self.sign_outs: Counter = Counter()
        self.final: Dict[str, dict] = {}
        self.lock = threading.Lock()
        self._number = 0
        self._ending = threading.Event()
        self._threads: List[threading.Thread] = []

    def sign_in(self, host: FleetHost, timeout: float = 20) -> str:
        """Signs a new user in; returns the session's id, or an empty text."""
        with self.lock:
            self._number += 1
            subject = f"{self.prefix}-{self._number}"
        answer = host.sign_in(subject, timeout)
        if answer.status == 200:
            with self.lock:
                self.sessions[subject] = answer.body["session"]
            return answer.body["session"]
        return ""

    def sign_all_in(self) -> None:
        with ThreadPoolExecutor(4) as pool:
            hosts = self.world.hosts
            assert all(pool.map(lambda index: self.sign_in(hosts[index % len(hosts)]), range(self.count)))

    def live(self) -> List[str]:
        with self.lock:
            gone = self.signed_out.keys() | self.perhaps_signed_out | self.lost
            return [session for session in self.sessions.values() if session not in gone]

    # While faults happen.

    def start(self, seed: int, callers: int = 3) -> None:
        """Starts callers for each host, and signs in new users for those that have signed out."""
        for host in self.world.hosts:
            for number in range(callers):
                self._begin(self._call, host, random.Random(f"{seed} {host.name} {number}"))
        self._begin(self._replace, random.Random(f"{seed} new"))

    def stop(self) -> None:
        self._ending.set()
        for thread in self._threads:
            thread.join()

    def _begin(self, work, *arguments) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _call(self, host: FleetHost, source: random.Random) -> None:
        while not self._ending.is_set():
            live = self.live()
            if live:
                session = source.choice(live)
                answer = host.token(session, timeout=8)
                with self.lock:
                    self.answers["token" if answer.status == 200 else answer.code] += 1
                    if answer.code in ("renewal_lost", "not_signed_in", "session_expired"):
                        # Other hosts may still have the session, which the end of the test checks.
                        self.lost.add(session)
            self._ending.wait(source.uniform(0.02, 0.1) if live else 0.2)

    def _replace(self, source: random.Random) -> None:
        while not self._ending.is_set():
            missing = self.count - len(self.live())
            with ThreadPoolExecutor(8) as pool:
                hosts = [source.choice(self.world.hosts) for _ in range(min(missing, 8))]
                list(pool.map(lambda host: self.sign_in(host, timeout=5), hosts))
            self._ending.wait(0.15)

    def sign_out_one(self, host: FleetHost) -> bool:
        """Signs a session out at a host; returns whether the host acknowledged it."""
        live = self.live()
        if not live:
            return False
        session = random.choice(live)
        with self.lock:
            self.perhaps_signed_out.add(session)
        answer = host.sign_out(session, timeout=20)
        with self.lock:
            self.sign_outs["acknowledged" if answer.status == 200 else answer.code] += 1
        if answer.status != 200:
            return False
        with self.lock:
            self.signed_out[session] = boot()
        return True

    # After the faults.

    def ask_at_the_end(self) -> None:
        """Requests tokens until each session returns one that was issued after the faults, or until all hosts have
        reported for some time that the session has ended."""
        self.world.vendor.policy(accessTokenSeconds=3600)
        for host in self.world.hosts:
            assert self.sign_in(host), f"host {host.name} cannot sign a user in after the faults: {host.log}"
        with ThreadPoolExecutor(48) as pool:
            sessions = list(self.sessions.values())
            self.final = dict(zip(sessions, pool.map(self._last, sessions)))

    def _last(self, session: str) -> dict:
        if session in self.signed_out:
            answer = self.world.hosts[0].token(session)
            return {"code": answer.code} if answer.status != 200 else {"sha": answer.body["tokenSHA256"]}
        began, turn, ended = boot(), 0, {}
        while True:
            host = self.world.hosts[turn % len(self.world.hosts)]
            answer = host.token(session, timeout=45)
            if answer.status == 200 and lasts(answer.body):
                return {"sha": answer.body["tokenSHA256"], "generation": answer.body["generation"]}
            ended[host.name] = answer.code
            since = boot() - began
            if all(ended.get(each.name) in LOST for each in self.world.hosts) and (
                    since > self.world.kind.lease + 7 or set(ended.values()) == {"not_signed_in"}):
                return {"code": "renewal_lost" if "renewal_lost" in ended.values() else answer.code}
            if since > PATIENCE:
                return {"code": answer.code or "old_token"}
            turn += 1
            time.sleep(0.3)

    def history(self, outages=()) -> History:
        world = self.world
        uses, tokens = redemptions(world.vendor.exchanges(), world.arrivals())
        lines, rows = world.events(), world.audit()
        return History(
            window=world.kind.window, lease=world.kind.lease, lines=lines + unreported(lines, rows), uses=uses,
            tokens=tokens, sessions=dict(self.sessions), rows=rows, signed_out=dict(self.signed_out),
            perhaps_signed_out=self.perhaps_signed_out - self.signed_out.keys(), outages=list(outages),
            final=self.final)


def lasts(body: dict) -> bool:
    """Whether the token is valid for an hour, like all tokens that are issued after the faults."""
    expiry = datetime.fromisoformat(body.get("expiresAt", "1970-01-01T00:00:00Z").replace("Z", "+00:00"))
    return expiry > datetime.now(timezone.utc) + timedelta(minutes=10)
