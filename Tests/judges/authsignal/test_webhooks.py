"""The sandbox's webhooks at a listener on loopback: signed as in the vendor's documents, and repeated."""

import base64
import hashlib
import hmac
import http.server
import json
import queue
import subprocess
import threading
import time

import pytest
import requests


class Backend(http.server.ThreadingHTTPServer):
    """The app's backend: the received events and their signatures; its first responses are failures."""

    def __init__(self, failures: int):
        self.failures, self.received = failures, queue.Queue()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hooks"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.put((self.path, dict(self.headers), body))
        self.server.failures -= 1
        self.send_response(503 if self.server.failures >= 0 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def backend():
    server = Backend(failures=1)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def descriptor(latchkey, backend):
    process = subprocess.Popen(
        [latchkey, "sandbox", "--port", "0", "--json", "--webhooks", backend.url], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(timeout=20)


def event(secret: str, headers: dict, body: bytes) -> dict:
    """The event, after its signature was verified as the vendor documents it (`X-Signature-V2`)."""
    stamp, *signatures = headers["X-Signature-V2"].split(",")
    assert stamp.startswith("t=") and abs(int(stamp[2:]) - time.time()) < 300
    expected = base64.b64encode(
        hmac.new(secret.encode(), f"{stamp[2:]}.".encode() + body, hashlib.sha256).digest()).decode().rstrip("=")
    assert f"v2={expected}" in signatures
    assert headers["Content-Type"] == "application/json"
    return json.loads(body)


def test_codes_arrive_by_webhook_after_a_failure(backend, descriptor):
    block = descriptor["authsignal"]
    user = f"{block['baseURL']}/users/hook-user"
    tracked = requests.post(
        user + "/actions/signIn", json={"scope": "add:authenticators"}, auth=(block["apiSecretKey"], ""),
        timeout=10).json()
    bearer = {"Authorization": "Bearer " + tracked["token"]}
    client = block["baseURL"] + "/client"
    answer = requests.post(
        client + "/user-authenticators/email-otp", json={"email": "hook@example.com"}, headers=bearer, timeout=10)
    assert answer.status_code == 200
    first = backend.received.get(timeout=30)
    second = backend.received.get(timeout=30)
    assert first[0] == second[0] == "/hooks" and first[2] == second[2], "the same message is sent again"
    event(block["webhookSecret"], first[1], first[2])
    told = event(block["webhookSecret"], second[1], second[2])
    assert told["type"] == "email.created" and told["version"] == 1 and told["tenantId"] == block["tenantId"]
    assert told["source"] == "https://authsignal.com" and told["data"]["to"] == "hook@example.com"
    assert told["data"]["actionCode"] == "signIn" and told["data"]["userId"] == "hook-user"
    verified = requests.post(
        client + "/verify/email-otp", json={"verificationCode": told["data"]["code"]}, headers=bearer,
        timeout=10).json()
    assert verified["isVerified"] is True
    types = []
    while len(types) < 2:
        _, headers, body = backend.received.get(timeout=30)
        types.append(event(block["webhookSecret"], headers, body)["type"])
    assert types == ["authenticator.created", "action.verify"]
