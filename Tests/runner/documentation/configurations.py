"""Checks that configurations in the pages pass `latchkey config check`, and that other JSON parses."""

import json
import subprocess
from typing import List

from ..places import OUTPUT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from .pages import Block, Page


def check(terminal: Terminal, results: Results, toolchain: Toolchain, pages: List[Page]) -> None:
    blocks = [block for page in pages for block in page.blocks if block.language == "json"]
    with terminal.phase("Configurations in the documentation") as phase:
        faults = 0
        for block in blocks:
            fault = _fault(block, toolchain)
            if fault:
                faults += 1
                results.fail(block.where, fault)
            else:
                results.passed += 1
        if faults or not blocks:
            phase.fail(f"{faults} of {len(blocks)} are wrong")
        else:
            phase.end = f"{len(blocks)} checked"
        if not blocks:
            results.fail("documentation", "no configuration was found")


def _fault(block: Block, toolchain: Toolchain) -> str:
    try:
        value = json.loads(block.text)
    except ValueError as error:
        return f"does not parse: {error}"
    if "providers" not in value or block.mark("parsed only") or block.mark("file"):
        return ""
    path = OUTPUT / "documentation.json"
    path.write_text(block.text, encoding="utf-8")
    result = subprocess.run(
        [toolchain.products() / "latchkey", "config", "check", "--config", path], capture_output=True, text=True,
        timeout=60)
    return "" if result.returncode == 0 else result.stdout + result.stderr
