"""`latchkey history`: a later process can still show why a user was signed out."""

import json

ANN, BOB = "ann@example.org", "bob@example.org"


def rows(app, *words):
    asked = app.run("history", "--json", *words)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    return [json.loads(line) for line in asked.stdout.splitlines()]


def session(app, identifier):
    listed = [json.loads(line) for line in app.run("sessions", "--json").stdout.splitlines()]
    return next(row["sessionID"] for row in listed if row["identifier"] == identifier)


def test_an_empty_history(app):
    assert rows(app) == []
    assert "There is no history yet" in app.run("history").stderr


def test_a_sign_out_is_kept_and_says_by_which_program(app):
    app.sign_in("privy", ANN)
    signed_in = session(app, ANN)
    assert app.run("sign-out", "--provider", "privy").returncode == 0
    history = rows(app, "--account", signed_in)
    assert [row["event"] for row in history] == ["signedIn", "signedOut"]
    assert {row["sessionID"] for row in history} == {signed_in} and history[0]["identifier"] == ANN
    assert {row["program"] for row in history} == {"latchkey"}
    shown = app.run("history", "--provider", "privy")
    assert ANN in shown.stdout and "signed out" in shown.stdout and "latchkey" in shown.stdout


def test_a_refusal_names_the_server_and_the_code(app):
    signed_in = app.sign_in("hawcx", ANN)
    assert app.sandbox.control("revoke", {"provider": "hawcx", "subject": signed_in["subject"]})
    status, error = app.error("refresh", "--provider", "hawcx")
    assert status == 77, error
    last = rows(app, "--account", signed_in["sessionID"])[-1]
    assert (last["event"], last["by"], last["code"]) == ("refused", "provider", error["code"])
    said = app.run("whoami", "--provider", "hawcx")
    assert said.returncode == 77 and "You were signed out because hawcx" in said.stderr, said.stderr


def test_a_removed_account_leaves_nothing(app):
    for user in (ANN, BOB):
        app.sign_in("privy", user)
    ann = session(app, ANN)
    assert app.run("sessions", "remove", ann, "--provider", "privy").returncode == 0
    assert {row["identifier"] for row in rows(app)} == {BOB}
    status, error = app.error("history", "--account", ann)
    assert (status, error["code"]) == (77, "not_signed_in")


def test_a_damaged_history_costs_no_session(app):
    app.sign_in("privy", ANN)
    state = app.directory / "state"
    damaged = 0
    for record in state.rglob("*"):
        # Damages every possible history file; sessions and their keys stay.
        if record.is_file() and record.parent.name.startswith("records-"):
            record.write_bytes(b"damage")
            damaged += 1
    assert damaged
    assert app.json("whoami", "--provider", "privy")["state"] == "signedIn"
    assert app.run("sign-out", "--provider", "privy").returncode == 0
