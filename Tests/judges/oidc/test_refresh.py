"""Renewal with rotation, revocation and sign-out, checked by Glewlwyd."""

import threading
import urllib.parse

import pytest
import requests


@pytest.fixture(scope="module")
def issuer(server):
    return server.issuer("refresh")


def spend(issuer: str, client: str, token: str):
    return requests.post(
        issuer + "/token", data={"grant_type": "refresh_token", "refresh_token": token, "client_id": client},
        timeout=10)


def test_a_renewal_rotates_the_token_and_keeps_the_session(issuer, make_app):
    app = make_app(issuer, "refresh-rotates")
    first = app.sign_in()
    second = app.run("refresh")
    third = app.run("refresh")
    assert first["session"] == second["session"] == third["session"]
    assert len({first["refresh"], second["refresh"], third["refresh"]}) == 3
    assert first["access"] != second["access"]
    stored = app.run("stored")
    assert stored["refresh"] == third["refresh"] and stored["access"] == third["access"]


def test_a_replayed_token_ends_the_session_once(issuer, make_app):
    app = make_app(issuer, "refresh-replay", refusedRefresh="emptyAnswer")
    first = app.sign_in()
    app.run("refresh")
    # An attacker uses the rotated token, so Glewlwyd revokes all tokens of the session.
    assert spend(issuer, app.client, first["refresh"]).status_code == 400
    assert app.run("refresh")["error"] == "session_revoked"
    assert app.run("stored")["session"] is None
    assert app.run("refresh")["error"] == "not_signed_in"


def test_an_empty_refusal_keeps_the_session_by_default(issuer, make_app):
    app = make_app(issuer, "refresh-empty")
    first = app.sign_in()
    app.run("refresh")
    refusal = spend(issuer, app.client, first["refresh"])
    assert (refusal.status_code, refusal.content) == (400, b"")
    assert app.run("refresh")["error"] == "malformed_response"
    assert app.run("stored")["subject"] == first["subject"]


def test_callers_in_several_processes_use_one_token(issuer, make_app):
    app = make_app(issuer, "refresh-race", refusedRefresh="emptyAnswer")
    app.sign_in()
    results = []
    threads = [threading.Thread(target=lambda: results.append(app.run("refresh"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # If a token had been used twice, Glewlwyd would have revoked all tokens of the session.
    assert all("error" not in result for result in results), results
    assert app.run("refresh")["subject"]


def test_sign_out_revokes_and_names_the_issuers_page(issuer, make_app):
    app = make_app(
        issuer, "refresh-revoke", revokeWithAccessToken=True, postLogoutRedirectURL="http://127.0.0.1:9/done")
    session = app.sign_in()
    result = app.run("sign-out")
    assert result["unrevoked"] == []
    assert spend(issuer, app.client, session["refresh"]).status_code == 400
    assert app.run("stored")["session"] is None
    (page,) = result["redirects"]
    parts = urllib.parse.urlsplit(page)
    query = dict(urllib.parse.parse_qsl(parts.query))
    assert page.startswith(issuer + "/end_session?")
    assert query["id_token_hint"] == session["identity"] and query["client_id"] == app.client
    assert query["post_logout_redirect_uri"] == "http://127.0.0.1:9/done" and query["state"]


def test_the_sign_out_page_ends_the_issuers_session(issuer, server, make_app):
    app = make_app(issuer, "refresh-end-session")
    session = app.sign_in()
    (page,) = app.run("sign-out")["redirects"]
    answer = server.user(app.client).get(page, allow_redirects=False, timeout=10)
    assert answer.status_code == 302
    assert "prompt=end_session" in answer.headers["Location"]
    assert session["claims"]["sid"] in answer.headers["Location"] or "sid" in answer.headers["Location"]


def test_a_failed_revocation_is_reported_and_the_session_is_deleted(issuer, make_app):
    # Glewlwyd does not accept a client id alone at its revocation endpoint.
    app = make_app(issuer, "refresh-unrevoked")
    app.sign_in()
    result = app.run("sign-out")
    assert len(result["unrevoked"]) == 1
    assert app.run("stored")["session"] is None
