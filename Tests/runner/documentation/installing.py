"""Checks that Installing.md has the traits that SwiftPM shows, and names only products that exist."""

import json
import os
import re
import subprocess
from typing import List, Sequence

from ..places import ROOT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal

PAGE = ROOT / "Documentation" / "Installing.md"
SHOWN = re.compile(r"`swift package show-traits`.*?\n```text\n(.*?)```", re.S)
TABLE = re.compile(r"^\| trait \|.*\n\|.*\n((?:\|.*\n)+)", re.M)
FIRST_CELL = re.compile(r"^\| `(\w+)`", re.M)
PRODUCT = re.compile(r"`(Auth[A-Z]\w*)`")
# Named there as a module that is no product.
NO_PRODUCTS = {"AuthSandboxChains"}


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    with terminal.phase("Traits and products of Installing.md") as phase:
        shown = _package(toolchain, "show-traits")
        products = {product["name"] for product in json.loads(_package(toolchain, "dump-package"))["products"]}
        found = faults(PAGE.read_text(encoding="utf-8"), shown, products)
        for fault in found:
            results.fail("documentation", f"Documentation/Installing.md {fault}")
        if found:
            phase.fail(f"{len(found)} faults")
        else:
            results.passed += 1
            phase.end = f"{len(shown.splitlines())} traits"


def faults(page: str, shown: str, products: Sequence[str]) -> List[str]:
    """What is wrong in the page, given what SwiftPM shows."""
    found = []
    block = SHOWN.search(page)
    if not shown.strip() or block is None or block.group(1).strip() != shown.strip():
        found.append(f"must show what 'swift package show-traits' prints:\n{shown.strip()}")
    traits = [line.split(" ")[0] for line in shown.splitlines() if line.strip()]
    table = TABLE.search(page)
    listed = FIRST_CELL.findall(table.group(1)) if table else []
    if listed != traits:
        found.append(f"explains the traits {listed}, and the package has {traits}")
    named = set(PRODUCT.findall(page))
    if len(named) < 10:
        found.append(f"names {len(named)} products; the check looks for the wrong names")
    return found + [f"names {name}, which is no product" for name in sorted(named - set(products) - NO_PRODUCTS)]


def _package(toolchain: Toolchain, command: str) -> str:
    # Tests/run turns a trait on by this variable; a reader's checkout has it off.
    environment = {name: text for name, text in os.environ.items() if name != "LATCHKEY_TPM"}
    return subprocess.run(
        [toolchain.swift, "package", command], cwd=ROOT, env=environment, capture_output=True, text=True,
        check=True).stdout
