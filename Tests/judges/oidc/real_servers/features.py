"""The columns of the matrix. Each feature is tried by configuration alone; the recorder has what Latchkey sent.
`lacks_…` shows that the server has no such feature, and that Latchkey says so; `unusable_…` shows why a
feature that the server has does not work."""

import hashlib
import json
import time

import jwt
import requests

from . import authentication, grants
from .installation import Installation
from .server import SERVICE, Server, query
from .tokens import base64url, last_answer, verified


def discovery(app: Installation) -> None:
    app.done("sign-in", "--method", "authorization_code", "--listen", str(app.server.port), "--suspend")
    (asked,) = app.sent_to(app.server.issuer + "/.well-known/openid-configuration")[:1]
    assert asked.status == 200 and asked.answer["issuer"] == app.server.issuer
    # Issuers are compared as exact strings (OpenID Connect Discovery §4.3).
    app.block["issuer"] += "/"
    app.configure()
    assert app.refusal("sign-in", "--method", "authorization_code", "--listen", "0") == "malformed_response"


def sign_in(app: Installation) -> None:
    browser = app.server.browser()
    prompt = app.sign_in(browser)
    asked = query(prompt.url)
    assert asked["response_type"] == "code" and asked["code_challenge_method"] == "S256", asked
    (redeemed,) = app.sent_to("token_endpoint")
    assert redeemed.form["grant_type"] == "authorization_code"
    assert base64url(hashlib.sha256(redeemed.form["code_verifier"].encode()).digest()) == asked["code_challenge"]
    claims = verified(app, redeemed.answer["id_token"], asked["nonce"])
    assert claims["sub"] == (app.server.subject or claims["sub"])
    assert app.done("whoami")["subject"] == claims["sub"] == app.me()["sub"]
    stolen = query(app.server.open(browser, prompt.url))["code"]
    assert app.server.checks_pkce != app.grants(
        grant_type="authorization_code", code=stolen, code_verifier="a" * 43, redirect_uri=app.server.callback)


def refresh(app: Installation) -> None:
    app.sign_in(app.server.browser())
    tokens = last_answer(app, "authorization_code")
    for _ in range(2):
        time.sleep(app.server.pause)
        app.done("refresh")
        asked = app.sent_to("token_endpoint")[-1]
        assert asked.form["grant_type"] == "refresh_token" and asked.form["refresh_token"] == tokens["refresh_token"]
        renewed = last_answer(app, "refresh_token")
        assert renewed["access_token"] != tokens["access_token"]
        assert app.done("token")["token"] == renewed["access_token"]
        is_rotated = renewed.get("refresh_token", tokens["refresh_token"]) != tokens["refresh_token"]
        assert is_rotated == app.server.rotates
        old, tokens = tokens, {**tokens, **renewed}
    assert app.me()["sub"] == app.done("whoami")["subject"]
    if app.server.rotates:
        assert not app.renews(old["refresh_token"])


def revocation(app: Installation) -> None:
    endpoint = app.block.get("endpoints", {}).get("revocation") or "revocation_endpoint"
    app.sign_in(app.server.browser())
    token = last_answer(app, "authorization_code")["refresh_token"]
    answer = app.done("sign-out")
    assert answer["unrevoked"] == [], answer
    (told,) = app.sent_to(endpoint)
    assert told.status == 200 and told.form["token"] == token
    assert not app.renews(token)


def lacks_revocation(app: Installation) -> None:
    assert not app.server.knows("revocation_endpoint")
    cannot_revoke(app)


def cannot_revoke(app: Installation) -> None:
    """The session ends in the app alone."""
    app.sign_in(app.server.browser())
    token = last_answer(app, "authorization_code")["refresh_token"]
    app.done("sign-out")
    assert app.refusal("whoami") == "not_signed_in"
    assert app.renews(token)


def logout(app: Installation) -> None:
    browser = app.server.browser()
    prompt = app.sign_in(browser)
    if app.server.has_sessions:
        assert not app.server.asks_who_it_is(browser, prompt.url)
    page = signed_out_page(app)
    ended = app.server.sign_out(browser, page)
    assert ended.startswith(app.server.signed_out) and query(ended)["state"] == query(page)["state"], ended
    if app.server.has_sessions:
        assert app.server.asks_who_it_is(browser, prompt.url)


def unusable_logout(app: Installation) -> None:
    """The endpoint takes the client's id, or the lack of one, for an access token."""
    browser = app.server.browser()
    app.sign_in(browser)
    page = signed_out_page(app)
    assert browser.session.get(page, timeout=30).json()["error_description"] == "'token'"


def signed_out_page(app: Installation) -> str:
    """Signs out; returns the issuer's page."""
    token = last_answer(app, "authorization_code")["id_token"]
    notes = app.done("sign-out")["notes"]
    (page,) = [line.split()[1] for line in notes.splitlines() if line.startswith("Open http")]
    assert page.startswith(app.server.metadata["end_session_endpoint"] + "?")
    asked = query(page)
    assert asked["id_token_hint"] == token and asked["post_logout_redirect_uri"] == app.server.signed_out
    return page


def device(app: Installation) -> None:
    prompt = app.start("sign-in", "--method", "device_code")
    page, code = prompt.shown(r"(http\S+)"), prompt.shown(r"Code: (\S+)")
    app.server.approve(app.server.browser(), page, code)
    prompt.finish()
    told = last_answer(app, "urn:ietf:params:oauth:grant-type:device_code")
    subject = app.done("whoami")["subject"]
    assert subject == app.me()["sub"] == (app.server.subject or subject)
    if "endpoints" not in app.block:
        assert verified(app, told["id_token"])["sub"] == subject
    app.done("refresh")
    assert app.me()["sub"] == subject


def lacks_device(app: Installation) -> None:
    assert not app.server.knows("device_authorization_endpoint")
    cannot_use_devices(app)


def cannot_use_devices(app: Installation) -> None:
    assert app.refusal("sign-in", "--method", "device_code") == "method_not_available"


def par(app: Installation) -> None:
    prompt = app.sign_in(app.server.browser())
    (pushed,) = app.sent_to("pushed_authorization_request_endpoint")
    assert pushed.status in (200, 201) and pushed.form["code_challenge_method"] == "S256"
    assert query(prompt.url) == {"client_id": app.block["clientId"], "request_uri": pushed.answer["request_uri"]}
    assert app.done("whoami")["subject"] == app.me()["sub"]


def lacks_par(app: Installation) -> None:
    assert not app.server.knows("pushed_authorization_request_endpoint")
    assert app.refusal("sign-in", "--method", "authorization_code", "--listen", "0") == "invalid_configuration"


def unusable_par(app: Installation) -> None:
    """The page wants parameters of the pushed request again (RFC 9126 §4)."""
    prompt = app.page()
    (pushed,) = app.sent_to("pushed_authorization_request_endpoint")
    assert pushed.status in (200, 201) and pushed.form["response_type"] == "code"
    assert query(prompt.url) == {"client_id": app.block["clientId"], "request_uri": pushed.answer["request_uri"]}
    refused = requests.get(prompt.url, timeout=30)
    assert refused.status_code == 400 and "response_type" in refused.json()["error_description"]


def dpop(app: Installation) -> None:
    app.sign_in(app.server.browser())
    (redeemed,) = app.sent_to("token_endpoint")
    key = proven(redeemed, app.server.metadata["token_endpoint"])
    assert redeemed.answer["token_type"].lower() == "dpop"
    token = redeemed.answer["access_token"]
    assert jwt.decode(token, options={"verify_signature": False})["cnf"]["jkt"] == thumbprint(key)
    app.me()
    (asked,) = app.sent_to("userinfo_endpoint")
    assert asked.headers["Authorization"] == f"DPoP {token}"
    assert proven(asked, app.server.metadata["userinfo_endpoint"], token) == key
    # The refresh token is of no use without the key.
    assert not app.renews(redeemed.answer["refresh_token"])
    app.done("refresh")
    assert proven(app.sent_to("token_endpoint")[-1], app.server.metadata["token_endpoint"]) == key


def lacks_dpop(app: Installation) -> None:
    assert not app.server.knows("dpop_signing_alg_values_supported")
    without_dpop(app)


def unusable_dpop(app: Installation) -> None:
    """The server has it, but its metadata do not say so (RFC 9449 §5.1)."""
    assert app.server.knows("dpop_signing_alg_values_supported")
    assert "dpop_signing_alg_values_supported" not in app.server.metadata
    without_dpop(app)


def without_dpop(app: Installation) -> None:
    """No page is opened whose tokens would not be bound."""
    assert app.refusal("sign-in", "--method", "authorization_code", "--listen", "0") == "invalid_configuration"


def proven(exchange, url: str, token: str = None) -> dict:
    """The key of a request's proof (RFC 9449 §4.2), verified by PyJWT."""
    proof = exchange.headers["DPoP"]
    header = jwt.get_unverified_header(proof)
    assert header["typ"] == "dpop+jwt" and header["alg"] == "ES256" and "d" not in header["jwk"]
    claims = jwt.decode(proof, jwt.PyJWK(header["jwk"]).key, algorithms=["ES256"])
    assert (claims["htm"], claims["htu"]) == (exchange.method, url) and claims["jti"]
    assert claims.get("ath") == (token and base64url(hashlib.sha256(token.encode()).digest()))
    return header["jwk"]


def thumbprint(key: dict) -> str:
    members = json.dumps({name: key[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":"))
    return base64url(hashlib.sha256(members.encode()).digest())


# The features in the order of the columns: the name, how it is tried, and how its lack is shown.
FEATURES = {
    "discovery": (discovery, None),
    "sign-in": (sign_in, None),
    "refresh": (refresh, None),
    "revocation": (revocation, lacks_revocation),
    "logout": (logout, None),
    "device": (device, lacks_device),
    "par": (par, lacks_par),
    "dpop": (dpop, lacks_dpop),
    "client credentials": (grants.client_credentials, grants.lacks_client_credentials),
    "registration": (grants.registration, None),
    "token exchange": (grants.token_exchange, grants.lacks_token_exchange),
    "step-up": (authentication.step_up, authentication.cannot_step_up),
    "certificates": (authentication.certificates, authentication.lacks_certificates),
}
# Why a feature that a server has does not work.
OBSTACLES = {
    "logout": unusable_logout,
    "par": unusable_par,
    "dpop": unusable_dpop,
    "client credentials": grants.unusable_client_credentials,
    "registration": grants.unusable_registration,
    "step-up": authentication.unusable_step_up,
}
# What happens where a feature needs more than the usual configuration, and this is left out.
WITHOUT_MORE = {"revocation": cannot_revoke, "device": cannot_use_devices}


def block(server: Server, feature: str) -> dict:
    """The block of the configuration for a feature."""
    settings = {
        "par": {"pushedAuthorization": "required"},
        "dpop": {"dpop": "required"},
        "client credentials": {"method": "client_credentials", "scopes": ["email"], **SERVICE},
        "registration": {
            "registration": {"clientName": "Latchkey"}, "redirectURL": server.callback,
            **dict.fromkeys(["clientId", "clientSecret", "allowClientSecret"])},
        "token exchange": {
            "method": "token_exchange", "scopes": ["email"], "tokenProvider": {"session": "user", "token": "access"},
            **SERVICE},
        "step-up": {"maxAgeSeconds": authentication.AGE, "leewaySeconds": 0},
        "certificates": {"clientCertificate": True},
    }
    both = server.usual() | settings.get(feature, {}) | server.more(feature)
    return {key: value for key, value in both.items() if value is not None}
