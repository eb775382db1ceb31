"""The columns of the matrix for stronger authentication: of users (RFC 9470), and of clients (RFC 8705)."""

import re
import time

import requests

from .installation import Installation
from .server import query
from .tokens import base64url, last_answer, verified, verified_access

# In seconds: the largest accepted age, and how long it takes until an authentication is older for every server.
AGE, TOO_OLD = 1, 2.1


def step_up(app: Installation) -> None:
    """What a step-up asks of the page: a more recent authentication, and another class where the server has some."""
    browser = app.server.browser()
    first = app.sign_in(browser)
    assert query(first.url)["max_age"] == str(AGE)
    before = verified(app, last_answer(app, "authorization_code")["id_token"])["auth_time"]
    prompt = app.page()
    time.sleep(AGE)
    without_age = re.sub(r"&max_age=\d+", "", prompt.url)
    assert not (app.server.has_sessions and app.server.asks_who_it_is(browser, without_age))
    time.sleep(TOO_OLD)
    assert not app.server.has_sessions or app.server.asks_who_it_is(browser, prompt.url)
    app.return_to(prompt, browser)
    prompt.finish()
    assert verified(app, last_answer(app, "authorization_code")["id_token"])["auth_time"] >= before + AGE
    app.change(maxAgeSeconds=None)
    for name in app.server.classes:
        browser = app.server.browser()
        app.change(acrValues=[name])
        assert query(app.sign_in(browser).url)["acr_values"] == name
        assert verified(app, last_answer(app, "authorization_code")["id_token"])["acr"] == name
    # No server here gives a session of the browser another class.
    app.change(acrValues=[*app.server.classes, "urn:example:unknown"][:1])
    refuses(app, browser)


def cannot_step_up(app: Installation) -> None:
    """The server takes an old authentication for a recent one, or does not say how old it is; Latchkey does not."""
    browser = app.server.browser()
    prompt = app.page()
    app.server.open(browser, prompt.url)
    prompt.leave()
    time.sleep(TOO_OLD)
    refuses(app, browser)


def refuses(app: Installation, browser) -> None:
    prompt = app.page()
    app.return_to(prompt, browser)
    assert prompt.refusal() == "invalid_token"


def unusable_step_up(app: Installation) -> None:
    """The server asks the user to sign in again, but its ID token says that this was in 1970."""
    browser = app.server.browser()
    refuses(app, browser)
    told = last_answer(app, "authorization_code")["id_token"]
    assert verified(app, told)["auth_time"] == 0
    time.sleep(TOO_OLD)
    prompt = app.page()
    assert app.server.asks_who_it_is(browser, prompt.url)


def certificates(app: Installation) -> None:
    """The certificate authenticates the client, and its tokens are bound to the certificate."""
    server = app.server
    bound = {"x5t#S256": base64url(server.certificate.fingerprint)}
    app.change(method="client_credentials", scopes=["email"])
    app.done("sign-in")
    assert verified_access(app, app.done("token")["token"])["cnf"] == bound
    app.change(method=None, scopes=app.server.usual()["scopes"])
    app.sign_in(server.browser())
    first = app.done("token")["token"]
    assert verified_access(app, first)["cnf"] == bound
    assert app.me()["sub"] == app.done("whoami")["subject"]
    app.done("refresh")
    renewed = app.done("token")["token"]
    assert renewed != first and verified_access(app, renewed)["cnf"] == bound
    # Without the certificate, and with another client's, there are no tokens.
    assert server.grants_to(server.certificate)
    assert not server.grants_to(None) and not server.grants_to(server.other)
    server.presented = server.other
    app.change(method="client_credentials", scopes=["email"])
    assert app.refusal("sign-in") == "malformed_response"  # without an error code (RFC 6749 §5.2)


def lacks_certificates(app: Installation) -> None:
    assert not app.server.knows("tls_client_auth") and not app.server.knows("self_signed_tls_client_auth")
