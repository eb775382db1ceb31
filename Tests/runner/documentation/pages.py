"""Reads the pages and their code blocks."""

import re
from pathlib import Path
from typing import List, NamedTuple, Optional

from ..places import ROOT
from ..results import Results

# Blocks of these pages with these marks are excerpts or declarations; Tests/judges/new-adapter compares them.
ELSEWHERE = {"WritingAnAdapter.md", "SandboxKit.md"}
COMPARED = ("from ", "declared in ", "run by ")
# Not code: output, layouts.
PROSE = {"text"}
# Compiled, read or run.
CODE = {"swift", "json", "console"}


class Block(NamedTuple):
    """One fenced code block."""

    page: Path
    line: int
    language: str
    text: str
    # The text of the HTML comment directly above, or an empty text.
    marker: str

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def mark(self, name: str) -> Optional[str]:
        """The text after `name:` in the marker; None if the marker has another name."""
        return self.marker[len(name) + 1:].strip() if self.marker.startswith(name + ":") else None


class Page(NamedTuple):
    """One page: its path, its text and its code blocks."""

    path: Path
    text: str
    blocks: List[Block]

    @property
    def name(self) -> str:
        """A unique name for the page: `Examples_turnkey_backend_README`."""
        return re.sub(r"\W", "_", str(self.path.relative_to(ROOT).with_suffix("")))


def all_pages() -> List[Page]:
    paths = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "Documentation").rglob("*.md"))]
    paths += sorted((ROOT / "Examples").glob("*/README.md")) + sorted((ROOT / "Sources").glob("*/*.docc/*.md"))
    return [_page(path) for path in paths]


def _page(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    blocks, index = [], 0
    while index < len(lines):
        if lines[index].startswith("```"):
            end = lines.index("```", index + 1)
            block = Block(
                path, index + 1, lines[index][3:].strip(), "\n".join(lines[index + 1:end]), _marker(lines, index))
            is_compared = path.name in ELSEWHERE and block.marker.startswith(COMPARED)
            if not is_compared and block.language not in PROSE:
                blocks.append(block)
            index = end
        index += 1
    return Page(path, text, blocks)


def check(results: Results, pages: List[Page]) -> None:
    """Checks that every block is in a language that is checked, and begins where blocks are recognised."""
    for page in pages:
        for block in page.blocks:
            if block.language not in CODE:
                results.fail(block.where, f"the language '{block.language}' is not compiled, read or run")
        for number, line in enumerate(page.text.splitlines(), 1):
            if re.match(r"\s+(```|~~~)|~~~", line):
                where = f"{page.path.relative_to(ROOT)}:{number}"
                results.fail(where, "a block that is not recognised: begin it with ``` at the start of the line")


def _marker(lines: List[str], index: int) -> str:
    """The text of the comment that ends on the line before, or an empty text."""
    if index == 0 or not lines[index - 1].endswith("-->"):
        return ""
    begin = index - 1
    while begin > 0 and not lines[begin].startswith("<!--"):
        begin -= 1
    return "\n".join(lines[begin:index])[len("<!--"):-len("-->")].strip()
