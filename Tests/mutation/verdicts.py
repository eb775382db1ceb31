"""Keeps earlier results while they are valid, so that an interrupted run continues where it stopped."""

import functools
import hashlib
import json
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from .plan import PARTS, ROOT, WORK

NOTICED = ("killed", "timed out")


class Code(NamedTuple):
    """A file without its comments and empty lines. A verdict depends on nothing else in the file."""

    digest: str
    lines: List[int]  # for each line of the file, its number among the kept lines

    @classmethod
    @functools.lru_cache(maxsize=None)
    def of(cls, file: str) -> "Code":
        kept, lines = hashlib.sha256(), []
        number = 0
        for line in (ROOT / file).read_text(encoding="utf-8").split("\n"):
            if line.strip() and not line.strip().startswith("//"):
                number += 1
                kept.update(line.encode() + b"\n")
            lines.append(number)
        return cls(kept.hexdigest()[:16], lines)


def identity(mutant: dict) -> tuple:
    """An identity of a mutant that stays the same while the code of its file does."""
    code = Code.of(mutant["file"])
    line = code.lines[mutant["line"] - 1]
    return code.digest, f"{mutant['file']}:{line}:{mutant['column']}:{mutant['kind']}"


class Verdicts:
    """The verdicts of one part. A kill is valid while the code of its file is unchanged; a survivor is tested again
    after the tests were rebuilt."""

    def __init__(self, part: str, debug: Path) -> None:
        self.path = WORK / "verdicts" / f"{part}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.tests = _tests(part, debug)
        self.states: Dict[tuple, dict] = {}
        for line in self.path.read_text(encoding="utf-8").split("\n") if self.path.exists() else []:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # an empty line, or a truncated one
            self.states[(entry["digest"], entry["key"])] = entry

    def state(self, mutant: dict) -> Optional[str]:
        entry = self.states.get(identity(mutant))
        if entry is None or (entry["state"] not in NOTICED and entry["tests"] != self.tests):
            return None
        return entry["state"]

    def was_tried(self, mutant: dict) -> bool:
        return identity(mutant) in self.states

    def forget(self) -> None:
        """Ignores earlier verdicts in this run; they stay on disk for other runs."""
        self.states.clear()

    def add(self, mutant: dict, state: str, seconds: float) -> None:
        code, key = identity(mutant)
        entry = {"digest": code, "key": key, "tests": self.tests, "state": state, "seconds": round(seconds, 1)}
        self.states[(entry["digest"], entry["key"])] = entry
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _tests(part: str, debug: Path) -> str:
    """A hash of the built tests, which may differ from the current sources."""
    hashed = hashlib.sha256()
    for target in PARTS[part].tests:
        for path in sorted((debug / f"{target}.build").glob("*.o")):
            hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]
