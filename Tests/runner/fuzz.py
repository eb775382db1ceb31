"""Runs the fuzz targets of Tests/Fuzz under libFuzzer and the address sanitizer, each with its corpus and dictionary: a
few seconds each with `--only fuzz`, and at least 100 million inputs in sum with --full. Tests/FuzzTests runs a seeded
sample among the Swift tests.

There are several programs, and each links only what its targets need: FuzzBasics has the targets of
Tests/Fuzz/Targets/Basics, and so on. libFuzzer scans only the counters of code that the inputs have reached
(Tests/Fuzz/Counters); to scan all of them took two thirds of the time.

The coverage that is printed is libFuzzer's: the edges that the inputs reached, of all edges of the instrumented
program.

A crash, a law that does not hold, a hang and too much memory are findings. The inputs that caused them are kept in
Tests/.output; `LATCHKEY_FUZZ=NAME FuzzBasics FILE`, with the program of the target, runs one again.
"""

import os
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

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
# The exit status of libFuzzer after an input that took too long, and the status of a process that did not end in time.
TIMED_OUT = 70
NOT_ENDED = 124
REPEATS = 3


class Run(NamedTuple):
    """One target's run."""

    target: str
    program: str
    executions: int
    edges: int
    all_edges: int
    late: int  # inputs that timed out, but not when they ran again alone
    problem: Optional[str]


def check(terminal: Terminal, results: Results, toolchain: Toolchain, full: bool) -> None:
    program_of = _programs()
    programs = sorted(set(program_of.values()))
    # Of several -sanitize options the compiler takes the last one, and the package manager passes its own in any order.
    build = [
        toolchain.swift, "build", "-c", "release", "--sanitize=fuzzer", "--sanitize=address", "-Xswiftc",
        "-sanitize=fuzzer,address", "-Xswiftc", "-enable-testing", "--scratch-path", str(BUILD),
    ]
    with terminal.phase(f"Building {len(programs)} programs with the fuzz targets") as phase:
        # The package manager builds one product at a time.
        for program in programs:
            log = f"fuzz-build-{program}"
            status = commands.run(
                phase, log, [*build, "--product", program], minutes=30, environment={"LATCHKEY_FUZZ_BUILD": "1"})
            if status != 0:
                phase.fail(f"{program} failed with status {status}")
                break
    if status != 0:
        commands.show_end(terminal, log)
        results.fail("fuzz", f"the build of {program} ended with status {status}")
        return
    missing = _missing_instruments()
    if missing:
        results.fail("fuzz", "\n".join(missing))
        return
    with terminal.phase(f"Fuzzing {len(program_of)} parsers under the address sanitizer") as phase:
        started = time.monotonic()
        runs = _runs(program_of, full)
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
        covered = "; ".join(_coverage(program, [run for run in runs if run.program == program]) for program in programs)
        summary = f"{total:,} inputs in {seconds:,.0f} s; edges covered: {covered}"
        late = sum(run.late for run in runs)
        if late:
            summary += f"; {late} inputs timed out, but not when they ran again"
        if found:
            phase.fail(f"{len(found)} of {len(runs)} have findings; {summary}")
        else:
            phase.end = summary


def _programs() -> Dict[str, str]:
    """The program of each target, by the folder whose sources name the target."""
    return {
        name: f"Fuzz{source.parent.name}"
        for source in sorted((FUZZ / "Targets").glob("*/*.swift"))
        for name in re.findall(r'FuzzTarget\(name: "([^"]+)"\)', source.read_text())}


def _coverage(program: str, runs: List[Run]) -> str:
    covered = ", ".join(f"{run.target} {run.edges:,}" for run in runs)
    return f"{covered} of {max(run.all_edges for run in runs):,} in {program}"


def _missing_instruments() -> List[str]:
    """The instruments that the objects of AuthCore lack: calls of the address sanitizer, or counters of edges."""
    symbols = "".join(
        subprocess.run(["nm", str(path)], stdout=subprocess.PIPE, check=True).stdout.decode()
        for path in (BUILD / "release" / "AuthCore.build").glob("*.o"))
    wanted = {"__asan_report_": "the address sanitizer", "__start___sancov_cntrs": "the counters of edges"}
    return [f"AuthCore was compiled without {name}" for symbol, name in wanted.items() if symbol not in symbols]


def _runs(program_of: Dict[str, str], full: bool) -> List[Run]:
    """One run of each target; with --full further rounds until the inputs are enough, or a target has a finding."""
    sums: Dict[str, Run] = {}
    for number in range(ROUNDS if full else 1):
        seconds, length = ROUND_SECONDS if full else USUAL_SECONDS, LENGTHS[number % len(LENGTHS)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for run in pool.map(lambda target: _run(program_of[target], target, seconds, length), sorted(program_of)):
                earlier = sums.get(run.target, run._replace(executions=0, late=0))
                sums[run.target] = run._replace(
                    executions=run.executions + earlier.executions, edges=max(run.edges, earlier.edges),
                    late=run.late + earlier.late)
        total = sum(run.executions for run in sums.values())
        if total >= FULL_INPUTS or any(run.problem for run in sums.values()):
            break
    return list(sums.values())


def _run(program: str, target: str, seconds: int, length: int) -> Run:
    # libFuzzer adds new inputs to the first folder; the corpus of the repository stays as it is.
    learnt = OUTPUT / "fuzz-corpus" / target
    learnt.mkdir(parents=True, exist_ok=True)
    findings = OUTPUT / "fuzz-findings" / target
    shutil.rmtree(findings, ignore_errors=True)
    findings.mkdir(parents=True)
    common = ["-timeout=10", f"-timeout_exitcode={TIMED_OUT}", "-rss_limit_mb=2048", f"-artifact_prefix={findings}/"]
    status, output = _execute(program, target, seconds + 120, [
        *common, f"-max_total_time={seconds}", f"-max_len={length}", "-print_final_stats=1",
        f"-dict={FUZZ / 'Dictionaries' / (target + '.dict')}", str(learnt), str(FUZZ / "Corpus" / target),
    ])
    (OUTPUT / f"fuzz-{target}.log").write_text(output)
    executions = re.search(r"number_of_executed_units: (\d+)", output)
    count = int(executions.group(1)) if executions else 0
    edges = [int(number) for number in re.findall(r" cov: (\d+)", output)]
    every = re.search(r"FUZZ: (\d+) counters", output)
    timed_out = list(findings.glob("timeout-*"))
    late = status == TIMED_OUT and len(timed_out) == 1 and not _fails_again(
        lambda: _execute(program, target, 120, [*common, str(timed_out[0])])[0])
    problem = None
    if late:
        timed_out[0].unlink()
    elif status != 0:
        reason = re.search(r"(Fatal error: .*|ERROR: libFuzzer: .*|SUMMARY: .*)", output)
        kept = ", ".join(str(path.relative_to(ROOT)) for path in findings.iterdir())
        problem = f"{reason.group(1) if reason else f'ended with status {status}'}\n{kept}"
    elif every is None or "no interesting inputs were found" in output:
        problem = "it ran without coverage: the code is not instrumented"
    elif count < 100:
        problem = f"only {count} inputs were run"
    all_edges = int(every.group(1)) if every else 0
    return Run(target, program, count, max(edges, default=0), all_edges, int(late), problem)


def _fails_again(run: Callable[[], int]) -> bool:
    """Whether an input that timed out is a finding: it times out each time it runs alone, or fails in another way.
    libFuzzer measures wall-clock time, so an input can also time out because the machine is busy."""
    for _ in range(REPEATS):
        status = run()
        if status not in (TIMED_OUT, NOT_ENDED):
            return status != 0
    return True


def _execute(program: str, target: str, seconds: int, arguments: List[str]) -> Tuple[int, str]:
    """Runs a fuzz program; returns its exit status and its output."""
    # A Swift trap under libFuzzer starts a backtracer that never ends.
    environment = {
        **os.environ, "LATCHKEY_FUZZ": target, "SWIFT_BACKTRACE": "enable=no",
        # Swift's runtime and OpenSSL keep memory until the process ends. Stacks of allocations and a large quarantine cost
        # a fifth of the inputs; running a finding again without these options shows where its memory was allocated.
        "ASAN_OPTIONS": "detect_leaks=0:malloc_context_size=1:quarantine_size_mb=8",
    }
    try:
        done = subprocess.run(
            [str(BUILD / "release" / program), *arguments], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        return NOT_ENDED, (expired.stdout or b"").decode(errors="replace")
