"""Accounts at Telegram and Farcaster, linked as a client does.

Python's ``hmac`` signs the logins of Telegram as its documentation says, and ``eth-account`` verifies the approval of
Farcaster. The vendor's own backend SDK reads the accounts.
"""

import hashlib
import hmac
import json
import time
from urllib.parse import urlencode

import httpx
import pytest
from eth_account import Account
from eth_account.messages import encode_defunct
from privy import PrivyClient


@pytest.fixture(scope="module")
def privy(sandbox):
    block = sandbox["privy"]
    with PrivyClient(app_id=block["appId"], app_secret=block["appSecret"], base_url=block["apiBaseURL"]) as client:
        yield client


@pytest.fixture
def user(sandbox, request):
    """A signed-in user: sends client calls."""
    block = sandbox["privy"]
    token = httpx.post(block["idpTokenURL"], json={"sub": request.node.name, "alg": "ES256", "ttl": 300}).json()["token"]
    client = httpx.Client(
        base_url=block["authBaseURL"] + "/api/v1/",
        headers={"privy-app-id": block["appId"], "privy-client-id": block["appClientId"]})
    answer = client.post("custom_jwt_account/authenticate", json={"token": token}).raise_for_status().json()
    client.headers["Authorization"] = "Bearer " + answer["token"]
    return client


def telegram_hash(sandbox, fields, key=None):
    token = sandbox["privy"]["telegramBotToken"].encode()
    key = key or hashlib.sha256(token).digest()
    text = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def account(privy, answer, kind):
    """The account as the vendor's SDK reads it."""
    answer.raise_for_status()
    return next(found for found in privy.users.get(answer.json()["id"]).linked_accounts if found.type == kind)


def test_the_login_widget(sandbox, privy, user):
    login = {"id": 4711, "first_name": "Jürgen", "username": "j", "auth_date": int(time.time())}
    login["hash"] = telegram_hash(sandbox, login)
    found = account(privy, user.post("telegram/link", json={"telegram_auth_result": login}), "telegram")
    assert found.telegram_user_id == "4711" and found.first_name == "Jürgen" and found.username == "j"
    forged = user.post("telegram/link", json={"telegram_auth_result": {**login, "id": 4712}})
    assert forged.status_code == 422 and forged.json()["code"] == "invalid_credentials"


def test_a_mini_app(sandbox, privy, user):
    token = sandbox["privy"]["telegramBotToken"].encode()
    fields = {
        "query_id": "AAF", "user": json.dumps({"id": 4713, "first_name": "Ann"}), "auth_date": int(time.time()),
        "signature": "c2ln"}
    fields["hash"] = telegram_hash(sandbox, fields, hmac.new(b"WebAppData", token, hashlib.sha256).digest())
    assert "user=%7B" in urlencode(fields)
    found = account(privy, user.post("telegram/link", json={"telegram_web_app_data": fields}), "telegram")
    assert found.telegram_user_id == "4713"


def test_farcaster(sandbox, privy, user):
    channel = user.post("farcaster/init", json={"relying_party": "https://app.example"}).raise_for_status().json()
    header = {"farcaster-channel-token": channel["channel_token"]}
    assert user.get("farcaster/status", headers=header).json()["state"] == "pending"
    assert httpx.get(channel["connect_uri"]).status_code == 200
    state = user.get("farcaster/status", headers=header).json()
    owner = Account.recover_message(encode_defunct(text=state["message"]), signature=state["signature"])
    assert owner in state["message"] and f"farcaster://fid/{state['fid']}" in state["message"]
    body = {name: state[name] for name in ("fid", "message", "signature")}
    linked = user.post("farcaster/link", json={"channel_token": channel["channel_token"], **body})
    found = account(privy, linked, "farcaster")
    assert found.fid == state["fid"] and found.owner_address == owner and found.username == state["username"]
