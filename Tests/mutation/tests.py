"""Runs the test program, to record which test reaches which mutant and whether a mutant is noticed."""

import json
import os
import re
import resource
import shutil
import subprocess
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Set

from .limits import Time
from .plan import SKIPPED

FAILED = re.compile(rb"^\S+ (Test|Suite) .* (failed after|recorded an issue)")
# The number of quickest tests that run first for a mutant; they notice most mutants. A slow test is not among them: if
# another one hangs, the slow one would have to end first.
FIRST = 12
QUICK = 1  # second
# Swift Testing compares each test with each filter. From this number of tests on, running all of them is quicker.
MANY = 60
# The limits for waiting and computing with a mutant, in addition to the times that its tests take without it.
WAITING = 3  # seconds, plus four times the longest wait in which nothing was computed
COMPUTING = 4  # seconds of processor time, plus three times what the tests take together
# The time limit for tests of unknown duration, in seconds: those of the module, and all of them.
UNKNOWN = 60
UNKNOWN_TOGETHER = 300
UNKNOWN_WAIT = 30
# Without a mutant, tests that hang are run again.
ATTEMPTS = 3
HANGING = 30  # seconds
# The models run fewer random worlds than elsewhere, and always the same: a verdict must not depend on chance.
WORLDS = {"LATCHKEY_RUNS": "800", "LATCHKEY_SEED": "1", "LATCHKEY_FULL": "0"}
# The folder for the tests' files. On a disk, thousands of runs would mostly wait for the synchronisation of files.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
MEMORY = 16 << 30
FILE = 1 << 30


class Reach(NamedTuple):
    """The mutants that the tests reach without any mutant selected."""

    tests: Dict[int, Set[str]]  # number -> names of tests
    unnamed: Set[int]  # reached by code outside the tests' tasks, or once for all tests
    seconds: Dict[str, float]
    computed: float  # seconds of processor time for all of them
    waited: float  # seconds, the longest time in which nothing was computed
    is_partial: bool = False  # whether other tests may reach a mutant, too

    def count(self, suite: str) -> int:
        return sum(name.startswith(suite + "/") for name in self.seconds)

    def together(self, suite: str) -> float:
        return sum(seconds for name, seconds in self.seconds.items() if name.startswith(suite + "/"))


class Verdict(NamedTuple):
    state: str  # killed, timed out, survived, unreached
    seconds: float


class Program:
    """A test program with mutants, and the targets whose tests run."""

    def __init__(
        self, path: Path, targets: List[str], time: Time, niceness: int = 0, near: Optional[List[str]] = None,
    ) -> None:
        self.path = path
        self.time = time
        self.niceness = niceness
        self.targets = targets
        self.all = f"^({'|'.join(targets)})\\."
        self.own = f"^{targets[0]}\\."
        # If time is short, reach is recorded only for the suites next to a file; the other suites run only for mutants
        # that these do not notice.
        self.near = f"^({'|'.join(targets)})\\.({'|'.join(near)})/" if near else None

    def record(self, once: Set[int], minutes: float) -> Reach:
        """Runs all tests once, one after another, unless an earlier run did so with the same program. Raises
        `RuntimeError` if they fail without a mutant."""
        reached, report = self.path.parent / "reached.txt", self.path.parent / "reached.xml"
        kept = self.path.parent / "reach.json"
        of = [self.path.stat().st_mtime_ns, self.near]
        made = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        if made.get("of") != of:
            kept.unlink(missing_ok=True)
            made = {"of": of, **self._record(reached, report, minutes)}
            kept.write_text(json.dumps(made), encoding="utf-8")
        tests: Dict[int, Set[str]] = {}
        unnamed: Set[int] = set()
        # No file is written if no mutant is reached.
        for line in reached.read_text(encoding="utf-8").splitlines() if reached.exists() else ():
            name, _, numbers = line.partition("\t")
            for number in map(int, numbers.split()):
                if name:
                    tests.setdefault(number, set()).add(name)
                else:
                    unnamed.add(number)
        seconds = {
            f"{case.get('classname')}/{case.get('name')}": float(case.get("time") or 0)
            for case in ElementTree.parse(report).getroot().iter("testcase")}
        unnamed |= once & tests.keys()
        return Reach(tests, unnamed, seconds, made["computed"], made["waited"], self.near is not None)

    def _record(self, reached: Path, report: Path, minutes: float) -> Dict[str, float]:
        """Runs the tests; returns how long they computed together, and the longest wait."""
        for attempt in range(ATTEMPTS):
            for path in (reached, report):
                path.unlink(missing_ok=True)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            with _Run(self.path, [self.near or self.all], {"LATCHKEY_MUTANTS_REACHED": str(reached)}, report) as run:
                output = run.output(min(minutes * 60, self.time.left))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            # Kept so that a developer can find the test that fails or hangs.
            (self.path.parent / f"record-{attempt + 1}.txt").write_text(output, encoding="utf-8")
            if run.process.returncode == 0:
                computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                return {"computed": computed, "waited": run.waited}
            _ = self.time.left  # raises after the deadline
        failed = "\n".join(line for line in output.splitlines() if FAILED.match(line.encode()))
        raise RuntimeError(f"the tests fail without a mutant:\n{failed[-2000:] or output[-2000:]}")

    def judge(self, number: int, reach: Reach) -> Verdict:
        """Runs the tests that reach a mutant, the quickest first, until one notices it."""
        took = {name: _seconds(name, reach) for name in reach.tests.get(number, ())}
        names = sorted(took, key=lambda name: (took[name], name))
        is_unnamed = number in reach.unnamed
        if not names and not is_unnamed and not reach.is_partial:
            return Verdict("unreached", 0)
        start = time.monotonic()
        exactly = [(f"^{re.escape(name)}$", took[name]) for name in names]
        # Code that a suite runs once for all its tests is recorded only for the first of them, and code outside the
        # tests' tasks may belong to any of them.
        suites = {name.rsplit("/", 2)[0] for name in names}
        suites = {suite for suite in suites if reach.count(suite) > sum(name.startswith(suite + "/") for name in names)}
        wider = [(f"^{re.escape(suite)}/", reach.together(suite)) for suite in sorted(suites)]
        own, everything = [], []
        if is_unnamed or reach.is_partial or len(exactly) > MANY:
            exactly = exactly[:MANY]
            # The module's own tests are the quickest, and notice most mutants.
            own = [(self.own, sum(reach.seconds.values()))] if len(self.targets) > 1 else []
            everything = [(self.all, sum(reach.seconds.values()))]
        quick = sum(each < QUICK for _, each in exactly[:FIRST])
        for stage in filter(None, [exactly[:quick], exactly[quick:], own, everything or wider]):
            filters = [pattern for pattern, _ in stage]
            is_wide = stage in (own, everything, wider)
            waited = reach.waited if is_wide else min(reach.waited, max(each for _, each in stage))
            limits = (waited, min(sum(each for _, each in stage), reach.computed))
            if reach.is_partial and stage in (own, everything):
                limits = (UNKNOWN_WAIT, UNKNOWN if stage is own else UNKNOWN_TOGETHER)
            state = self._run(number, filters, *limits)
            if state == "hung":
                # Some tests hang occasionally even without a mutant: only a second hang counts.
                state = self._run(number, filters, *limits)
            if state in ("hung", "looped"):
                state = "timed out"
            if state != "survived":
                return Verdict(state, time.monotonic() - start)
        return Verdict("survived", time.monotonic() - start)

    def _run(self, number: int, filters: List[str], waited: float, together: float) -> str:
        """Runs the filtered tests with a mutant until the first failure; returns the resulting state."""
        _ = self.time.left
        with _Run(self.path, filters, {"LATCHKEY_MUTANT": str(number)}, niceness=self.niceness) as run:
            has_failed = threading.Event()

            def read() -> None:
                for line in run.process.stdout:
                    if FAILED.match(line):
                        has_failed.set()

            reader = threading.Thread(target=read, daemon=True)
            reader.start()
            idle_since = time.monotonic()
            while not has_failed.wait(min(0.05, self.time.left)):
                if run.process.poll() is not None:
                    reader.join(5)
                    break
                now = time.monotonic()
                if not run.is_idle():
                    idle_since = now
                if now - idle_since > WAITING + 4 * waited:
                    return "hung"
                if run.computed() > COMPUTING + 3 * together:
                    return "looped"
            if has_failed.is_set():
                return "killed"
            return "survived" if run.process.returncode == 0 else "killed"


class _Run:
    """A run of the tests in its own directory. At the end, the directory and all processes of the run are removed."""

    def __init__(
        self, program: Path, filters: List[str], more: Dict[str, str], report: Optional[Path] = None, niceness: int = 0
    ) -> None:
        command = [str(program), "--testing-library", "swift-testing"]
        for pattern in filters:
            command += ["--filter", pattern]
        for suite in SKIPPED:
            command += ["--skip", f"\\.{suite}/"]
        if report is not None:
            command += ["--xunit-output", str(report), "--no-parallel"]
        self.waited = 0.0
        self.directory = tempfile.mkdtemp(prefix="latchkey-mutant-", dir=IN_MEMORY)
        own = {name: self.directory for name in ("HOME", "TMPDIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        self.process = subprocess.Popen(
            command, cwd=self.directory, env={**os.environ, **WORLDS, **own, "SWIFT_BACKTRACE": "enable=no", **more},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: _limit(niceness))

    def output(self, seconds: float) -> str:
        """Waits until the run ends by itself, hangs or reaches the time limit; returns its output."""
        lines: List[str] = []
        reader = threading.Thread(
            target=lambda: lines.extend(line.decode(errors="replace") for line in self.process.stdout), daemon=True)
        reader.start()
        start = idle_since = time.monotonic()
        while self.process.poll() is None and time.monotonic() - start < seconds:
            time.sleep(0.1)
            if not self.is_idle():
                idle_since = time.monotonic()
            self.waited = max(self.waited, time.monotonic() - idle_since)
            if self.waited > HANGING:
                break
        if self.process.poll() is None:
            os.killpg(self.process.pid, 9)
        self.process.wait()
        reader.join(5)
        return "".join(lines)

    def is_idle(self) -> bool:
        """Whether none of its threads is running or ready to run."""
        for path in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            try:
                if path.read_text().rpartition(")")[2].split()[0] in "RD":
                    return False
            except (OSError, IndexError):
                continue
        return True

    def computed(self) -> float:
        """The processor time used so far, in seconds."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> "_Run":
        return self

    def __exit__(self, kind, value, trace) -> None:
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


def _limit(niceness: int) -> None:
    """Limits memory and files, so that a mutant that allocates or writes endlessly does not fill the machine."""
    os.nice(niceness)
    for what, limit in (
            (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (limit, limit))


def _seconds(name: str, reach: Reach) -> float:
    """The seconds of a test. The report names it by target, suite and function; the reach adds its source location."""
    return reach.seconds.get(name, reach.seconds.get(name.rsplit("/", 1)[0], 1))
