"""The programs of the fleet."""

import os
import random
from pathlib import Path

import pytest
import swift_package
from world import NotPossible, World

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def program() -> Path:
    """The path of `fleet-host`, which is built unless `LATCHKEY_FLEET_HOST` names it."""
    known = os.environ.get("LATCHKEY_FLEET_HOST")
    return Path(known) if known else swift_package.build(
        ROOT / "Examples" / "fleet", "--product", "fleet-host") / "fleet-host"


@pytest.fixture(scope="session")
def seed(note) -> int:
    """`LATCHKEY_SEED` repeats the faults of an earlier run."""
    seed = int(os.environ.get("LATCHKEY_SEED") or random.randrange(1 << 32))
    note(f"LATCHKEY_SEED={seed}")
    return seed


@pytest.fixture(scope="session")
def make_world(latchkey, program, tmp_path_factory):
    """Returns a function that makes worlds. If a server is not installed, the test is skipped with its name."""
    def make(name: str, kind, **options) -> World:
        world = World(latchkey, program, tmp_path_factory.mktemp("fleet") / name, kind, **options)
        try:
            return world.start()
        except NotPossible as missing:
            world.close()
            pytest.skip(str(missing))
        except BaseException:
            world.close()
            raise

    return make
