"""Every page and list at 40, 80 and 200 columns, without colour, in three languages: no line is wider than the terminal."""

import os
import re
import shutil
import subprocess

import pytest
from wcwidth import wcswidth

from screen import Screen

LANGUAGES = ("C.UTF-8", "de_DE.UTF-8", "en_XW")
WIDTHS = (40, 80, 200)
COLOUR = re.compile(r"\x1b\[[\d;]*m")
GROFF = shutil.which("groff")


def commands(app):
    overview = app.run("--help").stdout.split("Commands:")[1].split("Options of every command:")[0]
    return [name.split() for name in re.findall(r"^  (\S+(?: \S+)?)  ", overview, re.M)]


def too_wide(text, columns):
    """The lines that are too wide, except those that have one long word, which cannot be divided, after the
    indentation or a mark."""
    found = []
    for line in text.replace("\r\n", "\n").split("\n"):
        # A spinner erases its line before the next text.
        line = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[78]", "", line.rpartition("\x1b[2K")[2]).replace("\r", "")
        words = [word for word in line.split(" ") if word]
        is_single = len([word for word in words if len(word) > 1]) <= 1
        if wcswidth(line) > columns and not is_single:
            found.append(line)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", WIDTHS)
def test_help_fits(app, language, columns):
    pages = [[]] + commands(app)
    assert len(pages) > 25
    for command in pages:
        screen = Screen(app, *command, "--help", columns=columns, language=language, has_colour=False)
        assert screen.end() == 0
        assert not COLOUR.search(screen.raw) and len(screen.raw.splitlines()) > 5
        assert not too_wide(screen.raw, columns), (command, columns, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_and_findings_fit(app, language):
    for provider in ("turnkey", "authsignal"):
        app.sign_in(provider, "jane.with.a.long.name@example.org")
    app.configuration["fallback"] = ["authsignal"]
    app.write()
    for columns in WIDTHS:
        for words in (["sessions"], ["whoami"], ["providers"], ["doctor"], ["history"], ["storage", "check"]):
            screen = Screen(app, *words, columns=columns, language=language, has_colour=False)
            assert screen.end() == 0, screen.text()
            assert not COLOUR.search(screen.raw)
            assert not too_wide(screen.raw, columns), (words, columns, language)


@pytest.mark.parametrize("language, folder", [("C.UTF-8", "man1"), ("de_DE.UTF-8", "de/man1")])
def test_man_pages(app, language, folder):
    environment = {**app.environment(), "LANG": language, "LANGUAGE": "", "LC_ALL": ""}
    result = app.run("man", "share/man", environment=environment)
    assert result.returncode == 0, result.stderr
    pages = sorted((app.directory / "share/man" / folder).iterdir())
    expected = ["latchkey.1"] + ["-".join(["latchkey", *command]) + ".1" for command in commands(app)]
    assert sorted(page.name for page in pages) == sorted(expected)
    overview = app.run("man", environment=environment).stdout
    assert overview.strip() == (app.directory / "share/man" / folder / "latchkey.1").read_text(encoding="utf-8").strip()
    if GROFF is None:
        pytest.skip("groff is not installed (package groff-base)")
    for page in pages:
        for columns in WIDTHS:
            # Words that are longer than a line are reported as well, which cannot be avoided at 40 columns.
            warnings = ["-ww"] if columns == 200 else ["-ww", "-Wbreak"]
            done = subprocess.run(
                [GROFF, "-K", "utf8", "-man", "-Tutf8", *warnings, f"-rLL={columns}n", str(page)],
                capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8", "GROFF_NO_SGR": "1"})
            assert done.returncode == 0 and not done.stderr, done.stderr
            text = re.sub(r".\x08", "", done.stdout)
            assert not too_wide(text, columns), (page.name, columns)
            assert ("BEZEICHNUNG" if "de" in language else "NAME") in text
    signing_in = "\n".join(page.read_text(encoding="utf-8") for page in pages if page.name == "latchkey-sign-in.1")
    assert ("einen unterbrochenen Ablauf fortsetzen" if "de" in language else "continue a suspended flow") in signing_in


def test_man_finds_the_pages(app):
    man = shutil.which("man")
    if man is None:
        pytest.skip("man is not installed (package man-db)")
    assert app.run("man", "share/man", environment={**app.environment(), "LANG": "C.UTF-8"}).returncode == 0
    page = app.directory / "share/man/man1/latchkey-sign-in.1"
    done = subprocess.run(
        [man, "-l", str(page)], capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
    if "minimized" in done.stdout + done.stderr:
        pytest.skip("man is a stub in this minimized system")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert "--resume TICKET" in re.sub(r".\x08|\x1b\[[0-9;]*m", "", done.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_an_answer_fits(app, language):
    for columns in WIDTHS:
        screen = Screen(app, "sign-in", "--provider", "hawcx", columns=columns, language=language, has_colour=False)
        screen.wait("email_otp")
        screen.type("no-such-method")
        screen.wait("(?s)sms_otp.*sms_otp")
        assert "no-such-method" in screen.raw and not too_wide(screen.raw, columns), (columns, screen.raw)
        screen.program.sendintr()
        assert screen.end() == 130
