"""A crash of the system at any moment: everything that was acknowledged is there, and nothing older in its place."""

import os
import random

import scenarios

IS_FULL = "LATCHKEY_FULL" in os.environ
SEED = int(os.environ.get("LATCHKEY_SEED") or random.SystemRandom().randrange(1 << 32))
CRASHES = int(os.environ.get('N') or (10_000 if IS_FULL else 500))
# How many recordings each scenario has.
RECORDINGS = int(os.environ['R']) if 'R' in os.environ else 25 if IS_FULL else 3


def test_nothing_is_lost(make_crashes, note):
    crashes = make_crashes(SEED)
    share = -(-CRASHES // (len(scenarios.ALL) * RECORDINGS))
    for make in scenarios.ALL:
        for number in range(RECORDINGS):
            crashes.run(make, number, share)
    total = sum(crashes.counts.values())
    parts = ", ".join(f"{name} {count}" for name, count in crashes.counts.items())
    note(f"crashes of the file system, seed {SEED}: {total} ({parts}), {crashes.kinds['with something lost']} of them "
         f"lost something, {len(crashes.violations)} violations")
    assert not crashes.violations, "\n".join(crashes.violations[:60])
    assert total >= CRASHES
    # If most states were whole, the test would check little.
    assert crashes.kinds["with something lost"] >= total // 10
