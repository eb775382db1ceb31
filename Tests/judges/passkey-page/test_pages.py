"""The sandbox's pages for users, in Chromium: users of all four vendors, and their pending approvals."""

import json
import os
import subprocess
from urllib.parse import urlsplit

import pytest
import requests

PAGES = {
    "overview": "/", "outbox": "/outbox", "approvals": "/approvals", "users": "/users", "sessions": "/sessions",
    "requests": "/requests", "passkeys": "/sandbox/passkey",
}
VENDORS = {"turnkey": [], "privy": ["--method", "email_otp"], "hawcx": [], "authsignal": []}
SIZES = {"wide": {"width": 1100, "height": 800}, "phone": {"width": 390, "height": 844}}


class Town:
    """A sandbox with a signed-in user of every vendor."""

    def __init__(self, latchkey: str, sandbox: dict, state: str):
        self.latchkey, self.sandbox, self.state = latchkey, sandbox, state
        self.origin = f"http://localhost:{urlsplit(sandbox['baseURL']).port}"

    def sign_in(self, provider: str, *options: str) -> dict:
        done = subprocess.run(
            [self.latchkey, "sign-in", "jane@example.com", "--provider", provider, "--config",
             self.sandbox["configurationPath"], "--outbox", self.sandbox["outbox"], "--json", *options],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            env={**os.environ, "XDG_STATE_HOME": self.state})
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def post(self, path: str, body: dict, **headers: str) -> dict:
        answer = requests.post(self.sandbox["baseURL"] + path, json=body, headers=headers, timeout=30)
        answer.raise_for_status()
        return answer.json()

    def flow(self, action: dict, session=None) -> dict:
        """Sends one action of a Hawcx-style flow."""
        return self.post(
            "/hawcx/v1/auth", {"protocolVersion": 2, "session": session, "action": action},
            **{"X-Config-Id": self.sandbox["hawcx"]["configId"]})

    def ask_for_approval(self, address: str) -> str:
        """Starts a sign-in that waits for a second device; returns its session."""
        self.post("/sandbox/policy", {"provider": "hawcx", "primary_methods": ["push"]})
        answer = self.flow({
            "type": "start", "flowType": "signin", "identifier": address,
            "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"})
        assert answer["step"]["type"] == "await_approval", answer
        return answer["session"]

    def outcome(self, session: str) -> str:
        return self.flow({"type": "poll"}, session)["step"]["type"]


@pytest.fixture(scope="module")
def town(latchkey, sandbox, tmp_path_factory):
    town = Town(latchkey, sandbox, str(tmp_path_factory.mktemp("state")))
    for provider, options in VENDORS.items():
        town.sign_in(provider, *options)
    return town


@pytest.fixture(params=[(size, scheme) for size in SIZES for scheme in ("light", "dark")], ids="-".join)
def page(browser, request):
    size, scheme = request.param
    page = browser.new_page(viewport=SIZES[size], color_scheme=scheme)
    page.set_default_timeout(60_000)
    page.name = f"{size}-{scheme}"
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    page.close()


def contrast(page, selector: str) -> float:
    """The contrast ratio of an element's text and its background, as WCAG defines it."""
    return page.eval_on_selector(selector, """element => {
      const light = text => {
        const [red, green, blue] = text.match(/[\\d.]+/g).map(part => part / 255)
          .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      let behind = element;
      while (getComputedStyle(behind).backgroundColor.endsWith(", 0)")) behind = behind.parentElement;
      const pair = [light(getComputedStyle(element).color), light(getComputedStyle(behind).backgroundColor)].sort();
      return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    }""")


def test_every_page_can_be_read(town, page, keep_screenshot):
    town.ask_for_approval("joe@example.com")
    for name, path in PAGES.items():
        page.goto(town.origin + path)
        assert page.locator("h1").count() == 1 and page.locator("nav a[aria-current=page]").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than the window"
        for selector in ("h1", ".lead", "nav a", "main a", "button", "th", "td", ".tag", "footer p"):
            if page.locator(selector).count():
                assert contrast(page, selector) >= 4.5, f"{selector} of {name}"
        keep_screenshot(page, f"{name}-{page.name}")
    assert page.complaints == []


def test_pages_show_all_four_vendors(town, browser):
    page = browser.new_page(java_script_enabled=False)
    for name in ("users", "sessions", "outbox"):
        page.goto(town.origin + PAGES[name])
        text = page.inner_text("main")
        for vendor in VENDORS:
            assert vendor.capitalize() in text, f"{vendor} on {name}"
        assert text.count("jane@example.com") >= len(VENDORS)
    messages = requests.get(town.sandbox["outbox"], params={"to": "jane@example.com"}, timeout=30).json()["messages"]
    page.goto(town.origin + "/outbox")
    page.fill("input[name=to]", "jane@example.com")
    page.click("text=Show")
    assert [code.strip() for code in page.locator("code.code").all_inner_texts()] == [
        message["code"] for message in reversed(messages)]
    page.goto(town.origin + "/requests")
    page.select_option("select", "privy")
    page.click("text=Show")
    assert set(page.locator("td[data-label=Server]").all_inner_texts()) == {"Privy"}
    page.close()


@pytest.mark.parametrize("button, done, outcome", [
    ("Approve", "Approved.", "completed"), ("Deny", "Denied.", "error")])
def test_approvals_are_decided_without_scripts(town, browser, keep_screenshot, button, done, outcome):
    address = f"{button.lower()}@example.com"
    session = town.ask_for_approval(address)
    assert town.outcome(session) == "await_approval"
    page = browser.new_page(viewport=SIZES["wide"], java_script_enabled=False)
    page.goto(town.origin + "/approvals")
    page.locator("tr", has_text=address).locator("button", has_text=button).click()
    page.wait_for_url("**/approvals?done=*")
    assert page.inner_text(".notice") == done
    assert page.locator("tr", has_text=address).count() == 0
    keep_screenshot(page, f"decided-{button.lower()}")
    page.close()
    assert town.outcome(session) == outcome


def test_another_site_decides_nothing(town, browser):
    """A page of another site posts the form with its token, in the browser of a user who has the sandbox open."""
    session = town.ask_for_approval("mallory@example.com")
    page = browser.new_page()
    page.goto(town.origin + "/approvals")
    fields = page.locator("tr", has_text="mallory@example.com").locator("form").evaluate(
        "form => Object.fromEntries(new FormData(form))")
    page.route("http://evil.example/", lambda route: route.fulfill(
        content_type="text/html", body="<form method=post action='%s/approvals'>%s<button name=decision value=approve>" % (
            town.origin, "".join(f"<input name='{name}' value='{value}'>" for name, value in fields.items()))))
    page.goto("http://evil.example/")
    with page.expect_navigation() as navigation:
        page.click("button")
    assert navigation.value.status == 403
    assert town.outcome(session) == "await_approval"
    page.close()


def test_names_are_text(town, browser):
    town.ask_for_approval("\"><img/src=x/onerror=alert(1)>@example.com")
    page = browser.new_page()
    page.on("dialog", lambda dialog: pytest.fail("a name ran as a script"))
    for path in PAGES.values():
        page.goto(town.origin + path)
        assert page.locator("main img").count() == 0
    page.close()
