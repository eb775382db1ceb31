"""Several accounts at the command line: each is used and signed out separately."""

import base64
import json

from app_directory import http

ANN, BOB = "ann@example.org", "bob@example.org"


def accounts(app):
    rows = [json.loads(line) for line in app.run("sessions", "--json").stdout.splitlines()]
    return {row["identifier"]: row for row in rows}


def subject(token: str) -> str:
    payload = token.strip().split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["sub"]


def signed_in(app):
    for user in (ANN, BOB):
        app.sign_in("privy", user)
    rows = accounts(app)
    assert [rows[user]["selected"] for user in (ANN, BOB)] == [False, True]
    return rows


def test_a_request_is_sent_with_the_account_that_is_named(app):
    rows = signed_in(app)
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    for words, user in (([], BOB), (["--account", rows[ANN]["sessionID"]], ANN)):
        token = app.run("token", "--provider", "privy", *words)
        assert token.returncode == 0, token.stderr
        assert subject(token.stdout) == rows[user]["subject"]
        sent = app.run("send", "GET", me, "--provider", "privy", *words)
        assert sent.returncode == 0, sent.stderr
        assert rows[user]["subject"] in sent.stdout


def test_another_client_sends_what_was_authorised_for_the_account_that_is_named(app):
    rows = signed_in(app)
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    before = len(app.sandbox.log())
    for words, user in (([], BOB), (["--account", rows[ANN]["sessionID"]], ANN)):
        authorised = app.run("authorize", "GET", me, "--provider", "privy", *words)
        assert authorised.returncode == 0, authorised.stderr
        headers = dict(line.split(": ", 1) for line in authorised.stdout.splitlines())
        made = app.json("authorize", "GET", me, "--provider", "privy", *words)
        assert (made["method"], made["url"]) == ("GET", me)
        assert {header["name"]: header["value"] for header in made["headers"]} == headers
        assert len(app.sandbox.log()) == before, "no request was sent"
        status, answer = http("GET", me, headers=headers)
        assert status == 200 and rows[user]["subject"] in json.dumps(answer), answer
        before = len(app.sandbox.log())


def test_accounts_of_two_vendors_are_chosen_per_request(app):
    for provider, user in (("privy", ANN), ("hawcx", BOB)):
        app.sign_in(provider, user)
    app.write(provider="privy")
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    for user, row in accounts(app).items():
        sent = app.run("send", "GET", me, "--account", row["sessionID"])
        assert sent.returncode == 0 and row["subject"] in sent.stdout, (user, sent.stdout, sent.stderr)
        # The token is the account's own: the app's backend accepts it for the same user.
        token = app.run("token", "--account", row["sessionID"]).stdout.strip()
        status, answer = http("GET", me, headers={"Authorization": "Bearer " + token})
        assert status == 200 and row["subject"] in json.dumps(answer), (user, answer)


def test_a_fallback_session_lists_its_own_credentials(app):
    app.sign_in("authsignal", ANN)
    app.write(provider="privy", fallback=["authsignal"])
    before = len(app.sandbox.log())
    listed = app.run("credentials")
    assert listed.returncode == 0, listed.stderr
    sent = app.sandbox.log()[before:]
    assert {entry["provider"] for entry in sent} == {"authsignal", "backend"}, sent


def test_no_header_is_made_for_another_origin(app):
    signed_in(app)
    status, error = app.error("authorize", "GET", "https://evil.example.com/", "--provider", "privy")
    assert (status, error["code"]) == (78, "origin_not_allowed")


def test_a_removed_account_lives_on_at_the_vendor_and_the_other_stays(app):
    rows = signed_in(app)
    token = app.run("token", "--provider", "privy", "--account", rows[ANN]["sessionID"]).stdout.strip()
    before = len(app.sandbox.log())
    removed = app.run("sessions", "remove", rows[ANN]["sessionID"], "--provider", "privy", "--json")
    assert removed.returncode == 0, removed.stderr
    assert json.loads(removed.stdout)["unrevoked"] == [rows[ANN]["sessionID"]]
    assert "still valid at the server" in removed.stderr
    assert app.sandbox.log()[before:] == [], "nothing was sent"
    assert list(accounts(app)) == [BOB]
    me = app.sandbox.descriptor["backend"]["baseURL"] + "/me"
    assert http("GET", me, headers={"Authorization": f"Bearer {token}"})[0] == 200
    again = app.run("sessions", "remove", rows[ANN]["sessionID"], "--provider", "privy")
    assert again.returncode == 77, again.stderr


def test_a_named_account_is_signed_out_at_the_vendor_and_the_other_stays(app):
    rows = signed_in(app)
    before = len(app.sandbox.log())
    ended = app.run("sign-out", rows[ANN]["sessionID"], "--provider", "privy", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["unrevoked"] == []
    told = [request["path"] for request in app.sandbox.log()[before:]]
    assert any(path.endswith("/sessions/logout") for path in told), told
    assert list(accounts(app)) == [BOB]
    assert app.run("token", "--provider", "privy").returncode == 0
    both = app.run("sign-out", rows[BOB]["sessionID"], "--all")
    assert both.returncode == 64 and "not both" in both.stderr


def test_after_a_sign_out_the_others_are_named(app):
    rows = signed_in(app)
    assert app.run("sign-out", "--provider", "privy").returncode == 0
    asked = app.run("whoami", "--provider", "privy")
    assert asked.returncode != 0
    assert ANN in asked.stderr and rows[ANN]["sessionID"] in asked.stderr


def test_an_account_is_named_by_its_user_or_its_label(app):
    rows = signed_in(app)
    assert app.run("sessions", "label", ANN, "place=work").returncode == 0
    for name in (ANN, rows[ANN]["subject"], "place=work"):
        token = app.run("token", "--account", name)
        assert token.returncode == 0, token.stderr
        assert subject(token.stdout) == rows[ANN]["subject"]
    assert app.run("sessions", "use", ANN).returncode == 0
    assert accounts(app)[ANN]["selected"]
    # One person at two vendors: the address alone is ambiguous.
    app.sign_in("hawcx", ANN)
    several = app.run("token", "--account", ANN)
    assert several.returncode == 64 and "--provider" in several.stderr and "(hawcx)" in several.stderr
    token = app.run("token", "--account", ANN, "--provider", "privy")
    assert token.returncode == 0 and subject(token.stdout) == rows[ANN]["subject"]
    assert app.run("sign-out", ANN, "--provider", "hawcx").returncode == 0
    unknown = app.run("token", "--account", "carol@example.org")
    assert unknown.returncode == 77 and "No stored account is named 'carol@example.org'" in unknown.stderr
    assert app.run("sign-out", "place=work").returncode == 0
    assert list(accounts(app)) == [BOB]
    history = app.run("history", "--account", ANN)
    assert history.returncode == 0 and "signed out" in history.stdout.lower(), history.stdout
    of_one = app.run("history", "--account", ANN, "--provider", "hawcx", "--json").stdout.splitlines()
    assert {json.loads(line)["provider"] for line in of_one} == {"hawcx"}
