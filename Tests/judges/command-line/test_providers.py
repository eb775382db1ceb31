"""All four providers through the command line: success, and the result of each fault."""

import base64
import json
import shutil

import pytest

from app_directory import http

PROVIDERS = ["turnkey", "privy", "hawcx", "authsignal"]
BY_CODE = ["turnkey", "hawcx", "authsignal"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_signs_in_calls_the_api_renews_and_signs_out(app, provider):
    done = app.sign_in(provider, "jane@example.com")
    assert done["provider"] == provider and done["subject"]
    who = app.json("whoami", "--provider", provider)
    assert set(who) >= {"provider", "subject", "identifier", "sessionID", "expiresAt", "state"}
    assert who["state"] == "signedIn"
    before = app.sandbox.log()[-1]["seq"]
    result = app.me(provider)
    assert result.returncode == 0, result.stderr
    assert any(entry["path"].endswith("/backend/me") and entry["status"] == 200 for entry in app.sandbox.log(before))
    token = app.run("token", "--provider", provider)
    assert token.returncode == 0 and token.stdout.strip()
    renewed = app.json("refresh", "--provider", provider)
    assert renewed["subject"] == done["subject"]
    app.assert_still_signed_in(provider, done["subject"])
    listed = app.run("sessions", "list", "--json")
    assert [json.loads(line)["provider"] for line in listed.stdout.splitlines()] == [provider]
    assert app.run("sign-out", "--provider", provider).returncode == 0
    status, error = app.error("whoami", "--provider", provider)
    assert (status, error["code"]) == (77, "not_signed_in")


@pytest.mark.parametrize("provider", BY_CODE)
def test_a_wrong_code(app, provider):
    subject = app.sign_in(provider, "jane@example.com")["subject"]
    process = app.start("sign-in", "john@example.com", "--provider", provider, "--json")
    code = app.wait_for_code("john@example.com")
    wrong = "".join("1" if character != "1" else "2" for character in code)
    output, errors = process.communicate(wrong + "\n", timeout=60)
    assert process.returncode == 77, output + errors
    assert json.loads(output.splitlines()[-1])["error"]["code"] == "invalid_code"
    app.assert_still_signed_in(provider, subject)


@pytest.mark.parametrize("provider", BY_CODE)
def test_a_code_after_its_time(app, provider):
    process = app.start("sign-in", "john@example.com", "--provider", provider, "--json")
    code = app.wait_for_code("john@example.com")
    app.sandbox.advance(11 * 60)
    output, errors = process.communicate(code + "\n", timeout=60)
    assert process.returncode == 77, output + errors
    assert json.loads(output.splitlines()[-1])["error"]["code"] in {
        "code_expired", "invalid_code", "flow_expired", "token_expired"}
    assert app.error("whoami", "--provider", provider)[0] == 77, "a code that is too late signs no user in"


@pytest.mark.parametrize("provider", BY_CODE)
def test_a_code_used_twice(app, provider):
    subject = app.sign_in(provider, "jane@example.com")["subject"]
    used = app.sandbox.codes("jane@example.com")
    process = app.start("sign-in", "jane@example.com", "--provider", provider, "--json")
    fresh = app.wait_for_code("jane@example.com", beyond=len(used))
    if fresh == used[-1]:
        pytest.skip("the new code happens to be the old one")
    output, errors = process.communicate(used[-1] + "\n", timeout=60)
    assert process.returncode == 77, output + errors
    assert json.loads(output.splitlines()[-1])["error"]["code"] == "invalid_code"
    app.assert_still_signed_in(provider, subject)


def test_a_stamp_and_a_tampered_one(app):
    turnkey = app.sandbox.descriptor["turnkey"]
    key = app.directory / "key.json"
    key.write_text(json.dumps({"publicKey": turnkey["apiPublicKey"], "privateKey": turnkey["apiPrivateKey"]}))
    body = json.dumps({"organizationId": turnkey["organizationId"]})
    stamp = json.loads(app.run("stamp", "--key", str(key), stdin=body).stdout)
    url = turnkey["apiBaseURL"] + "/public/v1/query/whoami"
    status, answer = http("POST", url, body.encode(), {stamp["name"]: stamp["value"]})
    assert status == 200, answer
    assert answer["organizationId"] == turnkey["organizationId"]
    inner = json.loads(base64.urlsafe_b64decode(stamp["value"] + "=="))
    last = inner["signature"][-1]
    inner["signature"] = inner["signature"][:-1] + ("0" if last != "0" else "1")
    forged = base64.urlsafe_b64encode(json.dumps(inner).encode()).decode().rstrip("=")
    assert http("POST", url, body.encode(), {stamp["name"]: forged})[0] == 401
    assert http("POST", url, body.encode() + b" ", {stamp["name"]: stamp["value"]})[0] == 401


@pytest.mark.parametrize("change", [
    {"privateKey": "0" * 64}, {"privateKey": "f" * 64}, {"privateKey": "abc"}, {"publicKey": "02" + "f" * 64},
    {"publicKey": None},
])
def test_an_invalid_key(app, change):
    turnkey = app.sandbox.descriptor["turnkey"]
    key = app.directory / "key.json"
    key.write_text(json.dumps(
        {"publicKey": turnkey["apiPublicKey"], "privateKey": turnkey["apiPrivateKey"], **change}))
    result = app.run("stamp", "--key", str(key), stdin="{}")
    assert result.returncode == 64 and not result.stdout
    assert turnkey["apiPrivateKey"] not in result.stderr


@pytest.mark.parametrize("tamper", ["alg-none", "expired", "wrong-key", "bad-signature"])
def test_a_tampered_jwt(app, tamper):
    subject = app.sign_in("privy", "jane@example.com")["subject"]
    forged = app.directory / "forged.jwt"
    forged.write_text(app.sandbox.identity_token("john@example.com", tamper=tamper))
    status, error = app.error("sign-in", "--provider", "privy", "--token", f"@{forged}")
    assert status == 77 and error["code"] in {"invalid_token", "token_expired"}, error
    app.assert_still_signed_in("privy", subject)


@pytest.mark.parametrize("provider", ["privy", "hawcx", "authsignal"])
def test_a_replayed_refresh_token(app, provider):
    app.sign_in(provider, "jane@example.com")
    (app.directory / "identity.jwt").unlink(missing_ok=True)  # no credential to sign in again with
    shutil.copytree(app.directory / "state", app.directory / "stolen")
    # After any grace period, and before the session's end if the token is valid for longer.
    app.sandbox.advance(3400)
    app.json("refresh", "--provider", provider)
    app.sandbox.advance(60)
    shutil.rmtree(app.directory / "state")
    shutil.move(app.directory / "stolen", app.directory / "state")
    status, error = app.error("refresh", "--provider", provider)
    assert status in (77, 75), error
    assert error["code"] in {"session_revoked", "session_expired", "token_required"}, error


def test_an_unknown_key_of_the_configuration(app):
    app.configuration["providers"]["turnkey"]["organisationId"] = "x"
    app.write()
    status, error = app.error("whoami", "--provider", "turnkey")
    assert (status, error["code"]) == (78, "invalid_configuration")
    assert "providers.turnkey.organisationId" in error["message"] and "organizationId" in error["message"]
    assert app.run("config", "check").returncode == 78


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_fault_of_the_configuration_loses_no_session(app, provider):
    subject = app.sign_in(provider, "jane@example.com")["subject"]
    good = json.dumps(app.configuration)
    app.write(storrage={})
    status, error = app.error("whoami", "--provider", provider)
    assert status == 78 and "storrage" in error["message"] and "storage" in error["message"]
    app.configuration = json.loads(good)
    app.write()
    app.assert_still_signed_in(provider, subject)


def test_a_provider_that_is_not_linked(app):
    app.configuration["providers"]["okta"] = {"issuer": "https://example.com"}
    app.write()
    status, error = app.error("sign-in", "jane@example.com", "--provider", "okta")
    assert (status, error["code"]) == (78, "provider_not_linked")
    assert "turnkey" in error["message"]
    assert app.run("config", "check").returncode == 0, "an unused block that is not linked is not an error"


def test_a_missing_provider(app):
    status, error = app.error("whoami", "--provider", "turnky")
    assert status == 78 and "turnkey" in error["message"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_cannot_be_reached(app, provider):
    subject = app.sign_in(provider, "jane@example.com")["subject"]
    good = json.dumps(app.configuration)
    text = good.replace(app.sandbox.base, "http://127.0.0.1:9")
    app.configuration = json.loads(text)
    app.write()
    status, error = app.error("sign-in", "john@example.com", "--provider", provider)
    assert (status, error["code"]) == (75, "network"), error
    app.configuration = json.loads(good)
    app.write()
    app.assert_still_signed_in(provider, subject)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_input_that_ends_under_an_open_prompt(app, provider):
    if provider == "privy":
        status, error = app.error("sign-in", "john@example.com", "--provider", "privy", "--method", "email_otp")
    else:
        status, error = app.error("sign-in", "john@example.com", "--provider", provider)
    assert status == 64, error


def test_usage(app):
    for words in (["sign-inn"], ["whoami", "--jsn"], ["send", "GET"], ["sandbox", "--port", "99999"], ["token", "x"]):
        result = app.run(*words)
        assert result.returncode == 64, words
        assert result.stderr and not result.stdout
    assert "sign-in" in app.run("sign-inn").stderr
    assert app.run("--provider", "turnkey", "--json", "whoami").returncode == 77, "options may stand before the command"
    assert app.run("--version").stdout.startswith("latchkey ")
    missing = app.run("whoami", "--config", "/nonexistent/auth.json")
    assert missing.returncode == 78


def test_a_new_adapter_that_cannot_be_written(app):
    for name in ("9x", "a b", "../x", "", "Ä", "x" * 41, "AuthAcme", "turnkey", "OIDC", "Provider", "default", "Type"):
        status, error = app.error("new-adapter", name)
        assert (status, error["code"]) == (64, "invalid_request"), (name, error)
    status, error = app.error("new-adapter", "Acme", "--latchkey", ".")
    assert status == 64 and "latchkey" in error["message"]
    assert app.error("new-adapter", "Acme", "--directory", "/proc")[0] == 74
    assert app.run("new-adapter").returncode == 64
    before = {path.name for path in app.directory.iterdir()}
    assert "Acme" not in before and not any(name.startswith(".Acme") for name in before), "a failure leaves no file"
    written = app.run("new-adapter", "acme")
    assert written.returncode == 0 and "Acme/" in written.stdout and "CHANGE ME" in written.stdout
    status, error = app.error("new-adapter", "Acme")
    assert status == 64 and "overwritten" in error["message"]
    assert "new-adapter" in app.run("--help").stdout


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_output_holds_a_secret(app, provider):
    """Searches all output, at every level, for codes, tokens and keys."""
    identifier = "canary@example.com"
    token = app.sandbox.identity_token(identifier)
    app.give_identity_token(token)
    app.json("sign-in", identifier, "--provider", provider, "--outbox", app.sandbox.descriptor["outbox"], "--verbose")
    for words in (["whoami"], ["refresh"], ["sessions", "list"], ["providers"], ["config", "check"]):
        app.run(*words, "--provider", provider, "--verbose")
    app.run("send", "GET", app.sandbox.descriptor["backend"]["baseURL"] + "/me", "--provider", provider, "--verbose")
    heard = "\n".join(app.heard)
    access = app.run("token", "--provider", provider).stdout.strip()
    secrets = [token, access, *app.sandbox.codes(identifier)]
    assert all(len(secret) >= 6 for secret in secrets)
    for secret in secrets:
        assert secret not in heard
    assert access.split(".")[-1] not in heard


def test_a_proof_is_printed_only_when_it_is_asked_for(app):
    app.sign_in("authsignal", "jane@example.com")
    words = ("step-up", "pay", "--provider", "authsignal", "--outbox", app.sandbox.descriptor["outbox"])
    quiet = app.json(*words)
    assert quiet["result"] == "proof" and "proofToken" not in quiet
    assert app.json(*words, "--no-exchange")["proofToken"].count(".") == 2


def test_stored_files_are_private_and_sealed(app):
    app.sign_in("privy", "jane@example.com")
    access = app.run("token", "--provider", "privy").stdout.strip()
    for path in [app.directory / "state", *(app.directory / "state").rglob("*")]:
        mode = path.stat().st_mode & 0o777
        assert mode == (0o700 if path.is_dir() else 0o600), (path, oct(mode))
        if path.is_file():
            assert access.encode() not in path.read_bytes()
    (app.directory / "state").chmod(0o755)
    status, error = app.error("whoami", "--provider", "privy")
    assert (status, error["code"]) == (74, "store_permissions"), error
