"""Step-ups between the vendor's own backend SDK, unchanged, and our Swift client: start token, flow, receipt."""

import json
import secrets
import subprocess

import pytest
from hawcx_oauth_client import StepUpClient
from hawcx_oauth_client.delegation.exceptions import DelegationRequestError


@pytest.fixture
def backend(sandbox):
    hawcx = sandbox["hawcx"]
    client = hawcx["confidentialClient"]
    return StepUpClient.with_private_key_jwt(
        oidc_signing_key=client["privateKeyPEM"], kid=client["keyId"], client_id=client["clientId"],
        base_url=hawcx["baseURL"], config_id=hawcx["configId"])


@pytest.fixture
def app(latchkey, sandbox, configuration, tmp_path):
    (tmp_path / "auth.json").write_text(
        json.dumps({**configuration, "provider": "hawcx", "storage": {"directory": str(tmp_path / "state")}}))

    def run(*words, given=None):
        return subprocess.run(
            [latchkey, *words, "--outbox", sandbox["outbox"]], cwd=tmp_path, input=given or "",
            capture_output=True, text=True, timeout=60)

    return run


def step_up(app, user, token):
    result = app(
        "step-up", "change_mfa_method", "--identifier", user, "--token", "-", "--no-exchange", given=token)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])["proofToken"]


def test_a_step_up_of_the_swift_client_is_finished_by_the_vendors_sdk(backend, app):
    user = f"stepup-{secrets.token_hex(4)}@example.com"
    assert app("sign-in", user).returncode == 0
    started = backend.start_token(user_id=user, purpose="change_mfa_method", new_mfa_method="email_otp")
    assert started.expires_in == 60
    receipt = step_up(app, user, started.start_token)
    assert backend.consume_receipt(receipt=receipt).ok is True
    with pytest.raises(DelegationRequestError) as refusal:
        backend.consume_receipt(receipt=receipt)
    assert refusal.value.status_code == 400


def test_another_users_start_token_begins_nothing(backend, app):
    user = f"stepup-{secrets.token_hex(4)}@example.com"
    assert app("sign-in", user).returncode == 0
    started = backend.start_token(
        user_id="somebody@example.com", purpose="change_phone_number", new_phone_number="+14155550123")
    result = app(
        "step-up", "change_phone_number", "--identifier", user, "--token", "-", "--json", given=started.start_token)
    assert result.returncode == 77
    assert "invalid_token" in result.stdout + result.stderr


def test_a_key_that_is_not_the_clients_is_refused(sandbox, backend):
    from cryptography.hazmat.primitives.asymmetric import ed25519

    hawcx = sandbox["hawcx"]
    client = hawcx["confidentialClient"]
    unrelated = StepUpClient.with_private_key_jwt(
        oidc_signing_key=ed25519.Ed25519PrivateKey.generate(), kid=client["keyId"], client_id=client["clientId"],
        base_url=hawcx["baseURL"], config_id=hawcx["configId"])
    with pytest.raises(DelegationRequestError) as refusal:
        unrelated.start_token(user_id="jane@example.com", purpose="change_mfa_method", new_mfa_method="totp")
    assert refusal.value.status_code == 401


def test_the_sdk_trusts_no_other_answer(backend):
    with pytest.raises(DelegationRequestError) as refusal:
        backend.consume_receipt(receipt="nonsense")
    assert refusal.value.status_code == 400
