"""An app that uses one provider links only that provider, and works.

The judge builds the apps of Tests/linkage, one for each provider, inspects the binaries, and runs them against the
sandbox.
"""

import json
import resource
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import swift_package

PACKAGE = Path(__file__).resolve().parents[2] / "linkage"
PROVIDERS = {"turnkey": "Turnkey", "privy": "Privy", "hawcx": "Hawcx", "authsignal": "Authsignal", "oidc": "OIDC"}
# These sign in at the sandbox with a code or a token. Judges oidc and command-line sign in with the other one.
VENDORS = [name for name in PROVIDERS if name != "oidc"]
# The modules of each product that is not a provider, as in the diagram in Documentation/Architecture.md.
PRODUCTS = {
    "AuthText": {"AuthText"},
    "AuthCore": {"AuthCore"},
    "AuthCrypto": {"AuthCore", "AuthCrypto"},
    "AuthTransport": {"AuthCore", "AuthTransport"},
    "AuthStorage": {"AuthCore", "AuthCrypto", "AuthStorage"},
    "AuthPasskey": {"AuthCore", "AuthCrypto", "AuthPasskey"},
    "AuthAccountDeletion": {"AuthCore", "AuthAccountDeletion"},
    "AuthTurnkeyAPI": {
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthTurnkey", "AuthTurnkeyAPI", "AuthAccountDeletion"},
    "AuthPrivyWallets": {"AuthCore", "AuthCrypto", "AuthPasskey", "AuthPrivy", "AuthPrivyWallets"},
    "AuthRuntime": {"AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey", "AuthRuntime"},
    "AuthUI": {"AuthCore", "AuthText", "AuthUI"},
    "AuthTesting": {"AuthCore", "AuthTesting"},
}
SANDBOX = {"AuthText", "AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit"}
PRODUCTS |= {
    "AuthSandboxKit": SANDBOX,
    "AuthSandboxTurnkey": SANDBOX | {"AuthSandboxChains", "AuthSandboxTurnkey"},
    "AuthSandboxPrivy": SANDBOX | {"AuthSandboxChains", "AuthSandboxPrivy"},
    "AuthSandboxHawcx": SANDBOX | {"AuthSandboxHawcx"},
    "AuthSandboxAuthsignal": SANDBOX | {"AuthSandboxAuthsignal"},
    "AuthSandboxOIDC": SANDBOX | {"AuthSandboxOIDC"},
}
# A backend links one vendor's verifier: neither its sign-in nor another vendor's verifier.
VERIFIER = {"AuthCore", "AuthCrypto", "AuthVerifier"}
PRODUCTS |= {"AuthVerifier": VERIFIER} | {
    f"AuthVerifier{name}": VERIFIER | {f"AuthVerifier{name}"} for name in PROVIDERS.values()}
PRODUCTS |= {"AuthAppSessions": VERIFIER | {"AuthAppSessions"}}
ADOPTION = {"AuthCore", "AuthCrypto", "AuthStorage", "AuthAdoption"}
PRODUCTS |= {"AuthAdoption": ADOPTION} | {
    f"Auth{name}Adoption": ADOPTION | {"AuthPasskey", f"Auth{name}", f"Auth{name}Adoption"}
    for name in ("Turnkey", "Authsignal")}
OURS = set().union(*PRODUCTS.values()) | {"Auth" + name for name in PROVIDERS.values()} | {
    "AuthSandbox", "AuthSandboxKit", "AuthSandboxChains", *("AuthSandbox" + PROVIDERS[name] for name in VENDORS)}
# Limits for the stripped size and for the processor time of a start, as multiples of those of a program that only
# prints an identifier. They detect changes that make an app larger. Lower them if you can.
LIMITS = json.loads((PACKAGE / "limits.json").read_text())


@pytest.fixture(scope="session")
def binaries():
    return swift_package.build(PACKAGE)


@pytest.fixture
def prepared(sandbox, configuration, tmp_path):
    """Writes a configuration file for a provider, against the running sandbox."""
    configuration["storage"] = {"directory": "state"}
    configuration["providers"]["privy"]["tokenProvider"] = {"file": "identity.jwt"}
    request = urllib.request.Request(
        sandbox["privy"]["idpTokenURL"], method="POST", headers={"Content-Type": "application/json"},
        data=json.dumps({"sub": "linkage@example.com", "alg": "ES256", "ttl": 600}).encode())
    with urllib.request.urlopen(request) as answer:
        (tmp_path / "identity.jwt").write_text(json.load(answer)["token"])

    def write(provider: str) -> Path:
        path = tmp_path / "auth.json"
        path.write_text(json.dumps({**configuration, "provider": provider}))
        return path

    return write


def module(name: str) -> str:
    """A module's name as it appears in mangled symbols."""
    return f"{len(name)}{name}"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_links_its_provider_and_no_other(binaries, provider):
    binary = binaries / f"Consumer{PROVIDERS[provider]}"
    symbols = subprocess.run(["nm", "-a", str(binary)], capture_output=True, text=True, check=True).stdout
    assert module("Auth" + PROVIDERS[provider]) in symbols
    for other, name in PROVIDERS.items():
        if other != provider:
            assert module("Auth" + name) not in symbols, f"{binary.name} contains symbols of Auth{name}"
    for name in ("AuthSandbox", "AuthSandboxKit", "AuthSandboxChains", "AuthTesting"):
        assert module(name) not in symbols


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_brings_what_it_needs_and_no_more(binaries, product):
    binary = binaries / f"Link{product}"
    symbols = subprocess.run(["nm", "-a", str(binary)], capture_output=True, text=True, check=True).stdout
    present = {name for name in OURS if module(name) in symbols}
    assert product in present
    assert present <= PRODUCTS[product], present - PRODUCTS[product]
    needed = subprocess.run(["ldd", str(binary)], capture_output=True, text=True, check=True).stdout
    assert "libFoundationNetworking" not in needed and "libFoundation.so" not in needed
    assert ("libcrypto" in needed) == ("AuthCrypto" in PRODUCTS[product]), needed
    done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=60, env={"HOME": "/nonexistent"})
    assert done.returncode == 0 and done.stdout, done.stderr


@pytest.mark.parametrize("provider", PROVIDERS)
def test_needs_no_foundation_and_no_http_library(binaries, provider):
    needed = subprocess.run(
        ["ldd", str(binaries / f"Consumer{PROVIDERS[provider]}")], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in needed.splitlines()]
    assert "libFoundationEssentials.so" in names
    for unwanted in ("libFoundation.so", "libFoundationNetworking.so", "libcurl", "libmicrohttpd"):
        assert not any(name.startswith(unwanted) for name in names), names


@pytest.mark.parametrize("provider", VENDORS)
def test_signs_in_against_the_sandbox(binaries, prepared, sandbox, provider):
    identifier = f"{provider}-linkage@example.com"
    process = subprocess.Popen(
        [str(binaries / f"Consumer{PROVIDERS[provider]}"), str(prepared(provider)), identifier,
         sandbox["backend"]["baseURL"] + "/me"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    feeder = threading.Thread(target=feed_code, args=(process, sandbox["outbox"], identifier), daemon=True)
    feeder.start()
    output = finish(process)
    assert process.returncode == 0, output
    assert output.strip().splitlines()[-1].endswith(" 200"), output


@pytest.fixture(scope="session")
def released():
    """Hello and the four apps, built for release."""
    for product in ["Hello"] + [f"Consumer{name}" for name in PROVIDERS.values()]:
        products = swift_package.build(PACKAGE, "-c", "release", "--product", product)
    return products


def stripped(binary: Path, directory: Path) -> int:
    copy = directory / binary.name
    subprocess.run(["strip", "-o", str(copy), str(binary)], check=True)
    return copy.stat().st_size


def start(command) -> float:
    """The shortest processor time of many starts of a program."""
    times = []
    for _ in range(25):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_apps_stay_small_and_quick_to_start(released, tmp_path, note):
    hello = released / "Hello"
    least_size, least_start = stripped(hello, tmp_path), start([str(hello)])
    for name in PROVIDERS.values():
        binary = released / f"Consumer{name}"
        size = stripped(binary, tmp_path) / least_size
        # Without arguments an app prints its usage and ends: everything is loaded, and no work is done.
        time_ratio = start([str(binary)]) / least_start
        note(f"{binary.name}: {size:.1f} × the size of hello, {time_ratio:.2f} × its start")
        assert size <= LIMITS[name]["size"], (name, size)
        assert time_ratio <= LIMITS[name]["start"], (name, time_ratio)


def feed_code(process, outbox: str, identifier: str) -> None:
    """Types the code from the outbox, as a user would."""
    for _ in range(100):
        if process.poll() is not None:
            return
        with urllib.request.urlopen(outbox + "?to=" + urllib.parse.quote(identifier)) as answer:
            codes = [message["code"] for message in json.load(answer)["messages"] if message.get("code")]
        if codes:
            try:
                process.stdin.write(codes[-1] + "\n")
                process.stdin.flush()
            except BrokenPipeError:
                pass
            return
        time.sleep(0.1)


def finish(process):
    """The output of the process, which is killed after a minute."""
    timer = threading.Timer(60, process.kill)
    timer.start()
    try:
        output = process.stdout.read()
        process.wait()
    finally:
        timer.cancel()
    return output
