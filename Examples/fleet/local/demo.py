"""The demonstration: users sign in, and one host is killed while clients request the users' tokens."""

import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from typing import Dict, List

from .hosts import Host, Sandbox, call
from .processes import Failure
from .vendor import Redemptions

KILLED_AFTER, RESTARTED_AFTER = 0.3, 0.5  # as fractions of the duration
CLIENTS = 8
FINAL_SECONDS = 60  # a killed host blocks a session until its lease ends, for at most 20 seconds


class Demo:
    def __init__(
            self, url: str, hosts: List[Host], sandbox: Sandbox, users: int, seconds: float, vendor_delay: int):
        self.url, self.hosts, self.sandbox, self.seconds = url, hosts, sandbox, seconds
        self.vendor_delay = vendor_delay
        self.names = [f"user-{number}" for number in range(users)]
        self.sessions: Dict[str, str] = {}
        self.answers: Counter = Counter()
        self.final: Dict[str, dict] = {}
        self.generations: Dict[str, int] = {}
        self.stepped_back: List[str] = []
        self.lock = threading.Lock()

    def run(self) -> bool:
        """Runs the demonstration. Returns whether all conditions held."""
        # The tokens are due for renewal every few seconds.
        self.sandbox.post("/sandbox/policy", {"provider": "privy", "accessTokenSeconds": 8})
        self.sandbox.post("/sandbox/recording", {"enabled": True})
        if self.vendor_delay:
            # The vendor uses the token at once and responds later. A host that is killed in between loses the response.
            self.sandbox.post("/sandbox/faults", {
                "match": "/privy/api/v1/sessions", "kind": "delay", "value": self.vendor_delay})
        self.before, self.began = self.count(), time.time()
        began = time.monotonic()
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self.sign_in, self.names))
        print(f"{len(self.names)} users signed in within {time.monotonic() - began:.1f} s.", flush=True)
        self.ask_while_a_host_dies()
        self.sandbox.post("/sandbox/policy", {"provider": "privy", "accessTokenSeconds": 3600})
        with ThreadPoolExecutor(CLIENTS) as pool:
            self.final = dict(zip(self.names, pool.map(self.last_answer, self.names)))
        count = self.count() - self.before
        _, exchanges = call("GET", self.sandbox.url + "/sandbox/recording")
        events = [event for host in self.hosts for event in self.events(host)]
        return self.report(events, Redemptions(exchanges["exchanges"]), count)

    def events(self, host: Host) -> List[dict]:
        """The events of a host, without those of earlier runs in the same directory."""
        return [event for event in host.events() if event["t"] >= self.began]

    def count(self) -> int:
        return call("GET", self.url + "/sessions?count")[1].get("count", -1)

    def sign_in(self, name: str) -> None:
        status, answer = call("POST", self.url + "/sign-in", {"token": self.sandbox.token(name)})
        if status != 200:
            raise Failure(f"{name} could not sign in: {status} {answer}")
        self.sessions[name] = answer["session"]

    def ask_while_a_host_dies(self) -> None:
        end = time.monotonic() + self.seconds
        threads = [threading.Thread(target=self.ask, args=(end,)) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        victim = self.hosts[1 % len(self.hosts)]
        time.sleep(self.seconds * KILLED_AFTER)
        while self.vendor_delay and time.monotonic() < end and not self.unsettled(self.events(victim)):
            time.sleep(0.01)
        victim.program.kill9()
        print(f"Host {victim.name} was killed (SIGKILL).", flush=True)
        time.sleep(self.seconds * (RESTARTED_AFTER - KILLED_AFTER))
        victim.start()
        print(f"Host {victim.name} serves again.", flush=True)
        for thread in threads:
            thread.join()

    def ask(self, end: float) -> None:
        while time.monotonic() < end:
            self.token(random.choice(self.names))
            time.sleep(0.01)

    def token(self, name: str) -> dict:
        """Sends one request for a token, and counts its response."""
        before = self.generations.get(name, 0)
        status, answer = call("GET", f"{self.url}/token?session={self.sessions[name]}")
        with self.lock:
            self.answers["200" if status == 200 else f"{status} {answer.get('code')}"] += 1
            if status == 200:
                if answer["generation"] < before:
                    self.stepped_back.append(name)
                self.generations[name] = max(self.generations.get(name, 0), answer["generation"])
        return answer

    def last_answer(self, name: str) -> dict:
        """Returns the response after the killed host's leases have ended: a long-lived token, or the session's end."""
        end = time.monotonic() + FINAL_SECONDS
        while True:
            answer = self.token(name)
            has_ended = answer.get("code") in ("renewal_lost", "not_signed_in", "session_expired", "session_revoked")
            if has_ended or self.is_lasting(answer) or time.monotonic() > end:
                return answer
            time.sleep(0.5)

    @staticmethod
    def is_lasting(answer: dict) -> bool:
        expiry = answer.get("expiresAt", "1970-01-01T00:00:00Z").replace("Z", "+00:00")
        return datetime.fromisoformat(expiry) > datetime.now(timezone.utc) + timedelta(minutes=10)

    def report(self, events: List[dict], vendor: Redemptions, count: int) -> bool:
        steps = Counter(event["event"] for event in events)
        commits = Counter((e["session"], e["generation"]) for e in events if e["event"] == "committed")
        fences = {}
        for event in events:
            if event["event"] == "claimed":
                fences.setdefault((event["session"], event["fence"]), set()).add(event["host"])
        lost = [name for name, answer in self.final.items() if answer.get("code") == "renewal_lost"]
        ended = {name: answer for name, answer in self.final.items()
                 if "generation" not in answer and name not in lost}
        differing = [
            name for name, answer in self.final.items()
            if "generation" in answer and answer["generation"] != vendor.generations.get(name)]
        # Only the renewals that the killed host had noted and not stored may be lost.
        unsettled = self.unsettled(events)
        lines = [
            ("requests for a token", sum(self.answers.values()), None),
            *[(f"  answered {answer}", number, None) for answer, number in sorted(self.answers.items())],
            ("renewals: claims", steps["claimed"], None), ("  takeovers", steps["takenOver"], None),
            ("  answers of the vendor", steps["answered"], None), ("  committed", steps["committed"], None),
            ("refresh tokens used at the vendor", vendor.used, None),
            ("  new pairs from one token, at most", vendor.most_pairs, vendor.most_pairs == 1),
            ("  used more than once", vendor.repeated, vendor.repeated == 0 or self.sandbox.replay > 0),
            ("  refused by the vendor", vendor.refused, vendor.refused == 0),
            ("generations committed more than once", sum(n > 1 for n in commits.values()),
             all(n == 1 for n in commits.values())),
            ("fences with two holders", sum(len(h) > 1 for h in fences.values()),
             all(len(h) == 1 for h in fences.values())),
            ("answers with an earlier generation", len(self.stepped_back), None),
            ("  longest time after the commit, in ms", round(self.longest_lag(events) * 1000), None),
            ("sessions of these users at the end", count, count == len(self.names)),
            ("  that differ from the vendor's generation", len(differing), not differing),
            ("  lost with the host (renewal_lost)", len(lost), len(lost) <= unsettled),
            ("  ended in another way", len(ended), not ended),
        ]
        print()
        for text, number, holds in lines:
            print(f"{text:<48}{number:>8}  {'' if holds is None else 'holds' if holds else 'DOES NOT HOLD'}")
        for name, answer in ended.items():
            print(f"{name}: {json.dumps(answer)}")
        holds = all(line[2] is not False for line in lines)
        for name in lost:
            self.sign_in(name)
        if lost:
            print(f"\n{len(lost)} users signed in again after renewal_lost.")
        print(
            "\nEach refresh token returned exactly one new pair." if holds
            else "\nA condition does not hold. See the lines above.", flush=True)
        return holds

    @staticmethod
    def longest_lag(events: List[dict]) -> float:
        """Returns the longest time, in seconds, for which a host returned the previous generation after a commit."""
        commits = {(e["session"], e["generation"]): e["t"] for e in events if e["event"] == "committed"}
        return max((
            e["t"] - commits[e["session"], e["generation"]] for e in events
            if e["event"] == "token" and (e["session"], e.get("generation")) in commits), default=0)

    @staticmethod
    def unsettled(events: List[dict]) -> int:
        """Returns the number of renewals that their holder noted, and then neither stored nor gave up."""
        noted = {(e["session"], e["fence"]) for e in events if e["event"] == "noted"}
        over = {(e["session"], e["fence"]) for e in events if e["event"] in (
            "committed", "superseded", "gone", "ended", "failed", "lost")}
        return len(noted - over)
