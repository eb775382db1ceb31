"""Glewlwyd, a third-party OpenID server: started for one judge, with its own port and database."""

import base64
import gzip
import hashlib
import os
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

PROGRAM = "/usr/bin/glewlwyd"
SCHEMAS = (
    "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz",
    "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3",
)
SETTINGS = '''port={port}
bind_address="127.0.0.1"
external_url="{base}"
login_url="login.html"
api_prefix="api"
static_files_path="{web}"
log_mode="file"
log_level="INFO"
log_file="{directory}/glewlwyd.log"
cookie_secure=0
cookie_same_site="empty"
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = {{ type="sqlite3"; path="{directory}/glewlwyd.db"; }};
static_files_mime_types = (
  {{extension=".html";mime_type="text/html";compress=0}}, {{extension=".css";mime_type="text/css";compress=0}},
  {{extension=".js";mime_type="application/javascript";compress=0}},
  {{extension=".json";mime_type="application/json";compress=0}}, {{extension=".png";mime_type="image/png";compress=0}})
'''
TLS = '''use_secure_connection=true
secure_connection_key_file="{key}"
secure_connection_pem_file="{certificate}"
secure_connection_ca_file="{root}"
'''
USER, PASSWORD = "alice", "pw-alice-1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def private_pem(key) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def public_pem(key) -> str:
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def elliptic_key():
    """A P-256 key whose coordinates both fill 32 bytes.

    Glewlwyd publishes a coordinate without its leading zero bytes, which RFC 7518 §6.2.1.2 forbids. Latchkey and PyJWT
    refuse such a key, so 1 of 128 random keys would fail the tests.
    """
    while True:
        key = ec.generate_private_key(ec.SECP256R1())
        point = key.public_key().public_numbers()
        if min(point.x, point.y).bit_length() > 248:
            return key


class Glewlwyd:
    """A running server with one user; issuers and clients are added to it. Behind a recorder, its addresses are those
    of the recorder. With an authority (`real_servers/authority.py`) it serves TLS, and takes clients' certificates of
    this authority."""

    def __init__(self, recorder=None, authority=None) -> None:
        self.recorder, self.authority = recorder, authority
        self.directory = Path(tempfile.mkdtemp(prefix="glewlwyd-"))
        schema = next(path for path in SCHEMAS if os.path.exists(path))
        text = gzip.open(schema, "rt").read() if schema.endswith(".gz") else Path(schema).read_text()
        database = sqlite3.connect(self.directory / "glewlwyd.db")
        database.executescript(text)
        database.commit()
        database.close()
        self._start()
        self.admin = self.session()
        assert self.admin.post(
            self.api + "/auth/", json={"username": "admin", "password": "password"}, timeout=10).ok
        self.change("POST", "/scope/", {
            "name": "email", "display_name": "email", "description": "email", "password_required": False, "scheme": {}})
        self.change("POST", "/user/", {
            "username": USER, "name": "Alice A", "email": "alice@example.org", "password": PASSWORD,
            "scope": ["openid", "email", "g_profile"], "enabled": True})

    def _start(self) -> None:
        # Debian's web application cannot start unchanged, because its config.json is a folder.
        web = self.directory / "web"
        shutil.copytree("/usr/share/glewlwyd/webapp", web, ignore=shutil.ignore_patterns("config.json"))
        shutil.copy("/usr/share/glewlwyd/templates/config.json", web / "config.json")
        for _ in range(5):
            self.port = free_port()
            scheme = "https" if self.authority else "http"
            self.base = self.recorder.base if self.recorder else f"{scheme}://localhost:{self.port}"
            if self.recorder:
                self.recorder.target = self.port
            settings = SETTINGS.format(port=self.port, base=self.base, web=f"{web}/", directory=self.directory)
            if self.authority:
                own = self.authority.issue("localhost", is_server=True)
                settings += TLS.format(key=own.key, certificate=own.certificate, root=self.authority.root)
            (self.directory / "glewlwyd.conf").write_text(settings)
            self.process = subprocess.Popen(
                [PROGRAM, "-c", str(self.directory / "glewlwyd.conf")], stdin=subprocess.DEVNULL,
                stdout=open(self.directory / "output.txt", "w"), stderr=subprocess.STDOUT)
            self.api = self.base + "/api"
            if self._answers():
                return
        raise AssertionError((self.directory / "output.txt").read_text())

    def _answers(self) -> bool:
        """Whether the server started; false if another process has taken the port."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                return False
            try:
                if self.session().get(self.base + "/config", timeout=5).ok:
                    return True
            except requests.ConnectionError:
                pass
            time.sleep(0.02)
        self.process.kill()
        return False

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def session(self) -> requests.Session:
        """A browser without cookies, which trusts the server's certificate."""
        session = requests.Session()
        if self.authority:
            session.verify = str(self.authority.root)
            session.trust_env = False  # the environment can name other authorities, which take precedence
        return session

    def change(self, method: str, path: str, body=None):
        answer = self.admin.request(method, self.api + path, json=body, timeout=20)
        assert answer.status_code == 200, (method, path, answer.status_code, answer.text)
        return answer

    def issuer(self, name: str, algorithm: str = "ES256", **changes) -> str:
        """Adds an instance of the OpenID plug-in; returns its issuer."""
        key = elliptic_key() if algorithm == "ES256" else rsa.generate_private_key(65537, 2048)
        issuer = f"{self.api}/{name}"
        parameters = {
            "iss": issuer, "jwt-type": "ecdsa" if algorithm == "ES256" else "rsa", "jwt-key-size": "256",
            "key": private_pem(key), "cert": public_pem(key), "access-token-duration": 60,
            "refresh-token-duration": 3600, "code-duration": 30, "refresh-token-rolling": True,
            "refresh-token-one-use": "always", "allow-non-oidc": True, "auth-type-code-enabled": True,
            "auth-type-code-revoke-replayed": True, "auth-type-token-enabled": False,
            "auth-type-id-token-enabled": True, "auth-type-none-enabled": False, "auth-type-password-enabled": False,
            "auth-type-client-enabled": False, "auth-type-device-enabled": True, "auth-type-refresh-enabled": True,
            "device-authorization-expiration": 600, "device-authorization-interval": 1, "pkce-allowed": True,
            "pkce-method-plain-allowed": False, "pkce-required": True, "pkce-required-public-client": True,
            "introspection-revocation-allowed": True, "introspection-revocation-allow-target-client": True,
            "introspection-revocation-auth-scope": ["openid"],
            "session-management-allowed": True, "session-cookie-name": "GLEWLWYD2_OIDC_SID",
            "session-cookie-expiration": 2419200, "back-channel-logout-allowed": True,
            "front-channel-logout-allowed": True, "oauth-dpop-allowed": False, "oauth-dpop-iat-duration": 60,
            "jwks-show": True, "subject-type": "public", "oauth-as-iss-id": True, "oauth-par-allowed": True,
            "oauth-par-duration": 90, "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:",
            "allowed-scope": ["openid", "email"], "email-claim": "mandatory", "email-claim-scope": ["email"],
            "name-claim": "on-demand", "scope-claim": "no", "address-claim": {"type": "no"}, "claims": [], **changes}
        self.change("POST", "/mod/plugin/", {
            "module": "oidc", "name": name, "display_name": name, "enabled": True, "parameters": parameters})
        return issuer

    def client(self, name: str, port: int, **changes) -> None:
        """Adds a public client that redirects to a port. Glewlwyd compares redirect URIs exactly, with the port."""
        self.change("POST", "/client/", {
            "client_id": name, "name": name, "confidential": False, "enabled": True,
            "redirect_uri": [f"http://127.0.0.1:{port}/callback"],
            "authorization_type": ["code", "refresh_token", "device_authorization"], "scope": [], **changes})

    def user(self, client: str) -> requests.Session:
        """The user's browser: signed in at the server, with consent given to the client."""
        session = self.session()
        self.sign_in(session)
        self.consent(session, client)
        return session

    def sign_in(self, session: requests.Session) -> None:
        assert session.post(
            self.api + "/auth/", json={"username": USER, "password": PASSWORD}, timeout=10).status_code == 200

    def consent(self, session: requests.Session, client: str) -> None:
        assert session.put(
            f"{self.api}/auth/grant/{client}", json={"scope": "openid email"}, timeout=10).status_code == 200


def open_page(browser: requests.Session, url: str) -> str:
    """Opens the authorisation page as the signed-in user; returns the address to which it redirects the browser."""
    # Without `g_continue` Glewlwyd shows its own page first, which a user would click through.
    answer = browser.get(url + "&g_continue=", allow_redirects=False, timeout=20)
    assert answer.status_code == 302, (answer.status_code, answer.text)
    return answer.headers["Location"]


def half_hash(token: str) -> str:
    """`at_hash` for SHA-256 (OpenID Connect Core §3.1.3.6)."""
    return base64url(hashlib.sha256(token.encode()).digest()[:16])
