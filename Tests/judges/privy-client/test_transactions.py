"""Typed data, transactions, signers and exports of the sandbox's wallets.

The vendor's own backend SDK calls the sandbox. ``eth-account`` recovers the signers of Ethereum's transactions and typed
data; ``solders`` builds and verifies Solana's.
"""

import base64

import httpx
import pytest
from eth_account import Account
from eth_account.messages import encode_typed_data
from eth_utils import keccak
from privy import PrivyClient
from privy._exceptions import APIStatusError
from privy.lib._hpke import HPKERecipient
from privy.lib.authorization import AuthorizationContext, generate_p256_key_pair, prepare_request
from privy.lib.request_options import PrivyRequestOptions
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import MessageV0, to_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

MAIN = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
TO = "0x" + "35" * 20


@pytest.fixture(scope="module")
def privy(sandbox):
    block = sandbox["privy"]
    with PrivyClient(app_id=block["appId"], app_secret=block["appSecret"], base_url=block["apiBaseURL"]) as client:
        yield client


def by_key(key) -> PrivyRequestOptions:
    return PrivyRequestOptions(
        authorization_context=AuthorizationContext(authorization_private_keys=[key.private_key]))


ORDER = {
    "types": {
        "EIP712Domain": [{"name": "name", "type": "string"}, {"name": "chainId", "type": "uint256"}],
        "Order": [
            {"name": "legs", "type": "Leg[]"}, {"name": "grid", "type": "int16[][2]"},
            {"name": "note", "type": "bytes"}, {"name": "tag", "type": "bytes4"}, {"name": "open", "type": "bool"},
        ],
        "Leg": [{"name": "token", "type": "address"}, {"name": "amount", "type": "uint128"}],
    },
    "domain": {"name": "Exchange", "chainId": 8453},
    "message": {
        "legs": [{"token": TO, "amount": 5}, {"token": "0x" + "ab" * 20, "amount": 2**40}],
        "grid": [[-1, 2], []], "note": "0x0102", "tag": "0xdeadbeef", "open": True,
    },
}


def test_typed_data(privy):
    wallet = privy.wallets.create(chain_type="ethereum")
    signed = privy.wallets.ethereum.sign_typed_data(
        wallet.id, params={"typed_data": {**ORDER, "primary_type": "Order"}})
    message = encode_typed_data(full_message={**ORDER, "primaryType": "Order"})
    assert Account.recover_message(message, signature=signed.signature) == wallet.address


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_signed_transactions(privy, kind):
    wallet = privy.wallets.create(chain_type="ethereum")
    fees = {"max_fee_per_gas": 2 * 10**9, "max_priority_fee_per_gas": "0x1"} if kind == 2 else {"gas_price": 10**9}
    for to, data in ((TO, "0x"), (TO, "0x" + "01" * 300), (None, "0x6001")):
        transaction = {
            "chain_id": 8453, "nonce": 300, "gas_limit": "0x5208", "value": hex(2**80 + 1), "data": data, "type": kind,
            **fees,
        }
        if to:
            transaction["to"] = to
        signed = privy.wallets.ethereum.sign_transaction(wallet.id, params={"transaction": transaction})
        assert signed.encoding == "rlp"
        assert Account.recover_transaction(signed.signed_transaction) == wallet.address


def test_a_sent_transaction_has_the_hash_of_the_signed_one(privy):
    wallet = privy.wallets.create(chain_type="ethereum")
    transaction = {
        "to": TO, "value": 7, "chain_id": 1, "nonce": 0, "gas_limit": 21000, "max_fee_per_gas": 2 * 10**9,
        "max_priority_fee_per_gas": 1,
    }
    signed = privy.wallets.ethereum.sign_transaction(wallet.id, params={"transaction": transaction})
    sent = privy.wallets.ethereum.send_transaction(
        wallet.id, caip2="eip155:1", params={"transaction": transaction}, idempotency_key="once")
    assert sent.hash == "0x" + keccak(hexstr=signed.signed_transaction).hex()
    again = privy.wallets.ethereum.send_transaction(
        wallet.id, caip2="eip155:1", params={"transaction": transaction}, idempotency_key="once")
    assert again.transaction_id == sent.transaction_id


def test_transactions_of_solana(privy):
    wallet = privy.wallets.create(chain_type="solana")
    payer, other = Pubkey.from_string(wallet.address), Keypair()
    instructions = [
        transfer(TransferParams(from_pubkey=payer, to_pubkey=other.pubkey(), lamports=5)),
        transfer(TransferParams(from_pubkey=other.pubkey(), to_pubkey=payer, lamports=6)),
    ]
    message = MessageV0.try_compile(payer, instructions, [], Hash.default())
    signature = other.sign_message(to_bytes_versioned(message))
    half = VersionedTransaction.populate(message, [Signature.default(), signature])
    signed = privy.wallets.solana.sign_transaction(wallet.id, bytes(half))
    whole = VersionedTransaction.from_bytes(base64.b64decode(signed.signed_transaction))
    assert whole.verify_with_results() == [True, True]
    sent = privy.wallets.solana.sign_and_send_transaction(wallet.id, bytes(half), caip2=MAIN)
    assert sent.hash == str(whole.signatures[0])
    with pytest.raises(APIStatusError):
        lacking = VersionedTransaction.populate(message, [Signature.default(), Signature.default()])
        privy.wallets.solana.sign_and_send_transaction(wallet.id, bytes(lacking), caip2=MAIN)


def test_a_signer_uses_the_wallet_of_its_owner(privy):
    owner, signer = generate_p256_key_pair(), generate_p256_key_pair()
    wallet = privy.wallets.create(chain_type="ethereum", owner={"public_key": owner.public_key})
    quorum = privy.key_quorums.create(public_keys=[signer.public_key], authorization_threshold=1)
    with pytest.raises(APIStatusError):
        privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=by_key(signer))
    # A signer cannot add itself.
    change = {"additional_signers": [{"signer_id": quorum.id}]}
    with pytest.raises(APIStatusError):
        privy.wallets.update(wallet.id, wallet_update_params=change, request_options=by_key(signer))
    changed = privy.wallets.update(wallet.id, wallet_update_params=change, request_options=by_key(owner))
    assert [known.signer_id for known in changed.additional_signers] == [quorum.id]
    privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=by_key(signer))
    privy.wallets.update(
        wallet.id, wallet_update_params={"additional_signers": []}, request_options=by_key(owner))
    with pytest.raises(APIStatusError):
        privy.wallets.ethereum.sign_message(wallet.id, "hello", request_options=by_key(signer))


def export(privy, sandbox, wallet, key):
    """The exported key of a wallet. The SDK signs the request and decrypts the answer; it has no call for an export."""
    recipient = HPKERecipient()
    body = {"encryption_type": "HPKE", "recipient_public_key": base64.b64encode(recipient.public_key_spki).decode()}
    block = sandbox["privy"]
    url = block["apiBaseURL"] + f"/v1/wallets/{wallet.id}/export"
    prepared = prepare_request(
        app_id=block["appId"], method="POST", url=url, body=body, jwt_exchanger=None,
        authorization_context=AuthorizationContext(authorization_private_keys=[key.private_key]))
    answer = httpx.post(
        url, json=body, auth=(block["appId"], block["appSecret"]),
        headers={"privy-app-id": block["appId"], **prepared.headers}).raise_for_status().json()
    return recipient.decrypt(
        base64.b64decode(answer["encapsulated_key"]), base64.b64decode(answer["ciphertext"])).decode()


def test_exported_keys(privy, sandbox):
    owner, unrelated = generate_p256_key_pair(), generate_p256_key_pair()
    wallet = privy.wallets.create(chain_type="ethereum", owner={"public_key": owner.public_key})
    assert Account.from_key("0x" + export(privy, sandbox, wallet, owner)).address == wallet.address
    with pytest.raises(httpx.HTTPStatusError):
        export(privy, sandbox, wallet, unrelated)
    wallet = privy.wallets.create(chain_type="solana", owner={"public_key": owner.public_key})
    assert str(Keypair.from_base58_string(export(privy, sandbox, wallet, owner)).pubkey()) == wallet.address
