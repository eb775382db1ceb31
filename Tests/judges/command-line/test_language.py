"""The language of `latchkey`: that of LANG, as a user sees it."""

import json
import re

import pytest

from screen import Screen


def test_a_german_signs_in(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal", language="de_AT.UTF-8")
    screen.wait("per E-Mail an jane@example.com gesendet wurde")
    screen.wait("können Sie einen neuen Code anfordern")
    app.sandbox.advance(70)
    # The response to a wrong code tells the command what time it is at the server.
    screen.type("000000")
    screen.wait("Der Code ist falsch")
    assert "wait" not in screen.text() and "attempt" not in screen.text()
    screen.type("resend")
    screen.wait("Ein neuer Code wurde an jane@example.com gesendet")
    screen.type(app.wait_for_code("jane@example.com", beyond=1))
    screen.wait("Angemeldet als jane@example.com")
    assert screen.end() == 0


def test_a_successful_resend_says_so(app):
    screen = Screen(app, "sign-in", "jane@example.com", "--provider", "authsignal")
    screen.wait("you can request a new code in")
    app.sandbox.advance(70)
    screen.type("000000")
    screen.wait("The code is wrong")
    screen.type("resend")
    screen.wait("A new code was sent to jane@example.com")
    screen.program.sendintr()
    assert screen.end() == 130


@pytest.mark.parametrize("variables, word", [
    ({"LANG": "de_DE.UTF-8"}, "kein solches Konto"), ({"LANG": "fr_FR.UTF-8"}, "No user is signed in"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "No user is signed in"),
    ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "nl:de"}, "kein solches Konto"), ({"LANG": "en_XW"}, "ｓｉｇｎｅｄ"),
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


GERMAN = {
    ("sessions",): "KONTO", ("whoami",): "Zustand", ("providers",): "ausgewählt", ("doctor",): "Alles in Ordnung.",
    ("history",): "angemeldet", ("refresh",): "Erneuert", ("storage", "check"): "lesbar", ("--help",): "Befehle:",
    ("sign-in", "--help"): "Einen Benutzer anmelden", ("__complete", ".sign-i"): "Einen Benutzer anmelden",
    ("sign-out",): "Abgemeldet",
}


def test_commands_speak_german(app):
    app.sign_in("turnkey", "jane@example.org")
    for words, expected in GERMAN.items():
        screen = Screen(app, *words, language="de_DE.UTF-8", columns=200)
        assert screen.end() == 0, screen.text()
        assert expected in screen.raw, (words, screen.raw)


def test_the_json_of_findings_has_no_language(app):
    def findings(language):
        lines = app.run("doctor", "--json", environment={**without_language(app), "LANG": language}).stdout.splitlines()
        # The times differ from run to run.
        return [re.sub(r"in \d+ ms", "", line) for line in lines]

    assert findings("de_DE.UTF-8") == findings("C.UTF-8")


def test_a_refused_connection_names_the_host_and_what_to_check(app):
    app.configuration["providers"]["authsignal"]["baseURL"] = "http://127.0.0.1:9/v1"
    app.write()
    environment = {**without_language(app), "LANG": "de_DE.UTF-8"}
    result = app.run("sign-in", "jane@example.org", "--provider", "authsignal", environment=environment)
    assert "Der Server ist nicht erreichbar" in result.stderr
    assert "http://127.0.0.1:9 was refused" in result.stderr and "Check that the server runs" in result.stderr
    assert result.returncode == 75


def without_language(app):
    return {name: value for name, value in app.environment().items() if name not in ("LANG", "LANGUAGE", "LC_ALL")}
