"""Earlier results: kept while they are valid, so that an interrupted run continues where it stopped."""

import hashlib
import json
from pathlib import Path
from typing import Dict, Optional

from .modules import digest, key
from .plan import PARTS, WORK

NOTICED = ("killed", "timed out")


class Verdicts:
    """Of one part. A kill is valid while its file is unchanged; a survivor is tried again after a rebuild."""

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
        entry = self.states.get((digest(mutant["file"]), key(mutant)))
        if entry is None or (entry["state"] not in NOTICED and entry["tests"] != self.tests):
            return None
        return entry["state"]

    def was_tried(self, mutant: dict) -> bool:
        return (digest(mutant["file"]), key(mutant)) in self.states

    def forget(self) -> None:
        """What is found from here on counts alone; what was found before stays for other runs."""
        self.states.clear()

    def add(self, mutant: dict, state: str, seconds: float) -> None:
        entry = {
            "digest": digest(mutant["file"]), "key": key(mutant), "tests": self.tests, "state": state,
            "seconds": round(seconds, 1)}
        self.states[(entry["digest"], entry["key"])] = entry
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _tests(part: str, debug: Path) -> str:
    """The tests as they were built, which may not be as they are now."""
    hashed = hashlib.sha256()
    for target in PARTS[part].tests:
        for path in sorted((debug / f"{target}.build").glob("*.o")):
            hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]
