"""A second third-party server: oidc-provider-mock, which is Authlib's server behind Flask."""

import jwt
import pytest
import requests
from glewlwyd import free_port
from programs import App
from real_servers.python_servers import ProviderMock


@pytest.fixture
def server():
    server = ProviderMock()
    try:
        server.wait()
        yield server.issuer
    finally:
        server.stop()


class Installation(App):
    """An app whose user signs in with that server's form."""

    def __init__(self, programs, directory, base: str):
        self.base = base
        # Authlib's server has no public clients by default.
        super().__init__(
            programs, directory, self, base, "second-app", free_port(), userInfo=True,
            clientSecret={"env": "OIDC_SECRET"}, allowClientSecret=True)

    def sign_in(self):
        run = self.command("sign-in", "authorization_code", str(self.port))
        answer = requests.post(
            run.line()["url"], data={"sub": "alice", "action": "authorize"}, allow_redirects=False, timeout=20)
        assert answer.status_code == 302, answer.text
        assert requests.get(answer.headers["Location"], timeout=20).status_code == 200
        return run.finish()


def test_signs_in_renews_and_calls(programs, server, tmp_path, monkeypatch):
    monkeypatch.setenv("OIDC_SECRET", "any")
    app = Installation(programs, tmp_path, server)
    session = app.sign_in()
    assert session.get("subject") == "alice", session
    metadata = requests.get(server + "/.well-known/openid-configuration", timeout=10).json()
    # Its one key has no `kid`.
    (key,) = jwt.PyJWKSet.from_dict(requests.get(metadata["jwks_uri"], timeout=10).json()).keys
    claims = jwt.decode(
        session["identity"], key.key, algorithms=["RS256"], audience="second-app", issuer=server)
    assert claims["sub"] == "alice" and session["claims"]["email"] == "alice@example.org"
    assert app.run("send", server + "/userinfo")["status"] == 200
    renewed = app.run("refresh")
    assert renewed["subject"] == "alice" and renewed["access"] != session["access"]
