"""An independent implementation of trusted devices in Python, with `cryptography`. It checks the vectors, the
signatures of the Swift tests, and the sandbox.

Names, encodings and lengths are those of a captured enrolment (H31, H32, H40, H41, H58 to H62). A layout selects the
details that no capture shows (H64), and each layout is tested.
"""

import base64
import hashlib
import itertools
import json
import os
import secrets
from pathlib import Path

import pytest
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VECTORS = json.loads((Path(__file__).parents[2] / "Vectors" / "hawcx-devices.json").read_text(encoding="utf-8"))
LAYOUTS = [
    {"keyset": keyset, "message": message, "signature": signature, "salt": salt}
    for keyset, message, signature, salt in itertools.product(
        ("publicKeyFirst", "saltFirst"), ("challengeFirst", "domainFirst"), ("message", "digest"),
        ("alone", "withDomain"))]


def encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decode(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


class Device:
    """One device: its key, the secret from which the other secrets are derived, and a layout."""

    def __init__(self, layout: dict, key=None, root: bytes = b"", salt_nonce: bytes = b"", keyset_nonce: bytes = b""):
        self.layout = layout
        self.key = key or ed25519.Ed25519PrivateKey.generate()
        self.root = root or secrets.token_bytes(32)
        self.salt_nonce = salt_nonce or secrets.token_bytes(12)
        self.keyset_nonce = keyset_nonce or secrets.token_bytes(12)
        self.public = self.key.public_key().public_bytes_raw()

    @staticmethod
    def given(layout: dict) -> "Device":
        inputs = VECTORS["inputs"]
        return Device(
            layout, ed25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(inputs["privateKeyHex"])),
            decode(inputs["root"]), bytes.fromhex(inputs["saltNonceHex"]), bytes.fromhex(inputs["keysetNonceHex"]))

    def derive(self, label: str) -> bytes:
        return HKDF(hashes.SHA256(), 32, None, label.encode()).derive(self.root)

    def salt(self, domain: str) -> bytes:
        data = domain.encode() if self.layout["salt"] == "withDomain" else b""
        return self.salt_nonce + AESGCM(self.derive("Symmetrickey1")).encrypt(
            self.salt_nonce, self.derive("Symmetrickey0"), data)

    def credentials(self, domain: str) -> dict:
        parts = [self.public, self.salt(domain)]
        if self.layout["keyset"] == "saltFirst":
            parts.reverse()
        key = self.derive("Symmetrickey2")
        keyset = self.keyset_nonce + AESGCM(key).encrypt(self.keyset_nonce, b"".join(parts), b"")
        return {"keyset": encode(keyset), "hindex": encode(self.derive("HDS")), "sk2": encode(key)}

    def message(self, challenge: bytes, domain: str) -> bytes:
        parts = [challenge, domain.encode()]
        return b"".join(parts if self.layout["message"] == "challengeFirst" else reversed(parts))

    def signed(self, message: bytes) -> bytes:
        return message if self.layout["signature"] == "message" else hashlib.sha256(message).digest()

    def sign(self, challenge: bytes, domain: str) -> dict:
        message = self.message(challenge, domain)
        return {"signature": encode(self.key.sign(self.signed(message))), "mapp": encode(message)}


def name(layout: dict) -> str:
    return "-".join(layout.values())


@pytest.mark.parametrize("vector", VECTORS["layouts"], ids=[name(vector["layout"]) for vector in VECTORS["layouts"]])
def test_the_vectors_are_reproduced(vector):
    inputs, device = VECTORS["inputs"], Device.given(vector["layout"])
    assert device.public.hex() == inputs["publicKeyHex"]
    credentials = device.credentials(inputs["domain"])
    assert credentials == {member: vector[member] for member in ("keyset", "hindex", "sk2")}
    assert [len(credentials[member]) for member in ("keyset", "hindex", "sk2")] == [160, 44, 44]
    assert encode(device.salt(inputs["domain"])) == vector["combinedsalt"] and len(vector["combinedsalt"]) == 80
    proof = device.sign(decode(inputs["challenge"]), inputs["domain"])
    assert proof == {member: vector[member] for member in ("signature", "mapp")}
    assert [len(proof["signature"]), len(proof["mapp"])] == [88, 92]


def test_every_layout_has_its_vector():
    assert [vector["layout"] for vector in VECTORS["layouts"]] == LAYOUTS


def test_the_swift_tests_signatures_verify():
    file = Path(os.environ.get("LATCHKEY_RECORDINGS", "missing")) / "hawcx-devices.proofs"
    if not file.exists():
        pytest.skip("the Swift tests left no proofs; run them first")
    proofs = json.loads(file.read_text())
    assert len(proofs) == len(LAYOUTS)
    inputs = VECTORS["inputs"]
    for proof, layout in zip(proofs, LAYOUTS):
        device = Device.given(layout)
        signed = device.signed(device.message(decode(inputs["challenge"]), inputs["domain"]))
        device.key.public_key().verify(decode(proof["signature"]), signed)
        with pytest.raises(InvalidSignature):
            device.key.public_key().verify(decode(proof["signature"]), signed + b"\n")


class Flow:
    def __init__(self, sandbox: dict):
        self.hawcx, self.session = sandbox["hawcx"], None

    def send(self, **action) -> dict:
        body = json.dumps({"protocolVersion": 2, "session": self.session, "action": action}, separators=(",", ":"))
        answer = requests.post(
            self.hawcx["baseURL"] + "/v1/auth", timeout=10, data=body,
            headers={"X-Config-Id": self.hawcx["configId"], "Content-Type": "application/json"})
        self.sizes = (len(body), len(answer.content))
        self.session = answer.json()["session"]
        return answer.json()["step"]

    def prove(self, device: Device, step: dict) -> dict:
        assert step["type"] == "device_challenge" and step["algorithm"] == "Ed25519", step
        assert step["domain"] == self.hawcx["clientId"] and len(step["keyId"]) == 64
        assert step["challengeEncoding"] == step["responseEncoding"] == "base64"
        assert decode(step["combinedsalt"]) == device.salt(step["domain"])
        return self.send(
            type="submit_signature", keyId=step["keyId"], **device.sign(decode(step["challenge"]), step["domain"]))


def policy(sandbox: dict, **members):
    requests.post(
        sandbox["baseURL"] + "/sandbox/policy", timeout=10, json={"provider": "hawcx", **members}).raise_for_status()


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_the_sandbox_enrols_and_verifies_a_device(sandbox, layout):
    policy(sandbox, device_enrollment="required", device_layout=layout)
    user, domain = f"judge-{secrets.token_hex(4)}@example.com", sandbox["hawcx"]["clientId"]
    device, flow = Device(layout), Flow(sandbox)
    flow.send(type="start", flowType="signin", identifier=user, codeChallenge=encode_challenge())
    flow.send(type="select_method", methodId="email_otp")
    code = requests.get(sandbox["outbox"], params={"to": user}, timeout=10).json()["messages"][-1]["code"]
    setup = flow.send(type="submit_code", code=code)
    assert setup == {"type": "setup_device", "domain": domain, "algorithm": "Ed25519", "version": "zkp_v1"}
    assert flow.sizes == (119, 309)
    step = flow.send(type="request_challenge", **device.credentials(domain))
    assert flow.sizes == (390, 583)
    assert flow.prove(device, step)["type"] == "completed"
    assert flow.sizes == (388, 316)
    # From here on, the device's proof replaces the code; another device's proof does not.
    again = Flow(sandbox)
    step = again.send(type="start", flowType="signin", identifier=user, deviceCredentials=device.credentials(domain))
    assert again.prove(device, step)["type"] == "completed"
    unrelated = Flow(sandbox)
    step = unrelated.send(type="start", flowType="signin", identifier=user, deviceCredentials=device.credentials(domain))
    forged = {**device.sign(decode(step["challenge"]), domain), "signature": encode(secrets.token_bytes(64))}
    refused = unrelated.send(type="submit_signature", keyId=step["keyId"], **forged)
    assert (refused["type"], refused["code"], refused["action"]) == ("error", "invalid_signature", "restart_flow")


def encode_challenge() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()


def test_another_layout_is_refused(sandbox):
    ours, theirs = LAYOUTS[0], {**LAYOUTS[0], "message": "domainFirst"}
    policy(sandbox, device_enrollment="required", device_layout=theirs)
    user = f"judge-{secrets.token_hex(4)}@example.com"
    device, flow = Device(ours), Flow(sandbox)
    flow.send(type="start", flowType="signin", identifier=user)
    flow.send(type="select_method", methodId="email_otp")
    code = requests.get(sandbox["outbox"], params={"to": user}, timeout=10).json()["messages"][-1]["code"]
    flow.send(type="submit_code", code=code)
    step = flow.send(type="request_challenge", **device.credentials(sandbox["hawcx"]["clientId"]))
    assert flow.prove(device, step)["code"] == "info_mismatch"
    policy(sandbox, device_enrollment=None, device_layout=None)
