"""The device's side of Turnkey's protocols, with third-party cryptography. Shared by the judges of Turnkey.

Codes and exports are encrypted with `pyhpke`; tokens and signatures are made and checked with `cryptography`. This file
shares no code with the package under test.
"""

import base64
import hashlib
import json
import os

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

ECDSA = ec.ECDSA(hashes.SHA256())
SUITE = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
INFO = b"turnkey_hpke"


class Key:
    """A P-256 key as Turnkey's clients hold it: both halves in hex, the public one compressed."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.private_hex = format(self.private.private_numbers().private_value, "064x")
        self.public_hex = point(self.private.public_key(), serialization.PublicFormat.CompressedPoint).hex()
        self.target_hex = point(self.private.public_key()).hex()

    def raw_signature(self, message: str) -> str:
        r, s = utils.decode_dss_signature(self.private.sign(message.encode(), ECDSA))
        return (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()


def point(key, form=serialization.PublicFormat.UncompressedPoint) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, form)


def public_key(hexadecimal: str):
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(hexadecimal))


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def envelope(bundle: str, signer: str) -> dict:
    """The signed data of an envelope, after its signature by `signer` was verified."""
    outer = json.loads(bundle)
    assert outer["version"] == "v1.0.0"
    assert outer["enclaveQuorumPublic"] == signer
    data = bytes.fromhex(outer["data"])
    public_key(signer).verify(bytes.fromhex(outer["dataSignature"]), data, ECDSA)
    return json.loads(data)


def sealed(target: str, plain: bytes) -> str:
    """`{"encappedPublic","ciphertext"}` that only the holder of the target key can read."""
    recipient = KEMKey.from_pyca_cryptography_key(public_key(target))
    enc, sender = SUITE.create_sender_context(recipient, info=INFO)
    ciphertext = sender.seal(plain, aad=enc + bytes.fromhex(target))
    return json.dumps({"encappedPublic": enc.hex(), "ciphertext": ciphertext.hex()})


def opened(key: Key, enc: bytes, ciphertext: bytes) -> bytes:
    recipient = SUITE.create_recipient_context(enc, KEMKey.from_pyca_cryptography_key(key.private), info=INFO)
    return recipient.open(ciphertext, aad=enc + bytes.fromhex(key.target_hex))


def exported(bundle: str, signer: str, organization: str, key: Key) -> bytes:
    """The contents of an export bundle."""
    data = envelope(bundle, signer)
    assert data["organizationId"] == organization
    return opened(key, bytes.fromhex(data["encappedPublic"]), bytes.fromhex(data["ciphertext"]))


def encrypted(bundle: str, signer: str, otp_code: str, key: Key) -> str:
    """An encrypted code, for a target key that the TLS fetcher signed."""
    target = envelope(bundle, signer)["targetPublic"]
    return sealed(target, json.dumps({"otp_code": otp_code, "public_key": key.public_hex}).encode())


def client_signature(token: str, key: Key, kind: str, use: dict) -> dict:
    message = json.dumps({
        kind: use, "tokenId": json.loads(decoded(token.split(".")[1]))["id"],
        "type": "USAGE_TYPE_LOGIN" if kind == "login" else "USAGE_TYPE_SIGNUP"})
    return {
        "publicKey": key.public_hex, "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256", "message": message,
        "signature": key.raw_signature(message)}


def session_claims(block, token: str) -> dict:
    """A session's claims, after its signature was verified. The vendor signs a digest that was hashed twice."""
    head, payload, signature = token.split(".")
    raw = decoded(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    message = f"{head}.{payload}".encode()
    notarizer = public_key(block["notarizerPublicKey"])
    notarizer.verify(der, hashlib.sha256(message).digest(), ECDSA)
    try:
        notarizer.verify(der, message, ECDSA)
    except InvalidSignature:
        return json.loads(decoded(payload))
    raise AssertionError("the vendor does not make ordinary ES256 signatures")


class Passkey:
    """An authenticator with one credential, without attestation."""

    def __init__(self, base_url: str):
        self.key = Key()
        self.id = os.urandom(16)
        self.origin = "http://localhost:" + base_url.rsplit(":", 1)[1]

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(b"localhost").digest() + bytes([flags, 0, 0, 0, 0])

    def registration(self) -> dict:
        """An element of `authenticators[]`."""
        challenge = encoded(os.urandom(32))
        raw = bytes.fromhex(self.key.target_hex)
        # CBOR by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, and {"fmt": "none", "attStmt": {}, "authData": ...}.
        cose = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + raw[1:33] + b"\x22\x58\x20" + raw[33:]
        data = self._data(0x41) + bytes(16) + bytes([0, len(self.id)]) + self.id + cose
        attestation = (
            b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data)
        return {
            "authenticatorName": "passkey", "challenge": challenge,
            "attestation": {
                "credentialId": encoded(self.id),
                "clientDataJson": encoded(self._client_data("webauthn.create", challenge)),
                "attestationObject": encoded(attestation), "transports": ["AUTHENTICATOR_TRANSPORT_HYBRID"]}}

    def stamp(self, body: str) -> str:
        """An `X-Stamp-WebAuthn` value."""
        challenge = encoded(hashlib.sha256(body.encode()).hexdigest().encode())
        client_data = self._client_data("webauthn.get", challenge)
        signature = self.key.private.sign(self._data(1) + hashlib.sha256(client_data).digest(), ECDSA)
        return json.dumps({
            "authenticatorData": encoded(self._data(1)), "clientDataJson": encoded(client_data),
            "credentialId": encoded(self.id), "signature": encoded(signature)})
