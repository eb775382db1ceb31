"""A crash of the system at any moment: everything that was acknowledged is there, and nothing older in its place."""

import os
import random

import pytest
import recording
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


def test_a_process_that_makes_fewer_changes_is_recorded_again(make_crashes, monkeypatch):
    """A client's changes are not the same in each run. A run that ends before its kill is not a crash to judge."""
    crashes, record, asked = make_crashes(SEED), recording.Recorder.record, []

    def record_with_a_late_kill(self, directory, processes, *rest):
        if processes[0][1]:
            asked.append(processes[0][1])
            if len(asked) == 1:
                (operations, _, deaf), *others = processes
                processes = [(operations, 1_000_000, deaf), *others]
        return record(self, directory, processes, *rest)

    monkeypatch.setattr(recording.Recorder, "record", record_with_a_late_kill)
    crashes.run(scenarios.outbox, 0, 5)
    assert asked[1] < asked[0]
    assert crashes.counts["outbox"] == 5
    assert not crashes.violations, crashes.violations
