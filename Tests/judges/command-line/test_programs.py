"""Other programs get the session's credential: in the environment, in an open file, as git and curl ask for it."""

import os
import signal
import subprocess
import time

import pytest

USER = "jane@example.org"


@pytest.fixture
def signed_in(app):
    app.sign_in("privy", USER)
    app.write(provider="privy")
    return app


@pytest.fixture
def short_lived(app):
    """A session whose tokens live as long as a test says: the app's own backend issues them."""
    app.sign_in("hawcx", USER)
    app.write(provider="hawcx")

    def live(seconds):
        app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": seconds})
        assert app.run("refresh").returncode == 0
        return app

    return live


def shell(app, script: str, *options: str, **more):
    return app.run("exec", *options, "--", "sh", "-c", script, **more)


def test_a_program_gets_the_token_in_its_environment(signed_in):
    token = signed_in.run("token").stdout.strip()
    assert shell(signed_in, 'printf %s "$LATCHKEY_TOKEN"').stdout == token
    named = shell(signed_in, 'printf "%s|%s" "$API_TOKEN" "$LATCHKEY_TOKEN"', "--variable", "API_TOKEN")
    assert named.stdout == token + "|"
    assert signed_in.run("exec", "--variable", "1X", "--", "true").returncode == 64


def test_the_exit_status_and_the_signals_are_the_programs(signed_in):
    assert shell(signed_in, "exit 7").returncode == 7
    assert shell(signed_in, "kill -TERM $$").returncode == -signal.SIGTERM
    assert shell(signed_in, "exit 7", "--descriptor").returncode == 7
    assert shell(signed_in, "kill -TERM $$", "--descriptor").returncode == 128 + signal.SIGTERM
    for options in ([], ["--descriptor"]):
        # `yes` ends with the pipe: SIGPIPE is not ignored in the program.
        assert "Broken pipe" not in shell(signed_in, "yes | head -n 1", *options).stderr
        missing = signed_in.run("exec", *options, "--", "no-such-program")
        assert missing.returncode == 64 and "no-such-program" in missing.stderr


def test_the_token_in_an_open_file_is_renewed(short_lived):
    app = short_lived(5)
    script = (
        'for i in 1 2 3 4 5 6 7 8; do cat "$LATCHKEY_TOKEN_FILE"; echo; sleep 1; done; '
        'env | grep -c "^LATCHKEY_TOKEN="')
    # A token must be valid for two more seconds, so it is replaced two seconds after it was issued.
    run = shell(app, script, "--descriptor", "--min-validity", "2")
    *tokens, variables = run.stdout.split()
    assert len(tokens) == 8, run.stderr
    assert 2 <= len(set(tokens)), "the file has a new token"
    assert variables == "0", "the token is in the file alone"


def test_a_signal_reaches_the_program_that_has_the_file(signed_in):
    script = 'trap "echo ended; exit 3" TERM; echo up; sleep 60 & wait'
    process = subprocess.Popen(
        [signed_in.latchkey, "exec", "--descriptor", "--", "sh", "-c", script],
        cwd=signed_in.directory, env=signed_in.environment(), stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "up\n"
    process.send_signal(signal.SIGTERM)
    assert process.stdout.readline() == "ended\n"
    assert process.wait(timeout=20) == 3


def test_a_token_has_the_demanded_life(short_lived):
    app = short_lived(400)
    first = app.json("token")["token"]
    assert app.json("token", "--min-validity", "300")["token"] == first, "it lasts"
    time.sleep(3)
    fresh = app.json("token", "--min-validity", "398")
    assert fresh["token"] != first and fresh["expiresAt"]
    refused = app.run("token", "--min-validity", "900")
    assert refused.returncode == 64 and "--min-validity" in refused.stderr
    assert app.run("token", "--min-validity", "0").returncode == 64


def test_curl_reads_the_headers(signed_in):
    me = signed_in.sandbox.descriptor["backend"]["baseURL"] + "/me"
    helper = signed_in.run("credential-helper", "curl", me)
    assert helper.returncode == 0, helper.stderr
    sent = subprocess.run(
        ["curl", "--silent", "--fail", "--config", "-", me], input=helper.stdout, capture_output=True, text=True,
        timeout=30)
    assert sent.returncode == 0 and "subject" in sent.stdout, sent.stderr
    other = signed_in.run("credential-helper", "curl", "https://elsewhere.example/")
    assert other.returncode != 0 and other.stdout == ""


def test_git_gets_the_token_for_the_origins_alone(signed_in):
    origin = signed_in.sandbox.base
    protocol, host = origin.split("://")
    token = signed_in.run("token").stdout.strip()
    old = f"protocol={protocol}\nhost={host}\n\n"
    answer = signed_in.run("credential-helper", "git", "get", stdin=old)
    assert answer.stdout.splitlines() == ["username=oauth2", f"password={token}"], answer.stderr
    new = f"capability[]=authtype\ncapability[]=state\nprotocol={protocol}\nhost={host}\n\n"
    answer = signed_in.run("credential-helper", "git", "get", stdin=new)
    assert answer.stdout.splitlines() == [
        "capability[]=authtype", "authtype=Bearer", f"credential={token}", "ephemeral=1"]
    for quiet in ("protocol=https\nhost=elsewhere.example\n\n", "protocol=ssh\nhost=x\n\n", ""):
        answer = signed_in.run("credential-helper", "git", "get", stdin=quiet)
        assert (answer.returncode, answer.stdout) == (0, ""), quiet
    for operation in ("store", "erase"):
        answer = signed_in.run("credential-helper", "git", operation, stdin=old)
        assert (answer.returncode, answer.stdout) == (0, "")
    assert signed_in.run("credential-helper", "svn", "get").returncode == 64


def test_git_itself_asks(signed_in, tmp_path):
    """`git credential fill` is what every git command uses."""
    protocol, host = signed_in.sandbox.base.split("://")
    helper = f"!cd {signed_in.directory} && {signed_in.latchkey} credential-helper git"
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home), "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1"}
    filled = subprocess.run(
        ["git", "-c", f"credential.helper={helper}", "credential", "fill"],
        input=f"protocol={protocol}\nhost={host}\n\n", capture_output=True, text=True, env=environment, timeout=60)
    assert filled.returncode == 0, filled.stderr
    values = dict(line.split("=", 1) for line in filled.stdout.splitlines())
    assert values["password" if "password" in values else "credential"] == signed_in.run("token").stdout.strip()
