"""Runs a set of mutants: resumes after an interruption, samples if time is short, and reports the outcome."""

import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Set, Tuple

from .limits import OutOfTime, Time
from .modules import Module
from .plan import PARTS, ROOT, files
from .survivors import Survivors, number_alike
from .tests import Program
from .verdicts import NOTICED, Verdicts

# The limits of a sample: one file's lines, and its number of mutants. A shorter file has few decisions; a longer one
# takes too long to compile with its mutants.
SAMPLED_LINES = range(25, 160)
SAMPLED_MUTANTS = 40
ACCESS = r"((public|package|internal|fileprivate|private)\s+)*"
DECIDES = re.compile(r"\b(if|guard|while|where)\b")
# Code after such a line compiles only on Apple's systems.
ELSEWHERE = ("#if canImport(Darwin)", "#if canImport(Security)")
ONCE = re.compile(rf"^\s*{ACCESS}static let |^{ACCESS}let ")


class Outcome(NamedTuple):
    """The results for the mutants of a part, or of files of it."""

    part: str
    mutants: int  # that compile
    excluded: int
    states: Dict[str, int]
    survivors: List[dict]  # each with its `state` and `why`
    faults: List[str]  # explanations that do not apply or no longer apply
    ended: str  # the reason for an early end, if any

    @property
    def tried(self) -> int:
        return sum(self.states.values())

    @property
    def surviving(self) -> float:
        return len(self.survivors) / self.tried if self.tried else 0

    @property
    def new(self) -> List[dict]:
        """The survivors without an entry, in files that have been reviewed."""
        return [mutant for mutant in self.survivors if mutant["why"] is None and mutant["isCovered"]]

    @property
    def unexplained(self) -> List[dict]:
        return [mutant for mutant in self.survivors if not mutant["why"]]

    def __str__(self) -> str:
        states = ", ".join(f"{count} {state}" for state, count in sorted(self.states.items()))
        return (
            f"{self.part}: {self.tried} of {self.mutants} mutants tested, {states}: {self.surviving:.1%} not noticed, "
            f"{len(self.unexplained)} of them not explained; {self.excluded} left out because they do not compile{self.ended}")


class Campaign:
    """A run over the mutants of a part, or of some of its files."""

    def __init__(
        self, package: Path, part: str, mutated: Optional[List[str]], swiftc: str, say: Callable, time: Time = Time(),
    ) -> None:
        self.part = part
        self.time = time
        self.say = say
        self.module = Module(package, PARTS[part].module, mutated or files(part), swiftc, time)
        self.verdicts = Verdicts(part, self.module.debug)
        self.survivors = Survivors()

    def run(self, seed: Optional[int] = None, jobs: int = 1, niceness: int = 0) -> Outcome:
        """Tests the mutants without a valid verdict: all, or a sample that the seed draws. Stops at the time limit."""
        mutants: List[dict] = []
        try:
            near = beside(self.part, self.module.files[0]) if seed is not None else None
            program = Program(self.module.build(self.say), PARTS[self.part].tests, self.time, niceness, near)
            mutants = self.module.mutants
            number_alike(mutants)
            if seed is None:
                unknown = [mutant for mutant in mutants if self.verdicts.state(mutant) is None]
                # Untested mutants come first; survivors of earlier tests are tested again after them.
                unknown.sort(key=self.verdicts.was_tried)
            else:
                # A sample runs the current tests, regardless of earlier results.
                self.verdicts.forget()
                unknown = random.Random(seed).sample(mutants, min(SAMPLED_MUTANTS, len(mutants)))
            if unknown:
                self.say(f"{self.part}: which tests reach which mutants")
                reach = program.record(self._once(), minutes=30)

                def judge(mutant: dict) -> None:
                    verdict = program.judge(mutant["number"], reach)
                    self.verdicts.add(mutant, verdict.state, verdict.seconds)
                    self.say(self._now(mutant, verdict.state))

                with ThreadPoolExecutor(jobs) as pool:
                    list(pool.map(judge, unknown))
        except OutOfTime:
            return self._outcome(mutants, "; stopped at the time limit")
        return self._outcome(mutants)

    def _once(self) -> Set[int]:
        """The mutants in code that runs once for all tests: only the first test that uses it reaches it."""
        lines = {file: (ROOT / file).read_text(encoding="utf-8").split("\n") for file in self.module.files}
        return {
            mutant["number"] for mutant in self.module.mutants
            if any(ONCE.match(line) for line in lines[mutant["file"]][mutant["firstLine"] - 1:mutant["line"]])}

    def note(self, outcome: Outcome) -> Outcome:
        """Adds new survivors to the entries and removes those that are noticed now; returns the outcome after that."""
        untried = {mutant["file"] for mutant in self.module.mutants if self.verdicts.state(mutant) is None}
        done = sorted({mutant["file"] for mutant in self.module.mutants} - untried)
        self.survivors.add(outcome.survivors, done)
        noticed = [mutant for mutant in self.module.mutants if self.verdicts.state(mutant) in NOTICED]
        self.survivors.remove(noticed, self.module.mutants)
        return self._outcome(self.module.mutants)

    def _now(self, mutant: dict, state: str) -> str:
        known = sum(1 for one in self.module.mutants if self.verdicts.state(one) is not None)
        return f"{known} of {len(self.module.mutants)}; {state}: {place(mutant)}"

    def _outcome(self, mutants: List[dict], ended: str = "") -> Outcome:
        states: Dict[str, int] = Counter()
        survivors, faults = [], []
        for mutant in mutants:
            state = self.verdicts.state(mutant)
            if state is None:
                continue
            states[state] += 1
            file, why = mutant["file"], self.survivors.why(mutant)
            if state not in NOTICED:
                survivors.append({**mutant, "state": state, "why": why, "isCovered": self.survivors.covers(file)})
            elif why is not None:
                faults.append(f"{place(mutant)}: explained as a survivor, and {state}")
        survivors.sort(key=lambda mutant: mutant["number"])
        excluded = sum(map(len, self.module.excluded.values()))
        return Outcome(
            self.part, len(mutants), excluded, dict(states), survivors, faults + self.survivors.stale(mutants), ended)


def place(mutant: dict) -> str:
    return f"{mutant['file']}:{mutant['line']}:{mutant['column']}: {mutant['original']} → {mutant['replacement']}"


def beside(part: str, file: str) -> List[str]:
    """The suites in the test folder that mirrors the file's folder, or an empty list."""
    target, folder = PARTS[part].tests[0], Path(file).parent.relative_to(f"Sources/{PARTS[part].module}")
    tests = ROOT / "Tests" / target / folder
    if not folder.parts or not tests.is_dir():
        return []
    return sorted({
        name for path in tests.glob("*.swift") if "@Test" in (text := path.read_text(encoding="utf-8"))
        for name in re.findall(r"@Suite[^\n]*?\b(?:struct|class|actor|enum) (\w+)", text)})


def sampled(seed: int) -> List[Tuple[str, List[str]]]:
    """Parts, each with one of its files, in an order that the seed draws."""
    candidates = []
    for part in PARTS:
        for file in files(part):
            text = (ROOT / file).read_text(encoding="utf-8")
            if text.count("\n") in SAMPLED_LINES and DECIDES.search(text) and not text.startswith(ELSEWHERE):
                candidates.append((part, [file]))
    random.Random(seed).shuffle(candidates)
    return candidates
