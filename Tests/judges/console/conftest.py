"""A sandbox with users, requests, faults and policies, and its pages in Chromium as desktop and phone, light and dark."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from app_directory import Sandbox, http

SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
SCHEMES = ("light", "dark")


class Console:
    """The pages of one sandbox."""

    def __init__(self, browser, sandbox):
        self.browser, self.sandbox = browser, sandbox
        # Browsers accept passkeys only for localhost, and OpenID's redirect returns to the sandbox's own address.
        self.origin = sandbox.base
        self.site = sandbox.base.replace("127.0.0.1", "localhost")
        self.pages = []

    def page(self, size="desktop", scheme="light", script=True):
        page = self.browser.new_page(
            viewport=SIZES[size] if isinstance(size, str) else size, color_scheme=scheme, java_script_enabled=script,
            reduced_motion="reduce")
        page.set_default_timeout(20_000)
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("dialog", lambda dialog: page.complaints.append("dialog: " + dialog.message))
        self.pages.append(page)
        return page

    def sign_in(self, page, vendor: str, address="jane@example.com"):
        """Signs in by hand on the page of a vendor, with the mouse."""
        page.goto(f"{self.origin}/sign-in/{vendor}")
        if page.get_by_role("button", name="Start again").count():
            page.get_by_role("button", name="Start again").click()
        if vendor == "oidc":
            page.get_by_role("link", name="Open the provider’s page").click()
            page.locator("input[name=user]").fill(address)
            page.locator("button[value=approve]").click()
        else:
            page.get_by_label("E-mail address").fill(address)
            page.get_by_role("button", name="Continue").click()
            page.get_by_role("button", name="Continue").click()
        page.locator(".notice.done").wait_for()

    def request(self, method: str, path: str, body=None, **headers):
        """Sends a request as a program."""
        return http(method, self.sandbox.base + path, body, headers)

    def fill(self):
        """Makes traffic with verified, refused and failed requests."""
        page = self.page(script=False)
        self.sandbox.control("recording", {"enabled": True})
        for vendor in ("privy", "hawcx", "authsignal", "oidc", "turnkey"):
            self.sign_in(page, vendor)
        self.request("GET", "/backend/me", Authorization="Bearer unknown")
        self.sandbox.control("faults", {"match": "/oidc/userinfo", "kind": "status", "value": 503, "times": 1})
        self.request("GET", "/oidc/userinfo", Authorization="Bearer unknown")
        self.sandbox.control("faults", {"match": "/privy/api/v1/sessions", "kind": "delay", "value": 2})
        self.sandbox.control("faults", {"match": "/hawcx", "kind": "status", "value": 503, "times": 3})
        self.sandbox.control("policy", {"provider": "privy", "createUsers": False, "accessTokenSeconds": 120})
        self.sandbox.control("policy", {"provider": "oidc", "tamper": ["id_token_nonce"]})
        self.sandbox.control("clock", {"advanceSeconds": 3600})
        page.close()

    @property
    def paths(self):
        """Every page, with the request pages of a verified, a refused and a missing credential."""
        log = self.sandbox.log()
        stamped = next(entry["seq"] for entry in reversed(log) if entry["path"].endswith("/whoami"))
        token = next(entry["seq"] for entry in log if entry["path"] == "/oidc/token")
        paths = {
            "overview": "/", "requests": "/requests", "request-stamp": f"/requests/{stamped}",
            "request-token": f"/requests/{token}", "request-missing": "/requests/999999", "outbox": "/outbox",
            "approvals": "/approvals", "users": "/users", "sessions": "/sessions", "sign-in": "/sign-in",
            "controls": "/controls", "controls-refused": "/controls?done=faultMalformed", "policies": "/policies", "app": "/app",
        }
        for vendor in ("turnkey", "privy", "hawcx", "authsignal", "oidc"):
            paths["sign-in-" + vendor] = "/sign-in/" + vendor
        paths = {name: self.origin + path for name, path in paths.items()}
        return {**paths, "passkeys": self.site + "/sandbox/passkey"}

    def close(self):
        for page in self.pages:
            page.close()


def keep(page, name: str, full=True) -> None:
    """Keeps a screenshot next to the judge's report."""
    notes = os.environ.get("LATCHKEY_NOTES")
    path = Path(notes).with_name(f"console-{name}.png") if notes else None
    assert page.screenshot(path=path, full_page=full).startswith(b"\x89PNG")


@pytest.fixture(scope="session")
def console(browser, latchkey, tmp_path_factory):
    """A console with traffic, for tests that change nothing."""
    sandbox = Sandbox(latchkey, tmp_path_factory.mktemp("console"))
    console = Console(browser, sandbox)
    console.fill()
    yield console
    console.close()
    sandbox.stop()


@pytest.fixture
def own_console(browser, own_sandbox):
    """An empty console for one test."""
    console = Console(browser, own_sandbox)
    yield console
    console.close()
