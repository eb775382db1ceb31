"""Searches all states of the protocol by which hosts share a session, within small bounds, with Spin."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCES = sorted(Path(__file__).parent.glob("*.pml"))
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")

pytestmark = [
    pytest.mark.skipif(shutil.which("spin") is None, reason="spin is not installed (Debian package spin)"),
    pytest.mark.skipif(COMPILER is None, reason="a C compiler is not installed (Debian package gcc)"),
]
full = pytest.mark.skipif("LATCHKEY_FULL" not in os.environ, reason="a larger bound: only with --full")

# Without a fault in the protocol no property is violated. Switches that are not set have the defaults of renewal.pml.
SOUND = [
    "KIND=NONE CLAIMS=4 FAULTS=2 ENDINGS=1",
    "KIND=NONE HOSTS=3",
    "KIND=SAME_PAIR FAULTS=2",
    "KIND=SAME_PAIR SIGN_OUTS=0 ENDINGS=1",
    "KIND=SAME_PAIR HOSTS=3 SIGN_OUTS=0",
    "KIND=NEW_PAIR FAULTS=2 SIGN_OUTS=0 ENDINGS=1",
    "KIND=NEW_PAIR",
    "KIND=NEW_PAIR HOSTS=3 SIGN_OUTS=0",
    "KIND=NEW_PAIR LEASE=1 CLAIMS=4 SIGN_OUTS=0",
    "KIND=NONE FAULTS=2 LATE_REQUESTS=1 RELEASE_KEEPS_LEASE=1",
    "KIND=SAME_PAIR SIGN_OUTS=0 LATE_REQUESTS=1 RELEASE_KEEPS_LEASE=1",
    "KIND=NEW_PAIR SIGN_OUTS=0 LATE_REQUESTS=1 RELEASE_KEEPS_LEASE=1",
]
LARGE = [
    "KIND=NONE CLAIMS=5 FAULTS=3",
    "KIND=NONE HOSTS=3 CLAIMS=4",
    "KIND=NONE HOSTS=3 CLAIMS=4 FAULTS=2 SIGN_OUTS=0 ENDINGS=1",
    "KIND=SAME_PAIR FAULTS=2 ENDINGS=1",
    "KIND=SAME_PAIR CLAIMS=4 FAULTS=2",
    "KIND=SAME_PAIR HOSTS=3 WINDOW=5 CLAIMS=4 SIGN_OUTS=0",
    "KIND=SAME_PAIR HOSTS=3",
    "KIND=NEW_PAIR FAULTS=2 ENDINGS=1",
    "KIND=NEW_PAIR FAULTS=3 SIGN_OUTS=0",
    "KIND=NEW_PAIR CLAIMS=4 FAULTS=2 SIGN_OUTS=0",
    "KIND=NEW_PAIR CLAIMS=5 FAULTS=0",
    "KIND=NEW_PAIR LEASE=1 WINDOW=5 CLAIMS=4 SIGN_OUTS=0",
    "KIND=NEW_PAIR GRACE=2",
    "KIND=NEW_PAIR HOSTS=3 FAULTS=2 SIGN_OUTS=0",
    "KIND=NEW_PAIR HOSTS=3 LEASE=1 CLAIMS=4 FAULTS=0 SIGN_OUTS=0",
    "KIND=SAME_PAIR FAULTS=2 LATE_REQUESTS=1 RELEASE_KEEPS_LEASE=1",
    "KIND=NEW_PAIR FAULTS=2 LATE_REQUESTS=1 RELEASE_KEEPS_LEASE=1",
]

# Each fault violates at least these properties.
FAULTY = [
    ("LEASE_WITHOUT_FENCE", "KIND=NONE", "redeemed_twice ended_under_successor lost"),
    ("LEASE_WITHOUT_FENCE", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_successor lost"),
    ("COMMIT_WITHOUT_GENERATION", "KIND=NONE", "committed_twice generation_fell lost"),
    ("COMMIT_WITHOUT_GENERATION", "KIND=SAME_PAIR SIGN_OUTS=0", "committed_twice generation_fell lost"),
    ("NO_NOTE", "KIND=NONE", "redeemed_twice ended_under_successor lost"),
    ("REPLAY_ALWAYS", "KIND=NONE", "redeemed_twice ended_under_sleeper lost"),
    ("END_ON_REFUSAL_AT_ONCE", "KIND=SAME_PAIR SIGN_OUTS=0", "ended_under_successor"),
    ("END_ON_REFUSAL_AT_ONCE", "KIND=NEW_PAIR SIGN_OUTS=0 FAULTS=0", "ended_under_successor"),
    ("SEND_WITHOUT_LEASE_CHECK", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_sleeper lost"),
    ("NO_SPOOL", "KIND=NONE", "lost leaked"),
    ("SIGN_OUT_WITHOUT_DELETE_CHECK", "KIND=NONE", "came_back leaked"),
    ("COMMIT_CLEARS_ANY_CLAIM", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice lost"),
    ("NOTE_WITHOUT_GENERATION", "KIND=SAME_PAIR SIGN_OUTS=0", "told_wrongly"),
    ("RELEASE_CLEARS_ANY_NOTE", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_sleeper lost"),
    ("ANY_ERROR_IS_AN_OUTCOME", "KIND=NONE", "redeemed_twice lost"),
    ("UNSETTLED_IS_AN_OUTCOME", "KIND=NONE", "redeemed_twice ended_under_successor lost"),
    ("OWN_NOTE_IGNORED", "KIND=NONE", "redeemed_twice lost"),
    ("WINDOW_CHECKED_AT_CLAIM", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_sleeper lost"),
    ("NEXT_GENERATION_ONLY", "KIND=NEW_PAIR SIGN_OUTS=0", "lost"),
    ("SPOOL_WITHOUT_FENCE", "KIND=NEW_PAIR SIGN_OUTS=0", "lost"),
    ("NO_RIVAL", "KIND=NEW_PAIR SIGN_OUTS=0", "ended_under_successor lost"),
    ("END_WITHOUT_GRACE", "KIND=NEW_PAIR SIGN_OUTS=0 FAULTS=0", "ended_under_successor"),
    ("END_BESIDE_FIRST_USE", "KIND=NEW_PAIR SIGN_OUTS=0 FAULTS=0", "ended_under_successor"),
    ("END_BESIDE_LAST_USE", "KIND=NEW_PAIR SIGN_OUTS=0", "ended_under_successor"),
    ("SIGN_OUT_NOTED_LATER", "KIND=NONE", "leaked"),
    # The settings that match the implementation.
    ("RECOVERED_BY_GENERATION", "KIND=NEW_PAIR SIGN_OUTS=0", "ended_under_successor lost"),
    ("FORGOTTEN_FIRST_USE", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_sleeper lost"),
    ("FORGOTTEN_DOUBT", "KIND=NONE FAULTS=2", "redeemed_twice lost"),
    ("RIVAL_WITHOUT_DOUBT", "KIND=NEW_PAIR SIGN_OUTS=0", "lost"),
    ("WINDOW_STARTS_AGAIN", "KIND=SAME_PAIR SIGN_OUTS=0", "redeemed_twice ended_under_sleeper"),
    ("DOUBT_OF_ANY_GENERATION", "KIND=SAME_PAIR SIGN_OUTS=0", "told_wrongly"),
    ("SIGN_OUT_DROPS_PAIR", "KIND=NEW_PAIR", "leaked"),
    ("END_OUTSIDE_CLAIM", "KIND=NEW_PAIR SIGN_OUTS=0 FAULTS=0", "ended_under_successor lost"),
]

# Properties that the protocol does not guarantee; renewal.pml gives the reasons.
LIMITS = [
    ("KIND=NONE SIGN_OUTS=0 LATE_REQUESTS=1", "lost"),
    ("KIND=NEW_PAIR SIGN_OUTS=0 LATE_REQUESTS=1", "lost"),
    ("KIND=NEW_PAIR SIGN_OUTS=0 FAULTS=0 SLEEPERS=1", "ended_under_sleeper"),
]

# States that must be reachable: a model in which nothing happens has no errors, either.
GOALS = [
    ("RENEWED", "KIND=NONE"),
    ("ENDED", "KIND=SAME_PAIR SIGN_OUTS=0 FAULTS=0 ENDINGS=1"),
    ("RECOVERED", "KIND=SAME_PAIR SIGN_OUTS=0"),
    ("RETRIED", "KIND=NONE"),
    ("TOLD", "KIND=NONE"),
    ("SIGNED_OUT_DURING_RENEWAL", "KIND=NONE"),
]


class Search:
    """A search of all states of one configuration, with the violated properties."""

    def __init__(self, directory: Path, switches: str, optimisation: str = "-O0"):
        for source in SOURCES:
            shutil.copy(source, directory)
        run(directory, "spin", *("-D" + switch for switch in switches.split()), "-a", "renewal.pml")
        # States are stored in full. Partial order reduction is off, since all steps use shared variables.
        run(directory, COMPILER, optimisation, "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=2000", "-o", "pan", "pan.c")
        # -c0: continues after an error.
        self.output = run(directory, "./pan", "-m10000", "-w22", "-c0", "-n")
        assert "Full statespace search for:" in self.output
        for sign in ("Search not completed", "search depth too small", "out of memory", "aborting", "truncated"):
            assert sign not in self.output, self.output
        self.states = int(float(re.search(r"^\s*(\S+) states, stored", self.output, re.M)[1]))
        self.seconds = float(re.search(r"elapsed time (\S+) seconds", self.output)[1])
        self.errors = int(re.search(r"errors: (\d+)", self.output)[1])
        self.violated = set(re.findall(r"assertion violated\s+!\((\w+)\)", self.output))

    def __str__(self):
        return f"{self.states:,} states in {self.seconds} s"


def run(directory: Path, *command: str) -> str:
    result = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


@pytest.mark.parametrize(
    "switches, optimisation",
    [(switches, "-O0") for switches in SOUND] + [pytest.param(switches, "-O1", marks=full) for switches in LARGE])
def test_no_property_is_violated(switches, optimisation, tmp_path, note):
    search = Search(tmp_path, switches, optimisation)
    note(f"{switches}: {search}, errors: {search.errors}")
    assert search.errors == 0 and not search.violated, search.output
    assert search.states > 10_000


@pytest.mark.parametrize("mutant, switches, expected", FAULTY)
def test_a_fault_in_the_protocol_is_found(mutant, switches, expected, tmp_path, note):
    search = Search(tmp_path, f"MUTANT={mutant} {switches}")
    note(f"{mutant} {switches}: {search}, violates {', '.join(sorted(search.violated))}")
    assert search.errors >= 1 and set(expected.split()) <= search.violated, search.output


@pytest.mark.parametrize("switches, expected", LIMITS)
def test_a_known_limit_is_what_it_was(switches, expected, tmp_path):
    assert Search(tmp_path, switches).violated == set(expected.split())


@pytest.mark.parametrize("goal, switches", GOALS)
def test_the_model_reaches_what_it_should(goal, switches, tmp_path):
    assert Search(tmp_path, f"GOAL={goal} {switches}").violated == {"reached"}


def test_every_fault_of_the_model_is_tried():
    text = "".join(source.read_text(encoding="utf-8") for source in SOURCES)
    listed = text[text.index("/* Faults in the protocol"):text.index("#ifndef MUTANT")]
    assert set(re.findall(r"#define (\w+)", listed)) == {mutant for mutant, _, _ in FAULTY}
