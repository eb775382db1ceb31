"""A sign-in on a machine whose clock is wrong by a day works, or its error contains the clock's difference."""

import json

import preload
import pytest


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return preload.build("clock", tmp_path_factory.mktemp("clock"))


@pytest.mark.parametrize("provider", ["turnkey", "privy", "hawcx", "authsignal"])
@pytest.mark.parametrize("days", [1, -1])
def test_a_sign_in_with_a_clock_that_is_a_day_off(app, own_sandbox, library, provider, days):
    wrong = {**app.environment(), "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(days * 86400)}
    # The app's own token is valid for longer than the clock's error, so only the vendor's tokens matter here.
    app.give_identity_token(own_sandbox.identity_token("jane@example.com", ttl=3 * 86400))
    result = app.run(
        "sign-in", "jane@example.com", "--provider", provider, "--outbox", own_sandbox.descriptor["outbox"], "--json",
        environment=wrong)
    answer = json.loads(result.stdout.splitlines()[-1])
    if result.returncode != 0:
        error = answer["error"]
        assert (result.returncode, error["code"]) == (75, "clock_skew"), error
        direction = "ahead of" if days > 0 else "behind"
        assert f"24 hours {direction}" in error["message"], error
        # Nothing incomplete is left.
        assert app.error("whoami", "--provider", provider)[1]["code"] == "not_signed_in"
        app.sign_in(provider, "jane@example.com")
    # With the right clock the session exists and works.
    subject = app.json("whoami", "--provider", provider)["subject"]
    result = app.me(provider)
    assert result.returncode == 0 and subject in result.stdout, result.stdout + result.stderr


def test_a_wrong_code_stays_a_wrong_code(app, library):
    wrong = {**app.environment(), "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(86400)}
    result = app.run(
        "sign-in", "jane@example.com", "--provider", "hawcx", "--json", stdin="000000\n", environment=wrong)
    assert result.returncode != 0
    assert "clock_skew" not in result.stdout, result.stdout
