"""Four hosts with real servers and seeded faults; `history.check` checks their histories."""

import json
import os
from collections import Counter

import faults
import pytest
from callers import Users
from history import check, cut_off
from world import NONE, SAME_PAIR, World

IS_FULL = "LATCHKEY_FULL" in os.environ
FULL_COUNT = 5000


def describe(history) -> str:
    steps = Counter(line["event"] for line in history.lines)
    outcomes = Counter(use.outcome for use in history.uses)
    names = ("claimed", "takenOver", "noted", "answered", "committed", "superseded", "gone", "lost", "ended", "failed")
    return ", ".join(f"{steps[name]} {name}" for name in names) + "; refresh tokens: " + ", ".join(
        f"{number} {name}" for name, number in sorted(outcomes.items())) + f"; {cut_off(history)} reports cut off"


def judge(history, directory) -> None:
    """Fails with each violation and the lines of its session."""
    violations = check(history)
    if not violations:
        return
    text = []
    for violation in violations[:20]:
        text.append(str(violation))
        text += ["    " + json.dumps(line) for line in history.lines if line.get("session") == violation.session][-12:]
    (directory / "history.json").write_text(json.dumps(
        {**history.__dict__, "perhaps_signed_out": sorted(history.perhaps_signed_out),
         "violations": [str(violation) for violation in violations]}, default=list))
    pytest.fail(f"{len(violations)} violations; see {directory / 'history.json'}\n" + "\n".join(text), pytrace=False)


def run(world: World, kind, seed: int, seconds: float, pace: float, note) -> int:
    """Runs one round of faults and checks it; returns the number of faults."""
    schedule = faults.plan(seed, seconds, kind, pace, has_disk=world.cluster.wal_disk_refused is None)
    users = Users(world, 40)
    users.sign_all_in()
    users.start(seed)
    storm = faults.Storm(world, schedule, lambda host: users.sign_out_one(world.hosts[host]))
    storm.run()
    users.stop()
    for log in world.bouncer.ended:
        note(f"replay {kind.name}: PgBouncer ended by itself and was started again: {log[-300:]}")
    assert not storm.errors, "\n".join(storm.errors)
    for host in range(len(world.hosts)):
        world.network.heal(host)
    for host in world.hosts:
        host.wait_until_well()
    users.ask_at_the_end()
    history = users.history(storm.outages)
    count = sum(storm.done.values())
    note(f"replay {kind.name}: {count} faults in {seconds:g} s, seed {seed}: " + ", ".join(
        f"{number} {name}" for name, number in sorted(storm.done.items())))
    note(f"replay {kind.name}: {describe(history)}")
    note(f"replay {kind.name}: answers: " + ", ".join(
        f"{number} {name}" for name, number in users.answers.most_common()))
    note(f"replay {kind.name}: sign-outs: " + ", ".join(
        f"{number} {name}" for name, number in users.sign_outs.most_common()))
    left = Counter(answer.get("code", "") or "still signed in" for session, answer in users.final.items()
                   if session not in users.signed_out and session not in history.perhaps_signed_out)
    note(f"replay {kind.name}: {len(users.signed_out)} signed out; the others at the end: " + ", ".join(
        f"{number} {name}" for name, number in sorted(left.items())))
    judge(history, world.directory)
    steps = Counter(line["event"] for line in history.lines)
    # Without these, the run has tested too little.
    assert steps["committed"] > seconds and steps["takenOver"] and left["still signed in"] > 20 and users.signed_out
    return count


@pytest.mark.parametrize("kind", [NONE, SAME_PAIR], ids=lambda kind: kind.name)
def test_seeded_faults(make_world, kind, seed, note):
    count, round_ = 0, 0
    while count < (FULL_COUNT // 2 if IS_FULL else 1):
        world = make_world(f"{kind.name}{round_}", kind)
        try:
            note(f"replay {kind.name}: {world.describe()}")
            count += run(world, kind, seed + round_, 240 if IS_FULL else 40, 2 if IS_FULL else 1, note)
        finally:
            world.close()
        round_ += 1
    note(f"replay {kind.name}: {count} faults")
