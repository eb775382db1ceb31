"""Counts the results of tests, from machine-readable reports only."""

import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from .terminal import Terminal, duration


class Count(NamedTuple):
    """The numbers of a report."""

    cases: int
    failed: int

    def __add__(self, other: "Count") -> "Count":
        return Count(self.cases + other.cases, self.failed + other.failed)


class Results:
    """The passed, failed and skipped tests, with the reasons."""

    def __init__(self) -> None:
        self.passed = 0
        self.failures = []  # (where, message)
        self.skips = defaultdict(int)  # (part, reason) -> how many

    @property
    def skipped(self) -> int:
        return sum(self.skips.values())

    @property
    def are_good(self) -> bool:
        return not self.failures and self.passed > 0

    def fail(self, where: str, message: str) -> None:
        self.failures.append((where, message))

    def skip(self, part: str, reason: str) -> None:
        self.skips[(part, " ".join(reason.split()) or "no reason given")] += 1

    def read(self, part: str, report: Path) -> Count:
        """Adds the results of a JUnit report, if it exists and is complete. Both pytest and Swift Testing write such reports."""
        if not report.exists():
            return Count(0, 0)
        try:
            cases = list(ElementTree.parse(report).getroot().iter("testcase"))
        except ElementTree.ParseError:  # the process that wrote it was stopped
            return Count(0, 0)
        before = len(self.failures)
        for case in cases:
            where = f"{case.get('classname', '')}.{case.get('name', '')}"
            faults = [fault for kind in ("failure", "error") for fault in case.findall(kind)]
            skip = case.find("skipped")
            if faults:
                text = faults[0].get("message") or faults[0].text or "failed"
                self.fail(where, text.strip())
            elif skip is not None:
                self.skip(part, skip.get("message") or skip.text or "")
            else:
                self.passed += 1
        return Count(len(cases), len(self.failures) - before)

    def report(self, terminal: Terminal, seconds: float) -> None:
        if self.failures:
            terminal.line()
            terminal.line(terminal.colour("31", "Failed:"))
            for where, message in self.failures:
                first, *rest = message.splitlines() or [""]
                terminal.line(f"  {where}: {first}")
                for line in rest[:8]:
                    terminal.line(f"      {line}")
        if self.skips:
            terminal.line()
            terminal.line("Skipped:")
            for (part, reason), count in sorted(self.skips.items()):
                terminal.line(f"  {count} × {part}: {reason}")
        if not self.failures and self.passed == 0:
            terminal.line("No test ran; this is treated as a failure.")
        terminal.line()
        terminal.part = ""
        for part, spent in terminal.seconds.items():
            terminal.line(f"  {part:14} {spent / 60:5.1f} min")
        terminal.line(f"It took {duration(seconds)}.")
        terminal.line(f"{self.passed} passed, {len(self.failures)} failed, {self.skipped} skipped")
