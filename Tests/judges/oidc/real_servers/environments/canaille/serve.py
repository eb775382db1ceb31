"""Canaille with one user, a public and a confidential client, and a database in its working directory.

Its store in memory is of no use: it finds every code of a client, whichever code it was asked for.
"""

import datetime

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from wsgi import arguments, serve

options = arguments()

app = create_app({
    "SECRET_KEY": "a test", "SERVER_NAME": options.issuer.removeprefix("http://"), "PREFERRED_URL_SCHEME": "http",
    "CANAILLE_SQL": {"DATABASE_URI": "sqlite:///canaille.sqlite", "PASSWORD_SCHEMES": "pbkdf2_sha512"},
    "CANAILLE": {"DATABASE": "sql", "LOGGING": {"version": 1, "disable_existing_loggers": True}},
    "CANAILLE_OIDC": {"TRUSTED_DOMAINS": [], "DYNAMIC_CLIENT_REGISTRATION_OPEN": True}})


def client(name: str, **more):
    added = models.Client(
        client_id=name, client_name=name, client_uri="https://app.example", client_id_issued_at=NOW,
        redirect_uris=[options.callback], post_logout_redirect_uris=[options.signed_out],
        grant_types=["authorization_code", "refresh_token", "client_credentials"], response_types=["code"],
        scope=["openid", "email"], **more)
    Backend.instance.save(added)
    added.audience = [added]
    Backend.instance.save(added)


NOW = datetime.datetime.now(datetime.timezone.utc)
with app.app_context():
    user = models.User(
        user_name=options.user, formatted_name="Alice A", family_name="A", emails=[f"{options.user}@example.org"],
        password=options.password)
    Backend.instance.save(user)
    client(options.client, token_endpoint_auth_method="none")
    client(
        options.client + "-service", token_endpoint_auth_method="client_secret_basic", client_secret=options.secret)

serve(app)
