"""The vendor's guide from end to end: Examples/turnkey-backend and the guide's app, as two programs over HTTP."""

import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

import pytest
import requests
import swift_package

PACKAGE = Path(__file__).resolve().parents[3] / "Examples" / "turnkey-backend"


@pytest.fixture(scope="session")
def products() -> Path:
    return swift_package.build(PACKAGE)


def environment(block: dict) -> dict:
    return {
        "TURNKEY_API_URL": block["apiBaseURL"], "TURNKEY_ORGANIZATION_ID": block["organizationId"],
        "TURNKEY_API_PUBLIC_KEY": block["apiPublicKey"], "TURNKEY_API_PRIVATE_KEY": block["apiPrivateKey"]}


@pytest.fixture
def backend(products, sandbox):
    """The address of a running backend."""
    process = subprocess.Popen(
        [products / "turnkey-backend", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment(sandbox["turnkey"])})
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()
    try:
        yield lines.get(timeout=30).split()[-1]
    finally:
        process.terminate()
        process.wait(timeout=10)


def codes(sandbox, contact):
    messages = requests.get(sandbox["outbox"], params={"to": contact}, timeout=10).json()["messages"]
    return [message["code"] for message in messages]


@pytest.mark.parametrize("contact", ["guide@example.org", "+15557654321"])
def test_the_guides_app_signs_in_by_the_backend(products, backend, sandbox, configuration, tmp_path, contact):
    block = configuration["providers"]["turnkey"]
    del block["authProxyConfigId"]
    file = tmp_path / "auth.json"
    file.write_text(json.dumps({**configuration, "storage": {"directory": str(tmp_path / "state")}}))
    users = set()
    for _ in range(2):
        known = len(codes(sandbox, contact))
        app = subprocess.Popen(
            [products / "otp-login", file, backend, contact], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        deadline = time.time() + 60
        while len(codes(sandbox, contact)) == known and time.time() < deadline:
            time.sleep(0.05)
        code = codes(sandbox, contact)[-1]
        output, errors = app.communicate(("1" if code[0] != "1" else "2") + code[1:] + "\n" + code + "\n", timeout=60)
        assert app.returncode == 0, output + errors
        assert code not in output
        users.add(next(line for line in output.splitlines() if line.startswith("signed in")).split(",")[0])
    assert len(users) == 1
    kind = "EMAIL" if "@" in contact else "PHONE_NUMBER"
    found = requests.get(
        backend + "/proxy/sub-org-ids", params={"filterType": kind, "filterValue": contact}, timeout=10).json()
    assert len(found["organizationIds"]) == 1


def test_the_guides_bodies(backend, sandbox):
    contact = "bodies@example.org"
    started = requests.post(backend + "/otp/init", json={"otpType": "OTP_TYPE_EMAIL", "contact": contact}, timeout=10)
    assert started.status_code == 200 and set(started.json()) == {"otpId"}
    wrong = requests.post(backend + "/otp/verify", json={**started.json(), "otpCode": "wrong"}, timeout=10)
    assert wrong.status_code == 401 and wrong.json()["error"] == "invalid_code"
    verified = requests.post(
        backend + "/otp/verify", json={**started.json(), "otpCode": codes(sandbox, contact)[-1]}, timeout=10)
    assert set(verified.json()) == {"verificationToken"}
    key = sandbox["turnkey"]["apiPublicKey"]
    made = requests.post(backend + "/signup", timeout=10, json={
        "userEmail": contact, "authenticators": [], "oauthProviders": [],
        "apiKeys": [{"apiKeyName": "k", "publicKey": key, "curveType": "API_KEY_CURVE_P256"}]})
    assert set(made.json()) == {"subOrganizationId"}
    for body in (b"", b"[]", b"{", b"\xff"):
        assert requests.post(backend + "/signup", data=body, timeout=10).status_code == 400


def test_a_missing_variable_is_named(products, sandbox):
    for name in environment(sandbox["turnkey"]):
        variables = {**os.environ, **environment(sandbox["turnkey"])}
        del variables[name]
        done = subprocess.run(
            [products / "turnkey-backend", "0"], env=variables, capture_output=True, text=True, timeout=30)
        assert done.returncode == 78 and name in done.stdout
