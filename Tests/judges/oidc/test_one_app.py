"""One source file of an app works with five providers, which differ only in the configuration. One provider's session
can be the token for another provider."""

import json
import os
import threading
import time
from pathlib import Path

import pytest
import requests
from glewlwyd import free_port, open_page
from programs import Run

ROOT = Path(__file__).resolve().parents[3]
APP = ROOT / "Examples" / "SignInApp" / "Sources" / "SignInApp" / "SignInApp.swift"
HOUSE = ("turnkey", "privy", "hawcx", "authsignal")


@pytest.fixture(scope="module")
def issuer(server):
    return server.issuer("one-app")


@pytest.fixture
def start(programs, configuration, tmp_path):
    """Starts the app with a configuration in which `provider` is selected."""

    def start(provider: str, identifier: str, api: str, *more: str) -> Run:
        configuration["storage"] = {"directory": "state"}
        configuration["provider"] = provider
        path = tmp_path / "auth.json"
        path.write_text(json.dumps(configuration))
        return Run([str(programs / "SignInApp"), str(path), identifier, api, *more], reads_input=True)

    return start


@pytest.fixture
def oidc(configuration, server, issuer, tmp_path_factory):
    """Adds the fifth provider to the configuration; returns the client's name and port."""
    port, client = free_port(), "one-app-" + tmp_path_factory.mktemp("client").name
    server.client(client, port)
    configuration["providers"]["oidc"] = {
        "issuer": issuer, "clientId": client, "scopes": ["openid", "email"], "origins": [server.base]}
    return client, port


def last(run: Run) -> str:
    run.finish(is_json=False)
    assert run.status == 0, (run.seen, run.process.stderr.read())
    return run.seen[-1].strip()


def type_code(run: Run, outbox: str, identifier: str) -> None:
    for _ in range(200):
        messages = requests.get(outbox, params={"to": identifier}, timeout=10).json()["messages"]
        codes = [message["code"] for message in messages if message.get("code")]
        if codes:
            return run.type(codes[-1])
        if run.process.poll() is not None:
            return None
        time.sleep(0.05)
    raise AssertionError("no code arrived")


def go_through_the_page(run: Run, server, client: str) -> None:
    while not (line := run.text()).startswith("open "):
        pass
    answer = requests.get(open_page(server.user(client), line.split()[1]), timeout=20)
    assert answer.status_code == 200


def test_the_consumers_have_the_same_file():
    consumers = sorted((ROOT / "Tests" / "linkage" / "Sources").glob("*/SignInApp.swift"))
    assert len(consumers) == len((*HOUSE, "oidc"))
    assert all(os.path.samefile(consumer, APP) for consumer in consumers)
    text = APP.read_text().lower()
    assert not [name for name in (*HOUSE, "oidc", "openid") if name in text]


@pytest.mark.parametrize("provider", HOUSE)
def test_signs_in_through_latchkeys_providers(start, configuration, sandbox, provider):
    identifier = f"one-app-{provider}@example.com"
    token = requests.post(
        sandbox["privy"]["idpTokenURL"], json={"sub": identifier, "alg": "ES256", "ttl": 600}, timeout=10).json()
    Path(sandbox["configurationPath"]).with_name(f"{provider}.jwt").write_text(token["token"])
    configuration["providers"]["privy"]["tokenProvider"] = {
        "file": str(Path(sandbox["configurationPath"]).with_name(f"{provider}.jwt"))}
    run = start(provider, identifier, sandbox["backend"]["baseURL"] + "/me")
    threading.Thread(target=type_code, args=(run, sandbox["outbox"], identifier), daemon=True).start()
    assert last(run).endswith(" 200")


def test_signs_in_through_the_external_provider(start, oidc, server, issuer):
    client, port = oidc
    run = start("oidc", "-", issuer + "/userinfo", str(port))
    go_through_the_page(run, server, client)
    assert last(run).endswith(" 200")


def test_its_session_is_the_token_of_another(start, oidc, configuration, sandbox, server, issuer):
    """`{"session": "oidc"}`: the issuer's ID token signs the user in at the Privy-style vendor.

    The vendor's app is registered with the URL of the issuer's own key set, from which the sandbox fetches it.
    """
    client, port = oidc
    registration = {"jwksUrl": issuer + "/jwks", "issuer": issuer, "audience": [client]}
    control = sandbox["baseURL"] + "/sandbox/"
    # The sandbox does not change the issuer of an app that has users from that issuer, so remove them.
    assert requests.post(control + "reset", timeout=10).ok
    assert requests.post(control + "policy", json={"provider": "privy", "customAuth": registration}, timeout=10).ok
    try:
        configuration["providers"]["privy"]["tokenProvider"] = {"session": "oidc"}
        me = sandbox["backend"]["baseURL"] + "/me"
        # No user is signed in at the issuer yet, so there is no token.
        run = start("privy", "-", me)
        run.finish(is_json=False)
        assert run.status != 0
        first = start("oidc", "-", issuer + "/userinfo", str(port))
        go_through_the_page(first, server, client)
        subject = last(first).split()[0]
        second = start("privy", "-", me)
        line = last(second)
        known = requests.post(
            sandbox["privy"]["apiBaseURL"] + "/v1/users/custom_auth/id", json={"custom_user_id": subject}, timeout=10,
            auth=(sandbox["privy"]["appId"], sandbox["privy"]["appSecret"]), headers={
                "privy-app-id": sandbox["privy"]["appId"]})
        assert known.status_code == 200, known.text
        assert line == known.json()["id"] + " 200"
    finally:
        assert requests.post(control + "reset", timeout=10).ok
