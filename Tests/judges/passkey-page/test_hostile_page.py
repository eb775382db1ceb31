"""What a hostile page can do in Chromium to the sandbox and to the redirect listener of a sign-in: nothing."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from app_directory import App, http, where_it_leads
from chromium import CHROMIUM, FLAGS


class Hostile(BaseHTTPRequestHandler):
    """Serves the HTML in `pages` by its path."""

    pages = {}

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.pages.get(urlsplit(self.path).path, "<!doctype html><title>hostile</title>").encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def hostile():
    """A server of another origin on this machine; returns its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_address[1]}"
    server.shutdown()


@pytest.fixture
def page(browser):
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.seen = []
    page.on("response", lambda answer: page.seen.append((answer.request.method, urlsplit(answer.url).path, answer.status)))
    yield page
    page.close()


def statuses(page, path: str) -> set:
    return {status for _, seen, status in page.seen if seen == path}


SENDERS = """async ([base, address]) => {
    const body = JSON.stringify({advanceSeconds: 86400, sub: "victim", provider: "privy"});
    const tries = [];
    for (const mode of ["cors", "no-cors"])
        for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"])
            tries.push(fetch(base + address, {method: "POST", mode, headers: {"Content-Type": type}, body}));
    tries.push(new Promise(done => { navigator.sendBeacon(base + address, body); done(); }));
    return (await Promise.allSettled(tries)).map(one => one.status);
}"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_no_request_of_another_origin_changes_anything(page, hostile, own_sandbox, host):
    base = own_sandbox.base.replace("127.0.0.1", host)
    page.goto(hostile)
    for route in ("clock", "reset", "policy", "idp/rotate", "idp/token", "recording"):
        page.evaluate(SENDERS, [base, "/sandbox/" + route])
    # A form needs no script, and its body can be JSON.
    Hostile.pages["/form"] = f"""<!doctype html><form id=f method=post enctype=text/plain action="{base}/sandbox/clock">
        <input name='{{"advanceSeconds":86400,"a":"' value='"}}'></form><script>f.submit()</script>"""
    page.goto(hostile + "/form")
    page.wait_for_url("**/sandbox/clock")
    assert statuses(page, "/sandbox/clock") == {403}
    assert page.seen and not [seen for seen in page.seen if seen[1].startswith("/sandbox") and seen[2] < 400], page.seen
    assert http("GET", own_sandbox.base + "/sandbox/clock")[1]["advancedSeconds"] == 0


@pytest.mark.parametrize("path", ["/sandbox/outbox", "/sandbox/descriptor", "/sandbox/requests"])
def test_nothing_is_read_by_elements_of_another_origin(page, hostile, own_sandbox, path):
    address = own_sandbox.base + path
    Hostile.pages["/read"] = f"""<!doctype html><img src="{address}"><script src="{address}"></script>
        <link rel=stylesheet href="{address}"><iframe src="{address}"></iframe><object data="{address}"></object>"""
    page.goto(hostile + "/read", wait_until="networkidle")
    assert statuses(page, path) == {403}


def test_the_pages_cannot_be_framed(page, hostile, own_sandbox):
    Hostile.pages["/frame"] = f'<!doctype html><iframe src="{own_sandbox.base}/approvals"></iframe>'
    page.goto(hostile + "/frame", wait_until="networkidle")
    assert "Pending challenges" not in "".join(frame.content() for frame in page.frames)


def test_a_name_that_was_rebound_is_refused(browser, own_sandbox):
    """DNS rebinding: the browser resolves the page's own name to this machine, so that the origin is the page's own."""
    port = urlsplit(own_sandbox.base).port
    rebound = browser.browser_type.launch(
        executable_path=CHROMIUM,
        args=[*FLAGS, "--host-resolver-rules=MAP rebound.example 127.0.0.1"])
    try:
        page = rebound.new_page()
        for path in ("/", "/sandbox/descriptor", "/sandbox/outbox", "/privy/api/v1/apps/x", "/backend/me"):
            assert page.goto(f"http://rebound.example:{port}{path}").status == 421, path
        page.goto(f"http://rebound.example:{port}/")
        answer = page.evaluate(
            """async () => (await fetch("/sandbox/clock", {method: "POST", headers: {"Content-Type": "application/json"},
                body: '{"advanceSeconds": 60}'})).status""")
        assert answer == 421
    finally:
        rebound.close()
    assert http("GET", own_sandbox.base + "/sandbox/clock")[1]["advancedSeconds"] == 0


def test_the_own_page_may_call(page, own_sandbox):
    """The test above would also pass if every browser were refused."""
    page.goto(own_sandbox.base.replace("127.0.0.1", "localhost") + "/sandbox/passkey")
    post = """async token => (await fetch("/sandbox/passkey/authenticate/begin", {method: "POST", body: "{}",
        headers: {"Content-Type": "application/json", ...(token ? {"X-Sandbox-Token": token} : {})}})).status"""
    token = page.evaluate("document.getElementById('ceremonies').dataset.token")
    assert page.evaluate(post, token) == 200
    assert page.evaluate(post, None) == 403
    assert page.evaluate(post, token + "x") == 403


def test_the_listener_waits_for_the_navigation_of_its_page(page, hostile, latchkey, own_sandbox, tmp_path):
    (tmp_path / "app").mkdir()
    app = App(latchkey, tmp_path / "app", own_sandbox)
    process = app.start("sign-in", "--provider", "turnkey", "--method", "oauth:x", "--listen", "0")
    address = next(filter(None, (re.search(r"https?://\S+/authorize\?\S+", line) for line in process.stderr))).group()
    back = where_it_leads(address)
    Hostile.pages["/listener"] = f"""<!doctype html><img src="{back}"><script src="{back}"></script>
        <iframe src="{back}"></iframe><script>fetch("{back}", {{mode: "no-cors"}}).catch(() => 0);
        fetch("{back}&x", {{mode: "cors"}}).catch(() => 0)</script>"""
    page.goto(hostile + "/listener", wait_until="networkidle")
    assert statuses(page, "/callback") == {403} and process.poll() is None
    # The hostile page navigates to the listener with a code of its own.
    forged = re.sub(r"state=[^&]*", "state=forged", back)
    assert page.goto(forged).status == 400 and process.poll() is None
    answer = page.goto(address)
    assert answer.status == 200 and "go back to the app" in page.content()
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, output + errors
    assert app.json("whoami", "--provider", "turnkey")["state"] == "signedIn"
