"""`doctor`: a good set-up, and each fault with its remedy."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest


def doctor(app, *words):
    result = app.run("doctor", "--json", *words)
    return result.returncode, [json.loads(line) for line in result.stdout.splitlines()]


def found(lines, text, verdict):
    matching = [line for line in lines if text in line["finding"] and line["verdict"] == verdict]
    assert matching, (text, verdict, lines)
    return matching[0]


def test_a_good_set_up(app):
    app.sign_in("turnkey", "jane@example.org")
    status, lines = doctor(app)
    assert status == 0 and not [line for line in lines if line["verdict"] == "bad"], lines
    assert [line["area"] for line in lines] == sorted(
        (line["area"] for line in lines), key=["configuration", "system", "storage", "network", "passkeys"].index)
    found(lines, "libcurl/", "good")
    found(lines, "1 stored session", "good")
    for key in ["turnkey.apiBaseURL", "privy.authBaseURL", "hawcx.baseURL", "authsignal.baseURL", "backend.baseURL"]:
        found(lines, key, "good")
    files = [path for path in (app.directory / "state").rglob("*") if path.is_file()]
    assert found(lines, "only this user can access", "good")["finding"].endswith(f"; files: {len(files)}")
    # The sandbox serves the association files; only the app is missing from them.
    for name in ["apple-app-site-association", "assetlinks.json"]:
        remedy = found(lines, name, "warning")["remedy"]
        assert "app" in remedy and "serve" not in remedy, remedy
    # Nothing was changed: the one session exists, and the check used up no credential.
    assert app.json("whoami")["state"] == "signedIn"


def test_a_fault_of_the_configuration(app):
    app.write(fallbak=[])
    status, lines = doctor(app)
    assert status == 78
    assert "did you mean 'fallback'" in found(lines, "$.fallbak", "bad")["finding"]


def test_the_stores_of_an_app(app):
    """The keychain and the Secure Enclave exist only in an app: everything else is checked."""
    app.write(storage={"sessions": "keychain", "keys": "secure-enclave"})
    status, lines = doctor(app)
    assert status == 0, lines
    found(lines, "$.storage.sessions: 'keychain'", "skipped")
    found(lines, "$.storage.keys: 'secure-enclave'", "skipped")
    found(lines, "turnkey.apiBaseURL", "good")
    assert not [line for line in lines if line["area"] == "storage"]


def test_files_that_others_can_read(app):
    app.sign_in("turnkey", "jane@example.org")
    (app.directory / "state").chmod(0o755)
    status, lines = doctor(app)
    assert status == 74
    assert "chmod" in found(lines, "other users can access", "bad")["remedy"]


def test_an_unreachable_server(app):
    app.configuration["providers"]["authsignal"]["baseURL"] = "http://127.0.0.1:9/v1"
    app.write()
    status, lines = doctor(app)
    assert status == 75
    assert found(lines, "authsignal.baseURL", "bad")["remedy"]
    found(lines, "turnkey.apiBaseURL", "good")


def test_an_issuer_that_is_not_the_one(app):
    block = app.configuration["providers"]["oidc"]
    issuer = block["issuer"]
    for other, verdict in ((issuer + "/", "warning"), (issuer + "/tenant", "bad")):
        block["issuer"] = other
        app.write()
        status, lines = doctor(app)
        assert "issuer" in found(lines, "oidc.issuer: the", verdict)["remedy"]
        assert (status == 0) == (verdict == "warning")


def test_an_untrusted_certificate(app, latchkey, tmp_path):
    process = subprocess.Popen(
        [latchkey, "sandbox", "--port", "0", "--json", "--tls", "--write-config", str(tmp_path / "tls.json")],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        json.loads(process.stdout.readline())
        configuration = json.loads((tmp_path / "tls.json").read_text())
        roots = configuration.get("transport", {}).pop("additionalRoots", None)
        (app.directory / "auth.json").write_text(json.dumps(configuration))
        status, lines = doctor(app)
        assert status != 0
        found(lines, "turnkey.apiBaseURL", "bad")
        configuration.setdefault("transport", {})["additionalRoots"] = str(tmp_path / roots)
        (app.directory / "auth.json").write_text(json.dumps(configuration))
        status, lines = doctor(app)
        assert status == 0, lines
        assert "certificate verified" in found(lines, "turnkey.apiBaseURL", "good")["finding"]
        found(lines, "oidc.issuer: the metadata name this issuer", "good")
        # Another command that fetches something trusts the same roots.
        token = app.sandbox.identity_token("jane")
        keys = configuration["providers"]["oidc"]["issuer"] + "/jwks"
        result = app.run("jwt", "verify", "--jwks", keys, stdin=token)
        assert result.returncode == 77 and "certificate" not in result.stderr, result.stderr
    finally:
        process.terminate()
        process.wait(timeout=10)


@pytest.fixture
def tpm(tmp_path):
    """Starts a TPM in software; returns its address and its process."""
    if shutil.which("swtpm") is None:
        pytest.skip("needs swtpm (Debian package swtpm)")
    with tempfile.TemporaryDirectory(prefix="latchkey-tpm-") as state:
        socket = Path(state) / "socket"
        process = subprocess.Popen(
            ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={state}", "--server", f"type=unixio,path={socket}", "--ctrl",
             f"type=unixio,path={socket}.ctrl", "--flags", "not-need-init,startup-clear"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not socket.exists() or not Path(f"{socket}.ctrl").exists():
                assert process.poll() is None, "swtpm ended"
                time.sleep(0.01)
            yield f"swtpm:path={socket}", process
        finally:
            process.kill()
            process.wait()


@pytest.mark.parametrize("key", ["keys", "wrappingKey"])
def test_the_tpm_that_the_configuration_names(app, tpm, key):
    connection, process = tpm
    app.write(storage={"directory": "state", key: "tpm", "tpm": {"connection": connection}})
    status, lines = doctor(app)
    if any("has no TPM support" in line["finding"] for line in lines):
        pytest.skip("this build does not have the trait TPM")
    assert status == 0, lines
    assert f"storage.{key}" in found(lines, connection, "good")["finding"]
    process.kill()
    process.wait()
    status, lines = doctor(app)
    assert status == 74, lines
    assert "storage.tpm.connection" in found(lines, connection, "bad")["remedy"]
    # A TPM without keys is not queried.
    app.write(storage={"directory": "state", "tpm": {"connection": connection}})
    status, lines = doctor(app)
    assert status == 0, lines
    found(lines, connection, "skipped")


def test_a_missing_tpm_of_the_kernel(app):
    app.write(storage={"directory": "state", "keys": "tpm", "tpm": {"connection": "device:/dev/no-such-tpm"}})
    status, lines = doctor(app)
    assert status == 74
    assert "storage.keys" in found(lines, "/dev/no-such-tpm", "bad")["finding"]
    assert not [line for line in lines if "tpmrm0" in line["finding"]], lines


def test_text_output_is_grouped_by_area(app):
    result = app.run("doctor")
    assert result.returncode == 0
    headings = [line for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert headings == ["configuration", "system", "storage", "network", "passkeys", "Nothing to fix."]
    assert "\x1b" not in result.stdout
