"""The provider's configuration and clients, in the form of idpyoidc."""

from pathlib import Path

SERVER = "idpyoidc.server."
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
SCOPES = ["openid", "email", "offline_access"]
METHODS = ["client_secret_basic", "private_key_jwt", "public"]
# The classes of authentication (`acr`). Both ask for the password: what matters to a client is their names.
CLASSES = {"password": "urn:example:password", "strong": "urn:example:strong"}


def kind(name: str, /, **arguments) -> dict:
    return {"class": SERVER + name, "kwargs": arguments}


def endpoint(path: str, name: str, methods=None, **more) -> dict:
    return {"path": path, **kind(name, client_authn_method=methods, **more)}


def add_on(name: str, **arguments) -> dict:
    return {"function": f"{SERVER}oauth2.add_on.{name}.add_support", "kwargs": arguments}


def settings(options) -> dict:
    return {
        "issuer": options.issuer,
        "httpc_params": {"verify": True},
        "key_conf": {
            "uri_path": "jwks",
            "key_defs": [{"type": "EC", "crv": "P-256", "use": ["sig"]}, {"type": "RSA", "use": ["sig"]}]},
        "add_on": {
            "pkce": add_on("pkce", essential=True, code_challenge_method="S256"),
            # With this add-on, the userinfo endpoint takes no tokens without a proof.
            **({"dpop": add_on("dpop", dpop_signing_alg_values_supported=["ES256"])} if options.dpop else {})},
        "authz": kind("authz.AuthzHandling", grant_config={"expires_in": 86400, "usage_rules": {
            "authorization_code": {"supports_minting": ["access_token", "refresh_token", "id_token"], "max_usage": 1},
            "access_token": {"supports_minting": ["access_token"]},
            "refresh_token": {"supports_minting": ["access_token", "refresh_token", "id_token"]}}}),
        "authentication": {
            name: {"acr": acr, **kind(
                "user_authn.user.UserPassJinja2", verify_endpoint=f"/verify/{name}", template="login.html",
                db=kind("util.JSONDictDB", filename="passwords.json"))}
            for name, acr in CLASSES.items()},
        "template_dir": str(Path(__file__).parent),
        "preference": {
            "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials", EXCHANGE],
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"], "scopes_supported": SCOPES,
            "acr_values_supported": list(CLASSES.values())},
        "endpoint": {
            "provider_info": endpoint(".well-known/openid-configuration", "oidc.provider_config.ProviderConfiguration"),
            "registration": endpoint("registration", "oidc.registration.Registration"),
            "registration_read": endpoint("registered", "oidc.read_registration.RegistrationRead", ["bearer_header"]),
            "authorization": endpoint("authorization", "oidc.authorization.Authorization"),
            "pushed_authorization": endpoint("par", "oauth2.pushed_authorization.PushedAuthorization", METHODS),
            "token": endpoint("token", "oidc.token.Token", METHODS, revoke_refresh_on_issue=True, grant_types_helpers={
                "authorization_code": kind("oidc.token_helper.access_token.AccessTokenHelper"),
                "refresh_token": kind("oidc.token_helper.refresh_token.RefreshTokenHelper"),
                "client_credentials": kind("oauth2.token_helper.client_credentials.ClientCredentials"),
                EXCHANGE: {"class": SERVER + "oidc.token_helper.token_exchange.TokenExchangeHelper", "kwargs": None}}),
            "userinfo": endpoint("userinfo", "oidc.userinfo.UserInfo", ["bearer_header"]),
            "revocation": endpoint("revoke", "oauth2.token_revocation.TokenRevocation", METHODS),
            "end_session": endpoint(
                "session", "oidc.session.Session", logout_verify_url="verify_logout",
                post_logout_uri_path="signed_out", signing_alg="ES256")},
        "token_handler_args": {
            "code": {"kwargs": {"lifetime": 60}},
            "token": kind("token.jwt_token.JWTToken", lifetime=3600),
            "refresh": kind("token.jwt_token.JWTToken", lifetime=86400),
            "id_token": kind("token.id_token.IDToken")},
        "cookie_handler": kind("cookie_handler.CookieHandler", crypt_config={"password": "a test"}),
        "userinfo": kind("user_info.UserInfo", db={options.user: {"email": f"{options.user}@example.org"}}),
    }


def clients(options) -> dict:
    """A public client, and one with a secret."""
    shared = {
        "redirect_uris": [(options.callback, {})], "post_logout_redirect_uri": [(options.signed_out, {})],
        "response_types_supported": ["code"], "allowed_scopes": SCOPES,
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials", EXCHANGE]}
    return {
        options.client: {**shared, "client_salt": "1", "token_endpoint_client_authn_method": ["public"]},
        options.client + "-service": {
            **shared, "client_salt": "2", "client_secret": options.secret,
            "token_endpoint_client_authn_method": ["client_secret_basic"]}}
