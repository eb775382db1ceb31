"""Where things are."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
JUDGES = TESTS / "judges"
ENVIRONMENTS = TESTS / ".environments"
OUTPUT = TESTS / ".output"
# What clients and sandboxes exchanged in the Swift tests, for judges.
RECORDINGS = OUTPUT / "recordings"
# Packages that depend on this one share what was built of it.
EXAMPLES = ROOT / ".build"
