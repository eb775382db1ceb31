"""Runs the fuzz targets of Tests/Fuzz under libFuzzer, each with its corpus and dictionary: one minute for all of them
with `--only fuzz`, one hour with --full. Tests/FuzzTests runs a seeded sample among the Swift tests.

A crash, a law that does not hold, a hang and too much memory are findings. The inputs that caused them are kept in
Tests/.output; `LATCHKEY_FUZZ=NAME Fuzz FILE` runs one again.
"""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, Optional

from . import commands
from .places import OUTPUT, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

FUZZ = TESTS / "Fuzz"
BUILD = OUTPUT / "fuzz-build"
AT_ONCE = 2
USUAL_SECONDS = 12
LONG_SECONDS = 720


class Run(NamedTuple):
    """One target's run."""

    target: str
    executions: int
    problem: Optional[str]


def check(terminal: Terminal, results: Results, toolchain: Toolchain, full: bool) -> None:
    build = [
        toolchain.swift, "build", "-c", "release", "--sanitize=fuzzer", "--product", "Fuzz", "-Xswiftc",
        "-enable-testing", "--scratch-path", str(BUILD),
    ]
    with terminal.phase("Building the fuzz targets") as phase:
        status = commands.run(
            phase, "fuzz-build", build, minutes=30, environment={"LATCHKEY_FUZZ_BUILD": "1"})
        if status != 0:
            phase.fail(f"failed with status {status}")
    if status != 0:
        commands.show_end(terminal, "fuzz-build")
        results.fail("fuzz", f"the build ended with status {status}")
        return
    targets = sorted(path.name for path in (FUZZ / "Corpus").iterdir())
    seconds = LONG_SECONDS if full else USUAL_SECONDS
    with terminal.phase(f"Fuzzing {len(targets)} parsers, {seconds} s each") as phase:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            runs = list(pool.map(lambda target: _run(target, seconds), targets))
        found = [run for run in runs if run.problem]
        for run in runs:
            if run.problem:
                results.fail(f"fuzz.{run.target}", run.problem)
            else:
                results.passed += 1
        if found:
            phase.fail(f"{len(found)} of {len(runs)} have findings")
        else:
            phase.end = f"{sum(run.executions for run in runs):,} inputs"


def _run(target: str, seconds: int) -> Run:
    # libFuzzer adds new inputs to the first folder; the corpus of the repository stays as it is.
    learnt = OUTPUT / "fuzz-corpus" / target
    learnt.mkdir(parents=True, exist_ok=True)
    findings = OUTPUT / "fuzz-findings" / target
    shutil.rmtree(findings, ignore_errors=True)
    findings.mkdir(parents=True)
    command = [
        str(BUILD / "release" / "Fuzz"), f"-max_total_time={seconds}", "-max_len=2048", "-timeout=10",
        "-rss_limit_mb=1024", f"-artifact_prefix={findings}/", "-print_final_stats=1",
        f"-dict={FUZZ / 'Dictionaries' / (target + '.dict')}", str(learnt), str(FUZZ / "Corpus" / target),
    ]
    # A Swift trap under libFuzzer starts a backtracer that never ends.
    environment = {**os.environ, "LATCHKEY_FUZZ": target, "SWIFT_BACKTRACE": "enable=no"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=seconds + 120)
        status, output = done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        status, output = 124, (expired.stdout or b"").decode(errors="replace")
    (OUTPUT / f"fuzz-{target}.log").write_text(output)
    executions = re.search(r"number_of_executed_units: (\d+)", output)
    count = int(executions.group(1)) if executions else 0
    problem = None
    if status != 0:
        reason = re.search(r"(Fatal error: .*|ERROR: libFuzzer: .*|SUMMARY: .*)", output)
        kept = ", ".join(str(path.relative_to(ROOT)) for path in findings.iterdir())
        problem = f"{reason.group(1) if reason else f'ended with status {status}'}\n{kept}"
    elif "inline 8-bit counters" not in output or "no interesting inputs were found" in output:
        problem = "it ran without coverage: the code is not instrumented"
    elif count < 100:
        problem = f"only {count} inputs were run"
    return Run(target, count, problem)
