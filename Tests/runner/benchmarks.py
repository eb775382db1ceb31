"""Runs `latchkey bench`, built for release, and compares it with the limits in Tests/Benchmarks/limits.json.

A limit is the lowest accepted ratio of a figure to its floor, which is measured in the same run. It is well below the
usual ratio. Other limits are the highest accepted counts of allocations and of database statements, which do not vary.
The author of a change that improves a figure commits the new limit.
"""

import json
import subprocess
import sys

from . import commands
from .places import EXAMPLES, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

LIMITS = TESTS / "Benchmarks" / "limits.json"
FLEET = TESTS / "Benchmarks" / "fleet.py"
MISSING = 77
SHORT = ["--turns", "1", "--seconds", "2", "--rows", "100000"]


def check(terminal: Terminal, results: Results, toolchain: Toolchain, is_full: bool) -> None:
    # Built in the same place as the apps of Tests/linkage, which are also built for release and share its modules.
    build = [
        toolchain.swift, "build", "-c", "release", "--package-path", str(TESTS / "linkage"), "--scratch-path",
        str(EXAMPLES), "--disable-build-manifest-caching", "--product", "latchkey-bench",
    ]
    with terminal.phase("Building for release") as phase:
        status = commands.run(phase, "release-build", build, minutes=40)
        if status != 0:
            phase.fail(f"failed with status {status}")
    if status != 0:
        commands.show_end(terminal, "release-build")
        results.fail("benchmarks", f"the release build ended with status {status}")
        return
    shown = subprocess.run(build + ["--show-bin-path"], capture_output=True, text=True, check=True, cwd=ROOT)
    program = shown.stdout.strip().splitlines()[-1] + "/latchkey-bench"
    limits = json.loads(LIMITS.read_text())
    with terminal.phase(f"Benchmarks: {len(limits)} figures compared with their floors") as phase:
        status = commands.run(phase, "benchmarks", [program, "--json"], minutes=10)
        faults = [] if status == 0 else [f"latchkey-bench ended with status {status}"]
        figures = _figures("benchmarks")
        status = commands.run(
            phase, "fleet-benchmarks",
            [sys.executable, FLEET, "--bench", program, *([] if is_full else SHORT)], minutes=20)
        if status == MISSING:
            results.skip("benchmarks", "PostgreSQL is not installed (Debian package postgresql)")
            limits = {name: limit for name, limit in limits.items() if not name.startswith("fleet_")}
        elif status != 0:
            faults.append(f"fleet.py ended with status {status}")
        figures.update(_figures("fleet-benchmarks"))
        faults += [f"{name} was not measured" for name in limits if name not in figures]
        faults += [f"{name} has no limit in {LIMITS.name}" for name in figures if name not in limits]
        for name in limits.keys() & figures.keys():
            faults += _faults(name, figures[name], limits[name])
        if faults:
            phase.fail(f"{len(faults)} beyond their limits")
            results.fail("benchmarks", "\n".join(faults))
        else:
            results.passed += len(limits)
    for figure in figures.values():
        terminal.line("    " + _text(figure))


def _figures(name: str) -> dict:
    lines = [line for line in commands.log(name).read_text().splitlines() if line.startswith('{"')]
    return {figure["name"]: figure for figure in map(json.loads, lines) if "name" in figure}


def _faults(name: str, figure: dict, limit: dict):
    ratio = figure.get("ratio")
    if ratio is None:
        yield f"{name} has no floor on this machine"
    elif ratio < limit["ratio"]:
        yield f"{name} reaches {ratio:.3f} of its floor, less than {limit['ratio']}"
    if figure.get("statements", 0) > limit.get("statements", 0):
        yield f"{name} sends {figure['statements']} statements to the database, more than {limit.get('statements', 0)}"
    if "allocations" in limit:
        # The floor's allocations are OpenSSL's, which differ by version.
        mine = figure.get("allocations", 0) - figure.get("floorAllocations", 0)
        if mine > limit["allocations"]:
            yield f"{name} makes {mine:.1f} allocations more than its floor, above the limit of {limit['allocations']}"


def _text(figure: dict) -> str:
    text = f"{figure['name']}: {figure['value']:,.0f} {figure['unit']}"
    if figure.get("ratio") is not None:
        text += f", {figure['ratio']:.3f} of the floor"
    if "statements" in figure:
        text += f", {figure['statements']} statements"
    if "allocations" in figure:
        text += f", {figure['allocations']:.1f} allocations ({figure.get('floorAllocations', 0):.1f})"
    return text
