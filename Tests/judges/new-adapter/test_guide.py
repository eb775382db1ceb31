"""Checks Documentation/WritingAnAdapter.md and SandboxKit.md: every marked code block is an excerpt, is run, or matches
the declarations. Blocks without one of these marks are compiled by `Tests/run --only documentation`."""

import re

import pytest

from conftest import ROOT

GUIDE = ROOT / "Documentation" / "WritingAnAdapter.md"
PAGES = [GUIDE, ROOT / "Documentation" / "SandboxKit.md"]
# The commands that test_new_adapter.py runs in its generated package.
RUN = {"latchkey new-adapter Beacon", "cd Beacon", "swift run sign-in --sandbox", "swift test"}


def blocks(page):
    """Every code block: the line it begins at, its marker, its language, its text."""
    lines = page.read_text(encoding="utf-8").splitlines()
    found, index = [], 0
    while index < len(lines):
        if lines[index].startswith("```"):
            end = lines.index("```", index + 1)
            above = lines[index - 1] if index else ""
            found.append((index + 1, above, lines[index][3:], "\n".join(lines[index + 1:end])))
            index = end
        index += 1
    return found


BLOCKS = [(f"{page.stem}-{block[0]}", *block[1:]) for page in PAGES for block in blocks(page)]


def without_blanks(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_there_are_blocks():
    assert len(BLOCKS) > 40


@pytest.mark.parametrize("place,marker,language,text", BLOCKS, ids=[block[0] for block in BLOCKS])
def test_a_block_is_true(place, marker, language, text):
    excerpt = re.fullmatch(r"<!-- from (\S+) -->", marker)
    declared = re.fullmatch(r"<!-- declared in (\S+(?:\s\S+)*) -->", marker)
    if excerpt:
        path = ROOT / excerpt.group(1)
        tested = (ROOT / "Examples", ROOT / "Sources")
        assert any(path.is_relative_to(folder) for folder in tested), "not an excerpt of tested code"
        assert text + "\n" in path.read_text(encoding="utf-8"), f"{path} has no such lines"
    elif declared:
        source = "\n".join((ROOT / path).read_text(encoding="utf-8") for path in declared.group(1).split())
        for owner, declaration in declarations(text):
            assert without_blanks(declaration) in without_blanks(body(source, owner)), (owner, declaration)
    elif language != "swift":
        assert language == "console" and marker == "<!-- run by Tests/judges/new-adapter -->", "an unmarked block"
        assert {row.removeprefix("$ ") for row in text.splitlines()} <= RUN


def declarations(text: str):
    """One declaration for each line, with its type; a line that is indented further continues the previous one."""
    found, owner = [], None
    for row in text.splitlines():
        if row.startswith("// "):
            assert re.fullmatch(r"// [A-Za-z0-9.]+", row), "a comment must contain only the name of a type"
            owner = row[3:]
        elif row.startswith("    ") and found:
            found[-1] = (found[-1][0], found[-1][1] + row)
        elif row.startswith("  "):
            found.append((owner, row))
        else:
            owner = re.search(r"(?:protocol|enum|struct) (\w+)", row).group(1)
            found.append((owner, row))
    return found


def body(source: str, owner: str) -> str:
    """The bodies of a type and its extensions in a file: the text between their braces."""
    lines = source.splitlines()
    parts = owner.split(".")
    for part in parts:
        kept, inside = [], None
        for line in lines:
            indentation = len(line) - len(line.lstrip())
            if inside is None:
                begins = re.search(rf"\b(?:struct|enum|protocol|class|extension) (?:\w+\.)*{part}\b", line)
                if begins and not line.lstrip().startswith("//"):
                    inside = indentation
                    kept.append(line)
            else:
                kept.append(line)
                if indentation == inside and line.strip() == "}":
                    inside = None
        assert kept, f"{owner} was not found"
        lines = kept
    return "\n".join(lines)


def test_every_file_that_is_named_is_there():
    text = GUIDE.read_text(encoding="utf-8")
    for path in set(re.findall(r"`((?:Examples|Tests|Sources|Documentation)/[\w./+-]+)`", text)):
        assert (ROOT / path).exists(), path


def test_every_link_leads_somewhere():
    text = GUIDE.read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.M)
    }
    for target in re.findall(r"\]\(#([^)]+)\)", text):
        assert target in headings, target
