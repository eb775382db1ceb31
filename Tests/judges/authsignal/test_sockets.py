"""QR codes over a real WebSocket: Python's `websockets` in front of the sandbox, and a Swift app with its client."""

import json
import queue
import subprocess
import threading
from pathlib import Path

import pytest
import requests
import swift_package
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

PACKAGE = Path(__file__).resolve().parent / "picture-line"


class Line:
    """The vendor's WebSocket (A66 to A69); the sandbox decides about the QR codes."""

    def __init__(self, sandbox: dict):
        self.block = sandbox["authsignal"]
        # The moment at which the server disconnects early: "asked" or "created"; None for never.
        self.leaves_when = None
        self.opened, self.closed = [], queue.Queue()
        self.server = serve(self.talk, "127.0.0.1", 0, subprotocols=["authsignal-ws"])
        self.port = self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def post(self, path: str, body: dict) -> dict:
        answer = requests.post(
            self.block["baseURL"] + "/client" + path, json=body, auth=(self.block["tenantId"], ""), timeout=10)
        answer.raise_for_status()
        return answer.json()

    def talk(self, socket) -> None:
        try:
            self.opened.append((socket.request.path, socket.request.headers["Sec-WebSocket-Protocol"]))
            self.follow(socket, json.loads(socket.recv(timeout=30)))
            # The client's close frame.
            socket.recv(timeout=30)
        except ConnectionClosed:
            pass
        finally:
            self.closed.put(socket.close_code)

    def follow(self, socket, asked: dict) -> None:
        assert asked["type"] == "CREATE_CHALLENGE" and asked["data"]["challengeType"] == "QR_CODE", asked
        if self.leaves_when == "asked":
            return self.leave(socket)
        made = self.post("/challenge/qr-code", {"action": asked["data"]["actionCode"]})
        picture = {"challengeId": made["challengeId"], "challengeType": "QR_CODE", "state": "unclaimed"}
        # In pieces, with a ping between two messages and one message of an unknown kind: RFC 6455 allows all of these.
        text = json.dumps({"type": "CHALLENGE_CREATED", "data": {**picture, "expiresAt": made["expiresAt"]}})
        socket.ping().wait(timeout=10)
        socket.send(json.dumps({"type": "HELLO", "data": {}}))
        socket.send([text[:20], text[20:]])
        if self.leaves_when == "created":
            return self.leave(socket)
        told = "unclaimed"
        while told in ("unclaimed", "claimed"):
            now = self.post("/verify/qr-code", {"challengeId": made["challengeId"], "deviceCode": made["deviceCode"]})
            state = (
                "approved" if now["isVerified"] else "rejected" if now["isConsumed"] else
                "claimed" if now["isClaimed"] else "unclaimed")
            if state != told:
                token = {"accessToken": now["token"]} if state == "approved" else {}
                socket.send(json.dumps(
                    {"type": "STATE_CHANGE", "data": {"challengeId": made["challengeId"], "state": state, **token}}))
                told = state
            else:
                # Detects a client that has disconnected; the wait has no other effect.
                try:
                    socket.recv(timeout=0.1)
                except TimeoutError:
                    pass

    def leave(self, socket) -> None:
        """Disconnects without a close frame, like a router that drops the connection."""
        socket.socket.shutdown(2)


@pytest.fixture
def line(sandbox):
    line = Line(sandbox)
    yield line
    line.server.shutdown()


@pytest.fixture(scope="session")
def program() -> Path:
    return swift_package.build(PACKAGE) / "picture-line"


class Terminal:
    """The Swift app: it reads commands and prints results, one per line."""

    def __init__(self, program: Path, configuration: dict, folder: Path, port: int):
        configuration["provider"] = "authsignal"
        configuration.setdefault("storage", {})["directory"] = str(folder / "terminal")
        path = folder / "terminal.json"
        path.write_text(json.dumps(configuration), encoding="utf-8")
        self.process = subprocess.Popen(
            [program, path, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(
            target=lambda: [self.lines.put(line) for line in self.process.stdout] + [self.lines.put("")],
            daemon=True).start()

    def sign_in(self) -> None:
        self.process.stdin.write("sign in\n")
        self.process.stdin.flush()

    def next(self) -> dict:
        line = self.lines.get(timeout=60)
        assert line, "the app ended"
        return json.loads(line)

    def end(self) -> int:
        self.process.stdin.close()
        try:
            return self.process.wait(timeout=30)
        finally:
            self.process.kill()


@pytest.fixture
def terminal(program, configuration, tmp_path, line):
    terminal = Terminal(program, json.loads(json.dumps(configuration)), tmp_path, line.port)
    yield terminal
    terminal.process.kill()


@pytest.fixture
def phone(app, user):
    """A device that can approve QR codes."""
    app.run("sign-in", f"{user}@example.com", "--outbox", app.outbox)
    assert app.run("enroll", "qr")[-1]["method"] == "qr"
    return app


def test_one_qr_code_is_approved_and_another_one_rejected(terminal, line, phone, sandbox):
    terminal.sign_in()
    phone.run("approve", terminal.next()["picture"])
    assert terminal.next()["subject"].startswith("usr_")
    assert line.closed.get(timeout=30) == 1000, "closed with its flow, with a close frame"
    terminal.sign_in()
    phone.run("approve", terminal.next()["picture"], "--deny")
    assert terminal.next()["error"] == "approval_denied"
    assert line.closed.get(timeout=30) == 1000
    tenant = "x.authsignal.tenant." + sandbox["authsignal"]["tenantId"]
    assert line.opened == [("/authsignal/ws-v1-challenge", f"authsignal-ws, {tenant}")] * 2
    assert terminal.end() == 0


def test_a_lost_connection_ends_the_flow_and_the_next_flow_connects_again(terminal, line, phone):
    line.leaves_when = "created"
    terminal.sign_in()
    lost = terminal.next()["picture"]
    assert terminal.next() == {"error": "flow_expired", "recovery": "restart"}
    line.leaves_when = "asked"
    terminal.sign_in()
    assert terminal.next()["error"] == "network"
    line.leaves_when = None
    terminal.sign_in()
    shown = terminal.next()["picture"]
    assert shown != lost
    phone.run("approve", shown)
    assert terminal.next()["subject"].startswith("usr_")
    assert len(line.opened) == 3
    assert terminal.end() == 0


def test_without_a_websocket_no_user_signs_in(terminal, line):
    line.server.shutdown()
    terminal.sign_in()
    assert terminal.next()["error"] == "network"
    terminal.end()


def test_the_sandbox_serves_qr_codes_itself(program, configuration, tmp_path, phone, sandbox):
    port = int(sandbox["baseURL"].rsplit(":", 1)[1])
    terminal = Terminal(program, configuration, tmp_path, port)
    terminal.sign_in()
    phone.run("approve", terminal.next()["picture"])
    assert terminal.next()["subject"].startswith("usr_")
    terminal.sign_in()
    phone.run("approve", terminal.next()["picture"], "--deny")
    assert terminal.next()["error"] == "approval_denied"
    assert terminal.end() == 0
