"""Builds and tests with the Swift toolchain."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import List, Optional

from . import commands
from .places import EXAMPLES, OUTPUT, RECORDINGS, ROOT
from .results import Results
from .terminal import Terminal

USUAL_PLACES = ("/opt/swift/usr/bin", "/usr/local/swift/usr/bin", "~/.local/share/swiftly/bin", "~/swift/usr/bin")
# Swift Testing starts all tests of a run at once. Tests that compute for a long time, and tests that wait for real
# clocks, locks and sockets, have separate runs: otherwise, a waiting test could time out before it gets the processor.
COMPUTING_TESTS = "^(AuthHawcxTests|AuthTestingTests|AuthPrivyTests|ArchitectureTests)\\."
WAITING_TESTS = (
    "^(AuthUITests|AuthStorageTests|AuthStoragePostgresTests|AuthTransportTests|AuthRuntimeTests|LatchkeyCommandsTests)\\.")

# What Swift Testing writes when a test begins and when it ends; a test's name is a function or a sentence in quotes.
BEGUN = re.compile(r"Test (\w+\([\w:]*\)|\".*\") started\.$")
ENDED = re.compile(r"Test (\w+\([\w:]*\)|\".*\") (?:with \d+ test cases? )?(?:passed|failed|was cancelled|skipped)\b")

RUNS = {
    "computing": ["--filter", COMPUTING_TESTS],
    "waiting": ["--filter", WAITING_TESTS],
    "other": ["--skip", COMPUTING_TESTS, "--skip", WAITING_TESTS],
}


def find(terminal: Terminal, results: Results) -> Optional["Toolchain"]:
    path = os.pathsep.join([os.environ.get("PATH", "")] + [os.path.expanduser(place) for place in USUAL_PLACES])
    swift = shutil.which("swift", path=path)
    if swift is None:
        terminal.line("Swift 6.1 or later is needed and was not found: https://www.swift.org/install/linux/")
        results.fail("toolchain", "swift was not found in PATH")
        return None
    return Toolchain(swift)


class Toolchain:
    """A Swift toolchain and its build products."""

    def __init__(self, swift: str) -> None:
        self.swift = swift
        self._products: Optional[Path] = None
        # A plain build does not need this library's headers. Every build of a run has the same traits, or the examples
        # could not share what was compiled for the tests.
        self.has_tpm = Path("/usr/include/tss2/tss2_esys.h").exists()
        if self.has_tpm:
            os.environ["LATCHKEY_TPM"] = "1"

    def products(self) -> Path:
        """The folder with the build products."""
        if self._products is None:
            self._products = self._find_products()
        return self._products

    def _find_products(self) -> Path:
        shown = subprocess.run(
            [self.swift, "build", "--show-bin-path"], cwd=ROOT, capture_output=True, text=True, check=True)
        return Path(shown.stdout.strip().splitlines()[-1])

    def build(self, terminal: Terminal, results: Results) -> bool:
        with terminal.phase("Building everything (swift build --build-tests)") as phase:
            status = commands.run(phase, "build", [self.swift, "build", "--build-tests"], minutes=40)
            if status != 0:
                phase.fail(f"failed with status {status}")
        if status != 0:
            commands.show_end(terminal, "build")
            results.fail("swift build", f"ended with status {status}")
        return status == 0

    def test(self, terminal: Terminal, results: Results) -> None:
        shutil.rmtree(RECORDINGS, ignore_errors=True)
        RECORDINGS.mkdir()
        if not self.has_tpm:
            results.skip("Swift", "tests of AuthStorageTPM need libtss2-dev")
        for run, choice in RUNS.items():
            self.run_tests(terminal, results, f"Swift tests, {run}", f"swift-{run}", choice)

    def test_example(self, terminal: Terminal, results: Results, package: str) -> None:
        """Builds and tests an example package, in the folder where all packages that depend on this one are built."""
        where = ["--package-path", str(ROOT / "Examples" / package), "--scratch-path", str(EXAMPLES)]
        name = f"example-{package}"
        with terminal.phase(f"Building Examples/{package}") as phase:
            # A cached build plan does not notice that a source file of a dependency was removed.
            build = [self.swift, "build", "--disable-build-manifest-caching", "--build-tests", *where]
            status = commands.run(phase, f"{name}-build", build, minutes=20)
            if status != 0:
                phase.fail(f"failed with status {status}")
        if status != 0:
            commands.show_end(terminal, f"{name}-build")
            results.fail(f"Examples/{package}", f"its build ended with status {status}")
            return
        self.run_tests(terminal, results, f"Tests of Examples/{package}", name, where)

    def run_tests(self, terminal: Terminal, results: Results, title: str, name: str, where: List[str]) -> None:
        """Runs the tests of a package that was built; `where` has the options that select the package and its tests."""
        # Swift Testing writes one of these two files, depending on whether XCTest runs, too.
        reports = (OUTPUT / f"{name}.xml", OUTPUT / f"{name}-swift-testing.xml")
        for report in reports:
            report.unlink(missing_ok=True)
        with terminal.phase(title) as phase:
            command = [
                self.swift, "test", "--skip-build", "--disable-xctest", *where, "--xunit-output", str(reports[0]),
            ]
            minutes = 45 if "LATCHKEY_FULL" in os.environ else 20
            status = commands.run(
                phase, f"{name}-test", command, minutes=minutes, silent=None if "LATCHKEY_FULL" in os.environ else 6,
                environment={"LATCHKEY_RECORDINGS": str(RECORDINGS)})
            count, failed = results.read("Swift", reports[0]) + results.read("Swift", reports[1])
            is_explained = failed > 0
            if status != 0 and not is_explained:
                # A crash leaves no report, or one without the test that crashed.
                results.fail(f"{name} test", "\n".join([f"ended with status {status}; its report names no failed test"]
                    + [f"did not end: {test}" for test in unended(commands.log(f"{name}-test"))]))
                failed = 1
            if failed:
                phase.fail(f"{failed} of {max(count, failed)} failed")
            elif count == 0:
                results.fail(f"{name} test", "no test ran")
                phase.fail("no test ran")
            else:
                phase.end = f"{count} ran"
        if (failed and not is_explained) or count == 0:
            commands.show_end(terminal, f"{name}-test")


def unended(log: Path) -> List[str]:
    """The tests that a log says started, but not how they ended."""
    tests = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        begun = BEGUN.search(line)
        ended = ENDED.search(line)
        if begun:
            tests[begun.group(1)] = True
        elif ended:
            tests.pop(ended.group(1), None)
    return list(tests)
