"""The servers from Python's package index."""

from .server import Program, version


class Authlib(Program):
    """A Flask application with Authlib's server: `environments/authlib/serve.py`."""

    folder = package = "authlib"
    title = f"Authlib {version('authlib', 'Authlib')}"
    source = "https://github.com/authlib/authlib"
    lacks = ("par", "dpop")
    answers = {"answer": "yes"}


class Canaille(Program):
    folder = package = "canaille"
    title = f"Canaille {version('canaille', 'Canaille')}"
    source = "https://canaille.readthedocs.io/en/latest/development/specifications.html"
    lacks = ("device", "par", "dpop")
    notes = {"revocation": "Only for a client with a secret."}
    # The second token of a second is the first one, and the server fails because it has it already.
    pause = 1.1
    answers = {"login": "alice", "answer": "accept"}

    def more(self, feature: str) -> dict:
        if feature != "revocation":
            return {}
        return {"clientId": "latchkey-service", "clientSecret": {"env": "OIDC_SECRET"}, "allowClientSecret": True}


class DjangoOAuthToolkit(Program):
    """A Django site with django-oauth-toolkit: `environments/django_oauth_toolkit/serve.py`."""

    folder, package = "django_oauth_toolkit", "oauth2_provider"
    title = f"django-oauth-toolkit {version('django_oauth_toolkit', 'django-oauth-toolkit')}"
    source = "https://django-oauth-toolkit.readthedocs.io/en/latest/compliance.html"
    lacks = ("par", "dpop")
    notes = dict.fromkeys(
        ("revocation", "device"), "With `endpoints`: the server has it, but its metadata do not name the address.")
    subject = "1"
    answers = {"allow": "Authorize", "action": "accept"}

    def sign_out(self, browser, page: str) -> str:
        return browser.walk(page, self.signed_out, {"allow": "Logout"})

    def more(self, feature: str) -> dict:
        if feature not in self.notes:
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
    lacks = ("revocation", "device", "par", "dpop")
    notes = {"sign-in": "The server does not check PKCE.", "logout": "The server has no session that could end."}
    checks_pkce = False
    rotates = False
    has_sessions = False
    answers = {"sub": "alice"}

    def usual(self) -> dict:
        # Authlib's server has no public clients by default.
        return super().usual() | {"clientSecret": {"env": "OIDC_SECRET"}, "allowClientSecret": True}

    def sign_out(self, browser, page: str) -> str:
        return browser.walk(page, self.signed_out, {"redirect_uri": None})
