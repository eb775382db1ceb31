"""A crash of the system at any moment: everything that was acknowledged is there, and nothing older in its place."""

import os
import random

import pytest
import scenarios

IS_FULL = "LATCHKEY_FULL" in os.environ
SEED = int(os.environ.get("LATCHKEY_SEED") or random.SystemRandom().randrange(1 << 32))
CRASHES = 10_000 if IS_FULL else 500
# A recording takes as long as thirty crashes. More recordings mean more places at which processes were killed.
RECORDINGS = {"outbox": 8, "handover": 18, "beginning": 18}
OTHER_RECORDINGS = 2
MORE_RECORDINGS = 8 if IS_FULL else 1


def test_nothing_is_lost(make_crashes, note):
    crashes = make_crashes(SEED)
    share = -(-CRASHES // len(scenarios.ALL))
    for make in scenarios.ALL:
        recordings = RECORDINGS.get(make.__name__, OTHER_RECORDINGS) * MORE_RECORDINGS
        for number in range(recordings):
            crashes.run(make, number, -(-share // recordings))
    total = sum(crashes.counts.values())
    parts = ", ".join(f"{name} {count}" for name, count in crashes.counts.items())
    note(f"crashes of the file system, seed {SEED}: {total} ({parts}) in {crashes.number} recordings, of which "
         f"{crashes.losses} lost something that was not synchronised; {len(crashes.violations)} violations")
    assert not crashes.violations, "\n".join(crashes.violations[:20])
    assert total >= CRASHES
    # If most states were whole, the test would check little.
    assert crashes.losses >= total // 3


@pytest.mark.parametrize("deaf", ["files", "directories"])
def test_a_disk_that_ignores_synchronising_is_noticed(make_crashes, note, deaf):
    """The judge can fail: a store whose calls have no effect loses records."""
    crashes = make_crashes(SEED)
    for make in scenarios.ALL:
        for number in range(3):
            crashes.run(make, number, 14, deaf)
    found = {make.__name__: crashes.found[make.__name__] for make in scenarios.ALL}
    parts = ", ".join(f"{name} {count}" for name, count in found.items())
    note(f"  a disk that does not synchronise {deaf}: {len(crashes.violations)} violations in "
         f"{sum(crashes.counts.values())} crashes ({parts})")
    assert all(found.values()), found
