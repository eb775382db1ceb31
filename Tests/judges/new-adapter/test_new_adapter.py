"""The package that `latchkey new-adapter` writes: it builds, signs in and conforms as it is, and notices when it does not."""

import re

import pytest

from conftest import TEMPLATES


@pytest.fixture(scope="module")
def zenith(write):
    package = write("zenith")
    package.warnings = package.build()
    return package


def test_writes_what_it_says(zenith):
    texts = zenith.texts()
    assert sorted(texts) == sorted(zenith.report["files"])
    templates = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(texts) == len(templates), "every template is written"
    for path, text in texts.items():
        assert "__" not in path + text.replace("__pycache__", ""), f"{path} is named through"
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
    assert steps == list(range(1, len(steps) + 1)), "in their order"
    explained = re.findall(r"^(\d+)\. \*\*", texts["README.md"], re.M)
    assert [int(step) for step in explained] == steps, "the README explains each step"


def test_builds_without_a_warning(zenith):
    assert zenith.warnings == []


def test_conforms_as_written(zenith):
    result = zenith.test()
    assert result.returncode == 0, result.stdout[-6000:]
    assert zenith.broken_laws(result.stdout) == set()
    count = int(re.search(r"(\d+) held", result.stdout).group(1))
    assert count > 60, "most laws have something to say"
    left_out = re.findall(r"^  -       (\S+)", result.stdout, re.M)
    assert set(left_out) <= {"flow.foreign-callback", "send.fresh", "ticket.unsupported"}, left_out


def test_signs_in_against_the_scripted_server(zenith):
    result = zenith.swift("run", "--skip-build", "sign-in", "--scripted")
    assert result.returncode == 0, result.stdout
    said = result.stdout.splitlines()
    for line in ("  The code is wrong.", "signed in as user-of-jane@example.com", "renewed: generation 2"):
        assert line in said, result.stdout
    assert any(re.fullmatch(r"GET \S+: 200", line) for line in said)
    assert said[-1] == "signed out"


MUTANTS = {
    "every failure ends the session": (
        "Sources/AuthZenith/ZenithProvider+Refreshing.swift",
        'guard error.vendorCode == "invalid_grant" else { throw error }', "", "refresh.failure-keeps"),
    "a typing error is sent": (
        "Sources/AuthZenith/ZenithFlow.swift", "guard pending.prompt.accepts(code) else",
        "guard !code.isEmpty else", "flow.wrong-form"),
    "a wrong code ends the flow": (
        "Sources/AuthZenith/ZenithFlow.swift",
        "case (.submitting(let pending), .failure(let error)) where Self.isMendable(error)",
        "case (.submitting(let pending), .failure(let error)) where error.code != .invalidCode",
        "flow.refused-answer"),
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
    said = package.swift("run", "--skip-build", "sign-in", "--scripted").stdout.splitlines()
    assert said[-1] == "signed out"
