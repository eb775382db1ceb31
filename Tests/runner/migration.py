"""Checks the pages for apps that move from a vendor's SDK.

`Tests/Vectors/interfaces/NAME.json` has the public names of a vendor's SDK, and `Documentation/Migrating/NAME.tsv` has
a row for each of them: the vendor's name, `mapped` or `unsupported`, the names in this package that replace it, and a
note. A page shows the table between two comments:

    <!-- table: turnkey-swift -->
    <!-- end of table -->

A name in the third column is a public declaration of this package, as `Type.member(label:)`, or begins with `config `
(a word of Documentation/Configuration.md), `latchkey ` (a command) or `app ` (Swift's or the system's own API).
`Tests/run --only migration` writes the tables into the pages if `LATCHKEY_WRITE` is set.
"""

import json
import os
import re
from typing import Dict, List, NamedTuple, Set

from . import api
from .places import ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

PAGES = ROOT / "Documentation" / "Migrating"
INTERFACES = TESTS / "Vectors" / "interfaces"
STATES = ("mapped", "unsupported")
TABLE = re.compile(r"<!-- table: ([a-z-]+) -->\n(.*?)<!-- end of table -->", re.DOTALL)
FREE = ("app ", "latchkey ")


class Row(NamedTuple):
    """One row of a table."""

    vendor: str  # the vendor's name
    state: str
    ours: str  # names in this package, separated by commas; empty for `unsupported`
    note: str


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    faults: List[str] = []
    with terminal.phase("Names of the vendors' SDKs") as phase:
        names = sorted(path.stem for path in INTERFACES.glob("*.json"))
        known = public_names(toolchain)
        tables = {name: rows(name, faults) for name in names}
        for name, table in tables.items():
            compare(name, table, known, faults)
        shown = pages(tables, faults)
        faults += [f"{name}: no page shows this table" for name in names if name not in shown]
        if faults:
            phase.fail(f"{len(faults)} faults")
            results.fail("migration", "\n".join(faults[:80]))
            return
        results.passed += len(names)
        phase.end = "; ".join(
            f"{name}: {sum(row.state == 'mapped' for row in table)} mapped, "
            f"{sum(row.state == 'unsupported' for row in table)} unsupported" for name, table in tables.items())


def public_names(toolchain: Toolchain) -> Set[str]:
    """Every public name of the package, such as `AuthClient.start(_:)`."""
    return {
        line.split(": ")[0] for module in api.modules(toolchain) for line in api.declarations(toolchain, module)}


def rows(name: str, faults: List[str]) -> List[Row]:
    path = PAGES / f"{name}.tsv"
    if not path.exists():
        faults.append(f"{path.relative_to(ROOT)} is missing")
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        columns = line.split("\t")
        if len(columns) != 4 or columns[1] not in STATES:
            faults.append(f"{path.name}:{number}: four columns are needed, and the second is one of {', '.join(STATES)}")
            continue
        found.append(Row(*(column.strip() for column in columns)))
    return found


def compare(name: str, table: List[Row], known: Set[str], faults: List[str]) -> None:
    """Compares a table with the vendor's names and with this package's."""
    interface = json.loads((INTERFACES / f"{name}.json").read_text(encoding="utf-8"))
    for member in ("sdk", "repository", "commit", "source"):
        if not interface.get(member):
            faults.append(f"{name}.json: '{member}' is missing")
    symbols, mapped = interface["symbols"], [row.vendor for row in table]
    faults += [f"{name}: '{symbol}' has no row" for symbol in symbols if symbol not in mapped]
    faults += [f"{name}: '{symbol}' is not a name of the SDK" for symbol in mapped if symbol not in symbols]
    faults += [f"{name}: '{symbol}' has several rows" for symbol in sorted(set(mapped)) if mapped.count(symbol) > 1]
    words = set(re.findall(r"`([^`\s]+)`", (ROOT / "Documentation" / "Configuration.md").read_text(encoding="utf-8")))
    for row in table:
        if row.state == "unsupported" and (row.ours or not row.note):
            faults.append(f"{name}: '{row.vendor}' is unsupported: it needs a reason, and no name")
        if row.state == "mapped" and not row.ours:
            faults.append(f"{name}: '{row.vendor}' is mapped to nothing")
        for ours in filter(None, row.ours.split(", ")):
            if ours.startswith(FREE):
                continue
            is_known = ours[len("config "):] in words if ours.startswith("config ") else ours in known
            if not is_known:
                faults.append(f"{name}: '{row.vendor}' is mapped to '{ours}', which does not exist")


def pages(tables: Dict[str, List[Row]], faults: List[str]) -> Set[str]:
    """Checks the tables in the pages, or writes them; returns the tables that a page shows."""
    shown: Set[str] = set()
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")

        def written(found: "re.Match") -> str:
            shown.add(found[1])
            if found[1] not in tables:
                faults.append(f"{page.name}: there is no table '{found[1]}'")
                return found[0]
            return f"<!-- table: {found[1]} -->\n{markdown(tables[found[1]])}<!-- end of table -->"

        new = TABLE.sub(written, text)
        if new != text and "LATCHKEY_WRITE" in os.environ:
            page.write_text(new, encoding="utf-8")
        elif new != text:
            faults.append(f"{page.name}: a table differs from its file: LATCHKEY_WRITE=1 Tests/run --only migration")
    return shown


def markdown(table: List[Row]) -> str:
    def cell(row: Row) -> str:
        if row.state == "unsupported":
            return "not supported"
        return ", ".join(f"`{ours.removeprefix('config ').removeprefix('app ')}`" for ours in row.ours.split(", "))

    lines = ["", "| the SDK | Latchkey | |", "| --- | --- | --- |"]
    lines += [f"| `{row.vendor}` | {cell(row)} | {row.note} |".replace(" |  |", " | |") for row in table]
    return "\n".join(lines) + "\n\n"
