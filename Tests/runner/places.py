"""Where things are."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
JUDGES = TESTS / "judges"
ENVIRONMENTS = TESTS / ".environments"
OUTPUT = TESTS / ".output"
# Packages that depend on this one share what they build of it.
EXAMPLES = ROOT / "Tests" / "linkage" / ".build"
