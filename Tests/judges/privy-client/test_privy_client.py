"""The vendor's own backend SDK, and PyJWT, against the sandbox's Privy-style servers.

``privy-client`` takes ``base_url`` without ``/v1``: the descriptor's ``apiBaseURL`` unchanged.
"""

import httpx
import jwt
import pytest
from privy import PrivyClient
from privy._exceptions import AuthenticationError, NotFoundError


@pytest.fixture(scope="module")
def privy(sandbox):
    block = sandbox["privy"]
    with PrivyClient(app_id=block["appId"], app_secret=block["appSecret"], base_url=block["apiBaseURL"]) as client:
        yield client


def custom_token(sandbox, subject, **fields):
    answer = httpx.post(sandbox["privy"]["idpTokenURL"], json={"sub": subject, "alg": "ES256", "ttl": 300, **fields})
    return answer.raise_for_status().json()["token"]


def authenticate(sandbox, token):
    block = sandbox["privy"]
    headers = {"privy-app-id": block["appId"], "privy-client-id": block["appClientId"]}
    url = block["authBaseURL"] + "/api/v1/custom_jwt_account/authenticate"
    return httpx.post(url, json={"token": token}, headers=headers)


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_custom_jwt_user_is_found_by_the_sdk(sandbox, privy, algorithm):
    subject = f"judge-{algorithm}"
    answer = authenticate(sandbox, custom_token(sandbox, subject, alg=algorithm))
    assert answer.status_code == 200
    user = privy.users.get_by_custom_auth_id(custom_user_id=subject)
    assert user.id == answer.json()["user"]["id"]
    account = user.linked_accounts[0]
    assert account.type == "custom_auth" and account.custom_user_id == subject
    assert privy.users.get(user.id).id == user.id


@pytest.mark.parametrize("tamper", ["alg-none", "expired", "wrong-key", "bad-signature"])
def test_forgeries_are_refused(sandbox, privy, tamper):
    subject = f"forged-{tamper}"
    answer = authenticate(sandbox, custom_token(sandbox, subject, tamper=tamper))
    assert answer.status_code == 401
    assert answer.json()["code"] == "invalid_credentials"
    with pytest.raises(NotFoundError):
        privy.users.get_by_custom_auth_id(custom_user_id=subject)


def test_create_find_list_and_delete(privy):
    made = privy.users.create(
        linked_accounts=[
            {"type": "email", "address": "judge@example.com"},
            {"type": "custom_auth", "custom_user_id": "judge-created"},
        ]
    )
    assert privy.users.get_by_email_address(address="judge@example.com").id == made.id
    changed = privy.users.set_custom_metadata(made.id, custom_metadata={"tier": "gold"})
    assert changed.custom_metadata == {"tier": "gold"}
    assert made.id in [user.id for user in privy.users.list(limit=1)]
    privy.users.delete(made.id)
    with pytest.raises(NotFoundError):
        privy.users.get(made.id)


def test_app_settings(sandbox, privy):
    settings = privy.apps.get_settings()
    assert settings.id == sandbox["privy"]["appId"]
    assert settings.custom_jwt_auth


def test_wrong_secret_is_refused(sandbox):
    block = sandbox["privy"]
    with PrivyClient(app_id=block["appId"], app_secret="wrong", base_url=block["apiBaseURL"]) as client:
        with pytest.raises(AuthenticationError):
            client.users.get("did:privy:cnobody")


def test_access_and_identity_tokens_verify_with_pyjwt(sandbox):
    block = sandbox["privy"]
    answer = authenticate(sandbox, custom_token(sandbox, "pyjwt")).json()
    keys = jwt.PyJWKClient(f"{block['apiBaseURL']}/v1/apps/{block['appId']}/jwks.json")
    for name in ("token", "identity_token"):
        key = keys.get_signing_key_from_jwt(answer[name])
        claims = jwt.decode(
            answer[name], key.key, algorithms=["ES256"], audience=block["appId"], issuer="privy.io",
            options={"require": ["exp", "iat", "sub"]},
        )
        assert claims["sub"] == answer["user"]["id"]
        assert jwt.get_unverified_header(answer[name])["typ"] == "JWT"
    with pytest.raises(jwt.InvalidAudienceError):
        key = keys.get_signing_key_from_jwt(answer["privy_access_token"])
        jwt.decode(answer["privy_access_token"], key.key, algorithms=["ES256"], audience=block["appId"])
