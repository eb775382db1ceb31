"""What a server's tokens say, verified by PyJWT with the server's keys."""

import base64

import jwt
import requests

from .installation import Installation


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def verified(app: Installation, token: str, nonce: str = None) -> dict:
    """The claims of an ID token."""
    claims = _verified(app, token, audience=app.block["clientId"])
    assert nonce is None or claims["nonce"] == nonce
    return claims


def verified_access(app: Installation, token: str) -> dict:
    """The claims of an access token that is a JWT (RFC 9068)."""
    return _verified(app, token, options={"verify_aud": False})


def _verified(app: Installation, token: str, **rules) -> dict:
    metadata = app.server.metadata
    keys = jwt.PyJWKSet.from_dict(
        requests.get(metadata["jwks_uri"], verify=app.server.authority, timeout=30).json()).keys
    kid = jwt.get_unverified_header(token).get("kid")
    (key,) = [key for key in keys if kid is None or key.key_id == kid]
    return jwt.decode(
        token, key.key, algorithms=["RS256", "RS512", "ES256"], issuer=metadata["issuer"], **rules)


def last_answer(app: Installation, grant: str) -> dict:
    """The token endpoint's last answer to a grant."""
    answered = [exchange for exchange in app.sent_to("token_endpoint") if exchange.form["grant_type"] == grant]
    assert answered[-1].status == 200, (answered[-1].status, answered[-1].received)
    return answered[-1].answer
