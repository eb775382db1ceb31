"""Our software authenticator's ceremonies, checked by two third-party relying parties: `webauthn` and `fido2`.

The Swift tests record them: attestation `none` and packed self-attestation, device-bound and synced passkeys, with user
verification and with presence only, each with three assertions.
"""

import base64
import copy
import hashlib
import json
import os
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from fido2 import cbor
from fido2.attestation.base import InvalidAttestation
from fido2.attestation import NoneAttestation, PackedAttestation
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationObject, AuthenticationResponse, AuthenticatorData, PublicKeyCredentialRpEntity, RegistrationResponse,
    UserVerificationRequirement)
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.exceptions import WebAuthnException

FILE = Path(os.environ.get("LATCHKEY_RECORDINGS", "missing")) / "passkeys.ceremonies"
CEREMONIES = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
NAMES = [
    f"{attestation}-{backup}-{user}" for attestation in ("none", "direct") for backup in ("bound", "synced")
    for user in ("verified", "present")]
REFUSALS = (WebAuthnException, InvalidSignature, InvalidAttestation, ValueError)

pytestmark = pytest.mark.skipif(not CEREMONIES, reason="the Swift tests left no ceremonies; run them first")


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture(params=NAMES)
def ceremony(request) -> dict:
    assert [each["name"] for each in CEREMONIES] == NAMES
    return copy.deepcopy(next(each for each in CEREMONIES if each["name"] == request.param))


class Duo:
    """PyPI `webauthn`."""

    def register(self, ceremony: dict, credential: dict):
        return verify_registration_response(
            credential=credential, expected_challenge=decode(ceremony["challenge"]), expected_rp_id=ceremony["rpId"],
            expected_origin=ceremony["origin"], require_user_verification=ceremony["isVerified"])

    def authenticate(self, ceremony: dict, registered, proof: dict, credential: dict, count: int) -> int:
        return verify_authentication_response(
            credential=credential, expected_challenge=decode(proof["challenge"]), expected_rp_id=ceremony["rpId"],
            expected_origin=ceremony["origin"], credential_public_key=registered.credential_public_key,
            credential_current_sign_count=count, require_user_verification=ceremony["isVerified"]).new_sign_count


class Yubico:
    """The package `fido2` of PyPI, which does not check counters."""

    def __init__(self):
        self.server = Fido2Server(PublicKeyCredentialRpEntity(name="Example", id="example.org"), attestation="direct")

    def _state(self, ceremony: dict, challenge: str) -> dict:
        verification = UserVerificationRequirement.REQUIRED if ceremony["isVerified"] else None
        return {"challenge": challenge, "user_verification": verification}

    def register(self, ceremony: dict, credential: dict):
        data = self.server.register_complete(self._state(ceremony, ceremony["challenge"]), credential)
        response = RegistrationResponse.from_dict(credential).response
        statement = response.attestation_object
        kind = {"none": NoneAttestation, "packed": PackedAttestation}[statement.fmt]()
        kind.verify(statement.att_stmt, statement.auth_data, hashlib.sha256(response.client_data).digest())
        assert encode(data.credential_data.credential_id) == credential["id"]
        return data.credential_data

    def authenticate(self, ceremony: dict, registered, proof: dict, credential: dict, count: int) -> int:
        self.server.authenticate_complete(self._state(ceremony, proof["challenge"]), [registered], credential)
        return AuthenticationResponse.from_dict(credential).response.authenticator_data.counter


@pytest.fixture(params=[Duo, Yubico], ids=["webauthn", "fido2"])
def party(request):
    return request.param()


def test_registrations_and_assertions_are_accepted(party, ceremony):
    statement = AttestationObject(decode(ceremony["credential"]["response"]["attestationObject"]))
    assert statement.fmt == ceremony["format"]
    assert bool(statement.auth_data.flags & AuthenticatorData.FLAG.UV) == ceremony["isVerified"]
    assert bool(statement.auth_data.flags & AuthenticatorData.FLAG.BS) == ceremony["isBackedUp"]
    registered = party.register(ceremony, ceremony["credential"])
    counts = [0]
    for proof in ceremony["assertions"]:
        counts.append(party.authenticate(ceremony, registered, proof, proof["credential"], counts[-1]))
    assert counts == ([0, 0, 0, 0] if ceremony["isBackedUp"] else [0, 1, 2, 3])


def client_data_changes(text: str) -> list:
    data = json.loads(decode(text))
    changes = {
        "type": "webauthn.other", "challenge": encode(bytes(32)), "origin": "https://example.com",
    }
    return [(name, encode(json.dumps({**data, name: value}).encode())) for name, value in changes.items()]


def authenticator_data_changes(data: bytes) -> list:
    def flipped(index: int, bits: int) -> bytes:
        return data[:index] + bytes([data[index] ^ bits]) + data[index + 1:]

    # Cut in the middle: `fido2` accepts a key that is one byte short if there is no signature.
    return [("rpIdHash", flipped(0, 1)), ("user presence", flipped(32, 1)), ("end", data + b"\0"), ("cut", data[:36])]


def refused(what: str, act) -> None:
    with pytest.raises(REFUSALS):
        act()
        pytest.fail(f"accepted with another {what}")


def test_tampered_registrations_are_refused(party, ceremony):
    good = ceremony["credential"]
    changes = [("clientDataJSON", *change) for change in client_data_changes(good["response"]["clientDataJSON"])]
    statement = cbor.decode(decode(good["response"]["attestationObject"]))
    for name, data in authenticator_data_changes(statement["authData"]):
        changes.append(("attestationObject", name, encode(cbor.encode({**statement, "authData": data}))))
    if ceremony["format"] == "packed":
        data = statement["authData"]
        for name, index in (("aaguid", 37), ("identity", 55), ("count", 36), ("key", len(data) - 1)):
            other = data[:index] + bytes([data[index] ^ 1]) + data[index + 1:]
            changes.append(("attestationObject", name, encode(cbor.encode({**statement, "authData": other}))))
        signature = statement["attStmt"]["sig"]
        for name, attested in (
                ("signature", {"alg": -7, "sig": signature[:-1] + bytes([signature[-1] ^ 1])}),
                ("algorithm", {"alg": -8, "sig": signature})):
            changes.append(("attestationObject", name, encode(cbor.encode({**statement, "attStmt": attested}))))
    for member, name, value in changes:
        bad = copy.deepcopy(good)
        bad["response"][member] = value
        refused(name, lambda: party.register(ceremony, bad))
    assert len(changes) == (7 if ceremony["format"] == "none" else 13)


def test_tampered_assertions_are_refused(party, ceremony):
    registered = party.register(ceremony, ceremony["credential"])
    proof = ceremony["assertions"][0]
    good = proof["credential"]["response"]
    signature = decode(good["signature"])
    changes = [("clientDataJSON", *change) for change in client_data_changes(good["clientDataJSON"])]
    changes += [
        ("authenticatorData", name, encode(data))
        for name, data in authenticator_data_changes(decode(good["authenticatorData"]))]
    count = decode(good["authenticatorData"])
    changes.append(("authenticatorData", "count", encode(count[:-1] + bytes([count[-1] ^ 4]))))
    changes.append(("signature", "signature", encode(signature[:-1] + bytes([signature[-1] ^ 1]))))
    changes.append(("signature", "proof's signature", ceremony["assertions"][1]["credential"]["response"]["signature"]))
    for member, name, value in changes:
        bad = copy.deepcopy(proof["credential"])
        bad["response"][member] = value
        refused(name, lambda: party.authenticate(ceremony, registered, proof, bad, 0))
    assert len(changes) == 10


def test_a_count_that_does_not_grow_is_refused():
    ceremony = next(each for each in CEREMONIES if each["name"] == "none-bound-verified")
    duo = Duo()
    registered = duo.register(ceremony, ceremony["credential"])
    proof = ceremony["assertions"][0]
    refused("count", lambda: duo.authenticate(ceremony, registered, proof, proof["credential"], 1))
