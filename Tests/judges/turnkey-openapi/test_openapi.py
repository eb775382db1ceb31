"""Compares all requests of our clients and all responses of the sandbox with Turnkey's own description of its API.

There are three sources: the vendor's SDK calls everything that the sandbox serves; the command line sends its requests
through a recording proxy; and the Swift tests leave recordings of the requests of the providers and the API client.
"""

import copy
import json
import os
import subprocess
from pathlib import Path

import pytest
import requests

from description import SERVICES, Verdict
from relay import Relay
from walk import Walk


COVERED = set()


@pytest.fixture
def recording(sandbox):
    """The sandbox's own recording while a test runs."""
    def control(**body):
        requests.post(f"{sandbox['baseURL']}/sandbox/recording", json=body, timeout=10).raise_for_status()

    control(enabled=True)
    yield lambda: requests.get(f"{sandbox['baseURL']}/sandbox/recording", timeout=10).json()["exchanges"]
    control(enabled=False)


def test_every_answer_of_the_sandbox(sandbox, recording, note):
    Walk(sandbox).all()
    verdict = Verdict()
    for exchange in recording():
        verdict.judge(exchange)
    note("\n".join(verdict.report("The sandbox's answers to the vendor's SDK")))
    COVERED.update(verdict.covered)
    assert not verdict.problems, "\n".join(verdict.problems)
    assert len(verdict.covered) >= 90


def test_every_request_of_the_command_line(sandbox, configuration, recording, latchkey, tmp_path, note):
    relay = Relay(sandbox["baseURL"])
    try:
        block = configuration["providers"]["turnkey"]
        for name in ("apiBaseURL", "authProxyURL"):
            block[name] = block[name].replace(sandbox["baseURL"], relay.url)
        block["origins"] = [relay.url, sandbox["baseURL"]]
        (tmp_path / "auth.json").write_text(json.dumps({**configuration, "storage": {"directory": "state"}}))

        def run(*words):
            done = subprocess.run(
                [latchkey, *words, "--provider", "turnkey"], cwd=tmp_path, text=True, capture_output=True, timeout=60,
                stdin=subprocess.DEVNULL)
            assert done.returncode == 0, done.stdout + done.stderr

        run("sign-in", "openapi@example.org", "--outbox", sandbox["outbox"])
        run("whoami", "--json")
        run("refresh")
        run("send", "POST", block["apiBaseURL"] + "/public/v1/query/whoami", "--data", json.dumps(
            {"organizationId": block["organizationId"]}))
        run("sign-out")
        run("sign-in", "openapi@example.org", "--outbox", sandbox["outbox"])
    finally:
        relay.stop()
    verdict = Verdict()
    for exchange in relay.exchanges:
        verdict.judge(exchange)
    note("\n".join(verdict.report("The command line, through a recording proxy")))
    COVERED.update(verdict.covered)
    assert not verdict.problems, "\n".join(verdict.problems)
    assert {"/turnkey/public/v1/submit/stamp_login", "/turnkey-proxy/v1/otp_login_v2"} <= verdict.covered
    # The proxy's recording and the sandbox's own agree.
    seen = [(one["path"], one["request"]) for one in recording() if one["path"].startswith("/turnkey")]
    assert seen == [(one["path"], one["request"]) for one in relay.exchanges]


def test_every_request_of_the_swift_tests(note):
    folder = Path(os.environ.get("LATCHKEY_RECORDINGS", "missing"))
    files = sorted(folder.glob("*.json"))
    if not files:
        pytest.skip("the Swift tests left no recordings; run them first")
    verdict = Verdict()
    for file in files:
        for exchange in json.loads(file.read_text(encoding="utf-8"))["exchanges"]:
            verdict.judge(exchange)
    note("\n".join(verdict.report("Provider and API client in the Swift tests")))
    note(f"Altogether {len(COVERED | verdict.covered)} operations")
    assert not verdict.problems, "\n".join(sorted(set(verdict.problems)))
    assert verdict.requests > 0


def test_the_description_finds_mistakes(sandbox, recording):
    """Checks that the judge can fail."""
    walk = Walk(sandbox)
    walk.sub_organisation()
    exchanges = recording()
    whoami = next(one for one in exchanges if one["path"].endswith("/query/whoami"))
    made = next(one for one in exchanges if one["path"].endswith("/submit/update_user_name"))

    def changed(exchange, part, change):
        wrong = copy.deepcopy(exchange)
        value = json.loads(wrong[part])
        change(value)
        wrong[part] = json.dumps(value)
        verdict = Verdict()
        verdict.judge(wrong)
        return verdict.problems

    assert changed(whoami, "request", lambda body: None) == []
    assert changed(made, "request", lambda body: None) == []
    for exchange, part, change in [
        (whoami, "request", lambda body: body.pop("organizationId")),
        (whoami, "request", lambda body: body.update(extra=1)),
        (whoami, "response", lambda body: body.pop("username")),
        (whoami, "response", lambda body: body.update(userId=1)),
        (made, "request", lambda body: body.update(timestampMs=1)),
        (made, "request", lambda body: body.update(type="ACTIVITY_TYPE_MAKE_COFFEE")),
        (made, "request", lambda body: body["parameters"].pop("userId")),
        (made, "response", lambda body: body["activity"].pop("votes")),
        (made, "response", lambda body: body["activity"]["createdAt"].update(seconds=1)),
        (made, "response", lambda body: body["activity"]["result"].update(other={})),
        (made, "response", lambda body: body["activity"].update(status="ACTIVITY_STATUS_DONE")),
    ]:
        assert changed(exchange, part, change), (exchange["path"], part)
    assert sum(len(service.operations) for service in SERVICES) == 185
