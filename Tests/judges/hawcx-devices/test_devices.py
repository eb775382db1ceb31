"""The device scheme, written again in Python with `cryptography`: vectors, what the Swift tests signed, the sandbox."""

import base64
import hashlib
import json
import os
import secrets
from pathlib import Path

import pytest
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

VECTORS = json.loads((Path(__file__).parents[2] / "Vectors" / "hawcx-devices.json").read_text(encoding="utf-8"))
ALGORITHMS = ["ed25519-v1", "p256-v1"]


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest(*parts) -> str:
    joined = b"\0".join(part if isinstance(part, bytes) else part.encode() for part in parts)
    return encode(hashlib.sha256(joined).digest())


class Device:
    """One device's key and second secret, in the words of the protocol notes (9.3)."""

    def __init__(self, algorithm: str, key, secret: bytes):
        self.algorithm, self.key, self.secret = algorithm, key, secret
        if algorithm == "ed25519-v1":
            self.public, self.kind, self.label = key.public_key().public_bytes_raw(), 1, "v1"
        else:
            self.public = key.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
            self.kind, self.label = 2, "p256-v1"

    @staticmethod
    def make(algorithm: str) -> "Device":
        is_edwards = algorithm == "ed25519-v1"
        key = ed25519.Ed25519PrivateKey.generate() if is_edwards else ec.generate_private_key(ec.SECP256R1())
        return Device(algorithm, key, secrets.token_bytes(32))

    @staticmethod
    def given(vector: dict) -> "Device":
        seed = bytes.fromhex(vector["privateKeyHex"])
        key = (
            ed25519.Ed25519PrivateKey.from_private_bytes(seed) if vector["algorithm"] == "ed25519-v1"
            else ec.derive_private_key(int.from_bytes(seed, "big"), ec.SECP256R1()))
        return Device(vector["algorithm"], key, decode(VECTORS["inputs"]["sk2"]))

    @property
    def key_id(self) -> str:
        return encode(hashlib.sha256(self.public).digest()[:16])

    def index(self, configuration: str, app: str, user: str) -> str:
        return digest(f"authcore.hawcx.hindex.{self.label}", configuration, app, user, self.public)

    def credentials(self, index: str) -> dict:
        return {"keyset": encode(bytes([self.kind]) + self.public), "hindex": index, "sk2": encode(self.secret)}

    def message(self, domain: str, index: str, session: str, challenge: str) -> bytes:
        label = f"authcore.hawcx.device.{self.label}"
        return "\n".join([label, domain, self.key_id, index, session, challenge]).encode()

    def sign(self, message: bytes) -> bytes:
        if self.algorithm == "ed25519-v1":
            return self.key.sign(message)
        r, s = decode_dss_signature(self.key.sign(message, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def verify(self, signature: bytes, message: bytes):
        assert len(signature) == 64
        if self.algorithm == "ed25519-v1":
            self.key.public_key().verify(signature, message)
        else:
            r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
            self.key.public_key().verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize("vector", VECTORS["algorithms"], ids=ALGORITHMS)
def test_the_vectors_hold(vector):
    inputs, device = VECTORS["inputs"], Device.given(vector)
    user = inputs["identifier"].strip().lower()
    index = device.index(inputs["configId"], inputs["appId"], user)
    assert (device.public.hex(), index, device.key_id) == (vector["publicKeyHex"], vector["hindex"], vector["keyId"])
    assert device.credentials(index)["keyset"] == vector["keyset"]
    message = device.message(inputs["domain"], index, inputs["session"], inputs["challenge"])
    assert message.decode() == vector["message"]
    device.verify(decode(vector["signature"]), message)
    with pytest.raises(InvalidSignature):
        device.verify(decode(vector["signature"]), message + b"\n")
    assert VECTORS["mapp"] == digest("authcore.hawcx.mapp.v1", inputs["appId"], inputs["platform"])
    assert VECTORS["storageKeyTail"] == digest(inputs["configId"], inputs["appId"], user)


def test_what_the_swift_tests_signed():
    file = Path(os.environ.get("LATCHKEY_RECORDINGS", "missing")) / "hawcx-devices.proofs"
    if not file.exists():
        pytest.skip("the Swift tests left no proofs; run them first")
    proofs = {proof["algorithm"]: proof["signature"] for proof in json.loads(file.read_text())}
    assert sorted(proofs) == ALGORITHMS
    for vector in VECTORS["algorithms"]:
        Device.given(vector).verify(decode(proofs[vector["algorithm"]]), vector["message"].encode())


class Flow:
    def __init__(self, sandbox: dict):
        self.hawcx, self.session = sandbox["hawcx"], None

    def send(self, **action) -> dict:
        answer = requests.post(
            self.hawcx["baseURL"] + "/v1/auth", headers={"X-Config-Id": self.hawcx["configId"]}, timeout=10,
            json={"protocol_version": 2, "session": self.session, "action": action}).json()
        self.session = answer["session"]
        return answer["step"]

    def prove(self, device: Device, index: str, step: dict) -> dict:
        assert step["type"] == "device_challenge" and step["algorithm"] == device.algorithm, step
        assert step["key_id"] == device.key_id
        signature = device.sign(device.message(step["domain"], index, self.session, step["challenge"]))
        return self.send(
            type="submit_signature", key_id=device.key_id, signature=encode(signature),
            mapp=digest("authcore.hawcx.mapp.v1", "judge", "linux"))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_sandbox_speaks_it(sandbox, algorithm):
    requests.post(
        sandbox["baseURL"] + "/sandbox/policy", timeout=10,
        json={"provider": "hawcx", "device_enrollment": "required"}).raise_for_status()
    user = f"judge-{secrets.token_hex(4)}@example.com"
    device, flow = Device.make(algorithm), Flow(sandbox)
    index = device.index(sandbox["hawcx"]["configId"], "judge", user)
    flow.send(type="start", flow_type="signin", identifier=user)
    flow.send(type="select_method", method_id="email_otp")
    code = requests.get(sandbox["outbox"], params={"to": user}, timeout=10).json()["messages"][-1]["code"]
    assert flow.send(type="submit_code", code=code)["type"] == "setup_device"
    step = flow.send(type="request_challenge", **device.credentials(index))
    assert flow.prove(device, index, step)["type"] == "completed"
    # From now on the device stands in for the code; another one's proof does not.
    again = Flow(sandbox)
    step = again.send(
        type="start", flow_type="signin", identifier=user, device_credentials=device.credentials(index))
    assert again.prove(device, index, step)["type"] == "completed"
    stranger = Flow(sandbox)
    stranger.send(type="start", flow_type="signin", identifier=user, device_credentials=device.credentials(index))
    refused = stranger.send(
        type="submit_signature", key_id=device.key_id, signature=encode(secrets.token_bytes(64)), mapp=digest("x"))
    assert (refused["type"], refused["code"], refused["action"]) == ("error", "invalid_signature", "restart_flow")
