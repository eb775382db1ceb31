"""Checks that no public name breaks without an entry in the changelog.

`Tests/api` contains the public declarations of every library product at the last release, one per line. A declaration
that is missing now breaks code that uses it, so its name has to be among the unreleased changes in CHANGELOG.md.
`scripts/release` makes the current declarations the baseline; `--accept` does so without a release.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List, Set, Tuple

from . import changelog
from .places import ROOT
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

BASELINE = ROOT / "Tests" / "api"
CHANGELOG = ROOT / "CHANGELOG.md"


def check(terminal: Terminal, results: Results, toolchain: Toolchain, accepts: bool) -> None:
    with terminal.phase("Public names against the baseline") as phase:
        try:
            now = current(toolchain)
        except CannotExtract as error:
            phase.fail("the declarations could not be read")
            results.fail("api", str(error))
            return
        if accepts:
            write(now)
            phase.end = f"{sum(map(len, now.values())):,} declarations are now the baseline"
            results.passed += 1
            return
        gone, added = compare(read(), now)
        silent = untold(gone, changelog.section(CHANGELOG.read_text(encoding="utf-8")) or "")
        if silent:
            phase.fail(f"{len(silent)} broken names are not among the unreleased changes in CHANGELOG.md")
            results.fail("api", "\n".join(silent))
            return
        results.passed += 1
        phase.end = f"{len(gone):,} declarations broke, each in CHANGELOG.md; {added:,} are new"


class CannotExtract(Exception):
    pass


def current(toolchain: Toolchain) -> Dict[str, Set[str]]:
    """The public declarations of every library product that was built."""
    return {module: declarations(toolchain, module) for module in modules(toolchain)}


def modules(toolchain: Toolchain) -> List[str]:
    """The library products whose modules were built."""
    described = subprocess.run(
        [toolchain.swift, "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True)
    products = json.loads(described.stdout)["products"]
    names = sorted(target for product in products if "library" in product["type"] for target in product["targets"])
    return [name for name in names if (toolchain.products() / "Modules" / (name + ".swiftmodule")).exists()]


def declarations(toolchain: Toolchain, module: str) -> Set[str]:
    """The public declarations of a module: `Type.member: declaration`."""
    # The module maps of the C modules that the module imports: SwiftPM's map, or the map in the sources if SwiftPM
    # made none.
    known: Dict[str, Path] = {}
    for folder, pattern in [(ROOT / "Sources", "C*/**/module.modulemap"), (toolchain.products(), "C*.build/*.modulemap")]:
        for path in sorted(folder.glob(pattern)):
            known[path.relative_to(folder).parts[0].removesuffix(".build")] = path
    with tempfile.TemporaryDirectory() as folder:
        command = [
            toolchain.swift, "symbolgraph-extract", "-module-name", module, "-I", toolchain.products() / "Modules",
            "-target", triple(toolchain), "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir",
            folder]
        for path in known.values():
            command += ["-Xcc", f"-fmodule-map-file={path}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotExtract(f"{module}: {done.stderr[-2000:]}")
        lines: Set[str] = set()
        for path in Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
                if symbol.get("accessLevel") in ("public", "open"):
                    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
                    lines.add(normalised(".".join(symbol["pathComponents"]) + ": " + " ".join(text.split())))
        return lines


def normalised(declaration: str) -> str:
    """The declaration without details that no caller sees: an enum's layout, and whether a property has observers."""
    return declaration.replace(": indirect enum ", ": enum ", 1).removesuffix(" { get set }")


def triple(toolchain: Toolchain) -> str:
    told = subprocess.run([toolchain.swift, "-print-target-info"], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)["target"]["unversionedTriple"]


def compare(before: Dict[str, Set[str]], now: Dict[str, Set[str]]) -> Tuple[List[Tuple[str, str]], int]:
    """The removed lines, and the number of new ones."""
    gone = [
        (module, line) for module, lines in sorted(before.items()) if module in now or lines
        for line in sorted(lines - now.get(module, set()))]
    added = sum(len(lines - before.get(module, set())) for module, lines in now.items())
    return gone, added


def untold(gone: List[Tuple[str, str]], told: str) -> List[str]:
    """The removed lines whose names the text does not have."""
    paths = {line.split(": ")[0] for _, line in gone}
    return [f"{module}: {line}" for module, line in gone if not is_told(line, told, paths)]


def is_told(line: str, changelog: str, gone: Set[str]) -> bool:
    """Whether the changelog has the name in backquotes, with or without its type, or a removed type around it."""
    parts = line.split(": ")[0].split(".")
    names = {".".join(parts), parts[-1]}
    names |= {".".join(parts[:count]) for count in range(1, len(parts)) if ".".join(parts[:count]) in gone}
    return any(f"`{name}`" in changelog or f"`{name.split('(')[0]}`" in changelog for name in names if name)


def read(folder: Path = BASELINE) -> Dict[str, Set[str]]:
    return {path.stem: parsed(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))}


def parsed(text: str) -> Set[str]:
    return set(map(normalised, text.splitlines()))


def written(lines: Set[str]) -> str:
    return "".join(line + "\n" for line in sorted(lines))


def write(now: Dict[str, Set[str]]) -> None:
    BASELINE.mkdir(exist_ok=True)
    for path in BASELINE.glob("*.txt"):
        path.unlink()
    for module, lines in now.items():
        (BASELINE / (module + ".txt")).write_text(written(lines), encoding="utf-8")
