"""The servers from Python's package index."""

import time
from typing import Optional

from .server import CLIENT_KEY, SERVICE, Program, version


class Authlib(Program):
    """A Flask application with Authlib's server: `environments/authlib/serve.py`."""

    folder = package = "authlib"
    title = f"Authlib {version('authlib', 'Authlib')}"
    source = "https://github.com/authlib/authlib"
    lacks = ("par", "dpop", "token exchange", "step-up", "certificates")
    answers = {"answer": "yes"}


class Canaille(Program):
    folder = package = "canaille"
    title = f"Canaille {version('canaille', 'Canaille')}"
    source = "https://canaille.readthedocs.io/en/latest/development/specifications.html"
    lacks = ("device", "par", "dpop", "token exchange", "certificates")
    notes = {
        "revocation": "Only for a client with a secret.",
        "registration": "The server fails when the client asks for its registration. The sign-in goes on.",
        "step-up": "Only by age; the server has no classes of authentication."}
    registrations = "fails"
    # The second token of a second is the first one, and the server fails because it has it already.
    pause = 1.1
    answers = {"login": "alice", "answer": "accept"}

    def open(self, browser, page: str) -> str:
        issued = self.recorder.sent_to(self.metadata["token_endpoint"])
        if issued:
            time.sleep(max(0.0, issued[-1].at + self.pause - time.time()))
        return super().open(browser, page)

    def more(self, feature: str) -> dict:
        return SERVICE if feature == "revocation" else {}


class DjangoOAuthToolkit(Program):
    """A Django site with django-oauth-toolkit: `environments/django_oauth_toolkit/serve.py`."""

    folder, package = "django_oauth_toolkit", "oauth2_provider"
    title = f"django-oauth-toolkit {version('django_oauth_toolkit', 'django-oauth-toolkit')}"
    source = "https://django-oauth-toolkit.readthedocs.io/en/latest/compliance.html"
    lacks = ("par", "dpop", "token exchange", "step-up", "certificates")
    unusable = ("registration",)
    notes = {
        **dict.fromkeys(
            ("revocation", "device"), "With `endpoints`: the server has it, but its metadata do not name the address."),
        "registration": "The server has it, but its OpenID Connect metadata do not name the address."}
    subject = "1"
    answers = {"allow": "Authorize", "action": "accept"}

    def sign_out(self, browser, page: str) -> str:
        return browser.walk(page, self.signed_out, {"allow": "Logout"})

    def more(self, feature: str) -> dict:
        if feature not in ("revocation", "device"):
            return {}
        base = self.issuer
        return {
            "clientId": "latchkey-device" if feature == "device" else "latchkey",
            "endpoints": {
                "authorization": base + "/authorize/", "token": base + "/token/", "userInfo": base + "/userinfo/",
                "revocation": base + "/revoke_token/", "device": base + "/device-authorization/"}}


class ProviderMock(Program):
    folder = package = "oidc_provider_mock"
    title = f"oidc-provider-mock {version('oidc_provider_mock', 'oidc-provider-mock')}"
    source = "https://github.com/geigerzaehler/oidc-provider-mock/blob/main/docs/http.rst"
    lacks = ("revocation", "device", "par", "dpop", "client credentials", "token exchange", "certificates")
    unusable = ("registration",)
    notes = {
        "sign-in": "The server does not check PKCE.", "logout": "The server has no session that could end.",
        "registration": "The server registers a client as public, but refuses public clients.",
        "step-up": "The server asks the user to sign in at every visit to its page."}
    checks_pkce = False
    rotates = False
    has_sessions = False
    answers = {"sub": "alice"}

    def usual(self) -> dict:
        # Authlib's server has no public clients by default.
        return super().usual() | {"clientSecret": {"env": "OIDC_SECRET"}, "allowClientSecret": True}

    def sign_out(self, browser, page: str) -> str:
        return browser.walk(page, self.signed_out, {"redirect_uri": None})


class IdPyOIDC(Program):
    """A Flask application with IdentityPython's library: `environments/idpyoidc/serve.py`."""

    folder = package = "idpyoidc"
    title = f"idpyoidc {version('idpyoidc', 'idpyoidc')}"
    source = "https://idpy-oidc.readthedocs.io/en/latest/server/contents/conf.html"
    lacks = ("device", "certificates")
    unusable = ("logout", "par", "dpop", "client credentials")
    notes = {
        "sign-in": (
            "With `authorizationParameters`: the server requires `prompt=consent` for the scope `offline_access`."),
        "logout": "The endpoint fails at every request, because it expects an access token in the request.",
        "par": "The page requires parameters besides `client_id` and `request_uri`. RFC 9126 §4 requires no others.",
        "dpop": "The server has it, but its metadata do not announce it.",
        "client credentials": (
            "The response contains the token type `access_token`. RFC 6749 §7.1 defines no such type, so the flow "
            "fails."),
        "registration": "With `clientKey`: the server fails if a client registers without a key.",
        "step-up": (
            "By class, only if the browser has no session yet. By age, the server counts from the browser's last "
            "visit.")}
    subject = None  # a hash
    classes = ("urn:example:password", "urn:example:strong")
    registrations = "shows"
    answers = {"answer": "yes"}

    def __init__(self) -> None:
        super().__init__()
        self.with_dpop: Optional[IdPyOIDC] = None

    def usual(self) -> dict:
        return super().usual() | {
            "scopes": ["openid", "email", "offline_access"], "authorizationParameters": {"prompt": "consent"}}

    def more(self, feature: str) -> dict:
        return CLIENT_KEY if feature == "registration" else {}

    def at(self, feature: str) -> Program:
        if feature != "dpop":
            return self
        self.with_dpop = IdPyOIDCWithDPoP()
        self.with_dpop.wait()
        return self.with_dpop

    def stop(self) -> None:
        if self.with_dpop:
            self.with_dpop.stop()
        super().stop()


class IdPyOIDCWithDPoP(IdPyOIDC):
    """The same with an add-on that refuses all other tokens."""

    def options(self):
        return [*super().options(), "--dpop"]
