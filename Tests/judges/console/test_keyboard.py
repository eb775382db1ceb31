"""The keyboard alone suffices: every control is reachable, shows its focus and is no trap; a user signs in, injects a
fault and advances the clock."""

import re

FOCUS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    return {tag: one.tagName, text: (one.innerText || one.name || one.value || "").trim(), name: one.name || "",
            isFirst: one.className === "skip",
            isVisible: box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0,
            hasOutline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2};
}"""
CONTROLS = """() => [...document.querySelectorAll("a[href], button, input, select, summary")].filter(
    one => one.type !== "hidden" && one.checkVisibility()).length"""


def focus(page):
    return page.evaluate(FOCUS)


def tab_to(page, text=None, name=None, limit=150):
    """Presses Tab until the control with a text or a name has the focus."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        now = focus(page)
        if now and (name is not None and now["name"] == name or text is not None and now["text"] == text):
            return now
    raise AssertionError(f"Tab does not reach {text or name}")


def test_every_control_is_reachable(console):
    page = console.page()
    # The pages of one kind have the same controls.
    paths = console.paths
    names = ["overview", "requests", "request-stamp", "outbox", "sign-in-oidc", "controls", "policies", "passkeys"]
    for name in names:
        page.goto(paths[name] + ("?before=8" if name == "requests" else ""))
        seen = 0
        page.keyboard.press("Tab")
        first = focus(page)
        assert first and first["text"] == "Skip to the content" and first["isVisible"], f"{name}: {first}"
        while (now := focus(page)) is not None and seen < 1000:
            assert now["isVisible"] and now["hasOutline"], f"{name}: {now}"
            seen += 1
            page.keyboard.press("Tab")
            if (after := focus(page)) and after["isFirst"]:
                break
        assert seen == page.evaluate(CONTROLS), f"{name}: Tab reaches {seen} controls"
    page.close()


def test_the_skip_link_skips_the_navigation(console):
    page = console.page()
    page.goto(console.origin + "/controls")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.close()


def test_a_sign_in_a_fault_and_the_clock(own_console):
    page = own_console.page()
    page.goto(own_console.origin + "/")
    tab_to(page, "Sign in")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in")
    tab_to(page, "Privy")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in/privy")
    tab_to(page, name="address")
    page.keyboard.press("Control+A")
    page.keyboard.type("keyboard@example.com")
    page.keyboard.press("Enter")
    page.locator("input[name=code]").wait_for()
    tab_to(page, name="code")
    page.keyboard.press("Enter")
    assert page.locator(".notice.done").inner_text().startswith("Signed in as ")
    assert own_console.sandbox.codes("keyboard@example.com")

    tab_to(page, "Controls")
    page.keyboard.press("Enter")
    page.wait_for_url("**/controls")
    tab_to(page, name="seconds")
    page.keyboard.press("Control+A")
    page.keyboard.type("3600")
    page.keyboard.press("Enter")
    page.wait_for_url("**/controls?done=clock")
    assert own_console.sandbox.control("clock", method="GET")["advancedSeconds"] == 3600

    tab_to(page, name="match")
    page.keyboard.press("Control+A")
    page.keyboard.type("/oidc")
    page.keyboard.press("Escape")  # closes the suggestions
    page.keyboard.press("Tab")
    page.keyboard.type("status")
    page.keyboard.press("Tab")
    page.keyboard.type("418")
    page.keyboard.press("Enter")
    page.wait_for_url("**/controls?done=fault")
    assert own_console.request("GET", "/oidc/jwks")[0] == 418
    assert own_console.request("GET", "/oidc/jwks")[0] == 200, "the fault was for one request"


def test_the_live_log_is_paused_by_the_keyboard(own_console):
    page = own_console.page()
    page.goto(own_console.origin + "/requests")
    page.locator("#news", has_text="Live.").wait_for()
    tab_to(page, "Pause")
    page.keyboard.press("Space")
    assert focus(page)["text"] == "Resume" and page.inner_text("#news") == "Paused."
    own_console.request("GET", "/oidc/jwks")
    page.wait_for_timeout(2500)
    assert page.locator("tbody tr").count() == 0
    page.keyboard.press("Enter")
    page.locator("tbody tr").wait_for()
    assert re.search("GET /oidc/jwks", page.inner_text("tbody"))
