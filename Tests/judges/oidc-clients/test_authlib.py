"""Authlib's client, unchanged, at the sandbox's OpenID provider."""

import secrets

import pytest
import requests
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from authlib.oauth2.rfc9068.claims import JWTAccessTokenClaims
from authlib.oidc.core import CodeIDToken, UserInfo
from authlib.oidc.discovery import OpenIDProviderMetadata
from conftest import REDIRECT, query
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

SCOPE = "openid profile email offline_access"


def session_of(client: str, metadata: dict, secret=None, method=None, **more) -> OAuth2Session:
    return OAuth2Session(
        client, secret, scope=SCOPE, redirect_uri=REDIRECT, code_challenge_method="S256",
        token_endpoint_auth_method=method, token_endpoint=metadata["token_endpoint"], **more)


def sign_in(session: OAuth2Session, browser, metadata: dict, **parameters) -> dict:
    verifier = secrets.token_urlsafe(48)
    url, state = session.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, **parameters)
    location = browser.authorize(url)
    assert query(location)["iss"] == metadata["issuer"]
    return session.fetch_token(
        metadata["token_endpoint"], authorization_response=location, state=state, code_verifier=verifier)


def keys(metadata: dict) -> KeySet:
    return KeySet.import_key_set(requests.get(metadata["jwks_uri"], timeout=20).json())


def claims_of(token: str, metadata: dict):
    return jwt.decode(token, keys(metadata), algorithms=["ES256", "RS256"])


def test_the_metadata_are_valid(metadata, provider):
    OpenIDProviderMetadata(metadata).validate()
    origin = provider.descriptor["baseURL"]
    server = requests.get(origin + "/.well-known/oauth-authorization-server/oidc", timeout=20).json()
    assert server == metadata
    AuthorizationServerMetadata(server).validate()


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
def test_a_public_client_signs_in(clients, metadata, browser, provider, algorithm):
    provider.control("policy", {"provider": "oidc", "algorithm": algorithm})
    session = session_of(clients["clientId"], metadata)
    nonce = secrets.token_urlsafe(16)
    token = sign_in(session, browser, metadata, nonce=nonce)
    identity = claims_of(token["id_token"], metadata)
    assert identity.header["alg"] == algorithm
    CodeIDToken(
        identity.claims, identity.header,
        {"iss": {"value": metadata["issuer"]}, "aud": {"value": clients["clientId"]}},
        {"nonce": nonce, "client_id": clients["clientId"], "access_token": token["access_token"]}).validate()
    assert identity.claims["email"] == "jane@example.com"
    # What the userinfo endpoint returns is about the same user.
    info = UserInfo(session.get(metadata["userinfo_endpoint"], timeout=20).json())
    assert info.sub == identity.claims["sub"] and info.preferred_username == "jane@example.com"


def test_an_access_token_is_a_jwt_of_rfc_9068(clients, metadata, browser):
    session = session_of(clients["clientId"], metadata)
    token = sign_in(session, browser, metadata, resource="https://api.example")
    access = claims_of(token["access_token"], metadata)
    JWTAccessTokenClaims(
        access.claims, access.header,
        {"iss": {"essential": True, "value": metadata["issuer"]},
         "aud": {"essential": True, "value": "https://api.example"}}).validate()
    assert access.header["typ"] == "at+jwt"


def test_the_user_denies(clients, metadata, browser):
    session = session_of(clients["clientId"], metadata)
    url, state = session.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=secrets.token_urlsafe(48))
    answer = query(browser.authorize(url, decision="deny"))
    assert answer["error"] == "access_denied" and answer["state"] == state


def test_a_refresh_rotates_and_a_used_token_ends_the_grant(clients, metadata, browser):
    session = session_of(clients["clientId"], metadata)
    first = dict(sign_in(session, browser, metadata))
    second = session.refresh_token(metadata["token_endpoint"])
    assert second["refresh_token"] != first["refresh_token"]
    assert session.get(metadata["userinfo_endpoint"], timeout=20).status_code == 200
    with pytest.raises(OAuthError) as refusal:
        session.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
    assert refusal.value.error == "invalid_grant"
    with pytest.raises(OAuthError):
        session.refresh_token(metadata["token_endpoint"], refresh_token=second["refresh_token"])
    assert session.get(metadata["userinfo_endpoint"], timeout=20).status_code == 401


def test_a_session_renews_itself(clients, metadata, browser, provider):
    heard = []
    session = session_of(
        clients["clientId"], metadata, update_token=lambda token, refresh_token=None, **_: heard.append(refresh_token))
    first = dict(sign_in(session, browser, metadata))
    provider.control("policy", {"provider": "oidc", "accessTokenSeconds": 30})
    session.refresh_token(metadata["token_endpoint"])
    assert session.get(metadata["userinfo_endpoint"], timeout=20).status_code == 200
    assert heard and heard[0] == first["refresh_token"] and len(heard) == 2


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_a_client_with_a_secret(clients, metadata, browser, method):
    client = clients["secretClient"]
    session = session_of(
        client["clientId"], metadata, client["clientSecret"], method, revocation_endpoint_auth_method=method)
    token = sign_in(session, browser, metadata)
    introspect = metadata["introspection_endpoint"]
    answer = session.introspect_token(introspect, token["access_token"]).json()
    assert answer["active"] is True and answer["client_id"] == client["clientId"]
    assert answer["scope"] == SCOPE and answer["token_type"] == "Bearer" and answer["username"] == "jane@example.com"
    assert session.revoke_token(metadata["revocation_endpoint"], token["refresh_token"]).status_code == 200
    assert session.introspect_token(introspect, token["access_token"]).json() == {"active": False}
    wrong = session_of(client["clientId"], metadata, "wrong", method)
    with pytest.raises(OAuthError) as refusal:
        wrong.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    assert refusal.value.error == "invalid_client"


def key_session(clients: dict, metadata: dict) -> OAuth2Session:
    client = clients["keyClient"]
    session = session_of(
        client["clientId"], metadata, ECKey.import_key(client["privateKeyPEM"]), "private_key_jwt",
        revocation_endpoint_auth_method="private_key_jwt")
    session.register_client_auth_method(
        PrivateKeyJWT(metadata["token_endpoint"], alg="ES256", headers={"kid": client["keyId"]}))
    return session


def test_a_client_with_a_key(clients, metadata, browser):
    session = key_session(clients, metadata)
    token = sign_in(session, browser, metadata)
    assert session.refresh_token(metadata["token_endpoint"])["refresh_token"] != token["refresh_token"]
    service = key_session(clients, metadata)
    service.scope = "api"
    own = service.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    assert "refresh_token" not in own and claims_of(own["access_token"], metadata).claims["scope"] == "api"


def test_an_assertion_works_once(clients, metadata):
    client = clients["keyClient"]
    session = key_session(clients, metadata)
    session._auth_methods["private_key_jwt"].claims = {"jti": "the-same"}
    session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    with pytest.raises(OAuthError) as refusal:
        session.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    assert refusal.value.error == "invalid_client", client["clientId"]


def test_a_pushed_request(clients, metadata, browser, provider):
    provider.control("policy", {"provider": "oidc", "requirePushedAuthorization": True})
    session = key_session(clients, metadata)
    verifier = secrets.token_urlsafe(48)
    url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    assert query(browser.authorize(url))["error"] == "invalid_request"
    # The library has no call for RFC 9126; it signs the request like one to the token endpoint.
    pushed = session.post(
        metadata["pushed_authorization_request_endpoint"], data=query(url), withhold_token=True,
        auth=session.client_auth("private_key_jwt"), timeout=20)
    assert pushed.status_code == 201, pushed.text
    page = metadata["authorization_endpoint"] + "?" + requests.compat.urlencode(
        {"client_id": session.client_id, "request_uri": pushed.json()["request_uri"]})
    location = browser.authorize(page)
    token = session.fetch_token(
        metadata["token_endpoint"], authorization_response=location, state=state, code_verifier=verifier)
    assert claims_of(token["id_token"], metadata).claims["aud"] == session.client_id
    assert browser.open(page).status_code == 400, "a request URI works once"


def test_a_device(clients, metadata, browser, provider):
    client = clients["clientId"]
    started = requests.post(
        metadata["device_authorization_endpoint"], data={"client_id": client, "scope": SCOPE}, timeout=20).json()
    session = session_of(client, metadata)

    def poll():
        return session.fetch_token(
            metadata["token_endpoint"], grant_type="urn:ietf:params:oauth:grant-type:device_code",
            device_code=started["device_code"])

    for expected in ("authorization_pending", "slow_down"):
        with pytest.raises(OAuthError) as refusal:
            poll()
        assert refusal.value.error == expected
    browser.approve_device(started["verification_uri_complete"])
    assert claims_of(poll()["id_token"], metadata).claims["email"] == "jane@example.com"
    with pytest.raises(OAuthError) as refusal:
        poll()
    assert refusal.value.error == "invalid_grant"


def test_a_device_code_expires(clients, metadata, provider):
    started = requests.post(
        metadata["device_authorization_endpoint"], data={"client_id": clients["clientId"]}, timeout=20).json()
    provider.advance(started["expires_in"])
    with pytest.raises(OAuthError) as refusal:
        session_of(clients["clientId"], metadata).fetch_token(
            metadata["token_endpoint"], grant_type="urn:ietf:params:oauth:grant-type:device_code",
            device_code=started["device_code"])
    assert refusal.value.error == "expired_token"


def test_a_token_exchange(clients, metadata, browser):
    user = sign_in(session_of(clients["clientId"], metadata), browser, metadata)
    client = clients["secretClient"]
    service = OAuth2Session(client["clientId"], client["clientSecret"])
    token = service.fetch_token(
        metadata["token_endpoint"], grant_type="urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token=user["access_token"], subject_token_type="urn:ietf:params:oauth:token-type:access_token",
        audience="https://api.example", scope="profile")
    assert token["issued_token_type"] == "urn:ietf:params:oauth:token-type:access_token"
    access = claims_of(token["access_token"], metadata).claims
    assert access["aud"] == "https://api.example" and access["scope"] == "profile"
    assert access["sub"] == claims_of(user["access_token"], metadata).claims["sub"]


def test_a_client_registers_itself(metadata, browser):
    answer = requests.post(
        metadata["registration_endpoint"], timeout=20,
        json={"client_name": "Registered", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none",
              "grant_types": ["authorization_code", "refresh_token"]})
    assert answer.status_code == 201, answer.text
    client = answer.json()
    token = sign_in(session_of(client["client_id"], metadata), browser, metadata)
    identity = claims_of(token["id_token"], metadata)
    assert identity.claims["aud"] == client["client_id"] and identity.header["alg"] == "RS256"


def test_keys_rotate(clients, metadata, browser, provider):
    session = session_of(clients["clientId"], metadata)
    before = sign_in(session, browser, metadata)["id_token"]
    provider.control("oidc/rotate", {})
    after = sign_in(session, browser, metadata)["id_token"]
    assert claims_of(before, metadata).header["kid"] != claims_of(after, metadata).header["kid"]


def test_a_wrong_signature_is_noticed(clients, metadata, browser, provider):
    provider.control("policy", {"provider": "oidc", "tamper": "id_token_signature"})
    token = sign_in(session_of(clients["clientId"], metadata), browser, metadata)
    with pytest.raises(Exception, match="(?i)signature"):
        claims_of(token["id_token"], metadata)
