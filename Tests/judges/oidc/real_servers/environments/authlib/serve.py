"""The smallest OpenID provider with Authlib's server: Flask, one user, two clients, everything in memory."""

import time
from typing import Dict

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2 import OAuth2Error, rfc6749, rfc6750, rfc7009, rfc7636, rfc8628, rfc9207
from authlib.oidc import core, rpinitiated
from flask import Flask, redirect, request, session, url_for
from joserfc.jwk import KeySet, RSAKey
from records import GRANTS, METHODS, SCOPES, Client, Code, Token, User
from registering import Configuration, Registration
from wsgi import arguments, serve

options = arguments()
USER = User(options.user)
URIS = {"redirect_uris": [options.callback], "post_logout_redirect_uris": [options.signed_out]}
SERVICE = {"grant_types": ["client_credentials"], "token_endpoint_auth_method": "client_secret_basic"}
clients = {client.client_id: client for client in (
    Client(options.client, URIS), Client(options.client + "-service", SERVICE, options.secret))}
KEYS = KeySet([RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"}, private=True)])
codes: Dict[str, Code] = {}
tokens: Dict[str, Token] = {}  # by access token, and by refresh token
devices: Dict[str, rfc8628.DeviceCredentialDict] = {}
grants: Dict[str, bool] = {}  # the user's decisions, by user code


class CodeGrant(rfc6749.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        sent = request.payload.data
        codes[code] = Code(
            request.payload.redirect_uri, request.payload.scope, sent.get("nonce"), sent.get("code_challenge"),
            sent.get("code_challenge_method"), request.user)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        for code in [code for code, held in codes.items() if held is authorization_code]:
            del codes[code]

    def authenticate_user(self, authorization_code):
        return authorization_code.user


class IdentityToken(core.OpenIDToken):
    """The ID token of a grant."""

    def resolve_client_private_key(self, _):
        return KEYS

    def get_client_claims(self, client):
        return {"iss": options.issuer, "aud": [client.get_client_id()]}

    def get_encode_header(self, _):
        return {"alg": "RS256", "kid": "1"}

    def generate_user_info(self, user, scope):
        return claims(scope)


class CodeIdentityToken(IdentityToken, core.OpenIDCode):
    """The ID token of the code grant, with its nonce."""

    def exists_nonce(self, nonce, _):
        return any(code.nonce == nonce for code in codes.values())


def claims(scope) -> core.UserInfo:
    return core.UserInfo(sub=options.user, email=f"{options.user}@example.org").filter(scope)


class RefreshGrant(rfc6749.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        token = tokens.get(refresh_token)
        return token if token and not token.is_ended else None

    def authenticate_user(self, _):
        return USER

    def revoke_old_credential(self, refresh_token):
        refresh_token.is_ended = True


class ServiceGrant(rfc6749.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]


class DeviceGrant(rfc8628.DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def query_device_credential(self, device_code):
        return devices.get(device_code)

    def query_user_grant(self, user_code):
        return (USER, grants[user_code]) if user_code in grants else None

    def should_slow_down(self, _):
        return False


class DeviceEndpoint(rfc8628.DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]
    INTERVAL = 1

    def get_verification_uri(self):
        return f"{options.issuer}/device"

    def save_device_credential(self, client_id, scope, data):
        devices[data["device_code"]] = rfc8628.DeviceCredentialDict(
            client_id=client_id, scope=scope, expires_at=time.time() + data["expires_in"], **data)


class Revocation(rfc7009.RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]

    def query_token(self, token, _):
        return tokens.get(token)

    def revoke_token(self, token, _):
        token.is_ended = True


class EndSession(rpinitiated.EndSessionEndpoint):
    def get_server_jwks(self):
        return KEYS

    def end_session(self, _):
        session.clear()

    def resolve_client_from_id_token_claims(self, claims):
        return next((clients[name] for name in claims["aud"] if name in clients), None)


class Issuer(rfc9207.IssuerParameter):
    def get_issuer(self):
        return options.issuer


class BearerTokens(rfc6750.BearerTokenValidator):
    def authenticate_token(self, token_string):
        return tokens.get(token_string)


def save_token(token, request):
    held = Token(request.client, request.user, token["scope"], token["expires_in"])
    for name in ("access_token", "refresh_token"):
        if name in token:
            tokens[token[name]] = held


app = Flask(__name__)
app.config.update(SECRET_KEY="a test", OAUTH2_REFRESH_TOKEN_GENERATOR=True, OAUTH2_SCOPES_SUPPORTED=SCOPES)
server = AuthorizationServer()
server.init_app(app, query_client=clients.get, save_token=save_token)
server.register_grant(CodeGrant, [CodeIdentityToken(require_nonce=True), rfc7636.CodeChallenge(required=True)])
server.register_grant(RefreshGrant, [IdentityToken()])
server.register_grant(ServiceGrant)
server.register_grant(DeviceGrant, [IdentityToken()])
for endpoint in (DeviceEndpoint, Revocation, EndSession):
    server.register_endpoint(endpoint)
for endpoint in (Registration, Configuration):
    server.register_endpoint(endpoint(clients, options.issuer, {"scopes_supported": SCOPES}))
server.register_extension(Issuer())
protector = ResourceProtector()
protector.register_token_validator(BearerTokens())


@app.get("/.well-known/openid-configuration")
def metadata():
    base = options.issuer
    return {
        "issuer": base, "authorization_endpoint": f"{base}/authorize", "token_endpoint": f"{base}/token",
        "jwks_uri": f"{base}/jwks", "userinfo_endpoint": f"{base}/userinfo",
        "device_authorization_endpoint": f"{base}/device_authorization", "revocation_endpoint": f"{base}/revoke",
        "end_session_endpoint": f"{base}/end_session", "registration_endpoint": f"{base}/register",
        "scopes_supported": SCOPES,
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "grant_types_supported": GRANTS,
        "id_token_signing_alg_values_supported": ["RS256"], "token_endpoint_auth_methods_supported": METHODS,
        "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": True}


@app.get("/jwks")
def jwks():
    return KEYS.as_dict(private=False)


@app.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST" and request.form["password"] == options.password:
        session.update(user=request.form["username"], time=int(time.time()))
        return redirect(request.args["next"])
    return '<form method="post"><input name="username"><input name="password" type="password"></form>'


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    try:
        grant = server.get_consent_grant(end_user=USER if "user" in session else None)
    except OAuth2Error as error:
        return server.handle_error_response(server.create_oauth2_request(None), error)
    if "user" in session and request.form.get("answer") == "yes":
        return server.create_authorization_response(grant_user=User(USER.name, session["time"]), grant=grant)
    if "user" in session:
        return '<form method="post">May the app know who you are?<button name="answer" value="yes">Yes</button></form>'
    return redirect(url_for("login", next=request.full_path))


@app.post("/token")
def token():
    return server.create_token_response()


@app.post("/device_authorization")
def device_authorization():
    return server.create_endpoint_response(DeviceEndpoint.ENDPOINT_NAME)


@app.post("/register")
def register():
    return server.create_endpoint_response(Registration.ENDPOINT_NAME)


@app.route("/register/<name>", methods=["GET", "PUT", "DELETE"])
def registered(name):
    return server.create_endpoint_response(Configuration.ENDPOINT_NAME)


@app.route("/device", methods=["GET", "POST"])
def device():
    if "user" in session and "user_code" in request.form:
        grants[request.form["user_code"]] = True
        return "The device is signed in."
    if "user" in session:
        return '<form method="post">The code on the device:<input name="user_code"></form>'
    return redirect(url_for("login", next=request.full_path))


@app.post("/revoke")
def revoke():
    return server.create_endpoint_response(Revocation.ENDPOINT_NAME)


@app.get("/end_session")
def end_session():
    return server.create_endpoint_response(EndSession.ENDPOINT_NAME) or "You are signed out."


@app.get("/userinfo")
def userinfo():
    with protector.acquire("openid") as token:
        return claims(token.get_scope())


serve(app)
