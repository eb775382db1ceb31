"""Semantic versions (semver.org 2.0.0), without build metadata."""

import re
from typing import Iterable, NamedTuple, Optional, Tuple

_NUMBER = r"(?:0|[1-9][0-9]*)"
_FORM = re.compile(rf"({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z")
_LEADING_ZERO = re.compile(r"0[0-9]+\Z")


class Version(NamedTuple):
    major: int
    minor: int
    patch: int
    # `beta.2` in `1.0.0-beta.2`; empty for a version that is not a pre-release.
    prerelease: str = ""

    def __str__(self) -> str:
        return ".".join(map(str, self.core)) + (f"-{self.prerelease}" if self.prerelease else "")

    @property
    def core(self) -> Tuple[int, int, int]:
        return self.major, self.minor, self.patch

    @property
    def precedence(self) -> tuple:
        """The key of the order in which versions follow each other (§11)."""
        words = self.prerelease.split(".") if self.prerelease else []
        # Numbers come before words.
        keys = [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in words]
        return self.core, not words, keys

    @property
    def debian(self) -> str:
        """The version of the Debian package. In Debian's order, `~` comes before the end of a version."""
        return str(self).replace("-", "~", 1) + "-1"

    def may_break(self, last: "Version") -> bool:
        """Whether users of `last` expect that names of the API are gone. A pre-release promises nothing."""
        if last.prerelease and last.core == self.core:
            return True
        return self.core[:2] > last.core[:2] if last.major == self.major == 0 else self.major > last.major

    def may_add(self, last: "Version") -> bool:
        """Whether users of `last` expect new names. Before 1.0, every version may add some."""
        return last.major == 0 or self.core[:2] > last.core[:2] or (bool(last.prerelease) and last.core == self.core)


def parse(text: str) -> Optional[Version]:
    """The version that the text names, or None."""
    match = _FORM.match(text)
    if not match or any(_LEADING_ZERO.match(word) for word in (match.group(4) or "").split(".")):
        return None
    return Version(int(match.group(1)), int(match.group(2)), int(match.group(3)), match.group(4) or "")


def last(tags: Iterable[str]) -> Optional[Version]:
    """The greatest version among the tags; tags that are no versions do not count."""
    return max(filter(None, map(parse, tags)), key=lambda version: version.precedence, default=None)
