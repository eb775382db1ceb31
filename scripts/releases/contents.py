"""The texts that a release changes: the changelog, the version in the code, and the baseline of the API."""

import re
from typing import Dict, Iterable, Optional, Set

from runner import api, changelog

from .version import Version

CHANGELOG = "CHANGELOG.md"
# `latchkey --version`, the manual pages and the headers that servers receive have the version from here.
SOURCE = "Sources/AuthCore/Values/PackageVersion.swift"
API = "Tests/api"
_CONSTANT = re.compile(r'(static let current = )"[^"]*"')


class UnknownContent(Exception):
    pass


def changes(
    version: Version, date: str, changelog_text: str, source: str, baseline: Iterable[str], names: Dict[str, Set[str]],
) -> Dict[str, Optional[str]]:
    """The new text of each file; None for a file of the baseline whose module is gone."""
    if len(_CONSTANT.findall(source)) != 1:
        raise UnknownContent(f"{SOURCE} must have one line 'static let current = \"…\"'")
    files: Dict[str, Optional[str]] = {path: None for path in baseline}
    files.update({f"{API}/{module}.txt": api.written(lines) for module, lines in names.items()})
    files[CHANGELOG] = changelog.released(changelog_text, str(version), date)
    files[SOURCE] = _CONSTANT.sub(rf'\g<1>"{version}"', source)
    return files


def notes(changelog_text: str, version: Version, gone: Iterable[str]) -> str:
    """The release notes: the section of the changelog, and every declaration that is gone, each in full."""
    text = f"# Latchkey {version}\n\n{changelog.section(changelog_text, str(version)) or ''}\n"
    broken = "".join(f"{line}\n" for line in gone)
    if broken:
        text += f"\n## Declarations that are gone or different\n\n```text\n{broken}```\n"
    return text
