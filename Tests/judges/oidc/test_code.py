"""Signing in through the issuer's page (RFC 6749, 7636, 8252, 9207), checked by Glewlwyd and PyJWT."""

import json
import urllib.parse

import jwt
import pytest
import requests
from glewlwyd import half_hash, open_page


@pytest.fixture(scope="module", params=["ES256", "RS256"])
def issuer(server, request):
    return server.issuer(f"code-{request.param.lower()}", request.param), request.param


@pytest.fixture(scope="module")
def plain(server):
    return server.issuer("code-plain")


def test_signs_in_through_the_page(issuer, make_app):
    issuer, algorithm = issuer
    app = make_app(issuer, f"app-{algorithm.lower()}")
    session = app.sign_in()
    keys = jwt.PyJWKClient(issuer + "/jwks")
    claims = jwt.decode(
        session["identity"], keys.get_signing_key_from_jwt(session["identity"]).key, algorithms=[algorithm],
        audience=app.client, issuer=issuer)
    assert claims["sub"] == session["subject"]
    assert session["tenant"] == issuer
    assert claims.get("at_hash", half_hash(session["access"])) == half_hash(session["access"])
    assert session["claims"]["email"] == "alice@example.org"
    assert app.run("session")["subject"] == session["subject"]


def test_the_authorisation_request_follows_the_standards(plain, make_app):
    app = make_app(plain, "app-request")
    page = urllib.parse.urlsplit(app.run("suspend", "authorization_code", str(app.port))["url"])
    query = dict(urllib.parse.parse_qsl(page.query, strict_parsing=True))
    assert query["response_type"] == "code" and query["code_challenge_method"] == "S256"
    assert len(query["code_challenge"]) == 43 and len(query["state"]) >= 22 and len(query["nonce"]) >= 22
    assert query["redirect_uri"] == f"http://127.0.0.1:{app.port}/callback"
    again = urllib.parse.urlsplit(app.run("suspend", "authorization_code", str(app.port))["url"])
    other = dict(urllib.parse.parse_qsl(again.query))
    assert all(query[name] != other[name] for name in ("state", "nonce", "code_challenge"))


def test_the_session_calls_the_issuer(plain, make_app):
    app = make_app(plain, "app-send")
    session = app.sign_in()
    answer = app.run("send", plain + "/userinfo")
    assert answer["status"] == 200
    assert json.loads(answer["body"])["sub"] == session["subject"]


def test_userinfo_adds_claims(plain, make_app):
    app = make_app(plain, "app-userinfo", userInfo=True)
    session = app.sign_in()
    told = requests.get(
        plain + "/userinfo", headers={"Authorization": "Bearer " + session["access"]}, timeout=10).json()
    assert told["sub"] == session["subject"]
    assert all(session["claims"][name] == value for name, value in told.items() if name not in ("iat", "exp"))


def test_a_stray_callback_does_not_end_the_flow(plain, make_app):
    app = make_app(plain, "app-stray")
    prompt = app.run("suspend", "authorization_code", str(app.port))
    stray = f"http://127.0.0.1:{app.port}/callback?code=evil&state=evil"
    assert app.run("resume", prompt["ticket"], stray)["error"] == "redirect_mismatch"


def test_another_issuer_in_the_callback_ends_the_flow(plain, server, make_app):
    """A mix-up attack: the user was at the configured issuer, and the callback names another issuer."""
    app = make_app(plain, "app-mixup")
    honest = urllib.parse.quote(plain, safe="")
    attacker = urllib.parse.quote(server.issuer("attacker"), safe="")

    def change(location):
        assert f"iss={honest}" in location
        return location.replace(f"iss={honest}", f"iss={attacker}")

    failure = app.sign_in(change)
    assert failure["error"] == "redirect_mismatch"
    assert "another issuer" in failure["message"]


def test_an_issuer_in_the_callback_can_be_required(plain, make_app):
    app = make_app(plain, "app-iss", requireIssuerInCallback=True)
    session = app.sign_in()
    assert session.get("subject"), session
    without = make_app(plain, "app-no-iss", requireIssuerInCallback=True)

    def change(location):
        parts = urllib.parse.urlsplit(location)
        query = [field for field in urllib.parse.parse_qsl(parts.query) if field[0] != "iss"]
        return parts._replace(query=urllib.parse.urlencode(query)).geturl()

    failure = without.sign_in(change)
    assert failure["error"] == "redirect_mismatch" and "issuer" in failure["message"]


def test_the_issuers_refusal_ends_the_flow(plain, make_app):
    app = make_app(plain, "app-refused")
    prompt = app.run("suspend", "authorization_code", str(app.port))
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(prompt["url"]).query))
    callback = f"http://127.0.0.1:{app.port}/callback?error=access_denied&state={query['state']}"
    assert app.run("resume", prompt["ticket"], callback)["error"] == "redirect_denied"


def test_a_flow_continues_once_in_another_process(plain, server, make_app):
    app = make_app(plain, "app-resume")
    prompt = app.run("suspend", "authorization_code", str(app.port))
    callback = open_page(server.user(app.client), prompt["url"])
    session = app.run("resume", prompt["ticket"], callback)
    assert session["subject"]
    # Neither the ticket nor the code can be used again: Glewlwyd would revoke the tokens of a code that is sent twice.
    assert app.run("resume", prompt["ticket"], callback)["error"] == "flow_expired"
    assert app.run("refresh")["subject"] == session["subject"]


def test_a_code_that_was_used_elsewhere_is_refused(plain, server, make_app):
    app = make_app(plain, "app-spent")
    prompt = app.run("suspend", "authorization_code", str(app.port))
    callback = open_page(server.user(app.client), prompt["url"])
    code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(callback).query))["code"]
    thief = requests.post(plain + "/token", data={
        "grant_type": "authorization_code", "client_id": app.client, "code": code, "code_verifier": "a" * 43,
        "redirect_uri": f"http://127.0.0.1:{app.port}/callback"}, timeout=10)
    assert thief.status_code == 403, "PKCE: the code is of no use without the verifier"


def test_another_issuers_metadata_are_refused(plain, server, make_app):
    app = make_app(plain, "app-slash")
    # Another spelling of the same URL: issuers are compared as exact strings.
    app.issuer = plain + "/"
    app.configure()
    assert app.run("suspend", "authorization_code", str(app.port))["error"] == "malformed_response"


def test_a_client_secret_is_refused_unless_allowed(plain, make_app, monkeypatch):
    monkeypatch.setenv("OIDC_SECRET", "secret")
    app = make_app(plain, "app-secret", clientSecret={"env": "OIDC_SECRET"})
    failure = app.run("suspend", "authorization_code", str(app.port))
    assert failure["error"] == "invalid_configuration" and "allowClientSecret" in failure["message"]


def test_a_confidential_client_signs_in_with_its_secret(plain, make_app, monkeypatch):
    monkeypatch.setenv("OIDC_SECRET", "client-secret-1")
    app = make_app(
        plain, "app-confidential",
        {"confidential": True, "password": "client-secret-1", "token_endpoint_auth_method": ["client_secret_basic"]},
        clientSecret={"env": "OIDC_SECRET"}, allowClientSecret=True)
    session = app.sign_in()
    assert session.get("subject"), session
