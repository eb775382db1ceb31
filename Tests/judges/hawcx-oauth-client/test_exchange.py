"""The vendor's own backend SDK, unchanged, against the sandbox: discovery, exchange, verification.

Some codes come from plain HTTP calls to /v1/auth, without our client. Others come from our Swift client, to check that
the vendor's SDK accepts its result.
"""

import base64
import hashlib
import json
import secrets
import subprocess
import time

import pytest
import requests
from hawcx_oauth_client import (
    ClientAssertionSigner,
    DiscoveryError,
    HawcxOAuth,
    TokenExchangeError,
    TokenVerificationError,
)


class Flow:
    """One sign-in by e-mail code."""

    def __init__(self, sandbox: dict, identifier: str):
        self.sandbox = sandbox
        self.identifier = identifier
        self.session = None
        self.verifier = secrets.token_urlsafe(32)

    def send(self, **action) -> dict:
        hawcx = self.sandbox["hawcx"]
        answer = requests.post(
            hawcx["baseURL"] + "/v1/auth",
            headers={"X-Config-Id": hawcx["configId"]},
            json={"protocolVersion": 2, "session": self.session, "action": action},
            timeout=10,
        )
        assert answer.status_code == 200
        body = answer.json()
        self.session = body["session"]
        return body["step"]

    def run(self) -> str:
        """Runs the flow; returns the authorisation code."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        step = self.send(
            type="start", flowType="signin", identifier=self.identifier, codeChallenge=challenge)
        assert step["type"] == "select_method"
        assert self.send(type="select_method", methodId="email_otp")["type"] == "enter_code"
        messages = requests.get(
            self.sandbox["outbox"], params={"to": self.identifier}, timeout=10).json()["messages"]
        step = self.send(type="submit_code", code=messages[-1]["code"])
        assert step["type"] == "completed"
        return step["authCode"]


@pytest.fixture
def flow(sandbox):
    return Flow(sandbox, f"judge-{secrets.token_hex(4)}@example.com")


@pytest.fixture
def oauth(sandbox):
    hawcx = sandbox["hawcx"]
    return HawcxOAuth.from_issuer(hawcx["issuer"], hawcx["configId"], hawcx["clientId"])


def test_first_call(sandbox, oauth, flow):
    result = oauth.exchange_code(flow.run(), flow.verifier)
    claims = result.claims
    assert claims["iss"] == sandbox["hawcx"]["issuer"]
    assert claims["aud"] == sandbox["hawcx"]["clientId"]
    assert claims["email"] == flow.identifier
    assert claims["exp"] - claims["iat"] == 3600
    assert abs(claims["iat"] - time.time()) < 30
    # The same user has the same subject next time.
    again = Flow(sandbox, flow.identifier)
    assert oauth.exchange_code(again.run(), again.verifier).claims["sub"] == claims["sub"]


def test_a_code_works_once(oauth, flow):
    code = flow.run()
    oauth.exchange_code(code, flow.verifier)
    with pytest.raises(TokenExchangeError) as refusal:
        oauth.exchange_code(code, flow.verifier)
    assert refusal.value.error == "invalid_grant"


def test_another_verifier_is_refused(oauth, flow):
    with pytest.raises(TokenExchangeError) as refusal:
        oauth.exchange_code(flow.run(), secrets.token_urlsafe(32))
    assert refusal.value.error == "invalid_grant"


def test_a_confidential_client_signs(sandbox, flow):
    hawcx = sandbox["hawcx"]
    client = hawcx["confidentialClient"]
    plain = HawcxOAuth.from_issuer(hawcx["issuer"], hawcx["configId"], client["clientId"])
    code = flow.run()
    with pytest.raises(TokenExchangeError) as refusal:
        plain.exchange_code(code, flow.verifier)
    assert refusal.value.error == "invalid_client"
    signer = ClientAssertionSigner.ed25519_from_pem(client["privateKeyPEM"], client["keyId"])
    result = plain.with_client_assertion(signer).exchange_code(code, flow.verifier)
    assert result.claims["aud"] == client["clientId"]


def test_a_damaged_token_does_not_verify(oauth, flow):
    token = oauth.exchange_code(flow.run(), flow.verifier).id_token
    head, payload, signature = token.split(".")
    damaged = ("A" if signature[10] != "A" else "B")
    with pytest.raises(TokenVerificationError):
        oauth.verify_token(".".join([head, payload, signature[:10] + damaged + signature[11:]]))


def test_another_configuration_is_refused(sandbox, flow):
    hawcx = sandbox["hawcx"]
    other = HawcxOAuth.from_issuer(hawcx["issuer"], "cfg_other", hawcx["clientId"])
    with pytest.raises(TokenExchangeError):
        other.exchange_code(flow.run(), flow.verifier)


def test_discovery_belongs_to_its_issuer(sandbox):
    hawcx = sandbox["hawcx"]
    with pytest.raises(DiscoveryError):
        HawcxOAuth.from_issuer(hawcx["issuer"] + "/other", hawcx["configId"], hawcx["clientId"])


@pytest.fixture
def swift_code(latchkey, sandbox, configuration, tmp_path):
    """A function that runs a flow with the Swift client; returns the code, the verifier and the user."""

    def run() -> tuple:
        identifier = f"swift-{secrets.token_hex(4)}@example.com"
        (tmp_path / "auth.json").write_text(
            json.dumps({**configuration, "provider": "hawcx", "storage": {"directory": str(tmp_path / "state")}}))
        result = subprocess.run(
            [latchkey, "sign-in", identifier, "--outbox", sandbox["outbox"], "--no-exchange"], cwd=tmp_path,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        given = json.loads(result.stdout.splitlines()[-1])
        return given["authCode"], given["codeVerifier"], identifier

    return run


def advance(sandbox, seconds: int):
    requests.post(
        sandbox["baseURL"] + "/sandbox/clock", json={"advanceSeconds": seconds}, timeout=10).raise_for_status()


def test_the_swift_clients_code_is_exchanged_once(oauth, swift_code):
    code, verifier, identifier = swift_code()
    assert len(verifier) == 43
    with pytest.raises(TokenExchangeError) as refusal:
        oauth.exchange_code(code, secrets.token_urlsafe(32))
    assert refusal.value.error == "invalid_grant"
    result = oauth.exchange_code(code, verifier)
    assert result.claims["email"] == identifier and result.claims["email_verified"] is True
    assert oauth.verify_token(result.id_token)["sub"] == result.claims["sub"]
    with pytest.raises(TokenExchangeError) as refusal:
        oauth.exchange_code(code, verifier)
    assert refusal.value.error == "invalid_grant"


def test_the_swift_clients_code_lives_a_minute(sandbox, oauth, swift_code):
    code, verifier, _ = swift_code()
    advance(sandbox, 61)
    try:
        with pytest.raises(TokenExchangeError) as refusal:
            oauth.exchange_code(code, verifier)
        assert refusal.value.error == "invalid_grant"
    finally:
        advance(sandbox, -61)


def test_a_missing_nonce_is_detected(oauth, swift_code):
    code, verifier, _ = swift_code()
    with pytest.raises(TokenVerificationError):
        oauth.exchange_code(code, verifier, expected_nonce="n-0S6_WzA2Mj")


def test_a_nonce_is_compared(sandbox, oauth, swift_code):
    def policy(nonce):
        requests.post(
            sandbox["baseURL"] + "/sandbox/policy", json={"provider": "hawcx", "id_token_nonce": nonce}, timeout=10
        ).raise_for_status()

    policy("n-0S6_WzA2Mj")
    try:
        code, verifier, _ = swift_code()
        assert oauth.exchange_code(code, verifier, expected_nonce="n-0S6_WzA2Mj").claims["nonce"] == "n-0S6_WzA2Mj"
        for expected in ("another", None):
            code, verifier, _ = swift_code()
            with pytest.raises(TokenVerificationError):
                oauth.exchange_code(code, verifier, expected_nonce=expected)
    finally:
        policy(None)


def test_the_swift_clients_code_and_a_confidential_client(sandbox, swift_code):
    hawcx = sandbox["hawcx"]
    client = hawcx["confidentialClient"]
    code, verifier, identifier = swift_code()
    signer = ClientAssertionSigner.ed25519_from_pem(client["privateKeyPEM"], client["keyId"])
    oauth = HawcxOAuth.from_issuer(hawcx["issuer"], hawcx["configId"], client["clientId"])
    result = oauth.with_client_assertion(signer).exchange_code(code, verifier)
    assert result.claims["aud"] == client["clientId"] and result.claims["email"] == identifier
