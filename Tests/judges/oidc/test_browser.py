"""A complete sign-in in a real browser, with Glewlwyd's own pages and the loopback listener."""

from glewlwyd import PASSWORD, USER


def test_signs_in_in_a_browser(browser, server, make_app):
    app = make_app(server.issuer("browser"), "browser-app")
    run = app.command("sign-in", "authorization_code", str(app.port))
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(run.line()["url"])
    page.fill("#username", USER)
    page.fill("#password", PASSWORD)
    page.press("#password", "Enter")
    page.get_by_role("button", name="Grant access").click()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"http://127.0.0.1:{app.port}/callback?*")
    assert "go back to the app" in page.content()
    session = run.finish()
    assert session["subject"] and session["tenant"] == app.issuer
