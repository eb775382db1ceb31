"""Reads and writes `survivors.json`, the explanations of survivors: for each file, the line, the change, and the reason
why no test can or needs to notice it.

A reviewed file is listed, even with an empty list; a survivor in another file does not fail a run. A line is identified
by its text, so that an explanation stays valid when other lines of the file change. An entry without a reason
(`"why": ""`) is for a known survivor that still needs a test or a reason.
"""

import json
from typing import Dict, List, Optional

from .plan import HERE, ROOT

PATH = HERE / "survivors.json"


class Survivors:
    """The explained survivors, and the explanation of each."""

    def __init__(self) -> None:
        self.entries: Dict[str, List[dict]] = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}

    def why(self, mutant: dict) -> Optional[str]:
        """The reason; empty for a known survivor without one, None for an unknown survivor."""
        return next((entry["why"] for entry in self.entries.get(mutant["file"], []) if _matches(entry, mutant)), None)

    def covers(self, file: str) -> bool:
        """Whether the file was reviewed, so that its survivors are known."""
        return file in self.entries

    def stale(self, mutants: List[dict]) -> List[str]:
        """Explanations in the mutants' files that match none of the mutants."""
        files = {mutant["file"] for mutant in mutants}
        return [
            f"{file}: {entry['line']}: {entry['change']}: explained, but the line or the mutant no longer exists"
            for file in sorted(files & set(self.entries)) for entry in self.entries[file]
            if not any(_matches(entry, mutant) for mutant in mutants if mutant["file"] == file)]

    def add(self, mutants: List[dict], files: List[str]) -> None:
        """Adds entries without a reason for unknown survivors, and lists the reviewed files."""
        for file in files:
            self.entries.setdefault(file, [])
        for mutant in mutants:
            if self.why(mutant) is None:
                self.entries.setdefault(mutant["file"], []).append({**name(mutant), "why": ""})
        self.write()

    def remove(self, noticed: List[dict], mutants: List[dict]) -> None:
        """Removes entries that are noticed now, and entries that match none of the file's mutants."""
        for file in {mutant["file"] for mutant in mutants} & set(self.entries):
            there = [mutant for mutant in mutants if mutant["file"] == file and mutant not in noticed]
            self.entries[file] = [
                entry for entry in self.entries[file] if any(_matches(entry, mutant) for mutant in there)]
        self.write()

    def write(self) -> None:
        kept = dict(sorted(self.entries.items()))
        PATH.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def name(mutant: dict) -> dict:
    """The key of a survivor: its line, its change, and its number among equal ones."""
    lines = (ROOT / mutant["file"]).read_text(encoding="utf-8").split("\n")
    line = lines[mutant["line"] - 1].strip()
    earlier = sum(1 for other in lines[:mutant["line"] - 1] if other.strip() == line)
    named = {"line": line, "change": f"{mutant['original']} → {mutant['replacement']}"}
    if mutant.get("nth"):
        named["at"] = mutant["nth"]
    return {**named, "occurrence": earlier + 1} if earlier else named


def number_alike(mutants: List[dict]) -> None:
    """Distinguishes mutants that change the same words of the same line: the second, the third."""
    seen: Dict[tuple, int] = {}
    for mutant in mutants:
        same = (mutant["file"], mutant["line"], mutant["original"], mutant["replacement"])
        seen[same] = seen.get(same, 0) + 1
        if seen[same] > 1:
            mutant["nth"] = seen[same]


def _matches(entry: dict, mutant: dict) -> bool:
    return {word: value for word, value in entry.items() if word != "why"} == name(mutant)
