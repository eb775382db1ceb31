"""Completion in real shells: commands, options, providers, profiles, methods and accounts."""

import json
import os
import shutil
import subprocess

import pytest
import tree_sitter
import tree_sitter_powershell

JANE, ANN = "jane@example.org", "ann@example.org"


def ask(app, *words):
    """The values that `latchkey` offers for the last word, without their texts."""
    done = app.run("__complete", *words[:-1], "." + words[-1])
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


@pytest.fixture
def signed_in(app):
    for user in (JANE, ANN):
        app.sign_in("privy", user)
    app.write(profiles={"staging": {}, "production": {}})
    return [json.loads(line)["sessionID"] for line in app.run("sessions", "--json").stdout.splitlines()]


def test_every_command_and_option_is_offered(app):
    overview = app.run("--help").stdout.split("Commands:")[1].split("Options of every command:")[0]
    commands = [line.split()[0] for line in overview.splitlines() if line]
    assert len(commands) > 20 and set(commands) == set(ask(app, ""))
    assert ask(app, "config", "") == ["check", "schema"]
    assert ask(app, "sign-in", "--met") == ["--method"]
    assert "--help" in ask(app, "config", "check", "-")


def test_values_come_from_the_configuration_and_the_storage(app, signed_in):
    providers = list(app.configuration["providers"])
    assert ask(app, "whoami", "--provider", "") == providers
    assert ask(app, "whoami", "--provider=tu") == ["--provider=turnkey"]
    assert ask(app, "whoami", "--provider", "=", "tu") == ["--provider=turnkey"], "as bash passes it"
    assert set(ask(app, "whoami", "--profile", "")) >= {"staging", "production"}
    assert set(ask(app, "sessions", "use", "")) == set(signed_in) == set(ask(app, "sign-out", ""))
    assert set(ask(app, "token", "--account", "")) == set(signed_in)
    assert "email_otp" in ask(app, "sign-in", "--method", "")
    assert ask(app, "sign-in", "--purpose", "sign") == ["signin", "signup"]
    assert ask(app, "stamp", "--key", "") == [":files"]
    described = app.run("__complete", "sign-out", ".").stdout
    assert JANE in described and ANN in described


def test_what_cannot_be_read_is_silent(app):
    (app.directory / "auth.json").write_text("{")
    assert ask(app, "whoami", "--provider", "") == []
    assert ask(app, "--config", "missing.json", "sign-out", "") == []
    assert ask(app, "whoami", "--provider", "x", "--provider", "") == []
    assert ask(app, "no-such-command", "") == []


def test_a_hostile_account_does_not_reach_the_terminal(app):
    hostile = "\x1b]0;x\x07jane\u202e@example.org"
    app.sign_in("privy", hostile)
    done = app.run("__complete", "sign-out", ".")
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout and "jane" in done.stdout


def in_shell(app, shell, *arguments):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    folder = os.path.dirname(os.path.abspath(app.latchkey))
    environment = {**app.environment(), "PATH": folder + os.pathsep + os.environ["PATH"], "LANG": "C.UTF-8",
                   "HOME": str(app.directory), "TERM": "dumb"}
    script = app.directory / f"completion.{shell}"
    script.write_text(app.run("completion", shell).stdout)
    done = subprocess.run(
        [shell, *arguments], cwd=app.directory, capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def bash(app, *words):
    quoted = " ".join(f"'{word}'" for word in words)
    return in_shell(app, "bash", "-c", (
        f"source completion.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _latchkey; "
        "printf '%s\\n' \"${COMPREPLY[@]}\""))


def test_bash_completes(app, signed_in):
    assert bash(app, "latchkey", "si") == ["sign-in", "sign-out"]
    assert bash(app, "latchkey", "config", "s") == ["schema"]
    assert bash(app, "latchkey", "--verbose", "sign-in", "--me") == ["--method"]
    assert bash(app, "latchkey", "whoami", "--config", "aut") == ["auth.json"]
    assert bash(app, "latchkey", "whoami", "--provider", "pr") == ["privy"]
    assert bash(app, "latchkey", "whoami", "--provider", "=", "pr") == ["privy"]
    assert set(bash(app, "latchkey", "sessions", "use", "")) == set(signed_in)


def test_fish_completes(app, signed_in):
    def fish(line):
        return in_shell(app, "fish", "-c", f"source completion.fish; complete -C '{line}' | string split -f1 \\t; true")

    assert fish("latchkey si") == ["sign-in", "sign-out"]
    assert fish("latchkey whoami --provider pr") == ["privy"]
    assert fish("latchkey whoami --config aut") == ["auth.json"]
    assert set(fish("latchkey sessions use ")) == set(signed_in)


def test_zsh_completes(app, signed_in):
    """Within the function, `_describe` shows what zsh would offer."""
    def zsh(*words):
        quoted = " ".join(f"'{word}'" for word in words)
        return in_shell(app, "zsh", "-f", "-c", (
            "compdef() { :; }; compset() { :; }; _files() { print -l auth.json; }; "
            "_describe() { local -a all=(${(P)2}); print -l ${all%%:*}; }; "
            f"source ./completion.zsh; words=({quoted}); CURRENT={len(words)}; _latchkey; true"))

    assert zsh("latchkey", "si") == ["sign-in", "sign-out"]
    assert zsh("latchkey", "whoami", "--provider", "pr") == ["privy"]
    assert zsh("latchkey", "whoami", "--config", "aut") == ["auth.json"]
    assert set(zsh("latchkey", "sessions", "use", "")) == set(signed_in)


def test_the_script_of_powershell_is_valid(app):
    """PowerShell is in no repository of Debian, so the script is parsed, and never ran."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_powershell.language()))
    tree = parser.parse(app.run("completion", "powershell").stdout.encode())
    assert not tree.root_node.has_error
    assert parser.parse(b"Register-ArgumentCompleter { param(").root_node.has_error
