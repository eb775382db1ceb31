"""Writes app-session-events.json: logout tokens, security event tokens and webhooks, made by other libraries.

    pip install PyJWT==2.15.1 cryptography==46.0.3 joserfc==1.8.0
    python generate.py > ../app-session-events.json

Every case has the outcome that the standards require. The private keys exist only while this runs.
"""

import base64
import hashlib
import hmac
import json
import sys

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from joserfc import jwk as jose_jwk, jwt as jose_jwt
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

NOW = 1767225600  # 2026-01-01T00:00:00Z
ISSUER, CLIENT = "https://op.example.com", "client-1"
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
CAEP = "https://schemas.openid.net/secevent/caep/event-type/"
RISC = "https://schemas.openid.net/secevent/risc/event-type/"

RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
ED_KEY = ed25519.Ed25519PrivateKey.generate()
OTHER_KEY = ec.generate_private_key(ec.SECP256R1())


def public(algorithm, key, kid):
    value = algorithm.to_jwk(key.public_key(), as_dict=True)
    return {**{name: value[name] for name in value if name != "key_ops"}, "kid": kid, "use": "sig"}


KEYS = [public(RSAAlgorithm, RSA_KEY, "rsa"), public(ECAlgorithm, EC_KEY, "ec"), public(OKPAlgorithm, ED_KEY, "ed")]
PRIVATE = {"rsa": ("RS256", RSA_KEY), "ec": ("ES256", EC_KEY), "ed": ("EdDSA", ED_KEY)}


def sign(claims, kid="ec", typ="logout+jwt", by="pyjwt", key=None, **header):
    """Signs with PyJWT, or with joserfc, so that no single library decides what a token looks like."""
    algorithm, private = PRIVATE[kid]
    if by == "joserfc":
        kind = {"rsa": jose_jwk.RSAKey, "ec": jose_jwk.ECKey, "ed": jose_jwk.OKPKey}[kid]
        fields = {"alg": algorithm, "kid": kid, **({"typ": typ} if typ else {}), **header}
        return jose_jwt.encode(fields, claims, kind.import_key(private), algorithms=[algorithm], default_type=None)
    return jwt.encode(claims, key or private, algorithm, headers={"kid": kid, "typ": typ, **header})


def logout(**changes):
    claims = {
        "iss": ISSUER, "aud": CLIENT, "iat": NOW, "exp": NOW + 120, "jti": "jti-1", "sid": "sid-1", "sub": "user-1",
        "events": {LOGOUT: {}}}
    claims.update(changes)
    return {name: value for name, value in claims.items() if value is not None}


def without_signature(claims):
    parts = [{"alg": "none", "typ": "logout+jwt"}, claims]
    return ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts) + "."


def with_public_key_as_secret(claims):
    secret = json.dumps(KEYS[1], separators=(",", ":")).encode()
    head = [{"alg": "HS256", "typ": "logout+jwt", "kid": "ec"}, claims]
    text = ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in head)
    code = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    return text + "." + base64.urlsafe_b64encode(code).decode().rstrip("=")


def case(name, token, *, ends=None, refused=None, **more):
    return {"name": name, "token": token, **({"ends": ends} if refused is None else {"refused": refused}), **more}


BOTH, SID, SUB = {"sid": "sid-1", "sub": "user-1"}, {"sid": "sid-1"}, {"sub": "user-1"}
LOGOUTS = [
    case("sid and sub, ES256", sign(logout()), ends=BOTH),
    case("sid and sub, RS256", sign(logout(), "rsa"), ends=BOTH),
    case("sid and sub, EdDSA by joserfc", sign(logout(), "ed", by="joserfc"), ends=BOTH),
    case("sid alone", sign(logout(sub=None)), ends=SID),
    case("sub alone", sign(logout(sid=None)), ends=SUB),
    case("typ JWT, by a provider before the final text", sign(logout(), typ="JWT"), ends=BOTH),
    case("no typ, by joserfc", sign(logout(), by="joserfc", typ=None), ends=BOTH),
    case("several audiences", sign(logout(aud=["other", CLIENT])), ends=BOTH),
    case("a further event and claim", sign(logout(events={"https://example.com/e": {}, LOGOUT: {}}, txn="1")),
         ends=BOTH),
    case("members in the event", sign(logout(events={LOGOUT: {"reason": "idle"}})), ends=BOTH),
    case("expired within the leeway", sign(logout(iat=NOW - 60, exp=NOW - 5)), ends=BOTH),
    case("neither sid nor sub", sign(logout(sid=None, sub=None)), refused="invalid_token"),
    case("empty sid", sign(logout(sid="")), refused="invalid_token"),
    case("sid is a number", sign(logout(sid=1)), refused="invalid_token"),
    case("nonce, as in an ID token", sign(logout(nonce="n")), refused="invalid_token"),
    case("no events", sign(logout(events=None)), refused="invalid_token"),
    case("another event", sign(logout(events={"https://example.com/e": {}})), refused="invalid_token"),
    case("events is an array", sign(logout(events=[LOGOUT])), refused="invalid_token"),
    case("the event is no object", sign(logout(events={LOGOUT: True})), refused="invalid_token"),
    case("no jti", sign(logout(jti=None)), refused="invalid_token"),
    case("empty jti", sign(logout(jti="")), refused="invalid_token"),
    case("no iat", sign(logout(iat=None)), refused="invalid_token"),
    case("iat in the future", sign(logout(iat=NOW + 600, exp=NOW + 700)), refused="invalid_token"),
    case("no exp", sign(logout(exp=None)), refused="invalid_token"),
    case("expired", sign(logout(iat=NOW - 300, exp=NOW - 60)), refused="token_expired"),
    case("valid for a day", sign(logout(exp=NOW + 86400)), refused="invalid_token"),
    case("another issuer", sign(logout(iss="https://other.example.com")), refused="invalid_token"),
    case("issuer with a slash", sign(logout(iss=ISSUER + "/")), refused="invalid_token"),
    case("another audience", sign(logout(aud="other")), refused="invalid_token"),
    case("no audience", sign(logout(aud=None)), refused="invalid_token"),
    case("typ of an access token", sign(logout(), typ="at+jwt"), refused="invalid_token"),
    case("another key under the same kid", sign(logout(), key=OTHER_KEY), refused="signature_invalid"),
    case("unknown kid", jwt.encode(logout(), OTHER_KEY, "ES256", headers={"kid": "x", "typ": "logout+jwt"}),
         refused="invalid_token"),
    case("no signature (alg none)", without_signature(logout()), refused="invalid_token"),
    case("HMAC with the public key", with_public_key_as_secret(logout()), refused="invalid_token"),
    case("a key in the header", sign(logout(), jwk=KEYS[1]), refused="invalid_token"),
    case("an ID token", sign({
        "iss": ISSUER, "aud": CLIENT, "iat": NOW, "exp": NOW + 120, "sub": "user-1", "nonce": "n"}, typ="JWT"),
        refused="invalid_token"),
    case("empty", "", refused="invalid_token"),
]

SESSION, CHANGE = CAEP + "session-revoked", CAEP + "credential-change"
OPAQUE = {"format": "opaque", "id": "sid-1"}
PAIR = {"format": "iss_sub", "iss": ISSUER, "sub": "user-1"}


def event(uri=SESSION, content=None, **changes):
    claims = {
        "iss": ISSUER, "aud": "https://app.example.com", "iat": NOW - 60, "jti": "set-1", "sub_id": PAIR,
        "events": {uri: {"event_timestamp": NOW - 120} if content is None else content}}
    claims.update(changes)
    return {name: value for name, value in claims.items() if value is not None}


def sset(claims, **options):
    return sign(claims, **{"typ": "secevent+jwt", **options})


def change(kind):
    return event(CHANGE, {"credential_type": "password", "change_type": kind, "event_timestamp": NOW - 120})


AT = {"before": NOW - 120}
EVENTS = [
    case("session-revoked, user", sset(event()), ends={**SUB, **AT}),
    case("session-revoked, user, by joserfc", sset(event(), kid="rsa", by="joserfc"), ends={**SUB, **AT}),
    case("session-revoked, session", sset(event(sub_id=OPAQUE)), ends={**SID, **AT}),
    case("session-revoked, session and user",
         sset(event(sub_id={"format": "complex", "session": OPAQUE, "user": PAIR,
                            "tenant": {"format": "opaque", "id": "t"}})), ends={**BOTH, **AT}),
    case("session-revoked, user and device",
         sset(event(sub_id={"format": "complex", "user": PAIR, "device": {"format": "opaque", "id": "d"}})),
         ends={**SUB, **AT}),
    case("session-revoked, aliases",
         sset(event(sub_id={"format": "aliases", "identifiers": [
             {"format": "email", "email": "user@example.com"}, PAIR]})), ends={**SUB, **AT}),
    case("no time of the event", sset(event(content={})), ends={**SUB, "before": NOW - 60}),
    case("time of the event in the token", sset(event(content={}, toe=NOW - 90)), ends={**SUB, "before": NOW - 90}),
    case("time of the event after the token", sset(event(content={"event_timestamp": NOW})),
         ends={**SUB, "before": NOW - 60}),
    case("time of the event in milliseconds", sset(event(content={"event_timestamp": (NOW - 120) * 1000})),
         ends={**SUB, "before": NOW - 60}),
    case("credential updated", sset(change("update")), ends={**SUB, **AT}),
    case("credential revoked", sset(change("revoke")), ends={**SUB, **AT}),
    case("credential deleted", sset(change("delete")), ends={**SUB, **AT}),
    case("credential added", sset(change("create")), ends=None),
    case("credential of a user by an opaque id",
         sset({**change("update"), "sub_id": {"format": "opaque", "id": "user-1"}}), ends={**SUB, **AT}),
    case("account disabled", sset(event(RISC + "account-disabled", {"reason": "hijacking"})),
         ends={**SUB, "before": NOW - 60}),
    case("verification of a stream", sset(event(
        "https://schemas.openid.net/secevent/ssf/event-type/verification", {"state": "x"},
        sub_id={"format": "opaque", "id": "stream"})), ends=None),
    case("assurance level", sset(event(CAEP + "assurance-level-change", {"current_level": "1"})), ends=None),
    case("several audiences", sset(event(aud=["x", "https://app.example.com"])), ends={**SUB, **AT}),
    case("six days old", sset(event(iat=NOW - 6 * 86400)), ends={**SUB, "before": NOW - 6 * 86400}),
    case("eight days old", sset(event(iat=NOW - 8 * 86400)), refused="token_expired"),
    case("user by e-mail", sset(event(sub_id={"format": "email", "email": "user@example.com"})),
         refused="unsupported"),
    case("only a tenant", sset(event(sub_id={"format": "complex", "tenant": {"format": "opaque", "id": "t"}})),
         refused="unsupported"),
    case("user of another issuer", sset(event(sub_id={**PAIR, "iss": "https://other.example.com"})),
         refused="invalid_token"),
    case("no format", sset(event(sub_id={"iss": ISSUER, "sub": "user-1"})), refused="invalid_token"),
    case("no subject", sset(event(sub_id=None)), refused="invalid_token"),
    case("empty subject", sset(event(sub_id={**PAIR, "sub": ""})), refused="invalid_token"),
    case("typ JWT", sset(event(), typ="JWT"), refused="invalid_token"),
    case("no typ", sset(event(), by="joserfc", typ=None), refused="invalid_token"),
    case("a logout token", sign(logout()), refused="invalid_token"),
    case("sub", sset(event(sub="user-1")), refused="invalid_token"),
    case("exp", sset(event(exp=NOW + 60)), refused="invalid_token"),
    case("no events", sset(event(events={})), refused="invalid_token"),
    case("the event is no object", sset(event(events={SESSION: []})), refused="invalid_token"),
    case("no jti", sset(event(jti=None)), refused="invalid_token"),
    case("no iat", sset(event(iat=None)), refused="invalid_token"),
    case("iat in the future", sset(event(iat=NOW + 600)), refused="invalid_token"),
    case("another issuer", sset(event(iss="https://other.example.com")), refused="invalid_token"),
    case("another audience", sset(event(aud="other")), refused="invalid_token"),
    case("another key", sset(event(), key=OTHER_KEY), refused="signature_invalid"),
]

RISC_SUBJECT = {"subject": {"subject_type": "iss-sub", "iss": ISSUER, "sub": "user-1"}, "reason": "hijacking"}
EARLIER = [
    case("RISC, subject inside the event",
         sset(event(RISC + "account-disabled", RISC_SUBJECT, sub_id=None), typ="JWT"),
         ends={**SUB, "before": NOW - 60}),
    case("CAEP draft, subject inside the event, no typ",
         sset(event(SESSION, {"subject": PAIR, "event_timestamp": NOW - 120}, sub_id=None), by="joserfc", typ=None),
         ends={**SUB, **AT}),
    case("exp that has passed", sset(event(exp=NOW - 60)), refused="token_expired"),
    case("exp and sub", sset(event(exp=NOW + 60, sub="user-1")), ends={**SUB, **AT}),
    case("an ID token", sign({
        "iss": ISSUER, "aud": "https://app.example.com", "iat": NOW, "exp": NOW + 120, "sub": "user-1"}, typ="JWT"),
        refused="invalid_token"),
]

SECRET, FORMER = "secret-of-the-tenant-1", "secret-of-the-tenant-0"


def webhook(time, secret, body):
    code = hmac.new(secret.encode(), f"{time}.".encode() + body.encode(), hashlib.sha256).digest()
    return base64.b64encode(code).decode().rstrip("=")


def hook(kind="authenticator.deleted", **data):
    return json.dumps({
        "version": 1, "id": "bc1598bc-e5d6-4c69-9afb-1a6fe3469d6e", "source": "https://authsignal.com",
        "time": "2025-12-31T23:59:50.000Z", "tenantId": "tenant-1", "type": kind,
        "data": {"userId": "user-1", "userAuthenticatorId": "a1", "verificationMethod": "PASSKEY", **data}})


BODY = hook()


def delivery(name, header, outcome, body=BODY):
    return {"name": name, "signature": header, "body": body, "outcome": outcome}


SIGNED = webhook(NOW, SECRET, BODY)
WEBHOOKS = [
    delivery("one signature", f"t={NOW},v2={SIGNED}", "ends"),
    delivery("two signatures, the first of a former key", f"t={NOW},v2={webhook(NOW, FORMER, BODY)},v2={SIGNED}", "ends"),
    delivery("padding", f"t={NOW},v2={SIGNED}=", "ends"),
    delivery("another version beside it", f"t={NOW},v1=x,v2={SIGNED}", "ends"),
    delivery("299 seconds old", f"t={NOW - 299},v2={webhook(NOW - 299, SECRET, BODY)}", "ends"),
    delivery("301 seconds old", f"t={NOW - 301},v2={webhook(NOW - 301, SECRET, BODY)}", "token_expired"),
    delivery("301 seconds in the future", f"t={NOW + 301},v2={webhook(NOW + 301, SECRET, BODY)}", "token_expired"),
    delivery("another time than the signed one", f"t={NOW - 1},v2={SIGNED}", "signature_invalid"),
    delivery("another key", f"t={NOW},v2={webhook(NOW, FORMER, BODY)}", "signature_invalid"),
    delivery("another body", f"t={NOW},v2={SIGNED}", "signature_invalid", hook(userId="user-2")),
    delivery("version 1 alone", f"t={NOW},v1={SIGNED}", "signature_invalid"),
    delivery("no time", f"v2={SIGNED}", "signature_invalid"),
    delivery("no signature", f"t={NOW}", "signature_invalid"),
    delivery("negative time", f"t=-1,v2={webhook(-1, SECRET, BODY)}", "signature_invalid"),
    delivery("empty", "", "signature_invalid"),
    *[delivery(kind, f"t={NOW},v2={webhook(NOW, SECRET, hook(kind))}", "none", hook(kind))
      for kind in ("authenticator.created", "sms.created", "action.verify")],
    delivery("not JSON", f"t={NOW},v2={webhook(NOW, SECRET, 'x')}", "invalid_request", "x"),
    delivery("another form", f"t={NOW},v2={webhook(NOW, SECRET, '{}')}", "invalid_request", "{}"),
]

json.dump({
    "now": NOW, "issuer": ISSUER, "client": CLIENT, "audience": "https://app.example.com", "keys": {"keys": KEYS},
    "logoutTokens": LOGOUTS, "securityEvents": EVENTS, "earlierSecurityEvents": EARLIER,
    "webhookSecret": SECRET, "webhooks": WEBHOOKS}, sys.stdout, indent=1)
print()
