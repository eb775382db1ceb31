"""What the provider keeps: clients, codes and tokens, as Authlib's server asks for them."""

import secrets
import time
from dataclasses import dataclass, field
from typing import Optional

from authlib.oauth2 import rfc6749, rfc8628
from authlib.oidc import core

SCOPES = ["openid", "email"]
GRANTS = ["authorization_code", "refresh_token", "client_credentials", rfc8628.DEVICE_CODE_GRANT_TYPE]
METHODS = ["none", "client_secret_basic"]


@dataclass
class User:
    name: str
    # When the user signed in at the server.
    time: int = 0


@dataclass(eq=False)
class Client(rfc6749.ClientMixin):
    """A client with the metadata of RFC 7591; it is public unless they say otherwise."""

    client_id: str
    client_metadata: dict
    client_secret: str = ""
    client_info: dict = field(default_factory=dict)
    # For its own registration (RFC 7592).
    token: str = field(default_factory=secrets.token_urlsafe)

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return rfc6749.list_to_scope([name for name in rfc6749.scope_to_list(scope) if name in SCOPES])

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri in self.client_metadata.get("redirect_uris", [])

    def check_client_secret(self, client_secret):
        return bool(self.client_secret) and secrets.compare_digest(client_secret, self.client_secret)

    def check_endpoint_auth_method(self, method, _):
        return method == self.client_metadata.get("token_endpoint_auth_method", "none")

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in self.client_metadata.get("grant_types", GRANTS)


@dataclass
class Code(core.AuthorizationCodeMixin):
    redirect_uri: str
    scope: str
    nonce: Optional[str]
    code_challenge: Optional[str]
    code_challenge_method: Optional[str]
    user: User

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return self.user.time

    def get_acr(self):
        return None

    def get_amr(self):
        return None


@dataclass
class Token(rfc6749.TokenMixin):
    """An access token with its refresh token: both end together."""

    client: Client
    user: Optional[User]
    scope: str
    expires_in: int
    is_ended: bool = False
    issued_at: int = field(default_factory=lambda: int(time.time()))

    def check_client(self, client):
        return client is self.client

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.expires_in

    def is_expired(self):
        return time.time() > self.issued_at + self.expires_in

    def is_revoked(self):
        return self.is_ended

    def get_user(self):
        return self.user

    def get_client(self):
        return self.client
