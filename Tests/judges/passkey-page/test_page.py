"""Debian's Chromium, with a virtual authenticator, creates and uses a passkey on the sandbox's page."""

import json
import re
from urllib.parse import urlsplit

import pytest

AUTHENTICATOR = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}


class Page:
    """The sandbox's page as a user sees it, and its virtual authenticator."""

    def __init__(self, browser, sandbox: dict, keep_screenshot):
        self.keep = keep_screenshot
        self.page = browser.new_page(viewport={"width": 800, "height": 600})
        self.page.set_default_timeout(60_000)
        self.device = self.page.context.new_cdp_session(self.page)
        self.device.send("WebAuthn.enable", {"enableUI": False})
        self.authenticator = self.device.send(
            "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
        self.page.goto(f"http://localhost:{urlsplit(sandbox['baseURL']).port}/sandbox/passkey")

    def press(self, button: str) -> str:
        """Presses a button; returns the page's message after the ceremony."""
        self.page.click("#" + button)
        self.page.locator("#outcome", has_not_text=re.compile(r"^(Ready|Working)\.$")).wait_for()
        return self.page.inner_text("#outcome")

    def registered(self, account: str) -> str:
        """The signature counter of the account's passkey, as the page shows it."""
        row = self.page.locator("#registered tbody tr", has_text=account)
        return row.locator("td[data-label=Count]").inner_text()

    def credentials(self) -> list:
        return self.device.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})["credentials"]

    def keep_screenshot(self, name: str) -> None:
        self.keep(self.page, "passkey-" + name)


@pytest.fixture
def page(browser, sandbox, keep_screenshot):
    page = Page(browser, sandbox, keep_screenshot)
    yield page
    page.page.close()


def test_a_passkey_is_created_and_used(page):
    page.page.fill("#name", "jane@example.com")
    created = page.press("create")
    page.keep_screenshot("created")
    assert created.startswith("Passkey created for jane@example.com"), created
    (held,) = page.credentials()
    assert held["rpId"] == "localhost" and held["isResidentCredential"]
    assert page.registered("jane@example.com") == "1"
    counts = []
    for _ in range(2):
        used = page.press("use")
        assert used.startswith("Passkey accepted for jane@example.com"), used
        counts.append(json.loads(used.split("\n", 1)[1])["signCount"])
    page.keep_screenshot("used")
    assert counts[0] < counts[1] == int(page.registered("jane@example.com"))
    again = page.press("create")
    page.keep_screenshot("excluded")
    assert again.startswith("Failed: InvalidStateError"), again


def test_another_key_under_the_same_name_is_refused(page):
    page.page.fill("#name", "joe@example.com")
    assert page.press("create").startswith("Passkey created for joe@example.com")
    (held,) = page.credentials()
    page.device.send("WebAuthn.clearCredentials", {"authenticatorId": page.authenticator})
    made = page.page.evaluate(
        """async () => {
          const pair = await crypto.subtle.generateKey({name: 'ECDSA', namedCurve: 'P-256'}, true, ['sign']);
          return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))));
        }""")
    page.device.send("WebAuthn.addCredential", {
        "authenticatorId": page.authenticator, "credential": {**held, "privateKey": made, "signCount": 50}})
    refused = page.press("use")
    page.keep_screenshot("refused")
    assert "passkey_signature" in refused, refused


def test_without_a_passkey_no_user_signs_in(page):
    refused = page.press("use")
    page.keep_screenshot("none")
    assert refused.startswith("Failed: "), refused
    assert "Passkey accepted" not in refused
