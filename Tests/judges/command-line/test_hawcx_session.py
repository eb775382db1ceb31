"""Hawcx-style flows at a terminal, answered by keystrokes: every prompt that a user sees, every error action.

Input and output are kept as `hawcx-session.txt` in the folder of the runner's notes.
"""

import base64
import hashlib
import hmac
import os
import re
import struct
import time
import urllib.request
from pathlib import Path

import pytest

from app_directory import where_it_leads
from test_terminal import Screen

PROMPTS = {
    "selectMethod", "enterEmail", "enterPhone", "enterCode", "setupTOTP", "enterTOTP", "redirect", "awaitApproval",
    "input"}
ACTIONS = {
    "retry_input", "restart_flow", "wait", "retry_request", "resend_code", "select_method", "abort", "another"}
USER = "jane@example.com"


class Recording:
    """The output of all sessions of this file, as text."""

    def __init__(self):
        self.parts, self.prompts, self.actions = [], set(), set()

    def keep(self):
        # Only if `Tests/run` has set a folder: a manual run leaves no file.
        notes = os.environ.get("LATCHKEY_NOTES")
        if notes:
            (Path(notes).parent / "hawcx-session.txt").write_text("\n".join(self.parts), encoding="utf-8")


@pytest.fixture(scope="module")
def recording():
    kept = Recording()
    yield kept
    kept.keep()


class Session(Screen):
    """One flow at the terminal; its output is searched for prompts and faults."""

    def __init__(self, app, recording, *words):
        super().__init__(app, "sign-in", *words, "--provider", "hawcx", "--verbose")
        self.recording, self.app = recording, app
        recording.parts.append("$ latchkey sign-in " + " ".join(words) + " --provider hawcx --verbose")

    def prompt(self, name: str, text: str):
        self.wait(text)
        self.recording.prompts.add(name)

    def fault(self, action: str, text: str):
        self.wait(text)
        self.recording.actions.add(action)

    def end(self, seconds: float = 30) -> int:
        status = super().end(seconds)
        plain = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[78])", "", self.raw).replace("\r\n", "\n").replace("\r", "\n")
        self.recording.parts.append(plain.rstrip() + f"\n[{status}]\n")
        return status


def policy(app, **members):
    app.sandbox.control("policy", {"provider": "hawcx", **members})


def totp(secret: str, at: float) -> str:
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(at) // 30), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return str((struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1_000_000).zfill(6)


def wrong(code: str) -> str:
    return ("1" if code[0] != "1" else "2") + code[1:]


def test_a_method_an_address_and_a_wrong_code(app, recording):
    screen = Session(app, recording)
    screen.prompt("selectMethod", "How do you want to sign in")
    screen.type("1")
    screen.prompt("enterEmail", "Enter your e-mail address")
    screen.type("nonsense")
    screen.wait("not an e-mail address")
    screen.type(USER)
    screen.prompt("enterCode", "code that was sent")
    code = app.wait_for_code(USER)
    screen.type(wrong(code))
    screen.fault("retry_input", "The code is wrong")
    policy(app, refuse={"action": "submit_code", "code": "rate_limited"})
    screen.type(code)
    screen.fault("wait", "Too many requests. Wait")
    policy(app, refuse={"action": "submit_code", "code": "server_error"})
    screen.type(code)
    screen.fault("retry_request", "had an internal error")
    # An action of a later version: the error is retryable, so the prompt stays.
    policy(app, refuse={"action": "submit_code", "code": "newer_than_this"})
    screen.type(code)
    screen.fault("another", "could not continue")
    policy(app, refuse=None)
    screen.type(code)
    screen.wait("Signed in as")
    assert screen.end() == 0


def test_a_code_that_has_expired(app, recording):
    screen = Session(app, recording, USER)
    screen.prompt("enterCode", "code that was sent")
    old = app.wait_for_code(USER)
    app.sandbox.advance(301)
    screen.type(old)
    screen.fault("resend_code", "has expired")
    screen.type("resend")
    new = app.wait_for_code(USER, beyond=1)
    screen.wait("code that was sent")
    screen.type(new)
    screen.wait("Signed in as")
    assert screen.end() == 0


def test_too_many_wrong_codes(app, recording):
    screen = Session(app, recording, USER)
    screen.prompt("enterCode", "code that was sent")
    code = app.wait_for_code(USER)
    for left in (4, 3, 2, 1):
        screen.type(wrong(code))
        screen.wait("1 attempt left" if left == 1 else f"{left} attempts left")
    screen.type(wrong(code))
    screen.fault("restart_flow", "Start again")
    assert screen.end() == 77


def test_an_authenticator_app_and_a_phone(app, recording):
    app.configuration["providers"]["hawcx"]["device"] = {"enrollment": True}
    app.write()
    policy(app, mfa_policy="required", mfa_methods=["totp", "sms_otp"], device_enrollment="required")
    screen = Session(app, recording, USER)
    screen.wait("code that was sent")
    screen.type(app.wait_for_code(USER))
    screen.prompt("selectMethod", "Authenticator app")
    screen.type("1")
    screen.prompt("setupTOTP", "authenticator app, then")
    secret = re.search(r"Key: ([A-Z2-7]{32})$", screen.text(), re.M).group(1)
    screen.type(totp(secret, time.time()))
    screen.wait("Signed in as")
    assert screen.end() == 0
    assert "setup_device" in screen.raw and "device_challenge" in screen.raw, "internal steps appear under --verbose"
    # The device replaces the first code; the flow asks for the second factor.
    app.sandbox.advance(60)
    screen = Session(app, recording, USER)
    screen.prompt("enterTOTP", "your authenticator app shows")
    screen.type(totp(secret, time.time() + 60))
    screen.wait("Signed in as")
    assert screen.end() == 0
    policy(app, device_enrollment="disabled", mfa_methods=["sms_otp"])
    screen = Session(app, recording, "joe@example.com")
    screen.wait("code that was sent")
    screen.type(app.wait_for_code("joe@example.com"))
    # A single method is chosen without a prompt.
    screen.prompt("enterPhone", "Enter your phone number")
    screen.type("+14155550123")
    screen.wait("by SMS")
    screen.type(app.wait_for_code("+14155550123"))
    screen.wait("Signed in as")
    assert screen.end() == 0


def test_a_page(app, recording):
    policy(app, primary_methods=["email_otp", "oauth:demo"])
    app.configuration["providers"]["hawcx"]["methodSelection"] = "manual"
    app.write()
    screen = Session(app, recording, USER)
    screen.wait("How do you want")
    screen.type("2")
    screen.prompt("redirect", "Open this page")
    address = re.search(r"https?://\S+/sandbox/redirect\?\S+", screen.text()).group()
    back = where_it_leads(address)
    screen.type(re.sub(r"state=[^&]*", "state=another", back))
    screen.wait("has the wrong state")
    # The identity provider's code is valid for only a minute. After that, the server sends its methods again or
    # requests a new choice.
    app.sandbox.advance(61)
    screen.type(back)
    screen.fault("select_method", "✗")
    assert screen.end() in (75, 77)
    policy(app, return_url="http://127.0.0.1:53187/callback")
    screen = Session(app, recording, USER, "--listen", "53187")
    screen.wait("How do you want")
    screen.type("2")
    screen.wait("the sign-in then continues automatically")
    address = re.search(r"https?://\S+/sandbox/redirect\?\S+", screen.raw).group()
    urllib.request.urlopen(where_it_leads(address), timeout=20).close()
    screen.wait("Signed in as")
    assert screen.end() == 0


def test_another_device(app, recording):
    policy(app, primary_methods=["push"])
    for decision in ("approve", "deny"):
        screen = Session(app, recording, USER)
        screen.prompt("awaitApproval", "Approve on your other device")
        messages = app.sandbox.control("outbox", method="GET")["messages"]
        app.sandbox.control("approve", {"challengeId": messages[-1]["challengeId"], "decision": decision})
        if decision == "approve":
            screen.wait("Signed in as")
            assert screen.end() == 0
        else:
            screen.fault("abort", "refused the sign-in on the other device")
            assert screen.end() == 77


def test_an_invite_code(app, recording):
    policy(app, invite_code="12345678")
    app.configuration["providers"]["hawcx"]["methodSelection"] = "automatic"
    app.write()
    screen = Session(app, recording, "new@example.com")
    screen.wait("code that was sent")
    screen.type(app.wait_for_code("new@example.com"))
    screen.prompt("input", "Invite code|invite code")
    screen.type("12345678")
    screen.wait("code that was sent")
    screen.type(app.wait_for_code("new@example.com", beyond=1))
    screen.wait("Signed in as")
    assert screen.end() == 0


def test_every_prompt_and_error_action_was_shown(recording):
    assert recording.prompts == PROMPTS
    assert recording.actions == ACTIONS
