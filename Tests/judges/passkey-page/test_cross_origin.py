"""By Chromium's CORS rules, a page of another origin can call the vendors' client routes, and no control route."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Blank(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>app</title>")

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def page(browser):
    """An app's page, which another server on this machine serves."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"http://localhost:{server.server_address[1]}/")
    yield page
    page.close()
    server.shutdown()


FETCH = """async ([url, options]) => {
    try {
        const answer = await fetch(url, options)
        return {status: answer.status, text: await answer.text()}
    } catch (error) { return {error: String(error)} }
}"""


def call(page, url, headers=None, body=None, credentials="same-origin", method="POST"):
    options = {"method": method, "headers": headers or {}, "credentials": credentials}
    if method != "GET":
        options["body"] = json.dumps(body or {})
    return page.evaluate(FETCH, [url, options])


def test_the_vendors_clients_may_call(page, sandbox):
    turnkey, privy, hawcx, authsignal = (sandbox[name] for name in ("turnkey", "privy", "hawcx", "authsignal"))
    kind = {"Content-Type": "application/json"}
    configuration = call(
        page, turnkey["authProxyURL"] + "/v1/wallet_kit_config",
        {**kind, "X-Auth-Proxy-Config-ID": turnkey["authProxyConfigId"], "X-Client-Version": "a@1"})
    assert configuration["status"] == 200 and turnkey["organizationId"] in configuration["text"]
    stamped = call(
        page, turnkey["apiBaseURL"] + "/public/v1/query/whoami", {**kind, "X-Stamp": "x", "X-Client-Version": "a@1"})
    assert stamped["status"] >= 400
    app = call(
        page, f"{privy['authBaseURL']}/api/v1/apps/{privy['appId']}",
        {"privy-app-id": privy["appId"], "privy-client-id": privy["appClientId"], "privy-client": "js:1",
         "privy-ca-id": "c", "privy-ui": "t"}, credentials="include", method="GET")
    assert app["status"] == 200
    flow = call(
        page, hawcx["baseURL"] + "/v1/auth",
        {**kind, "x-config-id": "other", "x-hawcx-protocol-version": "2", "x-hawcx-sdk": "s", "x-os": "Linux"})
    assert flow["status"] >= 400
    listed = call(
        page, authsignal["baseURL"] + "/client/user-authenticators",
        {**kind, "Authorization": "Bearer x", "X-Authsignal-SDK": "s"}, credentials="include", method="GET")
    assert listed["status"] >= 400
    tracked = call(
        page, sandbox["backend"]["baseURL"] + "/track", kind, {"identifier": "jane@example.com", "action": "signIn"})
    assert tracked["status"] == 200


def test_a_failure_is_read_by_its_status(page, own_sandbox):
    own_sandbox.control("faults", {"match": "/hawcx", "kind": "status", "value": 503, "times": 1})
    answer = call(page, own_sandbox.descriptor["hawcx"]["baseURL"] + "/v1/auth", {"Content-Type": "application/json"})
    assert answer["status"] == 503
    assert [one["method"] for one in own_sandbox.log()] == ["POST"]


def test_nothing_else_may_be_read(page, sandbox):
    base = sandbox["baseURL"]
    for url, method in [
        (base + "/sandbox/outbox", "GET"), (base + "/sandbox/descriptor", "GET"), (base + "/", "GET"),
        (base + "/sandbox/faults", "POST"), (sandbox["authsignal"]["baseURL"] + "/validate", "POST"),
        (sandbox["privy"]["apiBaseURL"] + "/v1/users", "GET"), (sandbox["hawcx"]["baseURL"] + "/oauth2/token", "POST"),
    ]:
        answer = call(page, url, {"Content-Type": "application/json"} if method == "POST" else None, method=method)
        assert "Failed to fetch" in answer.get("error", ""), (url, answer)


SOCKET = """([url, names]) => new Promise(done => {
    const socket = new WebSocket(url, names)
    socket.onopen = () => socket.send(JSON.stringify(
        {type: "CREATE_CHALLENGE", data: {challengeType: "QR_CODE", actionCode: "signIn"}}))
    socket.onmessage = event => { socket.close(); done([socket.protocol, JSON.parse(event.data).type]) }
    socket.onerror = () => done(["error"])
})"""


def test_a_page_opens_the_websocket(page, sandbox):
    block = sandbox["authsignal"]
    url = block["baseURL"].replace("http", "ws", 1).removesuffix("/v1") + "/ws-v1-challenge"
    tenant = "x.authsignal.tenant." + block["tenantId"]
    assert page.evaluate(SOCKET, [url, ["authsignal-ws", tenant]]) == ["authsignal-ws", "CHALLENGE_CREATED"]
    assert page.evaluate(SOCKET, [url, ["authsignal-ws", tenant + "x"]]) == ["error"]
