"""`soft-webauthn`, a third-party software authenticator, with our relying party: the sandbox's passkey routes."""

import base64
import copy
import json

import pytest
import requests
from fido2 import cbor
from soft_webauthn import SoftWebauthnDevice

ORIGIN = "https://localhost"


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Page:
    """A page of the relying party, between the server and the authenticator."""

    def __init__(self, sandbox: dict):
        block = sandbox["privy"]
        self.url = block["authBaseURL"] + "/api/v1/passkeys/"
        self.headers = {"privy-app-id": block["appId"], "privy-client-id": block["appClientId"]}
        self.device = SoftWebauthnDevice()
        self.challenge = ""
        # The device does not verify users, which the vendor's options require.
        control = block["idpTokenURL"].removesuffix("/idp/token") + "/policy"
        requests.post(control, json={"provider": "privy", "userVerification": "preferred"}, timeout=10)

    def post(self, path: str, body: dict) -> requests.Response:
        return requests.post(self.url + path, json=body, headers=self.headers, timeout=10)

    def begin(self, ceremony: str) -> dict:
        answer = self.post(ceremony + "/init", {})
        answer.raise_for_status()
        return answer.json()["options"]

    def made(self, origin: str = ORIGIN, **changes) -> dict:
        options = self.begin("register")
        return self.device.create({"publicKey": {
            "rp": options["rp"], "user": {"id": decode(options["user"]["id"])},
            "challenge": decode(options["challenge"]), "pubKeyCredParams": options["pub_key_cred_params"],
            "attestation": "none", **changes}}, origin)

    def used(self, origin: str = ORIGIN, **changes) -> dict:
        options = self.begin("authenticate")
        self.challenge = options["challenge"]
        return self.device.get(
            {"publicKey": {"rpId": options["rp_id"], "challenge": decode(options["challenge"]), **changes}}, origin)

    def send(self, path: str, credential: dict, **members) -> requests.Response:
        names = {
            "clientDataJSON": "client_data_json", "attestationObject": "attestation_object",
            "authenticatorData": "authenticator_data", "signature": "signature", "userHandle": "user_handle",
        }
        response = {names[name]: encode(value) for name, value in credential["response"].items()}
        identity = encode(credential["rawId"])
        return self.post(path, {"authenticator_response": {
            "id": identity, "raw_id": identity, "type": "public-key", "client_extension_results": {},
            "response": response}, **members})

    def register(self, credential: dict) -> requests.Response:
        return self.send("register", credential)

    def authenticate(self, credential: dict) -> requests.Response:
        return self.send("authenticate", credential, challenge=self.challenge)


@pytest.fixture
def page(sandbox) -> Page:
    return Page(sandbox)


def test_its_passkeys_are_accepted(page):
    made = page.register(page.made())
    assert made.status_code == 200, made.text
    for _ in range(3):
        used = page.authenticate(page.used())
        assert used.status_code == 200, used.text
        assert used.json()["user"]["id"] == made.json()["user"]["id"]


def flipped(data: bytes, index: int, bits: int = 1) -> bytes:
    index %= len(data)
    return data[:index] + bytes([data[index] ^ bits]) + data[index + 1:]


def client_data(credential: dict, **changes) -> bytes:
    return json.dumps({**json.loads(credential["response"]["clientDataJSON"]), **changes}).encode()


def attestation(credential: dict, change=None, **members) -> bytes:
    value = cbor.decode(credential["response"]["attestationObject"])
    data = change(value["authData"]) if change else value["authData"]
    return cbor.encode({**value, "authData": data, **members})


REGISTRATIONS = {
    "type": lambda made: {"clientDataJSON": client_data(made, type="webauthn.get")},
    "challenge": lambda made: {"clientDataJSON": client_data(made, challenge=encode(bytes(32)))},
    "origin": lambda made: {"clientDataJSON": client_data(made, origin="https://example.com")},
    "cross-origin": lambda made: {"clientDataJSON": client_data(made, crossOrigin=True)},
    "relying party": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, 0))},
    "user presence": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, 32))},
    "reserved flag": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, 32, 0x20))},
    "backup": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, 32, 0x10))},
    "no credential": lambda made: {
        "attestationObject": attestation(made, lambda data: data[:32] + b"\x01" + data[33:37])},
    "identity": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, 55))},
    "key": lambda made: {"attestationObject": attestation(made, lambda data: flipped(data, -1))},
    "end": lambda made: {"attestationObject": attestation(made, lambda data: data + b"\0")},
    "cut": lambda made: {"attestationObject": attestation(made, lambda data: data[:-1])},
    "form": lambda made: {"attestationObject": attestation(made, fmt="tpm")},
    "statement": lambda made: {"attestationObject": attestation(made, attStmt={"alg": -7})},
    "self statement": lambda made: {
        "attestationObject": attestation(made, fmt="packed", attStmt={"alg": -7, "sig": b"\x30\x00"})},
}

ASSERTIONS = {
    "type": lambda used: {"clientDataJSON": client_data(used, type="webauthn.create")},
    "challenge": lambda used: {"clientDataJSON": client_data(used, challenge=encode(bytes(32)))},
    "origin": lambda used: {"clientDataJSON": client_data(used, origin="https://example.com")},
    "cross-origin": lambda used: {"clientDataJSON": client_data(used, crossOrigin=True)},
    "white space": lambda used: {"clientDataJSON": used["response"]["clientDataJSON"] + b" "},
    "relying party": lambda used: {"authenticatorData": flipped(used["response"]["authenticatorData"], 0)},
    "user presence": lambda used: {"authenticatorData": flipped(used["response"]["authenticatorData"], 32)},
    "user verification": lambda used: {"authenticatorData": flipped(used["response"]["authenticatorData"], 32, 4)},
    "backup": lambda used: {"authenticatorData": flipped(used["response"]["authenticatorData"], 32, 8)},
    "count": lambda used: {"authenticatorData": flipped(used["response"]["authenticatorData"], 36, 0x40)},
    "end": lambda used: {"authenticatorData": used["response"]["authenticatorData"] + b"\0"},
    "signature": lambda used: {"signature": flipped(used["response"]["signature"], -1)},
    "no signature": lambda used: {"signature": b""},
}


def changed(credential: dict, changes: dict) -> dict:
    copied = copy.deepcopy(credential)
    copied["response"].update(changes)
    return copied


@pytest.mark.parametrize("field", REGISTRATIONS)
def test_tampered_registrations_are_refused(page, field):
    made = page.made()
    assert 400 <= page.register(changed(made, REGISTRATIONS[field](made))).status_code < 500


@pytest.mark.parametrize("field", ASSERTIONS)
def test_tampered_assertions_are_refused(page, field):
    assert page.register(page.made()).status_code == 200
    used = page.used()
    assert 400 <= page.authenticate(changed(used, ASSERTIONS[field](used))).status_code < 500
    # The passkey still works.
    assert page.authenticate(page.used()).status_code == 200


def test_other_origins_and_unknown_keys_are_refused(page, sandbox):
    assert 400 <= page.register(page.made(origin="https://example.com")).status_code < 500
    assert page.register(page.made()).status_code == 200
    assert 400 <= page.authenticate(page.used(origin="https://example.com")).status_code < 500
    unrelated = Page(sandbox)
    unrelated.device.cred_init("localhost", b"stranger")
    assert 400 <= unrelated.authenticate(unrelated.used()).status_code < 500
    # Another key under the passkey's id.
    unrelated.device.credential_id = page.device.credential_id
    assert 400 <= unrelated.authenticate(unrelated.used()).status_code < 500


def test_challenges_and_counts_are_used_once(page):
    made = page.made()
    assert page.register(made).status_code == 200
    assert 400 <= page.register(made).status_code < 500
    used = page.used()
    assert page.authenticate(used).status_code == 200
    assert 400 <= page.authenticate(used).status_code < 500
    page.device.sign_count = 0
    assert 400 <= page.authenticate(page.used()).status_code < 500
