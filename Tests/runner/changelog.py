"""Reads and changes CHANGELOG.md: a heading `## Unreleased`, then a heading `## VERSION - DATE` for each release."""

import re
from typing import Optional

UNRELEASED = "Unreleased"
_HEADING = re.compile(r"^## (\S+).*$\n?", re.M)


class MalformedChangelog(Exception):
    pass


def section(text: str, name: str = UNRELEASED) -> Optional[str]:
    """The text below the heading of a version, or None if there is no such heading."""
    headings = list(_HEADING.finditer(text))
    for index, heading in enumerate(headings):
        if heading.group(1) == name:
            end = headings[index + 1].start() if index + 1 < len(headings) else len(text)
            return text[heading.end():end].strip()
    return None


def has_entries(section_text: str) -> bool:
    """Whether a section has more than headings."""
    return any(line.strip() and not line.startswith("#") for line in section_text.splitlines())


def released(text: str, version: str, date: str) -> str:
    """The changelog after the release: what was unreleased belongs to the version, and nothing is unreleased."""
    heading = f"## {UNRELEASED}\n"
    if text.count("\n" + heading) != 1:
        raise MalformedChangelog(f"it must have one heading '{heading.strip()}'")
    return text.replace("\n" + heading, f"\n{heading}\n## {version} - {date}\n")
