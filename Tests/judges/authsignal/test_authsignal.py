"""The vendor's own backend SDK, unchanged, against the sandbox: a successful call of every kind.

There is no Python SDK for devices, so a device's requests are sent with `requests`, as in the vendor's documentation.
"""

import uuid

import pytest
import requests
from authsignal.client import ApiException, AuthsignalClient


@pytest.fixture
def client(sandbox):
    block = sandbox["authsignal"]
    return AuthsignalClient(api_secret_key=block["apiSecretKey"], api_url=block["baseURL"], timeout=10)


@pytest.fixture
def user():
    return "judge-" + uuid.uuid4().hex


@pytest.fixture
def device(sandbox):
    base = sandbox["authsignal"]["baseURL"]

    def call(method, path, token, body=None):
        headers = {"Authorization": f"Bearer {token}"}
        return requests.request(method, f"{base}/client{path}", json=body, headers=headers, timeout=10)

    return call


@pytest.fixture
def code(sandbox):
    def newest(address):
        messages = requests.get(sandbox["outbox"], params={"to": address}, timeout=10).json()["messages"]
        return messages[-1]["code"]

    return newest


def proof(client, device, code, user, action):
    """Performs a step-up by e-mail for a new user; returns the tokens from before and after the challenge."""
    address = f"{user}@example.com"
    client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": address})
    tracked = client.track(user, action, {"idempotencyKey": "key-1"})
    assert tracked["state"] == "CHALLENGE_REQUIRED"
    assert device("POST", "/challenge/email-otp", tracked["token"]).status_code == 200
    answer = device("POST", "/verify/email-otp", tracked["token"], {"verificationCode": code(address)})
    assert answer.json()["isVerified"] is True
    return tracked["token"], answer.json()["accessToken"]


def test_tracks_a_user_who_has_enrolled_nothing(client, user):
    answer = client.track(user, "signIn", {"email": f"{user}@example.com"})
    assert answer["state"] == "ALLOW"
    assert answer["is_enrolled"] is False
    assert answer["token"].count(".") == 2
    assert answer["url"].startswith("http")
    assert answer["idempotency_key"]


def test_gets_updates_and_deletes_a_user(client, user):
    assert client.get_user(user)["is_enrolled"] is False
    client.update_user(user, {"email": f"{user}@example.com", "displayName": "Judge"})
    known = client.get_user(user)
    assert known["email"] == f"{user}@example.com"
    assert known["display_name"] == "Judge"
    client.delete_user(user)
    gone = client.get_user(user)
    assert gone["is_enrolled"] is False
    assert "email" not in gone


def test_enrols_lists_and_deletes_an_authenticator(client, user):
    enrolled = client.enroll_verified_authenticator(
        user, {"verificationMethod": "SMS", "phoneNumber": "+14155550123"})
    identity = enrolled["authenticator"]["user_authenticator_id"]
    listed = client.get_authenticators(user)
    assert [(entry["user_authenticator_id"], entry["phone_number"]) for entry in listed] == [(identity, "+14155550123")]
    assert client.get_user(user)["enrolled_verification_methods"] == ["SMS"]
    client.delete_authenticator(user, identity)
    assert client.get_authenticators(user) == []


def test_validates_only_what_was_challenged(client, device, code, user):
    before, after = proof(client, device, code, user, "pay")
    answer = client.validate_challenge({"token": after, "userId": user, "action": "pay"})
    assert answer["is_valid"] is True
    assert answer["state"] == "CHALLENGE_SUCCEEDED"
    assert answer["user_id"] == user
    assert answer["action"] == "pay"
    assert answer["verification_method"] == "EMAIL_OTP"
    assert client.validate_challenge({"token": after, "userId": "another"})["is_valid"] is False
    assert client.validate_challenge({"token": after, "action": "signIn"})["is_valid"] is False


def test_refuses_a_token_from_before_the_challenge(client, user):
    client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": f"{user}@example.com"})
    token = client.track(user, "signIn")["token"]
    answer = client.validate_challenge({"token": token})
    assert answer["is_valid"] is False
    assert answer["state"] == "CHALLENGE_REQUIRED"
    assert answer["user_id"] == user
    assert answer["action"] == "signIn"


def test_reads_and_decides_an_action(client, device, code, user):
    proof(client, device, code, user, "pay")
    assert client.get_action(user, "pay", "key-1")["state"] == "CHALLENGE_SUCCEEDED"
    client.update_action(user, "pay", "key-1", {"state": "REVIEW_FAILED"})
    assert client.get_action(user, "pay", "key-1")["state"] == "REVIEW_FAILED"


def test_a_bad_secret_is_401_unauthorized(sandbox, user):
    unrelated = AuthsignalClient(api_secret_key="wrong", api_url=sandbox["authsignal"]["baseURL"], timeout=10)
    with pytest.raises(ApiException) as caught:
        unrelated.get_user(user)
    assert caught.value.status_code == 401
    assert caught.value.error_code == "unauthorized"
    assert caught.value.error_description


def test_a_bad_action_is_invalid_request(client, user):
    with pytest.raises(ApiException) as caught:
        client.track(user, "not an action")
    assert caught.value.status_code == 400
    assert caught.value.error_code == "invalid_request"


def test_the_content_type_has_no_parameters(sandbox, user):
    block = sandbox["authsignal"]
    answer = requests.get(f"{block['baseURL']}/users/{user}", auth=(block["apiSecretKey"], ""), timeout=10)
    assert answer.headers["Content-Type"] == "application/json"


def test_the_app_backend_trusts_the_proof_once(sandbox, device, code, user):
    address = f"{user}@example.com"
    backend = sandbox["backend"]["baseURL"]
    token = requests.post(
        f"{backend}/track", json={"identifier": address, "action": "signIn"}, timeout=10).json()["token"]
    assert device("POST", "/user-authenticators/email-otp", token, {"email": address}).status_code == 200
    answer = device("POST", "/verify/email-otp", token, {"verificationCode": code(address)}).json()
    exchange = {"token": answer["accessToken"], "action": "signIn"}
    session = requests.post(f"{backend}/authsignal/exchange", json=exchange, timeout=10)
    assert session.status_code == 200
    bearer = {"Authorization": f"Bearer {session.json()['token']}"}
    assert requests.get(f"{backend}/me", headers=bearer, timeout=10).json()["identifier"] == address
    assert requests.post(f"{backend}/authsignal/exchange", json=exchange, timeout=10).status_code == 401
