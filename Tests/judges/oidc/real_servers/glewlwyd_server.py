"""Glewlwyd, from Debian. Its pages need scripts, so its interface for pages is called in their place."""

import copy
import subprocess
import tempfile
from pathlib import Path
from typing import Optional

import requests
from glewlwyd import Glewlwyd, open_page

from .authority import Authority, Certificate
from .server import CLIENT_KEY, SECRET, SERVICE, Server, query


class GlewlwydServer(Server):
    source = "https://github.com/babelouest/glewlwyd/blob/master/docs/OIDC.md"
    subject = None  # random, and named only in tokens
    names_errors = False
    lacks = ("token exchange",)
    unusable = ("step-up",)
    notes = {
        "revocation": "With `revokeWithAccessToken`: the server requires the access token of a public client.",
        "registration": (
            "With `clientKey` and `clientKeyId`, and without the device flow: the server registers its grant under "
            "another name."),
        "step-up": "The server asks the user again, but the `auth_time` of its ID tokens is 0, so the flow fails."}

    def __init__(self) -> None:
        super().__init__()
        self.glewlwyd = Glewlwyd(self.recorder)
        self.with_tls: Optional[GlewlwydWithTLS] = None

    def wait(self) -> None:
        self.issuer = self.glewlwyd.issuer("matrix", **{"oauth-dpop-allowed": True, "auth-type-client-enabled": True})
        self._keep("post_logout_redirect_uris", multiple=True)
        self.glewlwyd.client("latchkey", self.port, post_logout_redirect_uris=[self.signed_out])
        self.glewlwyd.client(
            SERVICE["clientId"], self.port, confidential=True, password=SECRET, scope=["email"],
            token_endpoint_auth_method=["client_secret_basic"], authorization_type=["client_credentials"])

    def _keep(self, name: str, multiple: bool) -> None:
        """Lets clients have a property by this name. Glewlwyd reads it, but its first settings do not let it be
        written."""
        (module,) = self.glewlwyd.admin.get(self.glewlwyd.api + "/mod/client/", timeout=10).json()
        module["parameters"]["data-format"][name] = {"multiple": multiple, "read": True, "write": True}
        self.glewlwyd.change("PUT", "/mod/client/database", module)
        self.glewlwyd.change("PUT", "/mod/client/database/reset/")

    @property
    def title(self) -> str:
        told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "glewlwyd"], capture_output=True, text=True)
        return "Glewlwyd " + ".".join(told.stdout.split(".")[:2])

    def usual(self) -> dict:
        # The server announces DPoP, so it would be used for every feature.
        return super().usual() | {"dpop": "off"}

    def more(self, feature: str) -> dict:
        if feature == "registration":
            return CLIENT_KEY
        return {"revokeWithAccessToken": True} if feature == "revocation" else {}

    def browser(self) -> requests.Session:
        return self.glewlwyd.user("latchkey")

    def at(self, feature: str) -> Server:
        if feature == "certificates":
            self.with_tls = GlewlwydWithTLS()
            self.with_tls.wait()
            return self.with_tls
        if feature == "registration":
            # The registration knows the device grant by another name than the metadata, and a public client is none
            # afterwards.
            other = copy.copy(self)
            other.issuer = self.glewlwyd.issuer("registering", **{
                "auth-type-device-enabled": False, "register-client-allowed": True,
                "register-client-management-allowed": True, "request-parameter-allow": True,
                "request-uri-allow-https-non-secure": False, "client-pubkey-parameter": "pubkey",
                "client-jwks-parameter": "jwks", "client-jwks_uri-parameter": "jwks_uri", "oauth-ciba-allowed": False})
            return other
        return self

    def open(self, browser, page: str) -> str:
        self.glewlwyd.consent(browser, query(page)["client_id"])
        return open_page(browser, page)

    def approve(self, browser, page: str, code: str) -> None:
        approved = browser.get(
            f"{self.issuer}/device", params={"code": code, "g_continue": ""}, allow_redirects=False, timeout=10)
        assert "prompt=deviceComplete" in approved.headers["Location"]

    def sign_out(self, browser, page: str) -> str:
        asked = query(browser.get(page, allow_redirects=False, timeout=10).headers["Location"])
        assert asked["prompt"] == "end_session"
        # What the page does when the user confirms.
        assert browser.delete(f"{self.issuer}/session/{asked['sid']}", timeout=10).ok
        assert browser.delete(self.glewlwyd.api + "/auth/", timeout=10).ok
        return asked["callback_url"]

    def asks_who_it_is(self, browser, page: str) -> bool:
        shown = browser.get(page + "&g_continue=", allow_redirects=False, timeout=10)
        return shown.headers["Location"].startswith(self.glewlwyd.base + "/login.html")

    def stop(self) -> None:
        if self.with_tls:
            self.with_tls.stop()
        self.glewlwyd.stop()
        super().stop()


class GlewlwydWithTLS(GlewlwydServer):
    """The same with TLS, and a client that authenticates with a certificate. It has no recorder, because the client's
    certificate reaches only the server with which the client speaks."""

    def __init__(self) -> None:
        Server.__init__(self)
        self.folder = tempfile.TemporaryDirectory(prefix="authority-")
        self.issuing = Authority(Path(self.folder.name))
        self.authority = str(self.issuing.root)
        self.certificate, self.other = (self.issuing.issue(name) for name in ("client", "another-client"))
        self.presented = self.certificate
        self.with_tls = None
        self.glewlwyd = Glewlwyd(authority=self.issuing)

    def wait(self) -> None:
        self.issuer = self.glewlwyd.issuer("matrix", **{
            "auth-type-client-enabled": True, "client-cert-source": "TLS", "client-cert-use-endpoint-aliases": True})
        self._keep("tls_client_auth_subject_dn", multiple=False)
        self.glewlwyd.client(
            "latchkey", self.port, confidential=True, scope=["email"], token_endpoint_auth_method=["tls_client_auth"],
            tls_client_auth_subject_dn=self.certificate.subject,
            authorization_type=["code", "refresh_token", "client_credentials"])

    @property
    def transport(self) -> dict:
        files = {"certificate": str(self.presented.certificate), "key": str(self.presented.key)}
        return {"additionalRoots": self.authority, "clientCertificates": {"localhost": files}}

    def grants_to(self, certificate: Optional[Certificate]) -> bool:
        """Whether the client gets a token with a certificate, asked without Latchkey."""
        address = self.metadata["mtls_endpoint_aliases"]["token_endpoint"]
        form = {"grant_type": "client_credentials", "client_id": "latchkey", "scope": "email"}
        files = certificate and (str(certificate.certificate), str(certificate.key))
        return requests.post(address, data=form, cert=files, verify=self.authority, timeout=30).ok

    def stop(self) -> None:
        super().stop()
        self.folder.cleanup()
