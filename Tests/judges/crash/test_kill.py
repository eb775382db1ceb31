"""`kill -9` at random moments: afterwards a change is complete or absent, never partial."""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import file_store
from app_directory import http
from conftest import IS_FULL

KILLS = 2000 if IS_FULL else 200
# Without the grace period, sessions end and start again; fewer kills are sufficient to show this.
KILLS_WITHOUT_GRACE = KILLS // 5
SIGN_OUT_KILLS = KILLS // 5
WORKERS = 3
SEED = int(os.environ.get("LATCHKEY_SEED") or random.SystemRandom().randrange(1 << 32))
OPERATIONS = ("save", "refresh", "rotate", "migrate")


class Victim:
    """An app that is killed repeatedly, and the checks that it still works."""

    def __init__(self, app, number: int):
        self.app = app
        self.random = random.Random(SEED + number)
        self.state = app.directory / "state"
        self.users = [f"user-{number}-{index}@example.com" for index in range(3)]
        self.middles = {}
        self.kills, self.hits = Counter(), Counter()
        app.write(provider="privy")
        file_store.make_version_one(self.state)
        self.subjects = {}
        for user in self.users:
            self.subjects[user] = self.sign_in(user)

    def give_token(self, user: str):
        self.app.give_identity_token(self.app.sandbox.identity_token(user))

    def sign_in(self, user: str) -> str:
        self.give_token(user)
        return self.app.json("sign-in", user)["subject"]

    def fingerprint(self):
        """The contents of every file except the locks, which stay empty."""
        found = {}
        for path in self.state.rglob("*"):
            if path.parent.name != "locks":
                try:
                    status = path.stat()
                except FileNotFoundError:
                    continue
                found[str(path)] = (status.st_ino, status.st_size, status.st_mtime_ns)
        return found

    def strike(self, operation: str, *words) -> bool:
        """Starts a command and kills it at a random moment; returns whether the kill ended it.

        Half of the delays are counted from the first change on disk, so that kills interrupt the work on a slow
        machine, too; the others from the start. The delays adapt to the machine: they become longer if a kill came
        before the work began, and shorter if the work was already done."""
        waits = self.random.random() < 0.5
        name = f"{words[0]} {words[-1]} {waits}"
        middle = self.middles.get(name, 0.01 if waits else 0.05)
        before = self.fingerprint()
        process = subprocess.Popen(
            [self.app.latchkey, *words], cwd=self.app.directory, env=self.app.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        folders = self.folders() if waits else None
        while waits and process.poll() is None and self.folders() == folders:
            time.sleep(0.0005)
        try:
            process.wait(timeout=self.random.uniform(0, 2) * middle)
        except subprocess.TimeoutExpired:
            process.kill()
        error = process.communicate()[1]
        if process.returncode != -signal.SIGKILL:
            assert process.returncode == 0, (operation, words, process.returncode, error)
            self.middles[name] = middle * 0.8
            return False
        self.kills[operation] += 1
        is_hit = self.fingerprint() != before
        self.hits[operation] += is_hit
        if waits or not is_hit:
            self.middles[name] = middle * 1.2
        return True

    def folders(self):
        """The times of the last change in each directory of the store."""
        return [path.stat().st_mtime_ns for path in (self.state, *self.state.iterdir()) if path.is_dir()]

    def perform(self, operation: str) -> bool:
        if operation == "save":
            user = self.random.choice(self.users)
            self.give_token(user)
            return self.strike(operation, "sign-in", user)
        if operation == "refresh":
            return self.strike(operation, "refresh")
        if operation == "rotate":
            return self.strike(operation, "storage", "rotate")
        file_store.return_to_version_one(self.state)
        return self.strike(operation, *self.random.choice((["storage", "migrate"], ["storage", "rotate"], ["refresh"])))

    def close(self, operation: str, before: dict):
        """Checks that nothing is lost, mixed up or unreadable, and that the server's state matches."""
        who = self.app.json("whoami")
        if operation != "save":
            assert who["sessionID"] == before["sessionID"], (operation, before, who)
        assert self.subjects[who["identifier"]] == who["subject"], (operation, who)
        result = self.app.me("privy")
        assert result.returncode == 0, (operation, result.stdout, result.stderr)
        assert json.loads(result.stdout)["subject"] == who["subject"], (operation, who, result.stdout)
        found = self.app.json("storage", "check")
        assert found["unreadable"] == [] and found["quarantined"] == [], (operation, found)
        for record in file_store.records(self.state):
            if record.path.parent.name == "sessions":
                session = json.loads(record.value)
                assert self.subjects[session["identifier"]] == session["subject"], (operation, session["id"])
                assert int(session["generation"]) == record.generation

    def suffer(self, kills: int):
        round_ = 0
        while sum(self.kills.values()) < kills:
            operation = OPERATIONS[round_ % len(OPERATIONS)]
            before = self.app.json("whoami")
            if self.perform(operation):
                self.close(operation, before)
            round_ += 1
            assert round_ < kills * 20, (self.kills, self.middles)
        # After the grace period, the app must have the server's latest token: no session works with a used token.
        assert self.app.json("refresh")["subject"] == self.app.json("whoami")["subject"]
        return self


def think(sandbox, milliseconds: int):
    """Delays the response to a renewal, so that kills often hit the time between the renewal and the response."""
    sandbox.control("faults", {"match": "/privy/api/v1/sessions", "kind": "delay", "value": milliseconds})


def in_parallel(victims, kills):
    with ThreadPoolExecutor(len(victims)) as pool:
        return list(pool.map(lambda victim: victim.suffer(kills), victims))


def report(note, what: str, victims):
    kills, hits = sum((victim.kills for victim in victims), Counter()), sum((victim.hits for victim in victims), Counter())
    parts = ", ".join(f"{name} {hits[name]} of {kills[name]}" for name in kills)
    note(f"{what}, seed {SEED}: {sum(kills.values())} kills, {sum(hits.values())} interrupted work ({parts})")
    return sum(kills.values()), sum(hits.values())


def test_with_the_grace_nothing_is_lost(make_app, own_sandbox, note):
    own_sandbox.control("policy", {"provider": "privy", "refreshReuseGraceSeconds": 60, "accessTokenSeconds": 290})
    think(own_sandbox, 40)
    victims = [Victim(make_app(f"app-{number}"), number) for number in range(WORKERS)]
    share = -(-KILLS // WORKERS)
    kills, hits = report(note, "kill -9 with the server's grace", in_parallel(victims, share))
    assert kills >= KILLS
    # If all kills come before or after the work, the test checks nothing.
    assert hits >= kills // 4


class Unforgiven(Victim):
    """The same, with a server that ends the session when it receives a used refresh token."""

    ENDINGS = {"session_revoked", "session_expired"}

    def __init__(self, app, number: int, has_token_provider: bool):
        super().__init__(app, number)
        self.has_token_provider = has_token_provider
        self.endings = Counter()

    def perform(self, operation: str) -> bool:
        if not self.has_token_provider:
            self.app.configuration["providers"]["privy"].pop("tokenProvider", None)
            self.app.write()
        return self.strike("refresh", "refresh")

    def close(self, operation: str, before: dict):
        after = self.app.sandbox.log()[-1]["seq"]
        result = self.app.run("refresh", "--json")
        answer = json.loads(result.stdout.splitlines()[-1])
        if result.returncode == 0:
            asked = {entry["path"] for entry in self.app.sandbox.log(after)}
            if any("custom_jwt" in path for path in asked):
                self.endings["signed in again by its token provider"] += 1
            return super().close("refresh", before)
        assert not self.has_token_provider, answer
        assert answer["error"]["code"] in self.ENDINGS, answer
        self.endings["ended with " + answer["error"]["code"]] += 1
        status, error = self.app.error("whoami")
        assert status == 77 and error["code"] == "not_signed_in", error
        self.app.configuration["providers"]["privy"]["tokenProvider"] = {"file": "identity.jwt"}
        self.app.write()
        self.sign_in(before["identifier"])

    def suffer(self, kills: int):
        self.give_token(self.app.json("whoami")["identifier"])
        return super().suffer(kills)


def test_without_the_grace_a_session_ends_at_worst(make_app, own_sandbox, note):
    own_sandbox.control("policy", {"provider": "privy", "refreshReuseGraceSeconds": 0, "accessTokenSeconds": 290})
    think(own_sandbox, 150)
    victims = [
        Unforgiven(make_app("alone"), 100, has_token_provider=False),
        Unforgiven(make_app("helped"), 101, has_token_provider=True)]
    kills, hits = report(note, "kill -9 without a grace", in_parallel(victims, -(-KILLS_WITHOUT_GRACE // 2)))
    for victim in victims:
        what = ", ".join(f"{count} {name}" for name, count in victim.endings.items()) or "none ended"
        note(f"  {'with' if victim.has_token_provider else 'without'} a token provider: {what}")
    assert hits >= kills // 4


class Leaver(Victim):
    """An app that is killed while it signs users out."""

    def __init__(self, app, number: int):
        super().__init__(app, number)
        self.outcomes = Counter()

    def stored(self, session: str) -> dict:
        for record in file_store.records(self.state):
            if record.path.parent.name == "sessions" and (found := json.loads(record.value))["id"] == session:
                return found
        raise AssertionError(f"{session} is not stored")

    def is_alive(self, stored: dict) -> bool:
        """Whether the server renews the session."""
        app = self.app.configuration["providers"]["privy"]["appId"]
        status, answer = http(
            "POST", self.app.sandbox.base + "/privy/api/v1/sessions",
            {"refresh_token": stored["refresh"]}, {"privy-app-id": app, "Authorization": "Bearer " + stored["access"]})
        assert status in (200, 400, 401), (status, answer)
        return status == 200

    def suffer(self, kills: int):
        for _ in range(kills * 20):
            if sum(self.kills.values()) >= kills:
                return self
            self.sign_in(self.random.choice(self.users))
            before = self.app.json("whoami")
            stored = self.stored(before["sessionID"])
            was_killed = self.strike("sign-out", "sign-out")
            # The next start finishes the sign-out, or it had not begun.
            self.app.run("whoami")
            after = self.app.run("whoami", "--json")
            if after.returncode == 0:
                assert was_killed and json.loads(after.stdout)["sessionID"] == before["sessionID"], after.stdout
                result = self.app.me("privy")
                assert result.returncode == 0, (result.stdout, result.stderr)
                self.outcomes["still signed in"] += 1
            else:
                assert json.loads(after.stdout)["error"]["code"] == "not_signed_in", after.stdout
                assert not self.is_alive(stored), "signed out here, and alive at the server"
                self.outcomes["signed out" + (" at the next start" if was_killed else "")] += 1
            found = self.app.json("storage", "check")
            assert found["unreadable"] == [] and found["quarantined"] == [], found
        raise AssertionError((self.kills, self.middles))


def test_a_sign_out_is_whole_or_has_not_begun(make_app, own_sandbox, note):
    # The response to the revocation is delayed, so that kills often come before it.
    own_sandbox.control("faults", {"match": "/privy/api/v1/sessions/logout", "kind": "delay", "value": 40})
    leaver = Leaver(make_app("leaver"), 200).suffer(SIGN_OUT_KILLS)
    kills, hits = report(note, "kill -9 during a sign-out", [leaver])
    note("  " + ", ".join(f"{count} {name}" for name, count in sorted(leaver.outcomes.items())))
    assert hits >= kills // 4
    assert leaver.outcomes["signed out at the next start"] > 0
