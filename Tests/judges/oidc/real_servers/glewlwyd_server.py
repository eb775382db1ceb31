"""Glewlwyd, from Debian. Its pages need scripts, so its interface for pages is called in their place."""

import subprocess

import requests
from glewlwyd import Glewlwyd, open_page

from .server import Server, query


class GlewlwydServer(Server):
    source = "https://github.com/babelouest/glewlwyd/blob/master/docs/OIDC.md"
    subject = None  # random, and named only in tokens
    notes = {"revocation": "With `revokeWithAccessToken`: the server wants a public client's access token for it."}

    def __init__(self) -> None:
        super().__init__()
        self.glewlwyd = Glewlwyd(self.recorder)

    def wait(self) -> None:
        self.issuer = self.glewlwyd.issuer("matrix", **{"oauth-dpop-allowed": True})
        self._keep_lists("post_logout_redirect_uris")
        self.glewlwyd.client("latchkey", self.port, post_logout_redirect_uris=[self.signed_out])

    def _keep_lists(self, name: str) -> None:
        """Lets clients have a list by this name. Glewlwyd reads the list, but its first settings do not let it be
        written."""
        (module,) = self.glewlwyd.admin.get(self.glewlwyd.api + "/mod/client/", timeout=10).json()
        module["parameters"]["data-format"][name] = {"multiple": True, "read": True, "write": True}
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
        return {"revokeWithAccessToken": True} if feature == "revocation" else {}

    def browser(self) -> requests.Session:
        return self.glewlwyd.user("latchkey")

    def open(self, browser, page: str) -> str:
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
        self.glewlwyd.stop()
        super().stop()
