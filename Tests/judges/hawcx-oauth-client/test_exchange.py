"""The vendor's own backend SDK, unchanged, against the sandbox: discovery, exchange, verification.

The code comes from plain HTTP calls to /v1/auth, so that no client of ours has a part in it.
"""

import base64
import hashlib
import secrets
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
            json={"protocol_version": 2, "session": self.session, "action": action},
            timeout=10,
        )
        assert answer.status_code == 200
        body = answer.json()
        self.session = body["session"]
        return body["step"]

    def run(self) -> str:
        """The authorisation code."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        step = self.send(
            type="start", flow_type="signin", identifier=self.identifier, code_challenge=challenge)
        assert step["type"] == "select_method"
        assert self.send(type="select_method", method_id="email_otp")["type"] == "enter_code"
        messages = requests.get(
            self.sandbox["outbox"], params={"to": self.identifier}, timeout=10).json()["messages"]
        step = self.send(type="submit_code", code=messages[-1]["code"])
        assert step["type"] == "completed"
        return step["auth_code"]


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
    assert claims["exp"] - claims["iat"] == 300
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
