"""The vendor's own Python SDK against the sandbox, unchanged: its client, its stamper, its types.

Codes are encrypted with `pyhpke`, somebody else's HPKE, and tokens are checked with `cryptography`: nothing here shares
code with what is judged. What a device sends to the auth proxy has no Python SDK and is sent with `requests`.
"""

import base64
import hashlib
import json
import time
import uuid

import pytest
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey
from turnkey_api_key_stamper import ApiKeyStamper, ApiKeyStamperConfig
from turnkey_http import TurnkeyClient
from turnkey_http.generated import client as sdk
from turnkey_sdk_types.generated import types

ECDSA = ec.ECDSA(hashes.SHA256())


class Key:
    """A P-256 key as Turnkey's clients hold it: both halves in hex, the public one compressed."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.private_hex = format(self.private.private_numbers().private_value, "064x")
        self.public_hex = point(self.private.public_key(), serialization.PublicFormat.CompressedPoint).hex()

    def raw_signature(self, message: str) -> str:
        r, s = utils.decode_dss_signature(self.private.sign(message.encode(), ECDSA))
        return (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()


def point(key, form=serialization.PublicFormat.UncompressedPoint) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, form)


def public_key(hexadecimal: str):
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(hexadecimal))


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def client(block, public, private, organization=None, **options) -> TurnkeyClient:
    stamper = ApiKeyStamper(ApiKeyStamperConfig(api_public_key=public, api_private_key=private))
    return TurnkeyClient(
        base_url=block["apiBaseURL"], stamper=stamper, organization_id=organization or block["organizationId"],
        polling_interval_ms=20, **options)


@pytest.fixture
def block(sandbox):
    return sandbox["turnkey"]


@pytest.fixture
def root(block):
    """The SDK's client with the parent organisation's key."""
    return client(block, block["apiPublicKey"], block["apiPrivateKey"])


@pytest.fixture
def control(sandbox):
    def post(route, **body):
        answer = requests.post(f"{sandbox['baseURL']}/sandbox/{route}", json=body, timeout=10)
        answer.raise_for_status()
        return answer.json()

    yield post
    post("policy", provider="turnkey", activities=None, createUsers=None)


@pytest.fixture
def address():
    return f"judge-{uuid.uuid4().hex}@example.org"


@pytest.fixture
def code(sandbox):
    def newest(to):
        messages = requests.get(sandbox["outbox"], params={"to": to}, timeout=10).json()["messages"]
        return messages[-1]["code"]

    return newest


def sub_organization(root, address, key):
    """A user with one key, made by the SDK."""
    return root.create_sub_organization(types.CreateSubOrganizationBody(
        subOrganizationName="Judge", rootQuorumThreshold=1,
        rootUsers=[types.v1RootUserParamsV4(
            userName="judge", userEmail=address, authenticators=[], oauthProviders=[],
            apiKeys=[types.v1ApiKeyParamsV2(
                apiKeyName="device", publicKey=key.public_hex, curveType="API_KEY_CURVE_P256")])]))


def encrypted(bundle: str, signer: str, otp_code: str, key: Key) -> str:
    """An encrypted code; the target key is believed only if the TLS fetcher signed it."""
    envelope = json.loads(bundle)
    assert envelope["version"] == "v1.0.0"
    assert envelope["enclaveQuorumPublic"] == signer
    data = bytes.fromhex(envelope["data"])
    public_key(signer).verify(bytes.fromhex(envelope["dataSignature"]), data, ECDSA)
    target = bytes.fromhex(json.loads(data)["targetPublic"])
    suite = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
    recipient = KEMKey.from_pyca_cryptography_key(public_key(target.hex()))
    enc, sender = suite.create_sender_context(recipient, info=b"turnkey_hpke")
    plain = json.dumps({"otp_code": otp_code, "public_key": key.public_hex}).encode()
    return json.dumps({"encappedPublic": enc.hex(), "ciphertext": sender.seal(plain, aad=enc + target).hex()})


def client_signature(token: str, key: Key, kind: str, use: dict) -> dict:
    message = json.dumps({
        kind: use, "tokenId": json.loads(decoded(token.split(".")[1]))["id"],
        "type": "USAGE_TYPE_LOGIN" if kind == "login" else "USAGE_TYPE_SIGNUP"})
    return {
        "publicKey": key.public_hex, "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256", "message": message,
        "signature": key.raw_signature(message)}


def session_claims(block, token: str) -> dict:
    """A session's claims, after its signature over the digest that is hashed twice."""
    head, payload, signature = token.split(".")
    raw = decoded(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    message = f"{head}.{payload}".encode()
    notarizer = public_key(block["notarizerPublicKey"])
    notarizer.verify(der, hashlib.sha256(message).digest(), ECDSA)
    with pytest.raises(InvalidSignature):
        notarizer.verify(der, message, ECDSA)
    return json.loads(decoded(payload))


def test_first_call(root, block):
    answer = root.get_whoami()
    assert answer.organizationId == block["organizationId"]
    assert answer.userId == block["userId"]


def test_a_stamp_over_another_body_is_refused(root, block):
    body = json.dumps({"organizationId": block["organizationId"]})
    stamp = root.stamper.stamp(body)
    headers = {stamp.stamp_header_name: stamp.stamp_header_value, "Content-Type": "application/json"}
    url = block["apiBaseURL"] + "/public/v1/query/whoami"
    assert requests.post(url, data=body, headers=headers, timeout=10).status_code == 200
    tampered = requests.post(url, data=body + " ", headers=headers, timeout=10)
    assert tampered.status_code == 401
    assert tampered.json()["details"][0]["turnkeyErrorCode"] == "SIGNATURE_INVALID"


def test_an_unknown_key_is_refused_with_the_vendors_words(block):
    key = Key()
    with pytest.raises(sdk.TurnkeyNetworkError) as refusal:
        client(block, key.public_hex, key.private_hex).get_whoami()
    assert refusal.value.status_code == 401
    assert "could not find public key" in str(refusal.value)


def test_users_are_made_and_found(root, block, address):
    key = Key()
    made = sub_organization(root, address, key)
    found = root.get_sub_org_ids(types.GetSubOrgIdsBody(filterType="EMAIL", filterValue=address))
    assert found.organizationIds == [made.subOrganizationId]
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    me = user.get_whoami()
    assert me.organizationId == made.subOrganizationId
    assert me.userId == made.rootUserIds[0]
    assert user.get_user(types.GetUserBody(userId=me.userId)).user.userEmail == address
    assert [one.userId for one in user.get_users().users] == [me.userId]


def test_a_code_becomes_a_session(root, block, address, code):
    device = Key()
    made = sub_organization(root, address, device)
    started = root.init_otp(types.InitOtpBody(otpType="OTP_TYPE_EMAIL", contact=address, appName="Judge"))
    sent = code(address)
    wrong = encrypted(
        started.otpEncryptionTargetBundle, block["tlsFetcherPublicKey"], "0" * 9 if sent != "0" * 9 else "1" * 9, device)
    with pytest.raises(sdk.TurnkeyNetworkError) as refusal:
        root.verify_otp(types.VerifyOtpBody(otpId=started.otpId, encryptedOtpBundle=wrong))
    assert refusal.value.status_code == 400
    bundle = encrypted(started.otpEncryptionTargetBundle, block["tlsFetcherPublicKey"], sent, device)
    token = root.verify_otp(types.VerifyOtpBody(otpId=started.otpId, encryptedOtpBundle=bundle)).verificationToken
    with pytest.raises(sdk.TurnkeyNetworkError):
        root.verify_otp(types.VerifyOtpBody(
            otpId=started.otpId, encryptedOtpBundle=bundle, timestampMs=str(int(time.time() * 1000) + 1000)))
    session = Key()
    login = root.otp_login(types.OtpLoginBody(
        organizationId=made.subOrganizationId, verificationToken=token, publicKey=session.public_hex,
        clientSignature=client_signature(token, device, "login", {"publicKey": session.public_hex})))
    claims = session_claims(block, login.session)
    assert claims["organization_id"] == made.subOrganizationId
    assert claims["public_key"] == session.public_hex
    assert claims["exp"] > time.time()
    assert client(block, session.public_hex, session.private_hex).get_whoami().userId == claims["user_id"]


def test_the_auth_proxy_signs_up_and_in(block, address, code):
    headers = {"X-Auth-Proxy-Config-ID": block["authProxyConfigId"]}

    def proxy(path, **body):
        answer = requests.post(f"{block['authProxyURL']}/v1/{path}", json=body, headers=headers, timeout=10)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Content-Type"] == "application/json"
        return answer.json()

    device = Key()
    started = proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact=address)
    bundle = encrypted(started["otpEncryptionTargetBundle"], block["tlsFetcherPublicKey"], code(address), device)
    token = proxy("otp_verify_v2", otpId=started["otpId"], encryptedOtpBundle=bundle)["verificationToken"]
    assert proxy("account", filterType="EMAIL", filterValue=address, verificationToken=token) == {}
    keys = [{"apiKeyName": "device", "publicKey": device.public_hex, "curveType": "API_KEY_CURVE_P256"}]
    made = proxy(
        "signup_v2", userEmail=address, apiKeys=keys, authenticators=[], oauthProviders=[], verificationToken=token,
        clientSignature=client_signature(token, device, "signupV2", {"email": address, "apiKeys": keys}))
    session = Key()
    login = proxy(
        "otp_login_v2", verificationToken=token, publicKey=session.public_hex, organizationId=made["organizationId"],
        clientSignature=client_signature(token, device, "login", {"publicKey": session.public_hex}))
    assert session_claims(block, login["session"])["user_id"] == made["userId"]


def test_a_session_renews_itself(root, block, address):
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    session = Key()
    answer = user.stamp_login(types.StampLoginBody(publicKey=session.public_hex, expirationSeconds="60"))
    claims = session_claims(block, answer.session)
    assert 0 < claims["exp"] - time.time() <= 61
    renewed = client(block, session.public_hex, session.private_hex, made.subOrganizationId)
    keys = renewed.get_api_keys(types.GetApiKeysBody(userId=claims["user_id"])).apiKeys
    assert {one.credential.publicKey for one in keys} == {key.public_hex, session.public_hex}


def test_pending_activities_are_polled_for(root, block, address, control):
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    control("policy", provider="turnkey", activities="pending")
    answer = user.stamp_login(types.StampLoginBody(publicKey=Key().public_hex))
    assert answer.activity.status.value == "ACTIVITY_STATUS_COMPLETED"
    assert answer.session.count(".") == 2


def test_consensus_is_asked_for_and_given(root, block, address, control):
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    control("policy", provider="turnkey", activities="consensus")
    with pytest.raises(sdk.TurnkeyActivityConsensusNeededError) as needed:
        user.stamp_login(types.StampLoginBody(publicKey=Key().public_hex))
    waiting = user.get_activity(types.GetActivityBody(activityId=needed.value.activity_id)).activity
    approved = user.approve_activity(types.ApproveActivityBody(fingerprint=waiting.fingerprint)).activity
    assert approved.status.value == "ACTIVITY_STATUS_COMPLETED"


def test_failed_activities_say_so(root, block, address, control):
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    control("policy", provider="turnkey", activities="failed")
    with pytest.raises(sdk.TurnkeyActivityError):
        user.stamp_login(types.StampLoginBody(publicKey=Key().public_hex))
