"""The request log is live; what a hostile client sends stays text; without scripts every page still works."""

import base64
import json

from conftest import keep


def jwt(claims: dict) -> str:
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return f'{part({"alg": "ES256", "kid": claims.get("sub", "")})}.{part(claims)}.c2ln'


def test_a_request_appears_without_a_reload(own_console):
    page = own_console.page()
    page.goto(own_console.origin + "/requests")
    page.evaluate("window.mark = 'not reloaded'")
    page.locator("#news", has_text="Live.").wait_for()
    own_console.request("GET", "/oidc/userinfo", Authorization="Bearer " + jwt({"sub": "jane"}))
    row = page.locator("tbody tr", has_text="GET /oidc/userinfo")
    row.wait_for()
    assert "Bearer token: refused" in row.inner_text() and "401" in row.inner_text()
    assert page.inner_text("#news") == "1 new request." and page.get_attribute("#news", "role") == "status"
    own_console.request("GET", "/oidc/jwks")
    page.locator("tbody tr", has_text="GET /oidc/jwks").wait_for()
    assert page.locator("tbody tr").count() == 2
    assert "jwks" in page.locator("tbody tr").first.inner_text(), "newest first"
    assert page.evaluate("window.mark") == "not reloaded"
    row.get_by_role("link").click()
    page.wait_for_url("**/requests/1")
    assert '"sub": "jane"' in page.inner_text("pre") and "refused: " in page.inner_text("h3")
    page.go_back()
    page.locator("tbody tr", has_text="GET /oidc/jwks").wait_for()
    own_console.sandbox.stop()
    page.locator("#news", has_text="The sandbox does not respond.").wait_for()
    assert [message for message in page.complaints if "ERR_CONNECTION" not in message] == []


def test_the_filter_applies_to_new_rows(own_console):
    page = own_console.page()
    page.goto(own_console.origin + "/requests?provider=oidc")
    page.locator("#news", has_text="Live.").wait_for()
    own_console.request("GET", "/privy/none")
    own_console.request("GET", "/oidc/jwks")
    page.locator("tbody tr", has_text="/oidc/jwks").wait_for()
    assert page.locator("tbody tr").count() == 1


def test_hostile_requests_are_inert(own_console):
    script = '</pre><script>alert(1)</script><img src=x onerror="alert(2)">\'"'
    page = own_console.page()
    page.goto(own_console.origin + "/requests")
    page.locator("#news", has_text="Live.").wait_for()
    token = jwt({"sub": script, script: script})
    own_console.request(
        "GET", "/oidc/%3Cscript%3Ealert(1)%3C/script%3E<img/src=x/onerror=alert(3)>", None,
        **{"Authorization": "Bearer " + token, "User-Agent": script, "Cookie": "<img/src=x/onerror=alert(4)>=" + token})
    privy = own_console.sandbox.descriptor["privy"]
    own_console.request(
        "POST", "/privy/api/v1/passwordless/init", {"email": "\"><img/src=x/onerror=alert(5)>@example.com"},
        **{"privy-app-id": privy["appId"], "privy-client-id": privy["appClientId"]})
    own_console.sandbox.control("policy", {"provider": "privy", script: script})
    own_console.sandbox.control("faults", {"match": "/" + script, "kind": "drop"})
    page.locator("tbody tr").nth(1).wait_for()
    for path in ("/requests", "/requests/1", "/requests/2", "/outbox", "/users", "/policies", "/controls"):
        if path != "/requests":
            page.goto(own_console.origin + path)
        assert page.locator("main img, main script").count() == 0, path
    page.goto(own_console.origin + "/sign-in/privy")
    page.get_by_label("E-mail address").fill(script + "@example.com")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_load_state()
    assert page.locator("main img, main script").count() == 0
    assert [message for message in page.complaints if "404" not in message] == []


def test_everything_works_without_scripts(own_console):
    page = own_console.page(script=False)
    # The fixture `console` signs in without scripts at the other vendors.
    own_console.sign_in(page, "turnkey")
    page.goto(own_console.origin + "/requests")
    assert page.locator("tbody tr").count() == 6 and page.get_by_role("link", name="Reload every 5 seconds").count() == 1
    page.get_by_role("link", name="POST /turnkey/public/v1/query/whoami").click()
    assert "verified" in page.inner_text("h3") and "SIGNATURE_SCHEME_TK_API_P256" in page.inner_text("pre")
    keep(page, "request-without-script")
    page.goto(own_console.origin + "/controls")
    page.get_by_role("button", name="Start recording").click()
    own_console.request("GET", "/oidc/jwks")
    page.get_by_role("button", name="Stop recording").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as a test fixture").click()
    (entry,) = json.loads(open(download.value.path(), encoding="utf-8").read())
    assert entry["path"] == "/jwks" and entry["status"] == 200 and entry["responseBodyShape"]["keys"]
    page.get_by_role("button", name="1 hour").click()
    assert own_console.sandbox.control("clock", method="GET")["advancedSeconds"] == 3600
    page.goto(own_console.origin + "/policies")
    form = page.locator("form.bar", has=page.locator("[value=privy]"))
    form.get_by_role("textbox", name="Member").fill("createUsers")
    form.get_by_role("textbox", name="Value").fill("false")
    page.get_by_role("button", name="Set the member of Privy").click()
    page.get_by_role("button", name="Reset createUsers of Privy").click()
    assert page.locator(".notice").inner_text() == "The policy was changed."
