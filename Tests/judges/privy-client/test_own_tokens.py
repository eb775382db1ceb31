"""Tokens that PyJWT makes, with keys that the app registered, sign users in at the sandbox."""

import base64
import hmac
import json
import time

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

ISSUER, AUDIENCE = "https://login.example", "app"


@pytest.fixture(scope="module")
def keys(sandbox):
    """The app's keys. Their key set is registered at the sandbox while these tests run."""
    keys = {
        "RS256": rsa.generate_private_key(public_exponent=65537, key_size=2048),
        "ES256": ec.generate_private_key(ec.SECP256R1()),
    }
    forms = {"RS256": RSAAlgorithm, "ES256": ECAlgorithm}
    jwks = [
        {**json.loads(forms[name].to_jwk(key.public_key())), "kid": name, "alg": name, "use": "sig"}
        for name, key in keys.items()
    ]
    policy = {"jwks": {"keys": jwks}, "audience": [AUDIENCE], "idClaim": "sub"}
    control = sandbox["privy"]["idpTokenURL"].removesuffix("/idp/token") + "/policy"
    assert httpx.post(control, json={"provider": "privy", "customAuth": policy}).status_code == 200
    yield keys
    httpx.post(control, json={"provider": "privy", "customAuth": None})


def sign_in(sandbox, token):
    block = sandbox["privy"]
    headers = {"privy-app-id": block["appId"], "privy-client-id": block["appClientId"]}
    url = block["authBaseURL"] + "/api/v1/custom_jwt_account/authenticate"
    return httpx.post(url, json={"token": token}, headers=headers)


def claims(subject, **changes):
    now = int(time.time())
    return {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 300, **changes}


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_a_token_signs_its_user_in(sandbox, keys, algorithm):
    token = jwt.encode(claims("pyjwt-" + algorithm), keys[algorithm], algorithm, headers={"kid": algorithm})
    first = sign_in(sandbox, token)
    assert first.status_code == 200, first.text
    assert first.json()["is_new_user"]
    again = sign_in(sandbox, token)
    assert not again.json()["is_new_user"]
    assert again.json()["user"]["id"] == first.json()["user"]["id"]


@pytest.mark.parametrize("changes", [
    {"aud": "another"}, {"exp": int(time.time()) - 600}, {"nbf": int(time.time()) + 600},
    {"iat": int(time.time()) + 600}, {"exp": "soon"},
])
@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_a_wrong_claim_is_refused(sandbox, keys, algorithm, changes):
    content = {**claims("pyjwt-wrong"), **changes}
    # PyJWT itself refuses to write some of these.
    token = jwt.PyJWS().encode(
        json.dumps(content).encode(), keys[algorithm], algorithm, headers={"kid": algorithm, "typ": "JWT"})
    answer = sign_in(sandbox, token)
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credentials")


def test_a_key_is_accepted_only_for_its_own_algorithm(sandbox, keys):
    for algorithm, key_id in [("PS256", "RS256"), ("RS384", "RS256"), ("RS256", "ES256"), ("RS256", "unknown")]:
        token = jwt.encode(claims("pyjwt-confused"), keys["RS256"], algorithm, headers={"kid": key_id})
        assert sign_in(sandbox, token).status_code == 401
    # PyJWT itself refuses a public key as a secret.
    public = keys["RS256"].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=")
        for part in ({"alg": "HS256", "kid": "RS256", "typ": "JWT"}, claims("pyjwt-confused"))
    ]
    code = hmac.new(public, b".".join(parts), "sha256").digest()
    token = b".".join([*parts, base64.urlsafe_b64encode(code).rstrip(b"=")]).decode()
    assert sign_in(sandbox, token).status_code == 401
    assert sign_in(sandbox, jwt.encode(claims("pyjwt-none"), None, "none")).status_code == 401


def test_one_public_key_is_a_registration_too(sandbox, keys):
    """A public key in PEM instead of a key set: the token needs no `kid`."""
    control = sandbox["privy"]["idpTokenURL"].removesuffix("/idp/token") + "/policy"
    pem = keys["ES256"].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    policy = {"publicKey": pem, "audience": [AUDIENCE]}
    assert httpx.post(control, json={"provider": "privy", "customAuth": policy}).status_code == 200
    token = jwt.encode(claims("pyjwt-pem"), keys["ES256"], "ES256")
    assert sign_in(sandbox, token).status_code == 200
    other = jwt.encode(claims("pyjwt-pem"), keys["RS256"], "RS256")
    assert sign_in(sandbox, other).status_code == 401
