"""The package that `latchkey new-adapter` writes: it builds, signs in and conforms, and its tests detect faults."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
import urllib.request

import pytest

from conftest import TEMPLATES


@pytest.fixture(scope="module")
def zenith(write):
    package = write("zenith")
    package.warnings = package.build()
    return package


def test_writes_the_announced_files(zenith):
    texts = zenith.texts()
    assert sorted(texts) == sorted(zenith.report["files"])
    templates = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(texts) == len(templates) - 1, "every template except the one for --command-line is written"
    for path, text in texts.items():
        assert "__" not in path + text.replace("__pycache__", ""), f"{path} contains a placeholder"
        assert text.endswith("\n") and "\t" not in text
        assert max(map(len, text.splitlines())) <= 120 or path == "README.md", path
    assert (zenith.report["name"], zenith.report["type"], zenith.report["product"]) == ("Zenith", "zenith", "AuthZenith")


def test_lists_every_place_to_change(zenith):
    texts = zenith.texts()
    marked = [
        (path, number)
        for path, text in texts.items() if path.endswith(".swift")
        for number, line in enumerate(text.splitlines(), 1) if "CHANGE ME" in line
    ]
    listed = [(change["file"], change["line"]) for change in zenith.report["changes"]]
    assert sorted(marked) == sorted(listed)
    steps = [change["step"] for change in zenith.report["changes"]]
    assert steps == sorted(steps), "the changes are in the order of the steps"
    numbers = sorted(set(steps))
    assert numbers == list(range(1, len(numbers) + 1))
    explained = re.findall(r"^(\d+)\. \*\*", texts["README.md"], re.M)
    assert [int(step) for step in explained] == numbers, "the README explains each step"


def test_builds_without_a_warning(zenith):
    assert zenith.warnings == []


def test_conforms_as_written(zenith):
    result = zenith.test()
    assert result.returncode == 0, result.stdout[-6000:]
    assert zenith.broken_laws(result.stdout) == set()
    assert "AuthZenith, 'zenith-eu', email_otp, an e-mail address: " in result.stdout
    assert not re.search(r"^  note ", result.stdout, re.M), "the fixture sets everything"
    count = int(re.search(r"(\d+) held", result.stdout).group(1))
    assert count > 60, "most laws are exercised"
    left_out = re.findall(r"^  -       (\S+)", result.stdout, re.M)
    assert set(left_out) <= {"flow.foreign-callback", "send.fresh", "ticket.unsupported", "purposes.complete"}, left_out


def test_signs_in_against_the_sandbox(zenith):
    result = zenith.swift("run", "--skip-build", "sign-in", "--sandbox")
    assert result.returncode == 0, result.stdout
    said = result.stdout.splitlines()
    for line in (
        "  The code is wrong. Enter it again.", "signed in as user-of-jane@example.com", "renewed: generation 2",
    ):
        assert line in said, result.stdout
    assert any(re.fullmatch(r"GET \S+: 200", line) for line in said)
    assert said[-1] == "signed out"


def test_a_mistake_is_reported_without_a_trap(zenith, tmp_path):
    configuration = tmp_path / "auth.json"
    configuration.write_text(
        json.dumps({"provider": "zenith", "providers": {"zenith": {"clientId": "a", "baseURL": "http://127.0.0.1:9"}}}),
        encoding="utf-8")
    for words, code in [
        ([], "invalid_request"), (["no-such-file.json", "jane@example.com"], "invalid_configuration"),
        ([str(configuration), "jane@example.com", "--method", "carrier_pigeon"], "method_not_available"),
        ([str(configuration), "jane@example.com", "--method"], "invalid_request"),
        ([str(configuration), "jane@example.com", "--sign-up"], "network"),
        ([str(configuration), "jane@example.com", "--purpose", "signup"], "network"),
        ([str(configuration), "jane@example.com", "--purpose", "nap"], "invalid_request"),
    ]:
        result = zenith.swift("run", "--skip-build", "sign-in", *words)
        assert result.returncode == 1, (words, result.stdout)
        assert re.search(rf"^{code}: .+", result.stdout, re.M) and "recovery: " in result.stdout, result.stdout


def test_its_sandbox_has_a_page(zenith, tmp_path):
    path = zenith.swift("build", "--show-bin-path").stdout.strip().splitlines()[-1]
    with subprocess.Popen([path + "/sandbox", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = re.search(r"http://\S+", server.stdout.readline()).group()
            server.stdout.readline()
            signing = subprocess.Popen(
                [path + "/sign-in", "sandbox.json", "jane@example.com"], cwd=tmp_path, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")})
            end = time.monotonic() + 30
            while not (messages := get(url + "/sandbox/outbox")["messages"]):
                assert time.monotonic() < end, "no code was sent"
                time.sleep(0.05)
            said, _ = signing.communicate(messages[-1]["code"] + "\n", timeout=60)
            assert "signed in as user-of-jane@example.com" in said, said
            with urllib.request.urlopen(url + "/users") as page:
                shown = page.read().decode()
            assert "jane@example.com" in shown and "Zenith" in shown
            paths = [row["path"] for row in get(url + "/sandbox/requests")["requests"]]
            assert paths == ["/zenith/v1/codes", "/zenith/v1/sessions"]
        finally:
            server.kill()


def get(url):
    with urllib.request.urlopen(url) as response:
        return json.load(response)


MUTANTS = {
    "every failure ends the session": (
        "Sources/AuthZenith/ZenithProvider+Refreshing.swift",
        'guard error.vendorCode == "invalid_grant" else { throw error }', "", "refresh.failure-keeps"),
    "a typing error is sent": (
        "Sources/AuthZenith/ZenithCode.swift", "{ codePrompt.accepts(code) }", "{ !code.isEmpty }",
        "flow.wrong-form"),
    "a wrong code ends the flow": (
        "Sources/AuthZenith/ZenithFlow.swift", "case .failure(let error):",
        "case .failure(let error) where error.code == .invalidCode: return fail(error)\n"
        "    case .failure(let error):",
        "flow.refused-answer"),
    "a lost connection ends the flow": (
        "Sources/AuthZenith/ZenithFlow.swift", "case .failure(let error):",
        "case .failure(let error) where error.isTransient: return fail(error)\n"
        "    case .failure(let error):",
        "errors.answer-again"),
    "the vendor's handle of a sign-in can be printed": (
        "Sources/AuthZenith/ZenithCode.swift", 'PromptContext(stepID: "code")',
        'PromptContext(stepID: "code", traceID: pending?.flow)', "secrecy.values"),
    "the refresh token stands in the URL": (
        "Sources/AuthZenith/API/ZenithAPI.swift", '"/v1/sessions/refresh", body',
        '"/v1/sessions/refresh?token=\\(token.revealText())", body', "secrecy.urls"),
}


@pytest.mark.parametrize("fault", MUTANTS)
def test_a_fault_is_found(zenith, fault, note):
    name, whole, broken, law = MUTANTS[fault]
    path = zenith.folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(whole) == 1
    path.write_text(text.replace(whole, broken), encoding="utf-8")
    try:
        zenith.build()
        result = zenith.test()
    finally:
        path.write_text(text, encoding="utf-8")
    assert result.returncode != 0
    found = zenith.broken_laws(result.stdout)
    assert law in found
    note(f"new-adapter: {fault}: {', '.join(sorted(found))}")


def test_another_name_conforms_too(write):
    package = write("MyIDP")
    assert package.report["type"] == "myIDP"
    assert package.build() == []
    result = package.test()
    assert result.returncode == 0, result.stdout[-6000:]
    assert package.broken_laws(result.stdout) == set()
    said = package.swift("run", "--skip-build", "sign-in", "--sandbox").stdout.splitlines()
    assert said[-1] == "signed out"


@pytest.fixture(scope="module")
def own_command_line(write, tmp_path_factory):
    """A `latchkey` that links an adapter which asks for a name and a password."""
    package = write("Quill", None, "--command-line")
    flow = package.folder / "Sources/AuthQuill/QuillFlow.swift"
    text = flow.read_text(encoding="utf-8")
    prompt = (
        "var ceremony = CodeCeremony<QuillCode>()\n"
        "    return follow(ceremony.begin(request.identifier, method: .emailOTP), of: ceremony)")
    assert text.count(prompt) == 1
    fields = (
        'let fields = [InputField(name: "user", label: "User name"), '
        'InputField(name: "password", label: "Password", kind: .password)]\n'
        "    return .prompt(.input(fields), PromptContext())")
    flow.write_text(text.replace(prompt, fields), encoding="utf-8")
    assert package.build() == []
    directory = tmp_path_factory.mktemp("quill")
    (directory / "auth.json").write_text(
        json.dumps({
            "provider": "quill", "providers": {"quill": {"clientId": "a"}},
            "storage": {"directory": str(directory / "store")}}), encoding="utf-8")
    path = package.swift("build", "--show-bin-path").stdout.strip().splitlines()[-1]
    return [path + "/latchkey-quill"], directory


def test_the_command_line_serves_the_vendor(own_command_line, tmp_path):
    program, _ = own_command_line
    with subprocess.Popen(
        [*program, "sandbox", "--port", "0", "--json", "--write-config", "auth.json"], cwd=tmp_path,
        stdout=subprocess.PIPE, text=True, preexec_fn=answer_signals) as server:
        try:
            descriptor = json.loads(server.stdout.readline())
            assert {"quill", "turnkey"} <= set(descriptor)
            providers = json.loads((tmp_path / "auth.json").read_text(encoding="utf-8"))["providers"]
            assert providers["quill"]["baseURL"].endswith("/quill")
            body = json.dumps({"client_id": "client-1", "email": "jane@example.com"}).encode()
            request = urllib.request.Request(
                providers["quill"]["baseURL"] + "/v1/codes", body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request) as response:
                assert "flow" in json.load(response)
        finally:
            server.kill()


def test_the_command_line_links_the_adapter(own_command_line):
    program, directory = own_command_line
    listed = subprocess.run(
        [*program, "providers", "--json"], cwd=directory, capture_output=True, text=True, timeout=60)
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    assert {row["type"] for row in rows if row["linked"]} >= {"quill", "turnkey", "privy", "hawcx", "authsignal"}
    check = subprocess.run(
        [*program, "config", "check"], cwd=directory, capture_output=True, text=True, timeout=60)
    assert check.returncode == 0, check.stdout + check.stderr


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, words, directory):
        self.main, slave = pty.openpty()
        self.program = subprocess.Popen(
            words, cwd=directory, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=answer_signals)
        self.slave = slave
        self.text = ""

    def wait(self, pattern, seconds=30):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text):
            assert time.monotonic() < end, self.text
            if select.select([self.main], [], [], 0.1)[0]:
                self.text += os.read(self.main, 65536).decode()

    def echoes(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def wait_for_echo(self, shown, seconds=10):
        end = time.monotonic() + seconds
        while self.echoes() != shown:
            assert time.monotonic() < end, "echo"
            time.sleep(0.02)

    def type(self, text):
        os.write(self.main, (text + "\r").encode())


def test_a_password_is_not_shown(own_command_line):
    program, directory = own_command_line
    terminal = Terminal([*program, "sign-in"], directory)
    terminal.wait("User name")
    terminal.type("jane.doe")
    terminal.wait("Password")
    assert "jane.doe" in terminal.text
    terminal.wait_for_echo(False)
    terminal.type(" correct horse ")
    assert terminal.program.wait(timeout=30) == 70, "the generated flow does not accept this answer"
    terminal.wait("submit")
    assert "correct" not in terminal.text and "horse" not in terminal.text
    assert terminal.echoes(), "later input is shown again"


SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: -15, signal.SIGHUP: -1}


def answer_signals():
    """Restores the default handling of signals: a program inherits the signals that its parent ignores, for example
    under `nohup` or in the background of a script."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize("number, status", SIGNALS.items())
def test_a_signal_restores_the_echo(own_command_line, number, status):
    program, directory = own_command_line
    terminal = Terminal([*program, "sign-in"], directory)
    terminal.wait("User name")
    terminal.type("jane.doe")
    terminal.wait_for_echo(False)
    terminal.program.send_signal(number)
    assert terminal.program.wait(timeout=30) == status
    assert terminal.echoes()
