"""Programs of the user share one sign-in through the agent: tokens, authorised requests, signatures, one renewal."""

import json
import subprocess
import threading

import pytest
from agents import CLIENTS, AgentApp, latchkey_agent
from app_directory import http

ANN, BOB = "ann@example.org", "bob@example.org"


def me(app):
    return app.sandbox.descriptor["backend"]["baseURL"] + "/me"


def in_parallel(count, work):
    """Runs `work` in threads that begin at the same time; returns their results."""
    barrier, results = threading.Barrier(count), [None] * count

    def run(index):
        barrier.wait()
        try:
            results[index] = work(index)
        except Exception as error:  # the test shows it
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def renewals(app, before):
    """The requests that renew a session, since the log had `before` entries."""
    return [entry for entry in app.sandbox.log()[before:] if entry["method"] == "POST"]


def test_the_python_client_starts_the_agent_and_gets_a_token(agent):
    assert agent.app.run("agent", "status").returncode == 75
    with agent.client() as client:
        token = client.token()
        assert token == agent.app.run("token").stdout.strip()
        status, answer = http("GET", me(agent.app), headers={"Authorization": f"Bearer {token}"})
        assert status == 200 and "subject" in json.dumps(answer)
        [account] = client.accounts()
        assert account["identifier"] == "jane@example.org" and account["selected"] and account["labels"] == {}
        assert set(account) == {"account", "provider", "subject", "identifier", "displayName", "selected", "labels"}
        assert client.status()["requests"] >= 3
    status = agent.status()
    assert status["running"] and status["file"] == agent.configuration and status["idleSeconds"] == 900


def test_parallel_clients_with_an_expired_token_cause_one_renewal(agent):
    app = agent.app
    app.sign_in("hawcx", ANN)
    app.write(provider="hawcx")
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 3})
    assert app.run("refresh").returncode == 0
    with agent.client() as client:
        [account] = [row["account"] for row in client.accounts() if row["provider"] == "hawcx"]
        first = client.token()
    app.sandbox.control("policy", {"provider": "hawcx", "accessTokenSeconds": 600})
    app.sandbox.advance(60)
    before = len(app.sandbox.log())
    # By selection, by provider and by ID: it is the same session.
    names = [{}, {"provider": "hawcx"}, {"account": account}]

    def work(index):
        with agent.client() as client:
            return client.token(min_validity=200, **names[index % 3])

    tokens = in_parallel(20, work)
    assert len(set(map(str, tokens))) == 1 and tokens[0] != first, tokens
    assert len(renewals(app, before)) == 1, app.sandbox.log()[before:]


def test_a_token_that_cannot_last_is_refused_with_the_reason(agent):
    with agent.client() as client, pytest.raises(latchkey_agent.AgentError) as refused:
        client.token(min_validity=31_536_000)
    assert refused.value.code == "invalid_request" and "minValidity" in str(refused.value)


def test_a_request_is_authorised_for_the_origins_alone(agent):
    with agent.client() as client:
        status, answer = http("GET", me(agent.app), headers=dict(client.authorize("GET", me(agent.app))))
        assert status == 200 and "subject" in json.dumps(answer)
        with pytest.raises(latchkey_agent.AgentError) as refused:
            client.authorize("GET", "https://evil.example.com/")
        assert refused.value.code == "origin_not_allowed"
        with pytest.raises(latchkey_agent.AgentError) as unsigned:
            client.sign(b"{}")
        assert unsigned.value.code == "unsupported"


def test_an_account_signs_and_its_vendor_accepts_the_stamp(agent):
    app = agent.app
    app.sign_in("turnkey", ANN)
    organization = app.configuration["providers"]["turnkey"]["organizationId"]
    base = app.configuration["providers"]["turnkey"]["apiBaseURL"]
    body = json.dumps({"organizationId": organization}).encode()
    with agent.client() as client:
        name, value = client.sign(body, provider="turnkey")
        stamped = dict(client.authorize("POST", base + "/public/v1/query/whoami", body, provider="turnkey"))
    assert name == "X-Stamp" and stamped["X-Stamp"]
    for headers in ({name: value}, stamped):
        status, answer = http("POST", base + "/public/v1/query/whoami", body, headers)
        assert status == 200 and answer["userId"], answer
    status, answer = http("POST", base + "/public/v1/query/whoami", body + b" ", {name: value})
    assert status == 401, answer


def test_accounts_are_named_by_id_and_by_label(agent):
    app = agent.app
    for user in (ANN, BOB):
        app.sign_in("privy", user)
    with agent.client() as client:
        rows = {row["identifier"]: row for row in client.accounts()}
        assert [rows[user]["selected"] for user in (ANN, BOB)] == [False, True]
        assert app.run("sessions", "label", rows[ANN]["account"], "work=yes").returncode == 0
        tokens = {user: client.token(account=rows[user]["account"]) for user in (ANN, BOB)}
        assert tokens[ANN] != tokens[BOB] == client.token() == client.token(provider="privy")
        assert client.token(label="work=yes") == tokens[ANN], "the label is seen at once"
        with pytest.raises(latchkey_agent.AgentError) as unknown:
            client.token(label="work=no")
        assert unknown.value.code == "not_signed_in"
        app.run("sessions", "label", rows[BOB]["account"], "work=yes")
        with pytest.raises(latchkey_agent.AgentError) as several:
            client.token(label="work=yes")
        assert several.value.code == "invalid_request" and rows[ANN]["account"] in str(several.value)


def test_a_sign_out_and_a_sign_in_are_seen_at_the_next_request(agent):
    app = agent.app
    with agent.client() as client:
        [row] = client.accounts()
        first = client.token()
        process = client.status()["process"]
        assert app.run("sign-out").returncode == 0
        for name in ({}, {"account": row["account"]}, {"provider": "privy"}):
            with pytest.raises(latchkey_agent.AgentError) as ended:
                client.token(**name)
            assert ended.value.code == "not_signed_in" and ended.value.recovery == "signIn", ended.value
        assert client.accounts() == []
        app.sign_in("privy", BOB)
        assert client.token() not in (None, first)
        assert client.accounts()[0]["identifier"] == BOB
        assert client.status()["process"] == process


def test_the_shell_client_works_without_other_programs(agent):
    def shell(script):
        return subprocess.run(
            ["sh", "-c", f'. "{CLIENTS}/latchkey-agent.sh"\n{script}'], cwd=agent.app.directory, text=True,
            capture_output=True, timeout=60, stdin=subprocess.DEVNULL,
            env={**agent.app.environment(), "LATCHKEY": agent.app.latchkey,
                 "LATCHKEY_OPTIONS": f"--config={agent.configuration}"})

    token = shell("latchkey_agent_token --min-validity 60")
    assert token.returncode == 0, token.stderr
    assert token.stdout.strip() == agent.app.run("token").stdout.strip()
    headers = shell(f'latchkey_agent_authorize GET "{me(agent.app)}"')
    assert headers.stdout.startswith("Authorization: Bearer "), headers.stderr
    sent = shell(f'latchkey_agent_authorize GET "{me(agent.app)}" | curl -sf -H @- "{me(agent.app)}"')
    assert sent.returncode == 0 and "subject" in sent.stdout
    refused = shell("latchkey_agent_authorize GET https://evil.example.com/")
    assert refused.returncode == 78 and refused.stdout == "" and "origin_not_allowed" in refused.stderr
    for wrong in ("latchkey_agent_token --account", "latchkey_agent_token --min-validity 1x", "latchkey_agent_sign",
                  "latchkey_agent_token --account \"$(printf 'a\\nb')\"", "latchkey_agent_sign missing.txt"):
        assert shell(wrong).returncode == 64, wrong
    quoted = shell("""latchkey_agent_token --account 'a"b\\c'""")
    assert quoted.returncode == 77, "the ID is unknown, and its JSON is correct: " + quoted.stderr
    agent.app.sign_in("turnkey", ANN)
    signed = shell('printf %s "{}" >body && latchkey_agent_sign body --provider turnkey')
    assert signed.returncode == 0 and len(signed.stdout.strip()) > 100, signed.stderr


def test_requests_at_the_command_line(agent):
    app = agent.app
    lines = '{"request": "ping", "id": "a"}\n{"request": "token", "account": "nothing", "id": 2}\n'
    run = app.run("agent", "request", stdin=lines)
    first, second = map(json.loads, run.stdout.splitlines())
    assert first["id"] == "a" and first["result"]["latchkey"]
    assert second["id"] == 2 and second["error"]["code"] == "not_signed_in" and run.returncode == 77
    token = app.run("agent", "request", "--print", "token", '{"request": "token"}').stdout.strip()
    assert token == app.run("token").stdout.strip()
    assert app.run("agent", "request", "nonsense").returncode == 64
    assert app.run("agent", "request", "--print", "key", '{"request": "token"}').returncode == 64


def test_sessions_in_memory_have_no_agent(app):
    app.write(provider="privy", storage={"sessions": "memory"})
    agent = AgentApp(app)
    try:
        status, error = app.error("agent", "start")
        assert (status, error["code"]) == (78, "invalid_configuration") and "storage.sessions" in error["message"]
    finally:
        app.write(storage={"directory": "state"})
        agent.end()
