"""A process that ends while its HTTP thread still runs: the C libraries that the thread uses must not be cleaned up."""

import preload
import pytest


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    return preload.build("exit", tmp_path_factory.mktemp("exit"))


@pytest.mark.parametrize("provider", ["turnkey", "privy", "hawcx", "authsignal"])
def test_openssl_is_not_cleaned_up_at_exit(app, own_sandbox, library, tmp_path, provider):
    app.sign_in(provider, "jane@example.com")
    log = tmp_path / "exit.log"
    watched = {**app.environment(), "LD_PRELOAD": str(library), "EXIT_LOG": str(log)}
    me = own_sandbox.descriptor["backend"]["baseURL"] + "/me"
    result = app.run("send", "GET", me, "--provider", provider, environment=watched)
    assert result.returncode == 0, result.stdout + result.stderr
    asked = log.read_text().splitlines()
    assert asked, "nothing was recorded, so the test checked nothing"
    assert not [path for path in asked if "libcrypto" in path or "libssl" in path], asked
