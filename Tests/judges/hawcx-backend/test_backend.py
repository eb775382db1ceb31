"""Runs Examples/hawcx-backend as a program over HTTP, between the command line and the sandbox."""

import json
import os
import queue
import subprocess
import threading
from pathlib import Path

import pytest
import requests
import swift_package

PACKAGE = Path(__file__).resolve().parents[3] / "Examples" / "hawcx-backend"


@pytest.fixture(scope="session")
def products() -> Path:
    return swift_package.build(PACKAGE)


def environment(block: dict, is_confidential: bool) -> dict:
    values = {
        "HAWCX_BASE_URL": block["baseURL"], "HAWCX_CONFIG_ID": block["configId"], "HAWCX_CLIENT_ID": block["clientId"]}
    if is_confidential:
        client = block["confidentialClient"]
        values.update(
            HAWCX_CLIENT_ID=client["clientId"], HAWCX_CLIENT_KEY=client["privateKeyPEM"],
            HAWCX_CLIENT_KEY_ID=client["keyId"])
    return values


@pytest.fixture(params=[False, True], ids=["public", "confidential"])
def backend(products, sandbox, request):
    """The address of a running backend."""
    process = subprocess.Popen(
        [products / "hawcx-backend", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment(sandbox["hawcx"], request.param)})
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()
    try:
        yield lines.get(timeout=30).split()[-1]
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_a_sign_in_opens_the_apps_own_session(latchkey, sandbox, configuration, backend, tmp_path):
    block = configuration["providers"]["hawcx"]
    block["backend"] = {"baseURL": backend}
    block["origins"] = [sandbox["baseURL"], backend]
    (tmp_path / "auth.json").write_text(
        json.dumps({**configuration, "provider": "hawcx", "storage": {"directory": "state"}}))

    def run(*words):
        result = subprocess.run(
            [latchkey, *words], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout.strip()

    run("sign-in", "guide@example.org", "--outbox", sandbox["outbox"])
    me = json.loads(run("send", "GET", backend + "/me").splitlines()[-1])
    assert me["identifier"] == "guide@example.org" and me["subject"]
    before = run("token")
    run("refresh")
    after = run("token")
    assert before != after
    assert requests.get(backend + "/me", headers={"Authorization": "Bearer " + after}, timeout=10).json() == me
    run("sign-out")
    assert requests.get(backend + "/me", headers={"Authorization": "Bearer " + after}, timeout=10).status_code == 401


def test_refusals_have_codes(backend):
    for body, status in (({}, 400), ([], 400), ({"authCode": "x", "codeVerifier": "y" * 43}, 401)):
        answer = requests.post(backend + "/hawcx/exchange", json=body, timeout=10)
        assert answer.status_code == status and answer.json()["error"], body
    assert requests.get(backend + "/nothing", timeout=10).status_code == 404
