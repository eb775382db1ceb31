"""The mutated files, by part, and the tests that run for them."""

from pathlib import Path
from typing import Dict, List, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "Tests" / "mutation"
WORK = ROOT / ".build" / "mutation"
# The share that may survive, including equivalent mutants.
LIMIT = 0.05


class Part(NamedTuple):
    """Folders of one module, and the test targets that run for it: its own first, then those that use it."""

    module: str
    folders: List[str]
    tests: List[str]


# The first tests other libraries and reaches none of our code. The second tests faulty stores and waits for leases in
# real time, and one of its tests seems to hang.
SKIPPED = ["FlawsOfOthersTests", "RenewalClaimLawTests"]

CORE = [
    "AuthCoreTests", "AuthUITests", "AuthTestingTests", "AuthStorageTests", "AuthTransportTests", "AuthTurnkeyTests",
    "AuthPrivyTests", "AuthHawcxTests", "AuthAuthsignalTests", "EndToEndTests",
]
PARTS: Dict[str, Part] = {
    "session": Part("AuthCore", ["Sources/AuthCore/Session", "Sources/AuthCore/Values/Session"], CORE),
    "flow": Part("AuthCore", ["Sources/AuthCore/Flow"], CORE),
    "client": Part("AuthCore", ["Sources/AuthCore/Client"], CORE),
    "transport": Part("AuthCore", ["Sources/AuthCore/Transport"], CORE),
    "jose": Part("AuthCrypto", ["Sources/AuthCrypto/JOSE", "Sources/AuthCrypto/OAuth"], ["AuthCryptoTests"]),
    "storage": Part("AuthStorage", ["Sources/AuthStorage"], ["AuthStorageTests"]),
}


def files(name: str) -> List[str]:
    """The part's sources, relative to the root."""
    return sorted(
        str(path.relative_to(ROOT)) for folder in PARTS[name].folders for path in (ROOT / folder).rglob("*.swift"))
