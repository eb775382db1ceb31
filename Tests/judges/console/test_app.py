"""The app at /app: a person signs in with the package's own client, with the keyboard alone, in two languages, left to right
and right to left; axe-core finds nothing on the pages of a sign-in."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SIZES, keep
from test_accessible import COLOURS, findings
from test_keyboard import tab_to

AXE = Axe()
# The texts of what the user presses, and of the page of the signed-in user.
TEXTS = {
    "en": {"continue": "Continue", "show": "Show", "in": "Signed in as jane@example.com", "ask": "Ask the backend who is signed in",
           "out": "Sign out", "title": "Sign in"},
    "de": {"continue": "Weiter", "show": "Anzeigen", "in": "Angemeldet als jane@example.com",
           "ask": "Das Backend fragen, wer angemeldet ist", "out": "Abmelden", "title": "Anmelden"},
}


def choose(page, provider, language):
    page.select_option("select[name=provider]", provider)
    page.select_option("select[name=language]", language)
    page.locator("button[value=show]").click()


def examine(page, name):
    """axe-core on a page of a sign-in, on a desktop and on a phone."""
    AXE.run(page, options=COLOURS)
    for size in SIZES:
        page.set_viewport_size(SIZES[size])
        assert findings(page) == [], f"{name}, {size}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}, {size}"
    page.set_viewport_size(SIZES["desktop"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_user_signs_in_with_the_keyboard_alone(own_console, language):
    text, sandbox = TEXTS[language], own_console.sandbox
    page = own_console.page()
    page.goto(own_console.origin + "/app")
    choose(page, "hawcx", language)
    tab_to(page, name="identifier")
    page.keyboard.type("jane@example.com")
    page.keyboard.press("Enter")
    page.locator("input[autocomplete=one-time-code]").wait_for()
    examine(page, "code")
    keep(page, f"app-code-{language}")
    tab_to(page, name="field.")
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    examine(page, "wrong code")
    tab_to(page, name="field.")
    page.keyboard.type(sandbox.codes("jane@example.com")[-1])
    tab_to(page, text=text["continue"])
    page.keyboard.press("Enter")
    page.get_by_text(text["in"]).wait_for()
    tab_to(page, text=text["ask"])
    page.keyboard.press("Enter")
    page.get_by_text('"provider":"hawcx"').wait_for()
    examine(page, "session")
    tab_to(page, text=text["out"])
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=text["title"], level=2).wait_for()
    assert not page.complaints


def test_a_page_of_the_provider_returns_to_the_app(own_console):
    page = own_console.page(script=False)
    page.goto(own_console.origin + "/app")
    choose(page, "oidc", "en")
    page.locator("button[value=signIn]").click()
    page.get_by_role("link", name="Open").click()
    page.locator("input[name=user]").fill("jane@example.com")
    page.locator("button[value=approve]").click()
    page.get_by_text("Signed in as").wait_for()
    assert page.url == own_console.origin + "/app"


def test_right_to_left(own_console):
    page = own_console.page(size="phone", scheme="dark")
    page.goto(own_console.origin + "/app")
    choose(page, "turnkey", "ar-XB")
    page.locator("#identifier").fill("jane@example.com")
    page.locator("button[value=signIn]").click()
    page.locator("input[autocomplete=one-time-code]").wait_for()
    assert page.locator("section.app").get_attribute("dir") == "rtl"
    examine(page, "right to left")
    page.set_viewport_size(SIZES["phone"])
    keep(page, "app-right-to-left")


def test_texts_of_a_vendor_do_not_become_html(own_console):
    page = own_console.page()
    page.goto(own_console.origin + "/app")
    choose(page, "privy", "en")
    page.locator("#identifier").fill("<img src=x onerror=alert(1)>\u202e")
    page.locator("button[value=signIn]").click()
    page.get_by_text("Signed in as").wait_for()
    assert page.locator("section.app img").count() == 0 and not page.complaints
