"""Checks that every public name has a comment, and that DocC builds every catalogue without a warning."""

import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List

from .. import typecheck
from ..places import OUTPUT, ROOT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from . import archives

GRAPHS = OUTPUT / "symbol-graphs"
ARCHIVES = OUTPUT / "archives"


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    shutil.rmtree(GRAPHS, ignore_errors=True)
    ARCHIVES.mkdir(parents=True, exist_ok=True)
    names = targets()
    if not names:
        results.fail("documentation", "Package.swift names no public library; the check looks in the wrong place")
    with terminal.phase("Public names without documentation") as phase:
        with ThreadPoolExecutor(2) as pool:
            faults = [fault for result in pool.map(lambda name: _extract(name, toolchain), names) for fault in result]
        count = 0
        for name in names:
            found = symbols(name)
            count += len(found)
            if not found:
                faults.append(f"{name}: no symbol was found")
            faults += [f"{name}: {_title(symbol)} has no comment" for symbol in found if not symbol.get("docComment")]
        for fault in faults:
            results.fail("documentation", fault)
        if faults:
            phase.fail(f"{len(faults)} of {count}")
        else:
            results.passed += len(names)
            phase.end = f"none of {count}"
    with terminal.phase("DocC catalogues") as phase:
        with ThreadPoolExecutor(2) as pool:
            ended = list(pool.map(lambda name: _convert(name, toolchain), names))
        for name, fault in zip(names, ended):
            if fault:
                results.fail(f"{name}.docc", fault)
            else:
                results.passed += 1
        failed = sum(1 for fault in ended if fault)
        if failed:
            phase.fail(f"{failed} of {len(names)} failed")
        else:
            phase.end = f"{len(names)} built without a warning"


def targets() -> List[str]:
    """The names of the public libraries."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    listed = re.search(r"let publicLibraries = \[(.*?)\]", manifest, re.S)
    return re.findall(r'"(\w+)"', listed.group(1)) if listed else []


def _extract(name: str, toolchain: Toolchain) -> List[str]:
    """Writes the symbol graph of a module that was built; returns the faults.

    A module that needs a trait is compiled with it, against the stub of the package that the trait needs."""
    products = toolchain.products()
    graph = GRAPHS / name
    graph.mkdir(parents=True)
    modules = ["-I", products / "Modules"]
    if name in typecheck.BRIDGES or name == "AuthUI":
        # The module that was built has no screens, because there is no SwiftUI here.
        fault = typecheck.screens(toolchain) if name == "AuthUI" else typecheck.bridge(toolchain, name)
        if fault:
            return [fault]
        # Searched before the folder with the module that was built without its trait.
        modules = ["-I", typecheck.BRIDGED, *modules]
    # The maps of its C modules: SwiftPM writes one for each module that has none.
    maps = [*products.glob("*.build/module.modulemap"), *(ROOT / "Sources").glob("C*/**/module.modulemap")]
    command = [
        Path(toolchain.swift).with_name("swift-symbolgraph-extract"), "-module-name", name, *modules, "-target",
        _triple(products), "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", graph,
    ]
    command += [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return [] if result.returncode == 0 else [f"{name}: no symbol graph: {result.stderr.strip()}"]


def _triple(products: Path) -> str:
    # .build/x86_64-unknown-linux-gnu/debug
    return products.resolve().parent.name


def symbols(name: str) -> List[dict]:
    """The symbols that are declared in the module's sources; symbols that the compiler derives have no location."""
    found = []
    for path in (GRAPHS / name).glob("*.symbols.json"):
        found += json.loads(path.read_text(encoding="utf-8"))["symbols"]
    return [symbol for symbol in found if "location" in symbol]


def _title(symbol: dict) -> str:
    place = symbol["location"]
    return f"{'.'.join(symbol['pathComponents'])} ({Path(place['uri']).name}:{place['position']['line'] + 1})"


def _convert(name: str, toolchain: Toolchain) -> str:
    catalogue = ROOT / "Sources" / name / f"{name}.docc"
    if not (catalogue / f"{name}.md").exists():
        return "the catalogue is missing"
    return archives.convert(toolchain, catalogue, ARCHIVES / f"{name}.doccarchive", (), [GRAPHS / name])
