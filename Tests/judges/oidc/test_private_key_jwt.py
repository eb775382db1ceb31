"""A client that authenticates with its own key (RFC 7523), checked by Glewlwyd."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from glewlwyd import private_pem, public_pem


@pytest.fixture(scope="module")
def issuer(server):
    return server.issuer("private-key", **{
        "request-parameter-allow": True, "request-uri-allow-https-non-secure": False,
        "client-pubkey-parameter": "pubkey", "client-jwks-parameter": "jwks", "client-jwks_uri-parameter": "jwks_uri",
        "oauth-ciba-allowed": False})


@pytest.mark.parametrize("kind", ["ES256", "RS256"])
def test_signs_in_and_renews(issuer, server, make_app, tmp_path, kind):
    key = ec.generate_private_key(ec.SECP256R1()) if kind == "ES256" else rsa.generate_private_key(65537, 2048)
    (tmp_path / "client.pem").write_text(private_pem(key))
    app = make_app(
        issuer, f"key-{kind.lower()}",
        {"confidential": True, "token_endpoint_auth_method": ["private_key_jwt"], "pubkey": public_pem(key)},
        clientKey={"file": str(tmp_path / "client.pem")})
    session = app.sign_in()
    assert app.run("refresh")["subject"] == session["subject"]


def test_another_key_is_refused(issuer, make_app, tmp_path):
    registered, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    (tmp_path / "client.pem").write_text(private_pem(other))
    app = make_app(
        issuer, "key-other",
        {"confidential": True, "token_endpoint_auth_method": ["private_key_jwt"], "pubkey": public_pem(registered)},
        clientKey={"file": str(tmp_path / "client.pem")})
    assert app.sign_in()["error"] in ("invalid_configuration", "forbidden", "malformed_response")
