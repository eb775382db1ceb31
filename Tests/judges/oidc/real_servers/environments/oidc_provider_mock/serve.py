"""oidc-provider-mock with one user. It accepts any client."""

import os

import oidc_provider_mock
from wsgi import arguments, serve

options = arguments()

# The server listens on loopback, without TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
user = oidc_provider_mock.User(
    sub=options.user, claims={"email": f"{options.user}@example.org", "name": "Alice A"})
serve(oidc_provider_mock.app(user_claims=[user]))
