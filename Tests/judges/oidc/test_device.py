"""Signing in by another device (RFC 8628), checked by Glewlwyd."""

import pytest


@pytest.fixture(scope="module")
def issuer(server):
    return server.issuer("device")


def test_signs_in_by_another_device(issuer, server, make_app):
    app = make_app(issuer, "device-app")
    run = app.command("sign-in", "device_code")
    prompt = run.line()
    assert prompt["prompt"] == "awaitApproval"
    assert prompt["verificationURL"].startswith(server.base)
    approved = server.user(app.client).get(
        f"{issuer}/device", params={"code": prompt["displayCode"], "g_continue": ""}, allow_redirects=False, timeout=10)
    assert "prompt=deviceComplete" in approved.headers["Location"]
    session = run.finish()
    assert session["claims"]["email"] == "alice@example.org"
    assert app.run("refresh")["subject"] == session["subject"]


def test_an_expired_code_is_reported(server, make_app):
    issuer = server.issuer("device-short", **{"device-authorization-expiration": 2})
    app = make_app(issuer, "device-expires")
    assert app.run("sign-in", "device_code")["error"] in ("approval_expired", "approval_denied")


def test_an_issuer_without_device_authorisation_is_reported(server, make_app):
    issuer = server.issuer("device-none", **{"auth-type-device-enabled": False})
    app = make_app(issuer, "device-none")
    assert app.run("sign-in", "device_code")["error"] == "method_not_available"
