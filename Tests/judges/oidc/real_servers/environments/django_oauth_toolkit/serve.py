"""The smallest Django site with django-oauth-toolkit: one user, and a client for each of its grants."""

from pathlib import Path

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from wsgi import arguments, serve

options = arguments()

KEY = rsa.generate_private_key(65537, 2048).private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
settings.configure(
    SECRET_KEY="a test", ALLOWED_HOSTS=["localhost"], ROOT_URLCONF="urls", LOGIN_URL="/login/", USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=[
        "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "DIRS": [str(Path(__file__).parent)],
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}],
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True, "OIDC_RSA_PRIVATE_KEY": KEY, "OIDC_ISS_ENDPOINT": options.issuer,
        "OIDC_RP_INITIATED_LOGOUT_ENABLED": True, "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "OAUTH_DEVICE_VERIFICATION_URI": f"{options.issuer}/device/", "DEVICE_FLOW_INTERVAL": 1,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True, "DCR_ENABLED": True,
        "DCR_REGISTRATION_PERMISSION_CLASSES": ["oauth2_provider.dcr.AllowAllDCRPermission"],
        "SCOPES": {"openid": "who you are", "email": "your address"}})
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from oauth2_provider.models import Application  # noqa: E402

call_command("migrate", verbosity=0)
User.objects.create_user(options.user, f"{options.user}@example.org", options.password)
for suffix, grant in (("", Application.GRANT_AUTHORIZATION_CODE), ("-device", Application.GRANT_DEVICE_CODE)):
    Application.objects.create(
        name="Latchkey", client_id=options.client + suffix, client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=grant, algorithm=Application.RS256_ALGORITHM, redirect_uris=options.callback,
        post_logout_redirect_uris=options.signed_out)
Application.objects.create(
    name="Latchkey", client_id=options.client + "-service", client_secret=options.secret,
    client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_CLIENT_CREDENTIALS)

serve(get_wsgi_application())
