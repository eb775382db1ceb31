"""The vendor's own Python SDK against the sandbox, unchanged: its client, its stamper, its types.

`turnkey_device` acts as the device, with third-party cryptography; wallets are checked with `eth-account`.
There is no Python SDK for the auth proxy, so a device's requests to it are sent with `requests`.
"""

import hashlib
import json
import subprocess
import time
import uuid

import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from eth_account import Account
from eth_account.messages import encode_defunct
from turnkey_api_key_stamper import ApiKeyStamper, ApiKeyStamperConfig
from turnkey_http import TurnkeyClient
from turnkey_http.generated import client as sdk
from turnkey_sdk_types.generated import types

from turnkey_device import (
    ECDSA, Key, Passkey, client_signature, encoded, encrypted, envelope, exported, opened, sealed, session_claims)

ETHEREUM = types.v1WalletAccountParams(
    curve="CURVE_SECP256K1", pathFormat="PATH_FORMAT_BIP32", path="m/44'/60'/0'/0/0",
    addressFormat="ADDRESS_FORMAT_ETHEREUM")
SOLANA = types.v1WalletAccountParams(
    curve="CURVE_ED25519", pathFormat="PATH_FORMAT_BIP32", path="m/44'/501'/0'/0'",
    addressFormat="ADDRESS_FORMAT_SOLANA")


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
    """Creates a user with one key through the SDK."""
    return root.create_sub_organization(types.CreateSubOrganizationBody(
        subOrganizationName="Judge", rootQuorumThreshold=1,
        rootUsers=[types.v1RootUserParamsV4(
            userName="judge", userEmail=address, authenticators=[], oauthProviders=[],
            apiKeys=[types.v1ApiKeyParamsV2(
                apiKeyName="device", publicKey=key.public_hex, curveType="API_KEY_CURVE_P256")])]))


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
        started.otpEncryptionTargetBundle, block["tlsFetcherPublicKey"], "0" * 9 if sent != "0" * 9 else "1" * 9,
        device)
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


def test_failed_activities_are_reported(root, block, address, control):
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    control("policy", provider="turnkey", activities="failed")
    with pytest.raises(sdk.TurnkeyActivityError):
        user.stamp_login(types.StampLoginBody(publicKey=Key().public_hex))


@pytest.fixture
def device(block, root, address):
    """A user's client, and its key."""
    key = Key()
    made = sub_organization(root, address, key)
    user = client(block, key.public_hex, key.private_hex, made.subOrganizationId)
    user.me = made.rootUserIds[0]
    return user


def test_the_sdk_finds_our_clients_user(root, sandbox, configuration, latchkey, address, control, tmp_path):
    (tmp_path / "auth.json").write_text(json.dumps({**configuration, "storage": {"directory": "state"}}))

    def run(*words):
        done = subprocess.run(
            [latchkey, *words, "--provider", "turnkey", "--json"], cwd=tmp_path, text=True, capture_output=True,
            timeout=60, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    subject = run("sign-in", address, "--outbox", sandbox["outbox"])["subject"]
    found = root.get_sub_org_ids(types.GetSubOrgIdsBody(filterType="EMAIL", filterValue=address)).organizationIds
    assert len(found) == 1
    assert root.get_verified_sub_org_ids(
        types.GetVerifiedSubOrgIdsBody(filterType="EMAIL", filterValue=address)).organizationIds == found
    users = root.get_users(types.GetUsersBody(organizationId=found[0])).users
    assert [one.userId for one in users] == [subject]
    # The activity is pending at first, so the client has to poll.
    control("policy", provider="turnkey", activities="pending")
    made = sub_organization(root, "other-" + address, Key())
    assert made.activity.status.value == "ACTIVITY_STATUS_COMPLETED"
    read = root.get_activity(types.GetActivityBody(activityId=made.activity.id)).activity
    assert read.type.value == "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7"
    assert read.result.createSubOrganizationResultV7.subOrganizationId == made.subOrganizationId
    assert run("refresh")["subject"] == subject
    login = root.get_activities(types.GetActivitiesBody(organizationId=found[0])).activities[0]
    assert login.type.value == "ACTIVITY_TYPE_STAMP_LOGIN"


def test_a_wallets_words_and_keys_are_real(device, block):
    made = device.create_wallet(types.CreateWalletBody(
        walletName="judge", accounts=[ETHEREUM, SOLANA], mnemonicLength=12))
    target = Key()
    bundle = device.export_wallet(types.ExportWalletBody(
        walletId=made.walletId, targetPublicKey=target.target_hex)).exportBundle
    words = exported(bundle, block["signerPublicKey"], device.organization_id, target).decode()
    Account.enable_unaudited_hdwallet_features()
    account = Account.from_mnemonic(words)
    assert account.address == made.addresses[0]
    bundle = device.export_wallet_account(types.ExportWalletAccountBody(
        address=made.addresses[0], targetPublicKey=target.target_hex)).exportBundle
    assert exported(bundle, block["signerPublicKey"], device.organization_id, target) == bytes(account.key)
    assert device.get_wallet(types.GetWalletBody(walletId=made.walletId)).wallet.exported is True
    other = Key()
    with pytest.raises(Exception):
        exported(bundle, block["signerPublicKey"], device.organization_id, other)


def test_signatures_of_wallets(device):
    made = device.create_wallet(types.CreateWalletBody(walletName="judge", accounts=[ETHEREUM, SOLANA]))
    message = encode_defunct(text="hello")
    text = "0x" + (b"\x19Ethereum Signed Message:\n5hello").hex()
    signed = device.sign_raw_payload(types.SignRawPayloadBody(
        signWith=made.addresses[0], payload=text, encoding="PAYLOAD_ENCODING_HEXADECIMAL",
        hashFunction="HASH_FUNCTION_KECCAK256"))
    # The vendor drops leading zeros.
    parts = (int(signed.v, 16) + 27, int(signed.r, 16), int(signed.s, 16))
    assert Account.recover_message(message, vrs=parts) == made.addresses[0]
    signed = device.sign_raw_payload(types.SignRawPayloadBody(
        signWith=made.addresses[1], payload="hello", encoding="PAYLOAD_ENCODING_TEXT_UTF8",
        hashFunction="HASH_FUNCTION_NOT_APPLICABLE"))
    accounts = device.get_wallet_accounts(types.GetWalletAccountsBody(walletId=made.walletId)).accounts
    public = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(accounts[1].publicKey))
    public.verify(bytes.fromhex(signed.r + signed.s), b"hello")


def test_leading_zeros_of_signatures_are_dropped_or_kept(device, control):
    made = device.create_wallet(types.CreateWalletBody(walletName="judge", accounts=[ETHEREUM]))

    def sign(number):
        return device.sign_raw_payload(types.SignRawPayloadBody(
            signWith=made.addresses[0], payload=f"{number:064x}", encoding="PAYLOAD_ENCODING_HEXADECIMAL",
            hashFunction="HASH_FUNCTION_NO_OP"))

    # Signatures are deterministic, so this message always has a short number.
    number, short = next((n, r) for n, r in ((n, sign(n).r) for n in range(1, 5000)) if len(r) < 64)
    control("policy", provider="turnkey", trimSignatures=False)
    try:
        assert sign(number).r == short.rjust(64, "0")
    finally:
        control("policy", provider="turnkey", trimSignatures=None)


def test_wallets_are_imported(device, block):
    words = "test test test test test test test test test test test junk"
    bundle = device.init_import_wallet(types.InitImportWalletBody(userId=device.me)).importBundle
    place = envelope(bundle, block["signerPublicKey"])
    assert (place["organizationId"], place["userId"]) == (device.organization_id, device.me)

    def load(text, target=place["targetPublic"]):
        return device.import_wallet(types.ImportWalletBody(
            userId=device.me, walletName="imported", accounts=[ETHEREUM],
            encryptedBundle=sealed(target, text.encode())))

    with pytest.raises(sdk.TurnkeyNetworkError):
        load(words, Key().target_hex)
    assert load(words).addresses == ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]
    with pytest.raises(sdk.TurnkeyNetworkError):
        load(words)


def test_accounts_come_in_pages(device):
    accounts = [ETHEREUM.model_copy(update={"path": f"m/44'/60'/0'/0/{index}"}) for index in range(13)]
    made = device.create_wallet(types.CreateWalletBody(walletName="judge", accounts=accounts))

    def page(**options):
        return device.get_wallet_accounts(types.GetWalletAccountsBody(
            walletId=made.walletId, paginationOptions=types.v1Pagination(**options) if options else None)).accounts

    first = page()
    assert [one.address for one in first] == made.addresses[:10]
    assert [one.address for one in page(after=first[-1].walletAccountId)] == made.addresses[10:]
    assert [one.address for one in page(limit="3", before=first[5].walletAccountId)] == made.addresses[2:5]
    assert len(page(limit="100")) == 13


def stamped(block, body: str, public: str, scheme: str, signature: str):
    stamp = encoded(json.dumps({"publicKey": public, "scheme": scheme, "signature": signature}).encode())
    return requests.post(
        block["apiBaseURL"] + "/public/v1/query/whoami", data=body, timeout=10,
        headers={"X-Stamp": stamp, "Content-Type": "application/json"})


def test_stamps_by_keys_of_other_curves(device, block):
    secp = ec.generate_private_key(ec.SECP256K1())
    secp_hex = secp.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint).hex()
    edwards = ed25519.Ed25519PrivateKey.generate()
    edwards_hex = edwards.public_key().public_bytes_raw().hex()
    device.create_api_keys(types.CreateApiKeysBody(userId=device.me, apiKeys=[
        types.v1ApiKeyParamsV2(apiKeyName="s", publicKey=secp_hex, curveType="API_KEY_CURVE_SECP256K1"),
        types.v1ApiKeyParamsV2(apiKeyName="e", publicKey=edwards_hex, curveType="API_KEY_CURVE_ED25519")]))
    body = json.dumps({"organizationId": device.organization_id})
    wallet = Account.from_key(secp.private_numbers().private_value.to_bytes(32, "big"))
    message = wallet.sign_message(encode_defunct(text=body))
    cases = [
        (secp_hex, "SIGNATURE_SCHEME_TK_API_SECP256K1", secp.sign(body.encode(), ECDSA)),
        (secp_hex, "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191", utils.encode_dss_signature(message.r, message.s)),
        (edwards_hex, "SIGNATURE_SCHEME_TK_API_ED25519", edwards.sign(body.encode())),
    ]
    for public, scheme, signature in cases:
        assert stamped(block, body, public, scheme, signature.hex()).status_code == 200, scheme
        refused = stamped(block, body + " ", public, scheme, signature.hex())
        assert refused.json()["details"][0]["turnkeyErrorCode"] == "SIGNATURE_INVALID", scheme
    types_known = {one.credential.type.value for one in device.get_api_keys(
        types.GetApiKeysBody(userId=device.me)).apiKeys}
    assert {"CREDENTIAL_TYPE_API_KEY_SECP256K1", "CREDENTIAL_TYPE_API_KEY_ED25519"} <= types_known
    # A signature with the name of another scheme is refused.
    assert stamped(block, body, secp_hex, "SIGNATURE_SCHEME_TK_API_SECP256K1", cases[1][2].hex()).status_code == 401


def test_stamps_by_passkeys(device, block, sandbox):
    passkey = Passkey(sandbox["baseURL"])
    device.create_authenticators(types.CreateAuthenticatorsBody(
        userId=device.me, authenticators=[types.v1AuthenticatorParamsV2(**passkey.registration())]))

    def who(body, stamp):
        return requests.post(
            block["apiBaseURL"] + "/public/v1/query/whoami", data=body, timeout=10,
            headers={"X-Stamp-WebAuthn": stamp, "Content-Type": "application/json"})

    # A login at the parent organisation finds the sub-organisation by the credential.
    body = json.dumps({"organizationId": block["organizationId"]})
    assert who(body, passkey.stamp(body)).json()["organizationId"] == device.organization_id
    assert who(body + " ", passkey.stamp(body)).json()["details"][0]["turnkeyErrorCode"] == "SIGNATURE_INVALID"
    unrelated = Passkey(sandbox["baseURL"])
    assert who(body, unrelated.stamp(body)).json()["details"][0]["turnkeyErrorCode"] == "CREDENTIAL_NOT_FOUND"


def test_the_older_sessions_bundles_open(device, block):
    target = Key()
    made = device.create_read_write_session(types.CreateReadWriteSessionBody(targetPublicKey=target.target_hex))
    alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number = 0
    for character in made.credentialBundle:
        number = number * 58 + alphabet.index(character)
    raw = number.to_bytes(33 + 48 + 4, "big")
    assert hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]
    enc = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw[:33])
    point = enc.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    scalar = opened(target, point, raw[33:-4])
    private = ec.derive_private_key(int.from_bytes(scalar, "big"), ec.SECP256R1())
    public = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint).hex()
    session = client(block, public, scalar.hex(), device.organization_id)
    assert session.get_whoami().userId == made.userId


def test_a_quorum_needs_its_members(root, block, address):
    keys = [Key(), Key()]
    made = root.create_sub_organization(types.CreateSubOrganizationBody(
        subOrganizationName="Two", rootQuorumThreshold=2, rootUsers=[
            types.v1RootUserParamsV4(
                userName=f"member {index}", authenticators=[], oauthProviders=[], apiKeys=[types.v1ApiKeyParamsV2(
                    apiKeyName="k", publicKey=key.public_hex, curveType="API_KEY_CURVE_P256")])
            for index, key in enumerate(keys)]))
    first, second = [client(block, key.public_hex, key.private_hex, made.subOrganizationId) for key in keys]
    with pytest.raises(sdk.TurnkeyActivityConsensusNeededError) as needed:
        first.create_wallet(types.CreateWalletBody(walletName="shared", accounts=[]))
    waiting = first.get_activity(types.GetActivityBody(activityId=needed.value.activity_id)).activity
    assert [one.userId for one in waiting.votes] == made.rootUserIds[:1]
    done = second.approve_activity(types.ApproveActivityBody(fingerprint=waiting.fingerprint)).activity
    assert done.status.value == "ACTIVITY_STATUS_COMPLETED"
    assert [one.walletName for one in second.get_wallets().wallets] == ["shared"]


def test_delegates_act_as_policies_allow(device, block):
    key = Key()
    delegate = device.create_users(types.CreateUsersBody(users=[types.v1UserParamsV3(
        userName="delegate", userTags=[], authenticators=[], oauthProviders=[], apiKeys=[types.v1ApiKeyParamsV2(
            apiKeyName="k", publicKey=key.public_hex, curveType="API_KEY_CURVE_P256")])])).userIds[0]
    other = client(block, key.public_hex, key.private_hex, device.organization_id)
    with pytest.raises(sdk.TurnkeyNetworkError) as refusal:
        other.create_wallet(types.CreateWalletBody(walletName="one", accounts=[]))
    assert refusal.value.status_code == 403
    policy = device.create_policy(types.CreatePolicyBody(
        policyName="wallets", effect="EFFECT_ALLOW", notes="",
        consensus=f"approvers.any(user, user.id == '{delegate}')",
        condition="activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'")).policyId
    assert other.create_wallet(types.CreateWalletBody(walletName="one", accounts=[])).walletId
    with pytest.raises(sdk.TurnkeyNetworkError):
        other.delete_policy(types.DeletePolicyBody(policyId=policy))
    device.delete_policy(types.DeletePolicyBody(policyId=policy))
    with pytest.raises(sdk.TurnkeyNetworkError):
        other.create_wallet(types.CreateWalletBody(walletName="two", accounts=[]))


def test_requests_are_counted(device, control):
    control("policy", provider="turnkey", requestsPerSecond=1)
    try:
        with pytest.raises(sdk.TurnkeyNetworkError) as refusal:
            for _ in range(20):
                device.get_whoami()
        assert refusal.value.status_code == 429
        assert "Too many requests" in str(refusal.value)
    finally:
        control("policy", provider="turnkey", requestsPerSecond=None)
