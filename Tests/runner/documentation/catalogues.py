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

GRAPHS = OUTPUT / "symbol-graphs"
ARCHIVES = OUTPUT / "archives"


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    shutil.rmtree(GRAPHS, ignore_errors=True)
    shutil.rmtree(ARCHIVES, ignore_errors=True)
    ARCHIVES.mkdir(parents=True)
    targets = _targets()
    if not targets:
        results.fail("documentation", "Package.swift names no public library; the check looks in the wrong place")
    with terminal.phase("Public names without documentation") as phase:
        with ThreadPoolExecutor(2) as pool:
            faults = [fault for found in pool.map(lambda name: _extract(name, toolchain), targets) for fault in found]
        count = 0
        for name in targets:
            symbols = _symbols(name)
            count += len(symbols)
            if not symbols:
                faults.append(f"{name}: no symbol was found")
            faults += [f"{name}: {_title(symbol)} has no comment" for symbol in symbols if not symbol.get("docComment")]
        for fault in faults:
            results.fail("documentation", fault)
        if faults:
            phase.fail(f"{len(faults)} of {count}")
        else:
            results.passed += len(targets)
            phase.end = f"none of {count}"
    with terminal.phase("DocC catalogues") as phase:
        with ThreadPoolExecutor(2) as pool:
            ended = list(pool.map(lambda name: _convert(name, toolchain), targets))
        for name, fault in zip(targets, ended):
            if fault:
                results.fail(f"{name}.docc", fault)
            else:
                results.passed += 1
        failed = sum(1 for fault in ended if fault)
        if failed:
            phase.fail(f"{failed} of {len(targets)} failed")
        else:
            phase.end = f"{len(targets)} built without a warning"


def _targets() -> List[str]:
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
    if name in typecheck.BRIDGES:
        fault = typecheck.bridge(toolchain, name)
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


def _symbols(name: str) -> List[dict]:
    """The symbols that are declared in the module's sources; symbols that the compiler derives have no location."""
    symbols = []
    for path in (GRAPHS / name).glob("*.symbols.json"):
        symbols += json.loads(path.read_text(encoding="utf-8"))["symbols"]
    return [symbol for symbol in symbols if "location" in symbol]


def _title(symbol: dict) -> str:
    place = symbol["location"]
    return f"{'.'.join(symbol['pathComponents'])} ({Path(place['uri']).name}:{place['position']['line'] + 1})"


def _convert(name: str, toolchain: Toolchain) -> str:
    catalogue = ROOT / "Sources" / name / f"{name}.docc"
    if not (catalogue / f"{name}.md").exists():
        return "the catalogue is missing"
    result = subprocess.run(
        [Path(toolchain.swift).with_name("docc"), "convert", catalogue, "--additional-symbol-graph-dir", GRAPHS / name,
         "--fallback-display-name", name, "--fallback-bundle-identifier", f"latchkey.{name}",
         "--enable-experimental-external-link-support", "--output-path", ARCHIVES / f"{name}.doccarchive",
         "--warnings-as-errors"],
        capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    return "" if result.returncode == 0 and "warning:" not in text else text.strip() or "docc failed"
