"""Runs the fuzz targets of Tests/Fuzz under libFuzzer and the address sanitizer, each with its corpus and dictionary: a
few seconds each with `--only fuzz`, and at least 100 million inputs in sum with --full. Tests/FuzzTests runs a seeded
sample among the Swift tests.

The coverage that is printed is libFuzzer's: the edges that the inputs reached, of all edges of the instrumented
program.

A crash, a law that does not hold, a hang and too much memory are findings. The inputs that caused them are kept in
Tests/.output; `LATCHKEY_FUZZ=NAME Fuzz FILE` runs one again.
"""

import os
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from . import commands
from .places import OUTPUT, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

FUZZ = TESTS / "Fuzz"
BUILD = OUTPUT / "fuzz-build"
AT_ONCE = 2
USUAL_SECONDS = 12
FULL_INPUTS = 100_000_000
# With --full, every target runs for this time in each round, and the rounds end when the sum is reached. Shares of time,
# not of inputs: the slow targets drive the most code, and a share of inputs would take them hours.
ROUND_SECONDS = 75
ROUNDS = 80
# The largest input in bytes, by turns: long inputs reach more code, and short ones try more combinations in the same time.
LENGTHS = (2048, 256)


class Run(NamedTuple):
    """One target's run."""

    target: str
    executions: int
    edges: int
    all_edges: int
    problem: Optional[str]


def check(terminal: Terminal, results: Results, toolchain: Toolchain, full: bool) -> None:
    # Of several -sanitize options the compiler takes the last one, and the package manager passes its own in any order.
    build = [
        toolchain.swift, "build", "-c", "release", "--sanitize=fuzzer", "--sanitize=address", "-Xswiftc",
        "-sanitize=fuzzer,address", "--product", "Fuzz", "-Xswiftc", "-enable-testing", "--scratch-path", str(BUILD),
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
    missing = _missing_instruments()
    if missing:
        results.fail("fuzz", "\n".join(missing))
        return
    targets = sorted(path.name for path in (FUZZ / "Corpus").iterdir())
    with terminal.phase(f"Fuzzing {len(targets)} parsers under the address sanitizer") as phase:
        started = time.monotonic()
        runs = _runs(targets, full)
        seconds = time.monotonic() - started
        found = [run for run in runs if run.problem]
        for run in runs:
            if run.problem:
                results.fail(f"fuzz.{run.target}", run.problem)
            else:
                results.passed += 1
        total = sum(run.executions for run in runs)
        if full and not found and total < FULL_INPUTS:
            results.fail("fuzz.inputs", f"{total:,} inputs were run in {ROUNDS} rounds, not {FULL_INPUTS:,}")
        covered = ", ".join(f"{run.target} {run.edges:,}" for run in runs)
        all_edges = max(run.all_edges for run in runs)
        summary = f"{total:,} inputs in {seconds:,.0f} s; edges covered, of {all_edges:,} in the program: {covered}"
        if found:
            phase.fail(f"{len(found)} of {len(runs)} have findings; {summary}")
        else:
            phase.end = summary


def _missing_instruments() -> List[str]:
    """The instruments that the objects of AuthCore lack: calls of the address sanitizer, or counters of edges."""
    symbols = "".join(
        subprocess.run(["nm", str(path)], stdout=subprocess.PIPE, check=True).stdout.decode()
        for path in (BUILD / "release" / "AuthCore.build").glob("*.o"))
    wanted = {"__asan_report_": "the address sanitizer", "__start___sancov_cntrs": "the counters of edges"}
    return [f"AuthCore was compiled without {name}" for symbol, name in wanted.items() if symbol not in symbols]


def _runs(targets: List[str], full: bool) -> List[Run]:
    """One run of each target; with --full further rounds until the inputs are enough, or a target has a finding."""
    sums: Dict[str, Run] = {}
    for number in range(ROUNDS if full else 1):
        seconds, length = ROUND_SECONDS if full else USUAL_SECONDS, LENGTHS[number % len(LENGTHS)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for run in pool.map(lambda target: _run(target, seconds, length), targets):
                earlier = sums.get(run.target, run._replace(executions=0))
                sums[run.target] = run._replace(
                    executions=run.executions + earlier.executions, edges=max(run.edges, earlier.edges))
        total = sum(run.executions for run in sums.values())
        if total >= FULL_INPUTS or any(run.problem for run in sums.values()):
            break
    return list(sums.values())


def _run(target: str, seconds: int, length: int) -> Run:
    # libFuzzer adds new inputs to the first folder; the corpus of the repository stays as it is.
    learnt = OUTPUT / "fuzz-corpus" / target
    learnt.mkdir(parents=True, exist_ok=True)
    findings = OUTPUT / "fuzz-findings" / target
    shutil.rmtree(findings, ignore_errors=True)
    findings.mkdir(parents=True)
    command = [
        str(BUILD / "release" / "Fuzz"), f"-max_total_time={seconds}",
        f"-max_len={length}", "-timeout=10", "-rss_limit_mb=2048", f"-artifact_prefix={findings}/", "-print_final_stats=1",
        f"-dict={FUZZ / 'Dictionaries' / (target + '.dict')}", str(learnt), str(FUZZ / "Corpus" / target),
    ]
    # A Swift trap under libFuzzer starts a backtracer that never ends.
    environment = {
        **os.environ, "LATCHKEY_FUZZ": target, "SWIFT_BACKTRACE": "enable=no",
        # Swift's runtime and OpenSSL keep memory until the process ends. Stacks of allocations and a large quarantine cost
        # a fifth of the inputs; running a finding again without these options shows where its memory was allocated.
        "ASAN_OPTIONS": "detect_leaks=0:malloc_context_size=1:quarantine_size_mb=8",
    }
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
    edges = [int(number) for number in re.findall(r" cov: (\d+)", output)]
    every = re.search(r"\((\d+) inline 8-bit counters\)", output)
    problem = None
    if status != 0:
        reason = re.search(r"(Fatal error: .*|ERROR: libFuzzer: .*|SUMMARY: .*)", output)
        kept = ", ".join(str(path.relative_to(ROOT)) for path in findings.iterdir())
        problem = f"{reason.group(1) if reason else f'ended with status {status}'}\n{kept}"
    elif "inline 8-bit counters" not in output or "no interesting inputs were found" in output:
        problem = "it ran without coverage: the code is not instrumented"
    elif count < 100:
        problem = f"only {count} inputs were run"
    return Run(target, count, max(edges, default=0), int(every.group(1)) if every else 0, problem)
