"""The paths that the runner uses."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
JUDGES = TESTS / "judges"
ENVIRONMENTS = TESTS / ".environments"
OUTPUT = TESTS / ".output"
# The Swift tests record the exchanges between clients and sandboxes here, for the judges.
RECORDINGS = OUTPUT / "recordings"
# Packages that depend on this one share its build products.
EXAMPLES = ROOT / ".build"
