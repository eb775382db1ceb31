"""The language of `latchkey`: that of LANG, as a user sees it."""

import json

import pytest

from screen import Screen


def test_a_german_signs_in(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal", language="de_AT.UTF-8")
    screen.wait("per E-Mail an jane@example.com ging")
    screen.wait("können Sie einen neuen Code anfordern")
    screen.type("000000")
    screen.wait("Der Code ist falsch")
    assert "wait" not in screen.text() and "attempt" not in screen.text()
    app.sandbox.advance(61)
    screen.type("resend")
    screen.wait("Ein neuer Code wurde an jane@example.com gesendet")
    screen.type(app.wait_for_code("jane@example.com", beyond=1))
    screen.wait("Angemeldet als jane@example.com")
    assert screen.end() == 0


def test_a_successful_resend_says_so(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal")
    screen.wait("you can request a new code in")
    app.sandbox.advance(61)
    screen.type("resend")
    screen.wait("A new code was sent to jane@example.com")
    screen.program.sendintr()
    assert screen.end() == 130


@pytest.mark.parametrize("variables, word", [
    ({"LANG": "de_DE.UTF-8"}, "nicht angemeldet"), ({"LANG": "fr_FR.UTF-8"}, "No user is signed in"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "No user is signed in"),
    ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "nl:de"}, "nicht angemeldet"), ({"LANG": "en_XW"}, "ｓｉｇｎｅｄ"),
])
def test_an_error_is_in_the_language_of_the_environment(app, variables, word):
    result = app.run("whoami", environment={**without_language(app), **variables})
    assert word in result.stderr
    # The message in English stays, for a search and for a report.
    assert "No user is signed in" in result.stderr
    assert result.returncode == 77


def test_json_has_no_language(app):
    texts = [app.run("whoami", "--json", environment={**without_language(app), "LANG": language}).stdout
             for language in ("C.UTF-8", "de_DE.UTF-8", "ar_XB")]
    assert len(set(texts)) == 1
    assert json.loads(texts[0])["error"]["code"] == "not_signed_in"


def without_language(app):
    return {name: value for name, value in app.environment().items() if name not in ("LANG", "LANGUAGE", "LC_ALL")}
