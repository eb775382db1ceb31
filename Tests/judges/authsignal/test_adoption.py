"""Keys that a device enrols at the sandbox, and PINs, stored in the form of the vendor's iOS SDK, become credentials of
the command line."""

import base64
import json
import subprocess

import pytest
import sdk_files
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from test_authsignal import client, code, device, proof, user  # noqa: F401

PREFIX = "authsignal_signing_key"


@pytest.fixture
def app(latchkey, configuration, tmp_path):
    old = tmp_path / "old"
    (tmp_path / "auth.json").write_text(json.dumps({
        **configuration, "provider": "authsignal",
        "storage": {"directory": str(tmp_path / "state"), "adopted": {"directory": str(old)}}}))

    def run(*words, status=0):
        done = subprocess.run(
            [latchkey, *words, "--json"], cwd=tmp_path, text=True, capture_output=True, timeout=60,
            stdin=subprocess.DEVNULL)
        assert done.returncode == status, done.stdout + done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    run.old = old
    return run


class DeviceKey:
    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.scalar = format(self.private.private_numbers().private_value, "064x")
        spki = self.private.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        self.public = base64.b64encode(spki).decode()


def enrolled(client, device, code, user, kind):
    """A key that a device has enrolled as this kind of credential."""
    key = DeviceKey()
    _, token = proof(client, device, code, user, "signIn")
    token = client.track(user, "signIn", {"scope": "add:authenticators"})["token"] if token is None else token
    tracked = client.track(user, "enroll", {"scope": "add:authenticators"})["token"]
    answer = device("POST", f"/user-authenticators/{kind}", tracked, {
        "publicKey": key.public, "deviceName": "Judge", "devicePlatform": "ios"})
    assert answer.status_code == 200, answer.text
    return key


def test_an_enrolled_key_is_used_where_it_is(app, client, device, code, user):
    key = enrolled(client, device, code, user, "push")
    sdk_files.write(
        app.old, {"@as_device_id": "A1B2C3D4-0000-4000-8000-00000000ABCD", "@as_passkey_credential_id": "AQID"},
        [("authsignal_pin", user, "2468"), ("authsignal_pin", "other", "12345678901234567890")],
        [(PREFIX + "_push", None, key.scalar), (PREFIX + "_qr_code", None, DeviceKey().scalar)])
    entries = app("adopt", str(app.old))
    outcomes = [(entry["entry"], entry["outcome"]) for entry in entries]
    assert sorted(outcomes) == [
        ("PIN", "stored"), ("PIN", "useless"), ("device id", "stored"), ("key for push", "stored"),
        ("passkey", "stored")]
    left = sdk_files.keychain(app.old)
    assert [item["account"] for item in left["passwords"]] == ["other"] and len(left["keys"]) == 2
    again = {entry["entry"]: entry["outcome"] for entry in app("adopt", str(app.old))}
    assert again["key for push"] == "known"


def test_nothing_is_taken_over_without_the_store_of_adopted_keys(app, tmp_path, client, device, code, user):
    key = enrolled(client, device, code, user, "in-app")
    sdk_files.write(app.old, {}, keys=[(PREFIX, None, key.scalar)])
    path = tmp_path / "auth.json"
    configuration = json.loads(path.read_text())
    del configuration["storage"]["adopted"]
    path.write_text(json.dumps(configuration))
    [error] = app("adopt", str(app.old), status=78)
    assert error["error"]["code"] == "unsupported"
    assert len(sdk_files.keychain(app.old)["keys"]) == 1
