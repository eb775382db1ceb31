"""`latchkey jwt verify` prints valid tokens that PyJWT and `cryptography` made, and refuses others."""

import base64
import hashlib
import hmac
import json
import subprocess
import time
import urllib.request

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

NOW = int(time.time())
CLAIMS = {"iss": "https://issuer.example", "aud": "app", "sub": "jane", "exp": NOW + 600, "iat": NOW}


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def keys():
    return {
        "RS256": rsa.generate_private_key(65537, 2048), "ES256": ec.generate_private_key(ec.SECP256R1()),
        "EdDSA": ed25519.Ed25519PrivateKey.generate(),
    }


@pytest.fixture(scope="module")
def secret():
    return b"a shared secret of thirty-two by"


@pytest.fixture(scope="module")
def key_set(keys, secret, tmp_path_factory):
    members = [
        json.loads(jwt.get_algorithm_by_name(name).to_jwk(key.public_key())) | {"kid": name, "use": "sig"}
        for name, key in keys.items()
    ]
    folder = tmp_path_factory.mktemp("keys")
    (folder / "jwks.json").write_text(json.dumps({"keys": members}))
    (folder / "oct.json").write_text(
        json.dumps({"keys": [{"kty": "oct", "kid": "HS256", "alg": "HS256", "k": encoded(secret)}]}))
    return folder


@pytest.fixture
def verify(latchkey, key_set):
    def verify(token, *words, keys="jwks.json"):
        return subprocess.run(
            [latchkey, "jwt", "verify", "--jwks", str(key_set / keys), *words], input=token, text=True,
            capture_output=True, timeout=30)

    return verify


def made(keys, algorithm="ES256", claims=CLAIMS, headers=None, **changes):
    claims = {name: value for name, value in {**claims, **changes}.items() if value is not None}
    return jwt.encode(claims, keys[algorithm], algorithm, headers={"kid": algorithm, **(headers or {})})


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
def test_a_token_of_pyjwt_is_printed(verify, keys, algorithm):
    result = verify(made(keys, algorithm), "--issuer", CLAIMS["iss"], "--audience", "app")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == CLAIMS


def test_a_shared_secret_is_used_only_on_request(verify, keys, secret):
    token = jwt.encode(CLAIMS, secret, "HS256", headers={"kid": "HS256"})
    assert verify(token, "--algorithms", "HS256", keys="oct.json").returncode == 0
    assert verify(token, keys="oct.json").returncode == 77
    assert verify(token, "--algorithms", "HS256").returncode == 77
    # The public key as a shared secret, a well-known attack. PyJWT itself refuses to sign with it.
    public = keys["RS256"].public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    message = ".".join([encoded(b'{"alg":"HS256","kid":"RS256"}'), encoded(json.dumps(CLAIMS).encode())])
    code = hmac.new(public, message.encode(), hashlib.sha256).digest()
    assert verify(f"{message}.{encoded(code)}", "--algorithms", "HS256,RS256").returncode == 77


def test_invalid_tokens_are_refused(verify, keys):
    good = made(keys)
    header, payload, signature = good.split(".")
    other = ec.generate_private_key(ec.SECP256R1())
    refused = {
        "another key": made({"ES256": other}),
        "no exp": made(keys, exp=None),
        "expired": made(keys, exp=NOW - 11),
        "not yet": made(keys, nbf=NOW + 60),
        "another audience": made(keys, aud="other"),
        "no audience": made(keys, aud=None),
        "another issuer": made(keys, iss="https://evil.example"),
        "unknown kid": made(keys, headers={"kid": "nobody"}),
        "crit": made(keys, headers={"crit": ["b64"], "b64": True}),
        "alg none": encoded(b'{"alg":"none"}') + "." + payload + ".",
        "a changed payload": f"{header}.{encoded(json.dumps({**CLAIMS, 'sub': 'joe'}).encode())}.{signature}",
        "a changed signature": f"{header}.{payload}.{encoded(b'0' * 64)}",
        "a signature of zeros": f"{header}.{payload}.{encoded(bytes(64))}",
        "the algorithm of another key": ".".join([
            encoded(b'{"alg":"ES256","kid":"EdDSA"}'), payload, signature]),
        "duplicate members": ".".join([
            encoded(b'{"alg":"ES256","alg":"ES256","kid":"ES256"}'), payload, signature]),
        "padding": f"{header}.{payload}.{signature}=",
        "two parts": f"{header}.{payload}",
        "nothing": "",
    }
    for name, token in refused.items():
        result = verify(token, "--issuer", CLAIMS["iss"], "--audience", "app")
        assert result.returncode == 77, (name, result.returncode, result.stderr)
        assert result.stdout == "", name
        assert signature not in result.stderr and payload not in result.stderr, name


def test_clocks_may_differ_by_ten_seconds(verify, keys):
    token = made(keys, exp=NOW + 600)
    assert verify(token, "--at", str(NOW + 609)).returncode == 0
    assert verify(token, "--at", str(NOW + 611)).returncode == 77


def test_keys_from_an_address(latchkey, sandbox):
    request = urllib.request.Request(
        sandbox["privy"]["idpTokenURL"], method="POST", headers={"Content-Type": "application/json"},
        data=json.dumps({"sub": "jane", "alg": "RS256", "ttl": 60}).encode())
    with urllib.request.urlopen(request) as answer:
        token = json.load(answer)["token"]
    result = subprocess.run(
        [latchkey, "jwt", "verify", "--jwks", sandbox["privy"]["idpJwksURL"]], input=token, text=True,
        capture_output=True, timeout=30)
    assert result.returncode == 0 and json.loads(result.stdout)["sub"] == "jane", result.stderr
