"""The Swift tests again under the thread sanitizer and under the address sanitizer: with --full, or asked for by name."""

from . import commands
from .places import OUTPUT
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

# What each finds ends the process with this status; libc's own allocations at exit are nobody's leak.
OPTIONS = {"thread": "halt_on_error=1 exitcode=66", "address": "exitcode=66:detect_leaks=0"}


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    for kind, options in OPTIONS.items():
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
        with terminal.phase(f"Swift tests under the {kind} sanitizer") as phase:
            command = [toolchain.swift, "test", "--skip-build", "--disable-xctest", *where]
            environment = {f"{kind[0].upper()}SAN_OPTIONS": options, "SWIFT_BACKTRACE": "enable=no"}
            status = commands.run(phase, name, command, minutes=90, environment=environment)
            reports = commands.log(name).read_text(errors="replace").count("WARNING: ThreadSanitizer")
            if status != 0 or reports:
                phase.fail(f"status {status}, {reports} data races")
                results.fail(name, f"status {status}, {reports} data races reported")
            else:
                results.passed += 1
        if status != 0 or reports:
            commands.show_end(terminal, name)
