"""A sandbox that is served over HTTPS, as the libraries require, and a browser for its provider's pages."""

import html
import os
import re
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from app_directory import Sandbox

REDIRECT = "http://127.0.0.1:4000/callback"


class Browser:
    """A user's browser at the provider: it keeps cookies, and shows one page at a time."""

    def __init__(self, user: str):
        self.user = user
        self.session = requests.Session()

    def open(self, url: str) -> requests.Response:
        return self.session.get(url, allow_redirects=False, timeout=20)

    def submit(self, page: requests.Response, **fields) -> requests.Response:
        """Submits the page's first form with its hidden fields."""
        form = re.search(r'<form method="post" action="([^"]+)"', page.text)
        assert form, page.text
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text)
        values = {name: html.unescape(value) for name, value in hidden}
        action = requests.compat.urljoin(page.url, form[1])
        return self.session.post(action, data={**values, **fields}, allow_redirects=False, timeout=20)

    def authorize(self, url: str, decision: str = "approve") -> str:
        """Signs in at the page; returns the address to which the browser is redirected."""
        page = self.open(url)
        if page.status_code == 200:
            page = self.submit(page, user=self.user, decision=decision)
        assert page.status_code == 302, page.text
        return page.headers["Location"]

    def approve_device(self, url: str) -> None:
        page = self.submit(self.open(url), user=self.user, user_code=query(url)["user_code"], decision="approve")
        assert page.status_code == 200 and "connected" in page.text, page.text


def query(url: str) -> dict:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


@pytest.fixture
def provider(latchkey, tmp_path, monkeypatch):
    """A sandbox for one test, at an https address whose certificate this process trusts."""
    directory = tmp_path / "sandbox"
    directory.mkdir()
    sandbox = Sandbox(latchkey, directory, "--tls")
    for variable in ("REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.setenv(variable, str(directory / "written.json.certificate.pem"))
    yield sandbox
    sandbox.stop()


@pytest.fixture
def metadata(provider) -> dict:
    """What the provider's discovery document says."""
    address = provider.descriptor["oidc"]["issuer"] + "/.well-known/openid-configuration"
    answer = requests.get(address, timeout=20)
    answer.raise_for_status()
    return answer.json()


@pytest.fixture
def clients(provider) -> dict:
    return provider.descriptor["oidc"]


@pytest.fixture
def browser() -> Browser:
    return Browser("jane@example.com")
