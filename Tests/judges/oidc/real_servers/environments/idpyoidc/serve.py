"""The smallest OpenID provider with idpyoidc: Flask, one user, and what the library has, by configuration."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from flask import Flask, Response, redirect, request
from idpyoidc.message.oidc import AuthorizationRequest
from idpyoidc.server import Server
from idpyoidc.server.configure import OPConfiguration
from idpyoidc.server.exception import ClientAuthenticationError, FailedAuthentication, UnknownClient
from settings import clients, settings
from wsgi import arguments, serve

options = arguments("dpop")
# The library reads the users' passwords from a file.
Path("passwords.json").write_text(json.dumps({options.user: options.password}))
configuration = settings(options)
provider = Server(OPConfiguration(configuration, base_path="."), cwd=".", key_conf=configuration["key_conf"])
provider.context.cdb.update(clients(options))
app = Flask(__name__)


def answer(info: dict, is_redirect: bool) -> Response:
    """What the library wants to be sent, as Flask's response."""
    made = redirect(info["response"]) if is_redirect else Response(info["response"], info.get("response_code", 200))
    for name, value in info.get("http_headers", []):
        made.headers[name] = value
    cookies = info.get("cookie", [])
    for cookie in cookies if isinstance(cookies, list) else [cookies]:
        # The library's value has characters that cookies cannot have (RFC 6265 §4.1.1).
        value = urlsafe_b64encode(cookie["value"].encode()).decode().rstrip("=")
        made.set_cookie(cookie["name"], value, httponly=True, samesite="Lax")
    return made


def refusal(error: str, description: str, status: int = 400) -> Response:
    text = json.dumps({"error": error, "error_description": description})
    return Response(text, status, content_type="application/json")


def respond(endpoint, parsed, result) -> Response:
    """The response to a request that the library has processed."""
    if "error" in result:
        return refusal(result["error"], result.get("error_description", ""))
    if "http_response" in result:
        shown = result["http_response"]  # a page, or the object of an endpoint without a form of its own
        if isinstance(shown, dict):
            return Response(json.dumps(shown), 201, content_type="application/json")
        return Response(shown)
    info = endpoint.do_response(request=parsed, **result)
    return answer(info, info.get("response_placement", endpoint.response_placement) == "url")


def run(name: str) -> Response:
    """Passes a request on to an endpoint of the library."""
    endpoint = provider.get_endpoint(name)
    http = {
        "headers": {key.lower(): value for key, value in request.headers.items()}, "method": request.method,
        "url": request.url, "cookie": [
            {"name": key, "value": urlsafe_b64decode(value + "==").decode()} for key, value in request.cookies.items()]}
    sent = request.get_data(as_text=True) if request.is_json else {**request.args, **request.form}
    try:
        parsed = endpoint.parse_request(sent, http_info=http)
        if "error" in parsed:
            return refusal(parsed["error"], parsed.get("error_description", ""))
        return respond(endpoint, parsed, endpoint.process_request(parsed, http_info=http))
    except (ClientAuthenticationError, UnknownClient) as error:
        return refusal("invalid_client", str(error), 401)
    except Exception as error:  # the library reports a refusal by any exception
        app.logger.exception(error)
        return refusal("invalid_request", str(error))


for path, name in {
    "/.well-known/openid-configuration": "provider_config", "/registration": "registration",
    "/registered": "registration_read", "/authorization": "authorization", "/par": "pushed_authorization",
    "/token": "token", "/userinfo": "userinfo", "/revoke": "token_revocation", "/session": "session",
}.items():
    app.add_url_rule(path, name, lambda name=name: run(name), methods=["GET", "POST"])


@app.get("/jwks")
def jwks():
    return provider.keyjar.export_jwks()


@app.post("/verify/<method>")
def verify(method: str):
    """The form with the password."""
    authentication = provider.context.authn_broker.get_method_by_id(method)
    try:
        user = authentication.verify(**request.form)
    except FailedAuthentication:
        return Response("That is not the password.", 403)
    asked = authentication.unpack_token(request.form["token"])
    wanted = AuthorizationRequest().from_urlencoded(asked["query"])
    endpoint = provider.get_endpoint("authorization")
    session = endpoint.create_session(wanted, user, asked["authn_class_ref"], asked["iat"], authentication)
    return respond(endpoint, wanted, endpoint.authz_part2(request=wanted, session_id=session))


serve(app)
