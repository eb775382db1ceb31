"""A machine whose clock is wrong by a day signs no user out, and with the right clock everything works as before."""

import json

import preload
import pytest



@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """A clock that replaces the C library's."""
    return preload.build("clock", tmp_path_factory.mktemp("clock"))


@pytest.mark.parametrize("provider", ["turnkey", "privy", "hawcx", "authsignal"])
@pytest.mark.parametrize("days", [1, -1])
def test_a_clock_that_is_a_day_off_loses_no_session(app, own_sandbox, library, provider, days):
    own_sandbox.control("policy", {"provider": "privy", "accessTokenSeconds": 290})
    subject = app.sign_in(provider, "jane@example.com")["subject"]
    session = app.json("whoami", "--provider", provider)["sessionID"]
    wrong = {**app.environment(), "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(days * 86400)}
    me = own_sandbox.descriptor["backend"]["baseURL"] + "/me"
    for words in (["whoami"], ["send", "GET", me], ["refresh"], ["send", "GET", me], ["token"]):
        result = app.run(*words, "--provider", provider, "--json", environment=wrong)
        if result.returncode != 0:
            error = json.loads(result.stdout)["error"]
            assert error["code"] == "clock_skew" and "24 hours" in error["message"], (words, error)
    who = app.json("whoami", "--provider", provider)
    assert (who["sessionID"], who["subject"]) == (session, subject)
    result = app.me(provider)
    assert result.returncode == 0 and subject in result.stdout, result.stdout + result.stderr
    assert app.json("whoami", "--provider", provider)["sessionID"] == session
