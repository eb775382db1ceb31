"""Checks the wire facts: every fact has a verdict, every mark is listed, and every sample is used or has a reason.

`Documentation/Protocols/README.md` says what the columns and the marks mean.
"""

import json
import re
from collections import Counter
from typing import Dict, List, NamedTuple

from .places import ROOT, TESTS
from .results import Results
from .terminal import Terminal

PAGES = ROOT / "Documentation" / "Protocols"
SOURCES = ROOT / "Sources"
VENDORS = {"Turnkey": "T", "Privy": "P", "Hawcx": "H", "Authsignal": "A"}
STRENGTHS = ("captured", "schema", "SDK", "documentation", "third party", "none")
BEFORE = ("agrees", "contradicts", "unproven", "–")
NOW = ("agrees", "unsupported", "unproven")
USES = ("twice", "sandbox", "unused")
WORDS = "GUESS|DESIGN|INFER"


class Fact(NamedTuple):
    number: str
    strength: str
    before: str
    now: str
    code: str


class Mark(NamedTuple):
    number: str
    word: str
    file: str


def check(terminal: Terminal, results: Results) -> None:
    """Prints the tallies, and fails for every inconsistency."""
    faults: List[str] = []
    with terminal.phase("Wire facts, marks and samples") as phase:
        facts: Dict[str, List[Fact]] = {vendor: _facts(vendor, faults) for vendor in VENDORS}
        unsupported = {vendor: _unsupported(vendor) for vendor in VENDORS}
        marks = _marks_in_sources(faults)
        listed = _marks_in_list(faults)
        _compare(marks, listed, faults)
        for vendor in VENDORS:
            _check_facts(vendor, facts[vendor], unsupported[vendor], listed, faults)
        _check_citations({fact.number for vendor in VENDORS for fact in facts[vendor]}, faults)
        samples = {vendor: _samples(vendor, faults) for vendor in VENDORS}
        total = sum(sum(samples[vendor].values()) for vendor in VENDORS)
        if total != 168:
            faults.append(f"Tests/Vectors/wire: {total} samples, not 168")
        if faults:
            phase.fail(f"{len(faults)} faults")
            results.fail("wire", "\n".join([f"{len(faults)} faults", *faults[:60]]))
        else:
            results.passed += 1
            phase.end = f"{sum(map(len, facts.values()))} facts, {len(marks)} marks, {total} samples"
    for line in _table(facts, samples, marks, unsupported):
        terminal.line("  " + line)


def _table(facts, samples, marks, unsupported) -> List[str]:
    lines = [f"{'facts':12}" + "".join(f"{name:>15}" for name in STRENGTHS) + f"{'all':>8}"]
    every = [fact for rows in facts.values() for fact in rows]
    for now in NOW:
        counts = Counter(fact.strength for fact in every if fact.now == now)
        lines.append(
            f"{now:12}" + "".join(f"{counts[name]:>15}" for name in STRENGTHS) + f"{sum(counts.values()):>8}")
    lines.append("")
    lines.append(f"{'vendor':12}{'facts':>8}" + "".join(f"{name:>14}" for name in (*NOW, "mended", *USES, *WORDS.split("|"))))
    for vendor, prefix in VENDORS.items():
        now = Counter(fact.now for fact in facts[vendor])
        mended = sum(fact.before == "contradicts" and fact.now == "agrees" for fact in facts[vendor])
        words = Counter(mark.word for mark in marks if mark.number.startswith(prefix))
        cells = [*(now[name] for name in NOW), mended, *(samples[vendor][use] for use in USES),
                 *(words[word] for word in WORDS.split("|"))]
        lines.append(f"{vendor:12}{len(facts[vendor]):>8}" + "".join(f"{cell:>14}" for cell in cells))
    for vendor in VENDORS:
        for number, text in unsupported[vendor].items():
            lines.append(f"not supported: {number} {text}")
    return lines


def _rows(path, width: int) -> List[List[str]]:
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) == width and re.fullmatch(r"[TPHAD]\d+", cells[0]):
                rows.append(cells)
    return rows


def _facts(vendor: str, faults: List[str]) -> List[Fact]:
    path = PAGES / f"{vendor}.md"
    facts = [Fact(row[0], row[3], row[4], row[5], row[6]) for row in _rows(path, 7)]
    wanted = [f"{VENDORS[vendor]}{number + 1}" for number in range(len(facts))]
    if [fact.number for fact in facts] != wanted:
        wrong = next((f.number for f, number in zip(facts, wanted) if f.number != number), "the last")
        faults.append(f"{path.name}: the facts are not numbered one by one, at {wrong}")
    others = [line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"\| [TPHA]\d+ \|", line)]
    if len(others) != len(facts) + len(_unsupported(vendor)):
        faults.append(f"{path.name}: {len(others)} rows have a number, {len(facts)} are facts")
    return facts


def _unsupported(vendor: str) -> Dict[str, str]:
    return {row[0]: row[1] for row in _rows(PAGES / f"{vendor}.md", 3)}


def _check_facts(vendor, facts, unsupported, listed, faults) -> None:
    tests = _test_names()
    page = f"{vendor}.md"
    known = {mark.number for mark in listed}
    for fact in facts:
        if fact.strength not in STRENGTHS:
            faults.append(f"{page}: {fact.number} has the unknown strength '{fact.strength}'")
        if fact.before not in BEFORE:
            faults.append(f"{page}: {fact.number} was '{fact.before}' at 334a844")
        if fact.now not in NOW:
            faults.append(f"{page}: {fact.number} is '{fact.now}' now")
        if fact.before == "contradicts" and fact.now == "agrees" and fact.number not in tests:
            faults.append(f"{page}: no test's name begins with {fact.number}")
        if (fact.now == "unsupported") and fact.number not in unsupported:
            faults.append(f"{page}: {fact.number} is not in the table Not supported")
        if fact.now == "unproven" and fact.number not in known:
            faults.append(f"{page}: {fact.number} is unproven, and no mark in the code has its number")
        files = re.findall(r"[\w/+.-]+\.swift", fact.code)
        for file in files:
            if not (SOURCES / file).exists():
                faults.append(f"{page}: {fact.number} names {file}, which is not in Sources")
        if fact.now == "agrees" and not files:
            faults.append(f"{page}: {fact.number} names no file")
    for number in unsupported:
        if not any(fact.number == number and fact.now != "agrees" for fact in facts):
            faults.append(f"{page}: {number} is in the table Not supported, but its row says `agrees`")


def _test_names() -> set:
    """The numbers at the beginning of tests' display names: `@Test("H9: …")`, `@Test("H9, H10: …")`."""
    numbers = set()
    for path in TESTS.rglob("*.swift"):
        if ".build" not in path.parts:
            for names in re.findall(
                    r"@Test\(\s*\"((?:[TPHA]\d+)(?:, [TPHA]\d+)*):", path.read_text(encoding="utf-8")):
                numbers.update(names.split(", "))
    return numbers


def _swift_files():
    for path in sorted(SOURCES.rglob("*.swift")):
        if "Templates" not in path.parts:
            yield str(path.relative_to(SOURCES)), path.read_text(encoding="utf-8")


def _marks_in_sources(faults: List[str]) -> List[Mark]:
    marks = []
    for file, text in _swift_files():
        for found in re.finditer(rf"\b({WORDS})\b(?: ([TPHAD]\d+))?", text):
            if found.group(2) is None:
                line = text.count("\n", 0, found.start()) + 1
                faults.append(f"{file}:{line}: {found.group(1)} without a number")
            else:
                marks.append(Mark(found.group(2), found.group(1), file))
    return marks


def _marks_in_list(faults: List[str]) -> List[Mark]:
    return [Mark(row[0], row[1], row[3]) for row in _rows(PAGES / "Marks.md", 4)]


def _compare(marks: List[Mark], listed: List[Mark], faults: List[str]) -> None:
    for mark, count in (Counter(marks) - Counter(listed)).items():
        faults.append(f"{mark.file}: {mark.word} {mark.number} occurs {count} times more often than Marks.md lists it")
    for mark in Counter(listed) - Counter(marks):
        faults.append(f"Marks.md: {mark.word} {mark.number} is not in {mark.file}")
    for number, count in Counter(mark.number for mark in marks).items():
        if count > 1:
            faults.append(f"{number} is marked in {count} places; keep the mark in only one of them")


def _check_citations(numbers: set, faults: List[str]) -> None:
    """Checks that comments cite only facts and documents that a reader of the repository has."""
    for file, text in _swift_files():
        vendor = next((prefix for vendor, prefix in VENDORS.items() if f"{vendor}/" in file), None)
        for index, line in enumerate(text.splitlines(), 1):
            comment = re.search(r"//.*", line)
            if comment is None:
                continue
            if re.search(r"\bnotes'? *(\(?§|for)|protocol notes|\bthe notes\b", comment.group()):
                faults.append(f"{file}:{index}: cites notes that a reader does not have")
            if vendor and re.search(r"(?:^|[(;,] ?|///? )§\d", comment.group()):
                faults.append(f"{file}:{index}: a section without the name of its document")
            if vendor:
                for number in re.findall(rf"\b{vendor}\d{{1,3}}\b", comment.group()):
                    if number not in numbers and number not in ("P256", "P384", "P521"):
                        faults.append(f"{file}:{index}: cites {number}, which is not a fact")


def _samples(vendor: str, faults: List[str]) -> Counter:
    path = TESTS / "Vectors" / "wire" / f"{vendor.lower()}.json"
    entries = json.loads(path.read_text(encoding="utf-8"))
    for entry in entries:
        if entry.get("use") not in USES:
            faults.append(f"{path.name}: {entry.get('id')} has the unknown use '{entry.get('use')}'")
        if entry.get("use") == "unused" and not entry.get("reason"):
            faults.append(f"{path.name}: {entry.get('id')} is not used, and has no reason")
    return Counter(entry.get("use") for entry in entries)
