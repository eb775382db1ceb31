"""The columns of the matrix for clients that act without a page: services, exchanges, and clients that register."""

import base64

import jwt
import requests

from .installation import Installation
from .server import SECRET, SERVICE, query
from .tokens import last_answer, verified_access

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
TYPE = "urn:ietf:params:oauth:token-type:access_token"


def client_credentials(app: Installation) -> None:
    app.done("sign-in")
    (asked,) = app.sent_to("token_endpoint")
    assert asked.form["grant_type"] == "client_credentials" and asked.form["scope"] == "email"
    assert base64.b64decode(asked.headers["Authorization"].removeprefix("Basic ")).decode() == (
        f"{SERVICE['clientId']}:{SECRET}")
    first = last_answer(app, "client_credentials")["access_token"]
    assert app.done("whoami")["subject"] == SERVICE["clientId"]
    assert app.done("token")["token"] == first
    app.done("refresh")
    renewed = last_answer(app, "client_credentials")["access_token"]
    assert renewed != first and app.done("token")["token"] == renewed
    app.secret = "another-secret"
    assert app.refusal("sign-in") == ("invalid_configuration" if app.server.names_errors else "malformed_response")


def unusable_client_credentials(app: Installation) -> None:
    """The type of the token is none that RFC 6749 §7.1 and the registry know."""
    assert app.refusal("sign-in") == "malformed_response"
    assert last_answer(app, "client_credentials")["token_type"] == "access_token"


def lacks_client_credentials(app: Installation) -> None:
    assert not app.server.knows("client_credentials")
    assert app.refusal("sign-in") == "unsupported"


def token_exchange(app: Installation) -> None:
    """A user's token becomes one of a service, with fewer scopes, and a session of its own."""
    user = app.server.usual()
    app.configure("user", user=user)
    app.sign_in(app.server.browser())
    subject, token = app.done("whoami")["subject"], app.done("token")["token"]
    app.configure("it", user=user)
    app.done("sign-in")
    asked = app.sent_to("token_endpoint")[-1]
    assert asked.form["subject_token"] == token and asked.form["subject_token_type"] == TYPE
    assert asked.form["requested_token_type"] == TYPE and asked.form["scope"] == "email"
    told = last_answer(app, EXCHANGE)
    assert told["issued_token_type"] == TYPE and told["access_token"] != token
    claims = verified_access(app, told["access_token"])
    assert app.done("whoami")["subject"] == subject == claims["sub"] and claims["client_id"] == SERVICE["clientId"]
    assert app.done("token")["token"] == told["access_token"]
    app.done("refresh")
    assert last_answer(app, EXCHANGE)["access_token"] != told["access_token"]
    # A token that the server has not issued is not exchanged.
    assert app.refusal("sign-in", "--token", jwt.encode({"sub": subject}, "a" * 32)) == "provider_error"


def lacks_token_exchange(app: Installation) -> None:
    assert not app.server.knows(EXCHANGE)
    app.configure("it", user=app.server.usual())
    refusal = app.refusal("sign-in", "--token", "a-token")
    assert refusal == ("unsupported" if app.server.names_errors else "malformed_response"), refusal


def registration(app: Installation) -> None:
    browser = app.server.browser()
    prompt = app.sign_in(browser)
    (asked,) = app.sent_to("registration_endpoint")
    assert asked.status in (200, 201), (asked.status, asked.received)
    sent, told = asked.sent_json, asked.answer
    assert sent["redirect_uris"] == [app.server.callback] and ("jwks" in sent) == ("clientKey" in app.block)
    assert sent["token_endpoint_auth_method"] == ("private_key_jwt" if "jwks" in sent else "none")
    assert sent["client_name"] == "Latchkey" and "client_id" not in sent
    assert query(prompt.url)["client_id"] == told["client_id"]
    assert app.sent_to("token_endpoint")[-1].form["client_id"] == told["client_id"]
    assert app.done("whoami")["subject"] == app.me()["sub"]
    # The client asks for its registration before each page but the first, and does not register again.
    app.sign_in(browser)
    assert len(app.sent_to("registration_endpoint")) == 1
    (read,) = [exchange for exchange in app.sent_to(told["registration_client_uri"]) if exchange.method == "GET"]
    if app.server.registrations == "fails":
        assert read.status == 500
        return
    assert read.status == 200 and read.answer["client_id"] == told["client_id"]
    if app.server.registrations == "removes":
        token = {**told, **read.answer}["registration_access_token"]
        removed = requests.delete(
            told["registration_client_uri"], headers={"Authorization": "Bearer " + token}, timeout=30)
        assert removed.ok, (removed.status_code, removed.text)
        app.sign_in(app.server.browser())
        again = app.sent_to("registration_endpoint")[-1].answer
        assert again["client_id"] != told["client_id"]
        assert app.done("whoami")["subject"] == app.me()["sub"]


def unusable_registration(app: Installation) -> None:
    if app.server.knows("registration_endpoint") and "registration_endpoint" not in app.server.metadata:
        # The address is only in other metadata, which a client of OpenID Connect does not fetch.
        assert app.refusal("sign-in", "--method", "authorization_code", "--listen", "0") == "invalid_configuration"
        return
    # The server confirms that the client is public, and then refuses it as such.
    prompt = app.page()
    app.return_to(prompt, app.server.browser())
    assert prompt.refusal() == "invalid_configuration"
    (asked,) = app.sent_to("registration_endpoint")
    assert asked.answer["token_endpoint_auth_method"] == asked.sent_json["token_endpoint_auth_method"] == "none"
    (redeemed,) = app.sent_to("token_endpoint")
    assert redeemed.status == 401 and redeemed.form["client_id"] == asked.answer["client_id"], redeemed.received
