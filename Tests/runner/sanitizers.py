"""Runs the Swift tests under the thread sanitizer and the address sanitizer, with --full or by name."""

import re

from . import commands
from .places import OUTPUT
from .results import Results
from .swift import RUNS, Toolchain
from .terminal import Terminal

REPORT = re.compile(r"WARNING: ThreadSanitizer|ERROR: AddressSanitizer")
# A finding ends the process with this status. Leaks are not reported: libc keeps memory until the exit.
OPTIONS = {"thread": "halt_on_error=1 exitcode=66", "address": "exitcode=66:detect_leaks=0"}


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    for kind in OPTIONS:
        name = f"sanitizer-{kind}"
        where = ["--scratch-path", str(OUTPUT / f"{kind}-build"), "--sanitize", kind]
        with terminal.phase(f"Building the tests with the {kind} sanitizer") as phase:
            status = commands.run(phase, f"{name}-build", [toolchain.swift, "build", "--build-tests", *where], minutes=60)
            if status != 0:
                phase.fail(f"failed with status {status}")
        if status != 0:
            commands.show_end(terminal, f"{name}-build")
            results.fail(name, f"its build ended with status {status}")
            continue
        for run, choice in RUNS.items():
            _test(terminal, results, toolchain, f"{name}-{run}", [*where, *choice], kind)


def _test(terminal: Terminal, results: Results, toolchain: Toolchain, name: str, where: list, kind: str) -> None:
    with terminal.phase(f"Swift tests under the {kind} sanitizer: {name}") as phase:
        command = [toolchain.swift, "test", "--skip-build", "--disable-xctest", *where]
        environment = {f"{kind[0].upper()}SAN_OPTIONS": OPTIONS[kind], "SWIFT_BACKTRACE": "enable=no"}
        status = commands.run(phase, name, command, minutes=90, environment=environment)
        reports = REPORT.findall(commands.log(name).read_text(errors="replace"))
        if status != 0 or reports:
            text = f"status {status}, {len(reports)} sanitizer reports"
            phase.fail(text)
            results.fail(name, text)
        else:
            results.passed += 1
    if status != 0 or reports:
        commands.show_end(terminal, name)
