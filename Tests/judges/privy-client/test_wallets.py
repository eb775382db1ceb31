"""The wallets of the sandbox, used by the vendor's own backend SDK and checked by other libraries.

The SDK builds the canonical form, signs requests and decrypts sealed keys with its own code; the wallets' signatures
are verified by ``cryptography`` and ``pycryptodome``.
"""

import base64

import httpx
import pytest
from Crypto.Hash import keccak
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256
from privy import PrivyClient
from privy._exceptions import APIStatusError
from privy.lib.authorization import AuthorizationContext, generate_p256_key_pair
from privy.lib.request_options import PrivyRequestOptions


@pytest.fixture(scope="module")
def privy(sandbox):
    block = sandbox["privy"]
    with PrivyClient(app_id=block["appId"], app_secret=block["appSecret"], base_url=block["apiBaseURL"]) as client:
        yield client


def keccak256(data: bytes) -> bytes:
    return keccak.new(digest_bits=256, data=data).digest()


def check_ethereum(wallet, signature: str, digest: bytes):
    raw = bytes.fromhex(signature[2:])
    assert len(raw) == 65 and raw[64] in (27, 28)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256K1(), bytes.fromhex(wallet.public_key))
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:64], "big"))
    key.verify(der, digest, ec.ECDSA(utils.Prehashed(SHA256())))
    numbers = key.public_numbers()
    point = numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    assert wallet.address.lower() == "0x" + keccak256(point)[-20:].hex()


def personal(message: bytes) -> bytes:
    return keccak256(b"\x19Ethereum Signed Message:\n" + str(len(message)).encode() + message)


def by_key(key) -> PrivyRequestOptions:
    return PrivyRequestOptions(
        authorization_context=AuthorizationContext(authorization_private_keys=[key.private_key]))


def sign_in(sandbox, subject):
    """Signs a user in with the app's own token; returns the response."""
    block = sandbox["privy"]
    token = httpx.post(block["idpTokenURL"], json={"sub": subject, "alg": "ES256", "ttl": 300}).json()["token"]
    headers = {"privy-app-id": block["appId"], "privy-client-id": block["appClientId"]}
    answer = httpx.post(
        block["authBaseURL"] + "/api/v1/custom_jwt_account/authenticate", json={"token": token}, headers=headers)
    return token, answer.raise_for_status().json()


def test_the_apps_own_wallet_signs(privy):
    wallet = privy.wallets.create(chain_type="ethereum")
    assert privy.wallets.get(wallet.id).address == wallet.address
    assert wallet.id in [known.id for known in privy.wallets.list()]
    for message in ("Grüße", b"\x00\xff\x01"):
        signed = privy.wallets.ethereum.sign_message(wallet.id, message)
        check_ethereum(wallet, signed.signature, personal(message.encode() if isinstance(message, str) else message))
    digest = keccak256(b"anything")
    signed = privy.wallets.ethereum.sign_secp256k1(wallet.id, params={"hash": "0x" + digest.hex()})
    check_ethereum(wallet, signed.signature, digest)
    with pytest.raises(InvalidSignature):
        check_ethereum(wallet, signed.signature, keccak256(b"something else"))


def test_a_solana_wallet_signs(privy):
    wallet = privy.wallets.create(chain_type="solana")
    signed = privy.wallets.solana.sign_message(wallet.id, b"hello")
    key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(wallet.public_key))
    key.verify(base64.b64decode(signed.signature), b"hello")


def test_an_owned_wallet_accepts_only_its_owners_signature(privy):
    owner, unrelated = generate_p256_key_pair(), generate_p256_key_pair()
    wallet = privy.wallets.create(chain_type="ethereum", owner={"public_key": owner.public_key})
    assert wallet.owner_id
    signed = privy.wallets.ethereum.sign_message(wallet.id, "Grüße", request_options=by_key(owner))
    check_ethereum(wallet, signed.signature, personal("Grüße".encode()))
    for options in (None, by_key(unrelated)):
        with pytest.raises(APIStatusError):
            privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=options)


def test_a_user_signs_by_the_apps_token(sandbox, privy):
    """The SDK exchanges the app's own JWT for the user's signing key, and decrypts the key with its own HPKE."""
    token, answer = sign_in(sandbox, "judge-wallet")
    user = answer["user"]["id"]
    wallet = privy.wallets.create(chain_type="ethereum", owner={"user_id": user})
    linked = [account for account in privy.users.get(user).linked_accounts if account.type == "wallet"]
    assert [account.address for account in linked] == [wallet.address]
    for jwt in (token, answer["token"]):
        options = PrivyRequestOptions(authorization_context=AuthorizationContext(user_jwts=[jwt]))
        signed = privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=options)
        check_ethereum(wallet, signed.signature, personal(b"hello"))
    other, _ = sign_in(sandbox, "judge-wallet-other")
    options = PrivyRequestOptions(authorization_context=AuthorizationContext(user_jwts=[other]))
    with pytest.raises(APIStatusError):
        privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=options)


def test_a_request_that_has_expired_is_refused(privy):
    owner = generate_p256_key_pair()
    wallet = privy.wallets.create(chain_type="solana", owner={"public_key": owner.public_key})
    context = AuthorizationContext(authorization_private_keys=[owner.private_key])
    with pytest.raises(APIStatusError):
        privy.wallets.solana.sign_message(
            wallet.id, b"hello",
            request_options=PrivyRequestOptions(authorization_context=context, request_expiry=1_000))
