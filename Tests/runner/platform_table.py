"""Compares the table of targets and systems in Documentation/Platforms.md with the manifest and with the checks."""

import re
from typing import Dict, List, Optional, Sequence

from . import apple
from .places import ROOT

PAGE = ROOT / "Documentation" / "Platforms.md"
RUN, CHECKED, NEITHER = "run", "types", "–"


def faults(platforms: Sequence) -> List[str]:
    """What the table says wrongly, or leaves out; empty if nothing."""
    checked = {"iOS 17": apple.TARGETS, **{platform.title: platform.targets for platform in platforms}}
    systems = ["Linux", *checked, "macOS", "Windows"]
    table = _table(systems)
    if table is None:
        return [f"{PAGE.name} needs one table with the columns: targets, {', '.join(systems)}"]
    manifest = _targets()
    found = [f"{PAGE.name} has no row for {name}" for name in sorted(manifest - set(table))]
    found += [f"{PAGE.name} has a row for {name}, which is no target" for name in sorted(set(table) - manifest)]
    for name in sorted(manifest & set(table)):
        for system, cell in table[name].items():
            names = checked.get(system)
            expected = RUN if system == "Linux" else CHECKED if names and name in names else NEITHER
            if cell != expected:
                found.append(f"{PAGE.name}: {name} on {system} is '{expected}', not '{cell}'")
    return found


def _targets():
    """The targets of Sources, which are all built and tested on Linux."""
    text = (ROOT / "Package.swift").read_text(encoding="utf-8")
    found = re.findall(r"^    (?:library\(\s*|\.executableTarget\(\s*name: )\"(\w[\w-]*)\"", text, flags=re.MULTILINE)
    return {name for name in found if (ROOT / "Sources" / name).is_dir()}


def _table(systems: Sequence[str]) -> Optional[Dict[str, Dict[str, str]]]:
    """The cells of the table whose columns are the systems, by target; a row can be that of several targets."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    heads = [index for index, row in enumerate(rows) if row[0] == "targets"]
    if len(heads) != 1 or sorted(rows[heads[0]][1:]) != sorted(systems):
        return None
    head = rows[heads[0]]
    cells: Dict[str, Dict[str, str]] = {}
    for row in rows[heads[0] + 2:]:
        names = re.findall(r"`(\w[\w-]*)`", row[0])
        if not names or len(row) != len(head):
            break
        for name in names:
            cells[name] = dict(zip(head[1:], row[1:]))
    return cells
