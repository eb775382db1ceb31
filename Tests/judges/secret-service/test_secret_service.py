"""Wrapping keys in a real keyring: by configuration, while other processes read, and with a locked or missing keyring.
"""

import json
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from app_directory import App, Sandbox
from keyring import Keyring

NEEDED = ("dbus-daemon", "dbus-send", "gnome-keyring-daemon")
pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in NEEDED), reason="takes " + ", ".join(NEEDED))
WHO = "jane@example.com"


class KeyringApp(App):
    """An app in a session with a keyring."""

    def __init__(self, latchkey, directory, sandbox, keyring):
        self.keyring = keyring
        super().__init__(latchkey, directory, sandbox)
        self.write(storage={"directory": "state", "wrappingKey": "secret-service"})

    def environment(self):
        kept = {name: value for name, value in self.keyring.environment.items() if not name.startswith("AUTH_")}
        return {**kept, "NO_COLOR": "1"}


@pytest.fixture
def keyring(tmp_path):
    (tmp_path / "keyring").mkdir()
    keyring = Keyring(tmp_path / "keyring")
    yield keyring
    keyring.close()


@pytest.fixture
def app(latchkey, tmp_path, keyring):
    (tmp_path / "app").mkdir()
    sandbox = Sandbox(latchkey, tmp_path / "app")
    keyring.start()
    yield KeyringApp(latchkey, tmp_path / "app", sandbox, keyring)
    sandbox.stop()


def test_the_keyring_opens_the_directory(app, keyring):
    session = app.sign_in("hawcx", WHO)
    app.assert_still_signed_in("hawcx", session["subject"])
    assert keyring.items() == 1
    # A copy of the directory cannot be opened without the keyring, and the error names what is missing.
    keyring.stop()
    status, error = app.error("whoami", "--provider", "hawcx")
    assert status == 77 and error["code"] == "key_unavailable" and "Secret Service" in error["message"]
    keyring.start()
    app.assert_still_signed_in("hawcx", session["subject"])


def test_a_locked_keyring_is_not_a_lost_session(app, keyring):
    session = app.sign_in("hawcx", WHO)
    keyring.lock()
    for words in (("whoami",), ("token",), ("storage", "rotate")):
        status, error = app.error(*words, "--provider", "hawcx")
        assert status == 75 and error["code"] == "store_locked" and "Unlock it" in error["message"], words
    keyring.stop()
    keyring.start()
    app.assert_still_signed_in("hawcx", session["subject"])
    # With another password the keyring stays locked: the key is not created again.
    keyring.stop()
    keyring.start("another")
    status, error = app.error("whoami", "--provider", "hawcx")
    assert error["code"] in ("store_locked", "key_unavailable")
    keyring.stop()
    keyring.start()
    app.assert_still_signed_in("hawcx", session["subject"])


def test_a_removed_item_is_reported_as_missing(app, keyring):
    app.sign_in("hawcx", WHO)
    keyring.stop()
    (keyring.directory / "data" / "keyrings" / "login.keyring").unlink()
    keyring.start()
    before = {path: path.read_bytes() for path in (app.directory / "state").rglob("*") if path.is_file()}
    status, error = app.error("whoami", "--provider", "hawcx")
    assert status == 77 and error["code"] == "key_unavailable" and "does not contain the item" in error["message"]
    status, error = app.error("sign-in", WHO, "--provider", "hawcx", "--outbox", app.sandbox.descriptor["outbox"])
    assert error["code"] == "key_unavailable"
    for path, content in before.items():
        assert path.read_bytes() == content, f"{path} was overwritten"


def test_every_item_with_the_name_is_tried(app, keyring):
    session = app.sign_in("hawcx", WHO)
    keyring.add_copies([b"00" * 32, b"no key", b"ff" * 32])
    assert keyring.items() == 4
    app.assert_still_signed_in("hawcx", session["subject"])
    keyring.lock()
    status, error = app.error("whoami", "--provider", "hawcx")
    assert status == 75 and error["code"] == "store_locked"


def test_the_key_changes_while_other_processes_read(app, keyring):
    session = app.sign_in("hawcx", WHO)
    key = (app.directory / "state" / "key").read_bytes()
    readers = []
    for _ in range(4):
        rotation = app.start("storage", "rotate", "--json")
        readers += [app.start("whoami", "--provider", "hawcx", "--json") for _ in range(3)]
        output, errors = rotation.communicate(timeout=120)
        assert rotation.returncode == 0, output + errors
    for reader in readers:
        output, errors = reader.communicate(timeout=120)
        assert reader.returncode == 0, output + errors
        assert json.loads(output)["subject"] == session["subject"]
    assert (app.directory / "state" / "key").read_bytes() != key
    assert keyring.items() == 1, "the old wrapping keys are deleted"
    app.assert_still_signed_in("hawcx", session["subject"])


def test_a_plain_directory_moves_into_the_keyring_and_out_of_it(app, keyring):
    app.write(storage={"directory": "state"})
    session = app.sign_in("hawcx", WHO)
    assert keyring.items() == 0
    app.write(storage={"directory": "state", "wrappingKey": "secret-service"})
    app.assert_still_signed_in("hawcx", session["subject"])
    app.json("refresh", "--provider", "hawcx")
    assert keyring.items() == 1
    app.write(storage={"directory": "state"})
    status, error = app.error("whoami", "--provider", "hawcx")
    assert status == 78 and "storage.wrappingKey" in error["message"]
    app.write(storage={"directory": "state", "formerWrappingKeys": ["secret-service"]})
    app.json("refresh", "--provider", "hawcx")
    assert keyring.items() == 0
    app.write(storage={"directory": "state"})
    app.assert_still_signed_in("hawcx", session["subject"])
