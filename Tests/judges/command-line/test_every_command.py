"""Every command in the help text, run by a signed-in user in a pseudo-terminal; the screens are kept."""

import os
import re
import tempfile
from pathlib import Path

import pytest

from screen import Screen

USER = "jane@example.org"

# The command, the text on the screen, and the exit status. `{base}` is the sandbox, `{me}` the app's backend.
SESSIONS = {
    "demo": (["demo"], "authorised request", 0),
    "sign-in": (["sign-in", "joe@example.org", "--outbox", "{outbox}"], "Signed in as", 0),
    "whoami": (["whoami"], USER, 0),
    "token": (["token"], r"^ey", 0),
    "exec": (["exec", "--", "sh", "-c", 'test -n "$LATCHKEY_TOKEN" && echo handed over'], "handed over", 0),
    "agent start": (["agent", "start"], r"agent-[0-9a-f]{16}\.sock", 0),
    "agent status": (["agent", "status"], "No agent runs", 75),
    "agent stop": (["agent", "stop"], "No agent runs", 0),
    "agent request": (["agent", "request", '{{"request": "accounts"}}'], USER, 0),
    "agent run": (["agent", "run"], "Press Ctrl-C", None),
    "credential-helper": (["credential-helper", "curl", "{me}"], r'^header = "\S+: ', 0),
    "refresh": (["refresh"], "", 0),
    "sessions": (["sessions"], "turnkey", 0),
    "history": (["history"], "signed in", 0),
    "send": (["send", "GET", "{me}"], "subject|sub", 0),
    "authorize": (["authorize", "GET", "{me}"], r"^\S+: \S", 0),
    "stamp": (["stamp", "--key", "key.json"], "X-Stamp", 0),
    "enroll": (["enroll", "totp", "--provider", "authsignal"], "otpauth", None),
    "credentials": (["credentials", "--provider", "authsignal"], "", 0),
    "step-up": (["step-up", "payment", "--provider", "authsignal"], "code that was sent", None),
    "approve": (["approve", "--provider", "authsignal"], "No sign-in is waiting", 0),
    "jwt verify": (["jwt", "verify", "--jwks", "{jwks}"], "sub", 0),
    "providers": (["providers"], "AuthTurnkey", 0),
    "config check": (["config", "check"], "auth.json", 0),
    "config schema": (["config", "schema"], "additionalProperties", 0),
    "doctor": (["doctor"], "Nothing to fix", 0),
    "new-adapter": (["new-adapter", "Acme"], "Acme", 0),
    "bench": (["bench", "--help"], "waiters_10000", 0),
    "completion": (["completion", "bash"], "complete .*-F", 0),
    "man": (["man", "manual"], "Wrote", 0),
    "sandbox": (["sandbox", "--port", "0"], r"http://127\.0\.0\.1:\d+", None),
    "sign-out": (["sign-out"], "", 0),
    "delete-account": (["delete-account", "--yes"], "Deleted the account", 0),
    "storage": (["storage", "check"], "state", 0),
    "adopt": (["adopt", "nothing", "--provider", "turnkey"], "has stored nothing", 0),
}


@pytest.fixture
def keep():
    """Keeps a screen as text if `Tests/run` has set a folder."""

    def keep(name: str, text: str) -> None:
        notes = os.environ.get("LATCHKEY_NOTES")
        if notes:
            folder = Path(notes).parent / "screens"
            folder.mkdir(exist_ok=True)
            (folder / (name.replace(" ", "-") + ".txt")).write_text(text + "\n", encoding="utf-8")

    return keep


@pytest.fixture
def runtime(app, monkeypatch):
    """A directory for the agent's socket, whose path may not be as long as pytest's."""
    with tempfile.TemporaryDirectory(prefix="lk-") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield
        if (Path(folder) / "latchkey").exists():
            app.run("agent", "stop")


def listed(app):
    overview = app.run("--help").stdout.split("Commands:")[1].split("Options of every command:")[0]
    names = [re.match(r"  (\S+(?: \S+)?)  ", line) for line in overview.splitlines()]
    return [name.group(1) for name in names if name]


def test_every_listed_command_is_tried_here(app):
    assert set(listed(app)) == set(SESSIONS)


@pytest.mark.parametrize("command", SESSIONS)
def test_at_a_terminal(app, keep, runtime, command):
    for provider in ("turnkey", "authsignal"):
        app.sign_in(provider, USER)
    turnkey = app.sandbox.descriptor["turnkey"]
    (app.directory / "key.json").write_text(
        '{"publicKey": "%s", "privateKey": "%s"}' % (turnkey["apiPublicKey"], turnkey["apiPrivateKey"]))
    (app.directory / "key.json").chmod(0o600)
    words, pattern, status = SESSIONS[command]
    places = {
        "outbox": app.sandbox.descriptor["outbox"], "me": app.sandbox.descriptor["backend"]["baseURL"] + "/me",
        "jwks": app.sandbox.descriptor["privy"]["idpJwksURL"],
    }
    screen = Screen(app, *[word.format(**places) for word in words])
    if command in ("stamp", "jwt verify"):
        screen.program.send(app.sandbox.identity_token("jane") if command == "jwt verify" else "{}")
        screen.program.send("\r")
        screen.program.sendeof()
    if status is None:
        # The command waits for input: the test reads the prompt and ends the command.
        screen.wait(pattern)
        keep(command, screen.text())
        screen.program.sendintr()
        assert screen.end() in (0, 130), screen.text()
        return
    ended = screen.end(seconds=90)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.raw)
    keep(command, screen.text())
    assert ended == status, screen.text()
    assert re.search(pattern, text, re.M), screen.text()
    help_page = app.run(*command.split(), "--help")
    assert help_page.returncode == 0 and "Usage:" in help_page.stdout
