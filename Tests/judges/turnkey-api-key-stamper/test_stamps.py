"""Our stamp compared with the vendor's own, `turnkey-api-key-stamper` unchanged; `cryptography` is the verifier."""

import base64
import json
import subprocess

import pytest
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from turnkey_api_key_stamper import ApiKeyStamper, ApiKeyStamperConfig

ECDSA = ec.ECDSA(hashes.SHA256())


@pytest.fixture
def block(sandbox):
    return sandbox["turnkey"]


@pytest.fixture
def key(block):
    return {"publicKey": block["apiPublicKey"], "privateKey": block["apiPrivateKey"]}


@pytest.fixture
def ours(latchkey, key, tmp_path):
    """The output of `latchkey stamp` for a body: the header's name and value."""
    file = tmp_path / "key.json"
    file.write_text(json.dumps(key))

    def stamp(body: bytes):
        done = subprocess.run(
            [latchkey, "stamp", "--key", str(file)], input=body, capture_output=True, timeout=30)
        assert done.returncode == 0, done.stderr
        made = json.loads(done.stdout)
        return made["name"], made["value"]

    return stamp


def parts(value: str) -> dict:
    assert "=" not in value
    return json.loads(base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)))


def joined(stamp: dict) -> str:
    return base64.urlsafe_b64encode(json.dumps(stamp).encode()).decode().rstrip("=")


def verify(stamp: dict, body: bytes) -> None:
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(stamp["publicKey"]))
    public.verify(bytes.fromhex(stamp["signature"]), body, ECDSA)


@pytest.mark.parametrize("body", [b"", b"{}", b"hello from TKHQ!", bytes(range(256)), "ü\u2028\n".encode()])
def test_our_stamp_verifies_elsewhere(ours, key, body):
    name, value = ours(body)
    stamp = parts(value)
    assert name == "X-Stamp"
    assert set(stamp) == {"publicKey", "scheme", "signature"}
    assert stamp["publicKey"] == key["publicKey"]
    verify(stamp, body)
    with pytest.raises(InvalidSignature):
        verify(stamp, body + b" ")


def test_ours_and_the_vendors_have_one_form(ours, key):
    vendor = ApiKeyStamper(ApiKeyStamperConfig(
        api_public_key=key["publicKey"], api_private_key=key["privateKey"])).stamp("{}")
    name, value = ours(b"{}")
    theirs, mine = parts(vendor.stamp_header_value), parts(value)
    assert vendor.stamp_header_name == name
    assert {member: theirs[member] for member in ("publicKey", "scheme")} == {
        member: mine[member] for member in ("publicKey", "scheme")}
    verify(theirs, b"{}")
    verify(mine, b"{}")


def flipped(hexadecimal: str, bit: int) -> str:
    data = bytearray.fromhex(hexadecimal)
    data[bit // 8] ^= 1 << (bit % 8)
    return data.hex()


def test_a_flipped_bit_is_refused_with_the_vendors_code(ours, block):
    body = json.dumps({"organizationId": block["organizationId"]}).encode()
    name, value = ours(body)
    good = parts(value)

    def send(stamp: dict, sent: bytes = body):
        answer = requests.post(
            block["apiBaseURL"] + "/public/v1/query/whoami", data=sent, timeout=10,
            headers={name: joined(stamp), "Content-Type": "application/json"})
        if answer.status_code == 200:
            return 200, None
        return answer.status_code, answer.json()["details"][0]["turnkeyErrorCode"]

    assert send(good) == (200, None)
    # In the body: a changed space, a changed organisation, a byte after the end.
    for at in range(0, len(body) * 8, 37):
        changed = bytearray(body)
        changed[at // 8] ^= 1 << (at % 8)
        status, code = send(good, bytes(changed))
        assert status in {400, 401, 404} and code in {
            "SIGNATURE_INVALID", "REQUEST_INVALID", "INVALID_ORGANIZATION_ID", "ORGANIZATION_NOT_FOUND"}, (at, code)
    assert send(good, body + b" ") == (401, "SIGNATURE_INVALID")
    # In the stamp's signature, including its DER structure.
    for at in range(0, len(good["signature"]) * 4, 23):
        assert send({**good, "signature": flipped(good["signature"], at)}) == (401, "SIGNATURE_INVALID"), at
    # In the key: not a point of the curve, or an unknown key; an unrelated key with this signature is refused earlier.
    for at in range(0, 264, 31):
        status, code = send({**good, "publicKey": flipped(good["publicKey"], at)})
        assert status == 401 and code in {"SIGNATURE_INVALID", "PUBLIC_KEY_NOT_FOUND"}, (at, code)
    # The other point with the same x-coordinate is a valid key, but an unknown one.
    other = ("03" if good["publicKey"].startswith("02") else "02") + good["publicKey"][2:]
    assert send({**good, "publicKey": other}) == (401, "PUBLIC_KEY_NOT_FOUND")
    assert send({**good, "scheme": "SIGNATURE_SCHEME_TK_API_SECP256K1"})[0] == 401
