"""What the provider keeps: a client, codes and tokens, as Authlib's server asks for them."""

import time
from dataclasses import dataclass, field
from typing import Optional

from authlib.oauth2 import rfc6749, rfc8628
from authlib.oidc import core

SCOPES = ["openid", "email"]
GRANTS = ["authorization_code", "refresh_token", rfc8628.DEVICE_CODE_GRANT_TYPE]


@dataclass
class User:
    name: str


@dataclass(eq=False)
class Client(rfc6749.ClientMixin):
    """A public client with one redirect URI."""

    client_id: str
    redirect_uri: str
    signed_out: str

    @property
    def client_metadata(self):
        return {"post_logout_redirect_uris": [self.signed_out]}

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return rfc6749.list_to_scope([name for name in rfc6749.scope_to_list(scope) if name in SCOPES])

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == self.redirect_uri

    def check_client_secret(self, _):
        return False

    def check_endpoint_auth_method(self, method, _):
        return method == "none"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in GRANTS


@dataclass
class Code(core.AuthorizationCodeMixin):
    redirect_uri: str
    scope: str
    nonce: Optional[str]
    code_challenge: Optional[str]
    code_challenge_method: Optional[str]
    auth_time: int = field(default_factory=lambda: int(time.time()))

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return self.auth_time

    def get_acr(self):
        return None

    def get_amr(self):
        return None


@dataclass
class Token(rfc6749.TokenMixin):
    """An access token with its refresh token: both end together."""

    client: Client
    user: User
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
