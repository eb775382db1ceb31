"""Runs the judges: Python tests that use the package from outside. Each has a virtual environment with only its own
requirements.

Tests/judges/NAME/ contains `requirements.txt` (pinned, with pytest) and `test_*.py`. Each folder below it with
`requirements.txt` has a further environment, for programs that the tests start.
"""

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, List, Sequence

from . import commands, environments
from .places import JUDGES, OUTPUT, RECORDINGS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

# Most judges wait for packages, processes and terminals, so three at a time need hardly more than a third of the time.
LANES = 3
# The longest judges come first, so that the lanes end at about the same time.
LONGEST = ["fleet", "linkage", "crash", "command-line"]


def names() -> List[str]:
    return sorted(path.parent.name for path in JUDGES.glob("*/requirements.txt"))


def folders(name: str) -> List[Path]:
    """The folders of a judge that have an environment: its own first, then those of programs that it starts."""
    return [JUDGES / name] + sorted(path.parent for path in (JUDGES / name).glob("*/**/requirements.txt"))


def run(terminal: Terminal, results: Results, toolchain: Toolchain, wanted: Sequence[str]) -> None:
    environments.remove_all_but([folder for name in names() for folder in folders(name)])
    order = LONGEST + [name for name in names() if name not in LONGEST]
    making = {environments.key(folder): threading.Lock() for name in wanted for folder in folders(name)}

    def take(name: str) -> None:
        made = {}
        for folder in folders(name):
            with making[environments.key(folder)]:  # judges share environments
                made[folder] = environments.make(terminal, results, folder)
        if None not in made.values():
            _judge(terminal, results, JUDGES / name, made, toolchain)

    with ThreadPoolExecutor(LANES) as lanes:
        try:
            for judged in [lanes.submit(take, name) for name in order if name in wanted]:
                judged.result()
        except BaseException:  # an interrupt reaches only this thread
            lanes.shutdown(wait=False, cancel_futures=True)
            commands.end_all()
            raise


def _judge(
    terminal: Terminal, results: Results, judge: Path, environments_of: Dict[Path, Path], toolchain: Toolchain,
) -> None:
    report = OUTPUT / f"judge-{judge.name}.xml"
    notes = OUTPUT / f"judge-{judge.name}.txt"
    report.unlink(missing_ok=True)
    notes.unlink(missing_ok=True)
    name = f"judge-{judge.name}"
    with terminal.phase(f"Judge {judge.name}") as phase:
        command = [
            str(environments_of[judge] / "bin" / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir",
            str(JUDGES), "--confcutdir", str(JUDGES), f"--junitxml={report}", str(judge),
        ]
        variables = {
            "LATCHKEY": str(toolchain.products() / "latchkey"), "SWIFT": toolchain.swift,
            "PYTHONDONTWRITEBYTECODE": "1", "LATCHKEY_NOTES": str(notes), "LATCHKEY_RECORDINGS": str(RECORDINGS),
            "LATCHKEY_ENVIRONMENTS": json.dumps({
                folder.name: str(path) for folder, path in environments_of.items() if folder != judge}),
        }
        # The fleet judge injects 5,000 faults and runs an hour of load.
        minutes = 240 if "LATCHKEY_FULL" in os.environ else 25
        status = commands.run(phase, name, command, minutes=minutes, cwd=judge, environment=variables)
        count, failed = results.read(f"judge {judge.name}", report)
        if (status != 0 or count == 0) and failed == 0:
            results.fail(f"judges.{judge.name}", f"pytest ended with status {status} after {count} tests")
            failed = 1
        if failed:
            phase.fail(f"{failed} of {max(count, failed)} failed")
        else:
            phase.end = f"{count} ran"
    if notes.exists():
        for line in notes.read_text(encoding="utf-8").splitlines():
            terminal.line("    " + line)
    if failed:
        commands.show_end(terminal, name)
