"""A complete step-up: the vendor's Python SDK tracks an action, our Swift client performs the challenge, and Python
validates the result."""

import json
import subprocess
import time

import pytest
import qrcode
import requests
from authsignal.client import AuthsignalClient
from qrcode.util import MODE_8BIT_BYTE, QRData


@pytest.fixture
def client(sandbox):
    block = sandbox["authsignal"]
    return AuthsignalClient(api_secret_key=block["apiSecretKey"], api_url=block["baseURL"], timeout=10)


def test_a_tracked_action_is_proved_in_swift_and_validated_in_python(app, client, user):
    address = f"{user}@example.com"
    client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": address})
    tracked = client.track(user, "pay", {"idempotencyKey": "loop"})
    assert tracked["state"] == "CHALLENGE_REQUIRED"
    app.run("sign-in", address, "--outbox", app.outbox)
    answer = app.run(
        "step-up", "pay", "--token", tracked["token"], "--identifier", address, "--outbox", app.outbox,
        "--no-exchange")
    proof = answer[-1]["proofToken"]
    validated = client.validate_challenge({"token": proof, "userId": user, "action": "pay"})
    assert validated["is_valid"] is True
    assert validated["state"] == "CHALLENGE_SUCCEEDED"
    assert validated["verification_method"] == "EMAIL_OTP"
    other = client.validate_challenge({"token": tracked["token"], "userId": user, "action": "signIn"})
    assert other["is_valid"] is False
    assert client.get_action(user, "pay", "loop")["state"] == "CHALLENGE_SUCCEEDED"


def finish_by_link(app, address, *words):
    """Runs a command, opens the link of the e-mail that the command waits for, and returns the command's last line."""

    def messages():
        return requests.get(app.outbox, params={"to": address}, timeout=10).json()["messages"]

    before, end = len(messages()), time.monotonic() + 30
    started = app.start(*words)
    try:
        while len(messages()) == before:
            assert started.poll() is None, started.communicate()
            assert time.monotonic() < end, "no link was sent"
        link = messages()[-1]["link"]
        assert requests.get(link, timeout=10).status_code == 200
        assert requests.get(link, timeout=10).status_code == 410
        output, errors = started.communicate(timeout=60)
    finally:
        started.kill()
    assert started.returncode == 0, output + errors
    return json.loads(output.splitlines()[-1])


def test_a_link_in_an_email_enrols_and_proves(app, client, user):
    tracked = client.track(user, "manage", {"scope": "add:authenticators"})
    address = f"{user}@example.com"
    enrolled = finish_by_link(
        app, address, "enroll", "email_magic_link", "--identifier", address, "--token", tracked["token"])
    assert enrolled["method"] == "email_magic_link"
    assert client.get_user(user)["enrolled_verification_methods"] == ["EMAIL_MAGIC_LINK"]
    tracked = client.track(user, "pay", {"idempotencyKey": "link"})
    assert tracked["state"] == "CHALLENGE_REQUIRED"
    proved = finish_by_link(
        app, address, "step-up", "pay", "--method", "email_magic_link", "--token", tracked["token"], "--no-exchange")
    validated = client.validate_challenge({"token": proved["proofToken"], "userId": user, "action": "pay"})
    assert validated["is_valid"] is True
    assert validated["verification_method"] == "EMAIL_MAGIC_LINK"


@pytest.mark.parametrize("decision", ["approve", "deny"])
def test_one_terminal_requests_and_another_decides(app, user, decision):
    address = f"{user}@example.com"
    app.run("sign-in", address, "--outbox", app.outbox)
    assert app.run("enroll", "push")[-1]["method"] == "push"
    assert app.run("approve") == []
    app.run("sign-out")
    asking = app.start("sign-in", address, "--method", "push")
    try:
        pending = []
        while not pending:
            assert asking.poll() is None, asking.communicate()
            pending = app.run("approve")
        assert pending[0]["action"] == "signIn"
        app.run("approve", pending[0]["id"], *(["--deny"] if decision == "deny" else []))
        output, errors = asking.communicate(timeout=60)
    finally:
        asking.kill()
    if decision == "approve":
        assert asking.returncode == 0, errors
        assert json.loads(output.splitlines()[-1])["result"] == "session"
    else:
        assert asking.returncode == 77
        assert "approval_denied" in output + errors
    assert app.run("approve") == []


def picture(lines):
    """The modules of a QR code on a terminal, which has two rows per line, light on dark, and a quiet zone of four."""
    shown = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = []
    for line in lines:
        rows += zip(*(shown[character] for character in line))
    size = len(lines[0])
    assert not any(any(row) for row in rows[:4] + rows[size - 4:size])
    return [[bool(module) for module in row[4:-4]] for row in rows[4:size - 4]]


def mask_of(modules):
    """The mask number in the format information next to the first finder pattern."""
    bits = sum(modules[8][column] << weight for column, weight in ((2, 12), (3, 11), (4, 10)))
    return (bits ^ 0x5412) >> 10 & 7


def test_a_qr_code_is_shown_scanned_and_approved(app, user):
    address = f"{user}@example.com"
    app.run("sign-in", address, "--outbox", app.outbox)
    assert app.run("enroll", "qr")[-1]["method"] == "qr"
    words = [word for word in app.words("sign-in", "--method", "qr") if word != "--json"]
    asking = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        identity, lines = None, []
        for line in asking.stdout:
            line = line.rstrip("\n")
            if "QR code: " in line:
                identity = line.split("QR code: ")[1].strip()
            elif identity and line[:4] == "████":
                lines.append(line)
                if len(lines) * 2 > len(line):
                    break
        modules = picture(lines)
        judge = qrcode.QRCode(
            version=(len(modules) - 17) // 4, error_correction=qrcode.constants.ERROR_CORRECT_L, border=0,
            mask_pattern=mask_of(modules))
        judge.add_data(QRData(identity.encode(), mode=MODE_8BIT_BYTE))
        judge.make(fit=False)
        assert [[bool(module) for module in row] for row in judge.modules] == modules
        app.run("approve", identity)
        output, _ = asking.communicate(timeout=60)
    finally:
        asking.kill()
    assert asking.returncode == 0, output
    assert "Signed in as usr_" in output
