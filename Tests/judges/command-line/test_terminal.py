"""`latchkey` at a terminal, as a user sees it, with a pseudo-terminal and its screen."""

import json
import re
import signal
import subprocess
import time

import pytest

from screen import Screen


def test_signing_in_by_hand(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal")
    screen.wait("code that was sent")
    assert "you can request a new code in" in screen.text()
    first = screen.text()
    screen.type("resend")
    screen.wait("cannot be requested yet")
    screen.type("12")
    screen.wait("✗")
    code = app.wait_for_code("jane@example.com")
    screen.type(code)
    screen.wait("Signed in as")
    assert screen.end() == 0
    assert "jane@example.com" in first
    assert "\x1b[" in screen.raw, "a terminal gets colour"
    assert screen.text().count("Signed in as") == 1


def test_the_countdown_ticks_above_what_is_typed(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal")
    screen.wait("you can request a new code in")
    before = re.search(r"request a new code in (\d+) s", screen.text()).group(1)
    screen.program.send("98")
    time.sleep(2.2)
    after = re.search(r"request a new code in (\d+) s", screen.text()).group(1)
    assert int(after) < int(before)
    assert re.search(r"› 98$", screen.text(), re.M), screen.text()
    screen.program.sendintr()
    assert screen.end() == 130


@pytest.mark.parametrize("provider", ["hawcx", "authsignal"])
def test_the_countdown_is_by_the_servers_clock(app, provider):
    app.sandbox.advance(601)
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", provider)
    screen.wait("you can request a new code in")
    assert int(re.search(r"request a new code in (\d+) s", screen.text()).group(1)) <= 120
    screen.program.sendintr()
    assert screen.end() == 130


def test_ctrl_c_ends_with_130_and_a_cursor(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "hawcx")
    screen.wait("code that was sent")
    screen.program.sendintr()
    assert screen.end() == 130
    assert "\x1b[?25l" not in screen.raw or screen.raw.rindex("\x1b[?25h") > screen.raw.rindex("\x1b[?25l")


def test_a_method_is_chosen_by_number(app):
    app.configuration["providers"]["hawcx"]["methodSelection"] = "manual"
    app.write()
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "hawcx")
    screen.wait("How do you want to sign in")
    assert "email_otp" in screen.text() and "sms_otp" in screen.text()
    screen.type("9")
    screen.wait("not in the list")
    screen.type("email_otp")
    screen.wait("code that was sent")
    screen.type(app.wait_for_code("jane@example.com"))
    screen.wait("Signed in as")
    assert screen.end() == 0


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize(
    "words", [["--help"], ["providers"], ["config", "check"], ["sessions"], ["new-adapter", "Acme"], ["doctor"]])
def test_pages_fit_the_screen(app, words, columns):
    screen = Screen(app, *words, columns=columns)
    assert screen.end() == 0
    lines = plain(screen).splitlines()
    assert lines and not [line for line in lines if len(line) > columns], lines


def test_every_help_page_fits_the_screen(app):
    overview = app.run("--help").stdout.split("Commands:")[1].split("Options of every command:")[0]
    commands = re.findall(r"^  (\S+(?: \S+)?)  ", overview, re.M)
    assert len(commands) > 20
    for command in commands:
        screen = Screen(app, *command.split(), "--help", columns=80)
        assert screen.end() == 0
        lines = plain(screen).splitlines()
        assert lines and not [line for line in lines if len(line) > 80], lines


def plain(screen):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.raw)


@pytest.mark.parametrize(
    "command, names",
    [
        ("storage", ["check", "migrate", "rotate", "quarantine"]), ("bench", ["stamp", "authorised_request", "save"]),
        ("completion", ["bash", "zsh", "fish", "powershell"]),
    ])
def test_a_list_in_a_help_page_stays_one(app, command, names):
    screen = Screen(app, command, "--help", columns=60)
    assert screen.end() == 0
    lines = plain(screen).splitlines()
    columns = []
    for name in names:
        places = [index for index, line in enumerate(lines) if re.match(rf"  {name}  +\S", line)]
        assert len(places) == 1, (name, lines)
        column = re.match(r"  \S+  +", lines[places[0]]).end()
        columns.append(column)
        # Text that does not fit continues below the text, not below the name.
        for line in lines[places[0] + 1:]:
            if not line.startswith("   "):
                break
            assert re.match(rf" {{{column}}}\S", line), lines
    assert len(set(columns)) == 1, columns


def test_a_pipe_gets_clean_text(app):
    for words in (["--help"], ["providers"], ["config", "check"]):
        result = app.run(*words)
        assert result.returncode == 0 and "\x1b" not in result.stdout + result.stderr


def test_the_demonstration(app):
    screen = Screen(app, "demo")
    screen.wait("authorised request", seconds=90)
    assert screen.end() == 0
    text = screen.text()
    for provider in ("turnkey", "privy", "hawcx", "authsignal", "oidc"):
        assert re.search(rf"^{provider} +ok ", text, re.M), text
    result = app.run("demo", "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["provider"] for row in rows] == ["turnkey", "privy", "hawcx", "authsignal", "oidc"]
    for row in rows:
        assert row["ok"] is True and row["authorisedRequest"]["status"] == 200 and row["steps"], row
        assert row["method"] and row["subject"]


@pytest.mark.parametrize("word, commands", [("config", ["config check", "config schema"]), ("jwt", ["jwt verify"])])
def test_an_incomplete_command_lists_its_subcommands(app, word, commands):
    for words in ([word], [word, "--help"]):
        result = app.run(*words)
        assert result.returncode == 64
        for command in commands:
            assert command in result.stderr, result.stderr


def test_help_names_what_there_is(app):
    overview = app.run("--help").stdout
    assert "--version" in overview and "AUTH_PROVIDER" in overview
    assert app.run("--version").stdout.startswith("latchkey ")
    assert "--method" not in app.run("enroll", "--help").stdout, "the operand is the method"


def test_help_explains_the_exit_status_of_other_answers(app):
    app.sign_in("turnkey", "jane@example.org")
    result = app.run("send", "GET", app.sandbox.base + "/backend/nowhere")
    assert "404" in result.stderr
    assert f"{result.returncode} for any other" in " ".join(app.run("send", "--help").stdout.split())
    assert f"{result.returncode} internal or unknown" in " ".join(app.run("--help").stdout.split())


def test_a_sign_out_names_the_remaining_accounts(app):
    for provider in ("turnkey", "hawcx"):
        app.sign_in(provider, "jane@example.org")
    app.write(provider="hawcx", fallback=["turnkey"])
    result = app.run("sign-out")
    assert result.returncode == 0
    assert "'turnkey'" in result.stderr and "--all" in result.stderr, result.stderr
    result = app.run("sign-out")
    assert result.returncode == 0 and "--all" not in result.stderr, result.stderr
    assert app.run("whoami").returncode == 77


def test_a_sandbox_that_cannot_start_is_not_announced(app):
    written = app.directory / "written.json"
    result = app.run("sandbox", "--port", "0", "--webhooks", "nowhere", "--write-config", str(written))
    assert result.returncode == 64 and "--webhooks" in result.stderr
    assert result.stdout == "" and not written.exists()
    taken = app.run("sandbox", "--port", app.sandbox.base.rsplit(":", 1)[1])
    assert taken.returncode == 75 and "choose another port" in taken.stderr
    assert "try again later" not in taken.stderr, "the port stays in use"


def test_a_hint_matches_the_command(app):
    assert "'latchkey sign-in --provider hawcx'" in app.run("whoami", "--provider", "hawcx").stderr
    token = app.sandbox.identity_token("jane", tamper="expired")
    result = app.run("jwt", "verify", "--jwks", app.sandbox.descriptor["privy"]["idpJwksURL"], stdin=token)
    assert result.returncode == 77 and "token_expired" in result.stderr
    assert "sign-in" not in result.stderr, "signing in here does not renew another user's token"


def test_options_without_a_command_are_a_usage_error(app):
    for words, status in (([], 64), (["--provider", "hawcx"], 64), (["--help"], 0), (["--json", "--help"], 0), (["help"], 0)):
        result = app.run(*words)
        assert result.returncode == status and "Usage: latchkey COMMAND" in result.stdout, words


def test_an_ignored_hang_up_stays_ignored(latchkey, tmp_path):
    """`nohup` starts a program with SIGHUP ignored. Then the end of the terminal must not end the sandbox."""
    with subprocess.Popen(
            [latchkey, "sandbox", "--port", "0", "--json"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as program:
        try:
            assert program.stdout.readline(), "the sandbox says where it serves"
            program.send_signal(signal.SIGHUP)
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(1)
            program.send_signal(signal.SIGTERM)
            assert program.wait(10) is not None
        finally:
            program.kill()
