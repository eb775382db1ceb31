"""Proofs of possession (RFC 9449), checked by Glewlwyd and PyJWT."""

import base64
import hashlib
import json

import jwt
import pytest
import requests
from jwt.algorithms import ECAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec


@pytest.fixture(scope="module", params=["plain", "nonces"])
def issuer(server, request):
    changes = {"oauth-dpop-allowed": True}
    if request.param == "nonces":
        changes |= {"oauth-dpop-nonce-mandatory": True, "oauth-dpop-nonce-counter": 3}
    return server.issuer(f"dpop-{request.param}", **changes)


def claims(token: str) -> dict:
    return jwt.decode(token, options={"verify_signature": False})


def thumbprint(key: dict) -> str:
    """The thumbprint (RFC 7638) of the key whose compressed point is in the session."""
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(key["public"]))
    jwk = json.loads(ECAlgorithm.to_jwk(public))
    members = json.dumps({name: jwk[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":"))
    return base64.urlsafe_b64encode(hashlib.sha256(members.encode()).digest()).rstrip(b"=").decode()


def test_tokens_are_bound_to_the_sessions_key(issuer, make_app):
    name = issuer.rsplit("/", 1)[1]
    app = make_app(issuer, f"{name}-bound")
    session = app.sign_in()
    assert claims(session["access"])["cnf"]["jkt"] == thumbprint(session["key"])
    answer = app.run("send", issuer + "/userinfo")
    assert answer["status"] == 200, answer
    renewed = app.run("refresh")
    assert renewed["key"] == session["key"]
    assert claims(renewed["access"])["cnf"]["jkt"] == thumbprint(session["key"])
    assert app.run("send", issuer + "/userinfo")["status"] == 200


def test_the_refresh_token_is_useless_without_the_key(issuer, make_app):
    app = make_app(issuer, issuer.rsplit("/", 1)[1] + "-thief")
    session = app.sign_in()
    thief = requests.post(issuer + "/token", data={
        "grant_type": "refresh_token", "refresh_token": session["refresh"], "client_id": app.client}, timeout=10)
    assert thief.status_code == 403 and thief.json()["error"] == "invalid_dpop_proof"
    assert app.run("refresh")["subject"] == session["subject"]


def test_devices_are_bound_too(issuer, server, make_app):
    app = make_app(issuer, issuer.rsplit("/", 1)[1] + "-device")
    run = app.command("sign-in", "device_code")
    prompt = run.line()
    server.user(app.client).get(
        f"{issuer}/device", params={"code": prompt["displayCode"], "g_continue": ""}, allow_redirects=False, timeout=10)
    session = run.finish()
    assert claims(session["access"])["cnf"]["jkt"] == thumbprint(session["key"])


def test_a_missing_key_is_detected_before_a_request(issuer, make_app):
    app = make_app(issuer, issuer.rsplit("/", 1)[1] + "-gone")
    session = app.sign_in()
    assert "subject" in session, session
    (key,) = (app.directory / "state" / "keys").glob("*.sealed")
    key.unlink()
    assert app.run("refresh")["error"] == "key_unavailable"
    assert app.run("stored")["subject"] == session["subject"]


def test_required_dpop_is_refused_without_the_issuers_support(server, make_app):
    app = make_app(server.issuer("dpop-none"), "dpop-none", dpop="required")
    assert app.run("sign-in", "authorization_code", str(app.port))["error"] == "invalid_configuration"
