"""Sessions that the vendor's Python SDK opens at the sandbox, stored in the form of the vendor's Swift SDK, become
sessions of the command line."""

import json
import subprocess
import uuid

import pytest
import sdk_files
from test_turnkey_http import address, block, client, root, sub_organization  # noqa: F401
from turnkey_device import Key, session_claims
from turnkey_sdk_types.generated import types

NAME = "com.turnkey.sdk.session"


@pytest.fixture
def app(latchkey, configuration, tmp_path):
    """Runs the command line in the app's directory; returns the lines of JSON."""
    old = tmp_path / "old"
    (tmp_path / "auth.json").write_text(json.dumps({
        **configuration, "provider": "turnkey",
        "storage": {"directory": str(tmp_path / "state"), "adopted": {"directory": str(old)}}}))

    def run(*words, status=0):
        done = subprocess.run(
            [latchkey, *words, "--json"], cwd=tmp_path, text=True, capture_output=True, timeout=60,
            stdin=subprocess.DEVNULL)
        assert done.returncode == status, done.stdout + done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    run.old = old
    return run


def opened(root, block, address):
    """A user with an open session: its key, its token and its claims."""
    device, session = Key(), Key()
    made = sub_organization(root, address, device)
    user = client(block, device.public_hex, device.private_hex, made.subOrganizationId)
    token = user.stamp_login(types.StampLoginBody(publicKey=session.public_hex, expirationSeconds="900")).session
    return session, token, session_claims(block, token)


def decoded(claims):
    return {name: claims[name] for name in ("exp", "public_key", "session_type", "user_id", "organization_id")}


def registry(**records):
    return {
        "com.turnkey.sdk.sessionKeys": sdk_files.encoded_json(list(records)),
        "com.turnkey.sdk.selectedSession": sdk_files.encoded_json(list(records)[-1]),
        "com.turnkey.sdk.autoRefresh": sdk_files.encoded_json({name: "600" for name in records}),
        "com.turnkey.sdk.pendingList": sdk_files.encoded_json({Key().public_hex: 1767225600.5}),
        **{name: sdk_files.encoded_json(record) for name, record in records.items()}}


@pytest.mark.parametrize("binary", [True, False], ids=["binary", "xml"])
@pytest.mark.parametrize("place", ["enclave", "enclave-untagged", "keychain", "release 2"])
def test_a_stored_session_goes_on(app, root, block, address, place, binary):
    key, token, claims = opened(root, block, address)
    record = decoded(claims) if place == "release 2" else {"decoded": decoded(claims), "jwt": token}
    passwords, keys = [], []
    if place == "keychain":
        passwords.append((key.public_hex, "TurnkeySecureStorageStamper", key.private_hex))
    elif place == "release 2":
        passwords.append((key.public_hex, "p256-private", key.private_hex))
    else:
        keys.append((key.public_hex if place == "enclave" else None, "TurnkeyApiKeyPair", key.private_hex))
    sdk_files.write(app.old, registry(**{NAME: record}), passwords, keys, binary)

    [entry] = app("adopt", str(app.old))
    assert entry["outcome"] == "session" and entry["entry"] == NAME and entry["subject"] == claims["user_id"]
    assert app("whoami")[-1]["state"] == "signedIn"
    assert set(sdk_files.preferences(app.old)) == {"AppleLanguages", "launches", "isOn"}
    assert sdk_files.keychain(app.old)["passwords"] == []
    # A request with a stamp of the session's key, and a renewal, after which the SDK's key is gone.
    url = block["apiBaseURL"] + "/public/v1/query/whoami"
    body = json.dumps({"organizationId": claims["organization_id"]})
    who = app("send", "POST", url, "--data", body)
    assert claims["user_id"] in json.dumps(who)
    app("refresh")
    assert sdk_files.keychain(app.old)["keys"] == []
    assert app("whoami")[-1]["subject"] == claims["user_id"]
    assert app("adopt", str(app.old)) == []


def test_several_sessions_and_one_that_cannot_be_used(app, root, block):
    users = [opened(root, block, f"judge-{uuid.uuid4().hex}@example.org") for _ in range(3)]
    names = ["one", "two", NAME]
    records = {name: {"decoded": decoded(claims), "jwt": token} for name, (_, token, claims) in zip(names, users)}
    # The first has no key, as after a backup was restored on another device.
    keys = [(key.public_hex, "TurnkeyApiKeyPair", key.private_hex) for key, _, _ in users[1:]]
    sdk_files.write(app.old, registry(**records), keys=keys)
    entries = {entry["entry"]: entry for entry in app("adopt", str(app.old), status=77)}
    assert [entries[name]["outcome"] for name in names] == ["failed", "session", "session"]
    assert entries["one"]["code"] == "key_unavailable"
    assert app("whoami")[-1]["subject"] == users[2][2]["user_id"]
    assert "one" in sdk_files.preferences(app.old) and "two" not in sdk_files.preferences(app.old)


def test_a_record_that_was_changed(app, root, block, address):
    key, token, claims = opened(root, block, address)
    head, payload, signature = token.split(".")
    forged = ".".join([head, payload, signature[:-4] + ("AAAA" if signature[-4:] != "AAAA" else "BBBB")])
    sdk_files.write(
        app.old, registry(**{NAME: {"decoded": decoded(claims), "jwt": forged}}),
        keys=[(key.public_hex, "TurnkeyApiKeyPair", key.private_hex)])
    before = sdk_files.preferences(app.old)
    del before["com.turnkey.sdk.pendingList"]  # its only key has expired
    [entry] = app("adopt", str(app.old), status=77)
    assert entry["outcome"] == "failed" and entry["code"] == "signature_invalid"
    assert sdk_files.preferences(app.old) == before and len(sdk_files.keychain(app.old)["keys"]) == 1


def test_readable_files_are_refused(app):
    sdk_files.write(app.old, {})
    (app.old / "preferences.plist").chmod(0o644)
    [error] = app("adopt", str(app.old), status=74)
    assert error["error"]["code"] == "store_permissions"
