"""requests-oauthlib, unchanged, at the sandbox's OpenID provider."""

import time

import pytest
import requests
from conftest import REDIRECT
from oauthlib.oauth2 import (
    BackendApplicationClient,
    DeviceClient,
    InvalidGrantError,
    MismatchingStateError,
    TokenExpiredError,
)
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session

SCOPE = ["openid", "profile", "email", "offline_access"]


def sign_in(session: OAuth2Session, browser, metadata: dict, **more) -> dict:
    url, _ = session.authorization_url(metadata["authorization_endpoint"])
    return session.fetch_token(
        metadata["token_endpoint"], authorization_response=secure(browser.authorize(url)), **more)


def secure(location: str) -> str:
    """The library refuses an authorisation response at an http address, even on loopback, so it reads the parameters of
    the response at an https one."""
    return location.replace("http://", "https://", 1)


def public(clients: dict, **more) -> OAuth2Session:
    return OAuth2Session(clients["clientId"], redirect_uri=REDIRECT, scope=SCOPE, pkce="S256", **more)


def test_a_public_client_signs_in_and_refreshes(clients, metadata, browser):
    session = public(clients)
    token = sign_in(session, browser, metadata, include_client_id=True)
    assert token["token_type"] == "Bearer" and token["scope"] == SCOPE
    assert session.get(metadata["userinfo_endpoint"], timeout=20).json()["email"] == "jane@example.com"
    fresh = session.refresh_token(metadata["token_endpoint"], client_id=clients["clientId"])
    assert fresh["access_token"] != token["access_token"] and fresh["refresh_token"] != token["refresh_token"]
    with pytest.raises(InvalidGrantError):
        session.refresh_token(
            metadata["token_endpoint"], refresh_token=token["refresh_token"], client_id=clients["clientId"])


def test_an_expired_token_is_renewed_by_itself(clients, metadata, browser, provider):
    saved = []
    session = public(
        clients, auto_refresh_url=metadata["token_endpoint"], auto_refresh_kwargs={"client_id": clients["clientId"]},
        token_updater=saved.append)
    token = sign_in(session, browser, metadata, include_client_id=True)
    session.token = {**token, "expires_at": time.time() - 10, "expires_in": -10}
    assert session.get(metadata["userinfo_endpoint"], timeout=20).status_code == 200
    assert len(saved) == 1
    without = public(clients, token={**saved[0], "expires_at": time.time() - 10})
    with pytest.raises(TokenExpiredError):
        without.get(metadata["userinfo_endpoint"], timeout=20)


def test_another_state_is_noticed(clients, metadata, browser, provider):
    provider.control("policy", {"provider": "oidc", "tamper": "state"})
    with pytest.raises(MismatchingStateError):
        sign_in(public(clients), browser, metadata, include_client_id=True)


def test_a_client_with_a_secret(clients, metadata, browser):
    client = clients["secretClient"]
    session = OAuth2Session(client["clientId"], redirect_uri=REDIRECT, scope=SCOPE)
    token = sign_in(session, browser, metadata, client_secret=client["clientSecret"])
    basic = HTTPBasicAuth(client["clientId"], client["clientSecret"])
    known = requests.post(
        metadata["introspection_endpoint"], data={"token": token["access_token"]}, auth=basic, timeout=20).json()
    assert known["active"] is True and known["client_id"] == client["clientId"]
    # The library prepares the revocation (RFC 7009); it has no call that sends it.
    url, headers, body = session._client.prepare_token_revocation_request(
        metadata["revocation_endpoint"], token["refresh_token"], "refresh_token")
    assert requests.post(url, headers=headers, data=body, auth=basic, timeout=20).status_code == 200
    assert session.get(metadata["userinfo_endpoint"], timeout=20).status_code == 401


def test_a_service_signs_in_for_itself(clients, metadata):
    client = clients["secretClient"]
    session = OAuth2Session(client=BackendApplicationClient(client["clientId"], scope=["api"]))
    token = session.fetch_token(
        metadata["token_endpoint"], client_secret=client["clientSecret"], scope=["api"])
    assert token["scope"] == ["api"] and "refresh_token" not in token


def test_a_device(clients, metadata, browser):
    started = requests.post(
        metadata["device_authorization_endpoint"],
        data={"client_id": clients["clientId"], "scope": " ".join(SCOPE)}, timeout=20).json()
    browser.approve_device(started["verification_uri_complete"])
    session = OAuth2Session(client=DeviceClient(clients["clientId"]))
    token = session.fetch_token(
        metadata["token_endpoint"], device_code=started["device_code"], include_client_id=True)
    session.token = token
    assert session.get(metadata["userinfo_endpoint"], timeout=20).json()["email"] == "jane@example.com"
