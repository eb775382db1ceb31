"""The sandbox's own WebSocket, with Python's `websockets` as the page and the command line as the phone."""

import base64
import json
import os
import socket as sockets

import pytest
import requests
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect


@pytest.fixture
def address(sandbox):
    return sandbox["authsignal"]["baseURL"].replace("http", "ws", 1).removesuffix("/v1") + "/ws-v1-challenge"


@pytest.fixture
def tenant(sandbox):
    return "x.authsignal.tenant." + sandbox["authsignal"]["tenantId"]


@pytest.fixture
def phone(app, user):
    """A device that can approve QR codes."""
    app.run("sign-in", f"{user}@example.com", "--outbox", app.outbox)
    assert app.run("enroll", "qr")[-1]["method"] == "qr"
    return app


def ask(page, action="signIn", **more):
    page.send(json.dumps({
        "type": "CREATE_CHALLENGE", "data": {"challengeType": "QR_CODE", "actionCode": action, **more}}))
    made = json.loads(page.recv(timeout=10))
    assert made["type"] == "CHALLENGE_CREATED" and made["data"]["state"] == "unclaimed"
    assert made["data"]["challengeType"] == "QR_CODE" and made["data"]["expiresAt"].endswith("Z")
    return made["data"]["challengeId"]


def states(page, *wanted):
    heard = [json.loads(page.recv(timeout=30)) for _ in wanted]
    assert all(one["type"] == "STATE_CHANGE" for one in heard)
    assert [one["data"]["state"] for one in heard] == list(wanted)
    return [one["data"] for one in heard]


def test_a_qr_code_is_claimed_and_approved(address, tenant, phone, sandbox):
    with connect(address, subprotocols=["authsignal-ws", tenant], origin="http://localhost:5173") as page:
        assert page.subprotocol == "authsignal-ws"
        assert page.response.headers["Upgrade"] == "websocket"
        assert page.ping().wait(timeout=10)
        challenge = ask(page, custom={"amount": 7})
        phone.run("approve", challenge)
        claimed, approved = states(page, "claimed", "approved")
        assert claimed == {"challengeId": challenge, "state": "claimed"}
        answer = requests.post(
            sandbox["authsignal"]["baseURL"] + "/validate", json={"token": approved["accessToken"]},
            auth=(sandbox["authsignal"]["apiSecretKey"], ""), timeout=10).json()
        assert answer["isValid"] and answer["verificationMethod"] == "QR_CODE"
    assert page.close_code == 1000


def test_a_qr_code_is_rejected(address, tenant, phone):
    with connect(address, subprotocols=["authsignal-ws", tenant]) as page:
        phone.run("approve", ask(page), "--deny")
        assert "accessToken" not in states(page, "claimed", "rejected")[-1]


def test_messages_in_pieces_and_in_one_packet(address, tenant):
    text = json.dumps({"type": "CREATE_CHALLENGE", "data": {"challengeType": "QR_CODE", "actionCode": "signIn"}})
    with connect(address, subprotocols=["authsignal-ws", tenant]) as page:
        page.send([text[:7], text[7:30], text[30:]])
        assert json.loads(page.recv(timeout=10))["type"] == "CHALLENGE_CREATED"
        for _ in range(20):
            page.send(text)
        assert len({json.loads(page.recv(timeout=10))["data"]["challengeId"] for _ in range(20)}) == 20


@pytest.mark.parametrize("message, code", [("hello", 1008), (b"bytes", 1003), ("x" * 70_000, 1009)])
def test_an_invalid_message_closes_the_socket(address, tenant, message, code):
    with connect(address, subprotocols=["authsignal-ws", tenant]) as page:
        page.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(timeout=10)
    assert closed.value.rcvd.code == code and closed.value.rcvd.reason


def test_an_invalid_caller_cannot_open_the_socket(address, tenant, sandbox):
    def status(**more):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, **more)
        return refused.value.response.status_code

    assert status(subprotocols=["authsignal-ws", "x.authsignal.tenant.other"]) == 401
    assert status(subprotocols=["authsignal-ws", "x.authsignal.token.a.b.c"]) == 401
    assert status(subprotocols=[tenant]) == 400
    assert status(subprotocols=["authsignal-ws", tenant], origin="https://other.example") == 403
    assert requests.get(address.replace("ws", "http", 1), timeout=10).status_code == 426
    log = requests.get(sandbox["baseURL"] + "/sandbox/requests", timeout=10).json()["requests"]
    assert any(one["status"] == 401 and one["path"].endswith("/ws-v1-challenge") for one in log)


def test_a_known_user_opens_it_with_the_token(address, sandbox, user):
    token = requests.post(
        sandbox["baseURL"] + "/backend/track", json={"identifier": f"{user}@example.com", "action": "signIn"},
        timeout=10).json()["token"]
    with connect(address, subprotocols=["authsignal-ws", "x.authsignal.token." + token]) as page:
        ask(page)


def test_frames_that_the_rfc_forbids(address, tenant):
    """Uses a plain socket: the server closes the connection with 1002 after a frame without a mask."""
    host, port = address.split("/")[2].split(":")
    with sockets.create_connection((host, int(port)), timeout=10) as bare:
        key = base64.b64encode(os.urandom(16)).decode()
        bare.sendall((
            f"GET /authsignal/ws-v1-challenge HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Protocol: authsignal-ws, {tenant}\r\n\r\n").encode())
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += bare.recv(4096)
        bare.sendall(bytes([0x81, 0x01]) + b"x")
        rest = heard.split(b"\r\n\r\n", 1)[1]
        while piece := bare.recv(4096):
            rest += piece
    assert heard.startswith(b"HTTP/1.1 101 ") and rest[:1] == b"\x88" and rest[2:4] == b"\x03\xea"


def test_stopping_sends_a_close_frame(own_sandbox):
    block = own_sandbox.descriptor["authsignal"]
    address = block["baseURL"].replace("http", "ws", 1).removesuffix("/v1") + "/ws-v1-challenge"
    names = ["authsignal-ws", "x.authsignal.tenant." + block["tenantId"]]
    with connect(address, subprotocols=names) as page, connect(address, subprotocols=names) as other:
        ask(page)
        requests.post(own_sandbox.descriptor["baseURL"] + "/sandbox/reset", json={}, timeout=10).raise_for_status()
        for one in (page, other):
            with pytest.raises(ConnectionClosed) as closed:
                one.recv(timeout=10)
            assert closed.value.rcvd.code == 1001
    with connect(address, subprotocols=names) as page:
        own_sandbox.stop()
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(timeout=10)
