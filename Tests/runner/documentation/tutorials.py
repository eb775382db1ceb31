"""Checks that the code of each step of the tutorials compiles, together with the other files of that step."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

from .. import typecheck
from ..places import OUTPUT, ROOT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from .pages import Page

FOLDER = ROOT / "Documentation" / "Tutorials"
RESOURCES = FOLDER / "Resources"
STEPS = OUTPUT / "tutorials"
CODE = re.compile(r'@Code\(name: "([^"]+)", file: "([^"]+)"\)')
# The samples on this page are the last steps of the tutorials.
PAGE = "YourFirstApp.md"


def check(terminal: Terminal, results: Results, toolchain: Toolchain, pages: List[Page]) -> None:
    """Needs the stubs and bridges that `catalogues` has compiled."""
    shutil.rmtree(STEPS, ignore_errors=True)
    with terminal.phase("Steps of the tutorials") as phase:
        before, count = len(results.failures), 0
        for where, files in _steps():
            phase.show(where)
            count += 1
            fault = _fault(toolchain, where, files)
            if fault:
                results.fail(f"tutorial {where}", f"does not compile: {fault}")
            else:
                results.passed += 1
        for fault in [*_unused(), *_different(pages)]:
            results.fail("tutorials", fault)
        if count == 0:
            results.fail("tutorials", "no step with code was found; the check looks in the wrong place")
        failed = len(results.failures) - before
        if failed:
            phase.fail(f"{failed} faults")
        else:
            phase.end = f"{count} compile"


def _steps() -> Iterator[Tuple[str, Dict[str, Path]]]:
    """Each step with code, and the newest version of every file at that step, by the file's name."""
    for tutorial in sorted(FOLDER.glob("*.tutorial")):
        files: Dict[str, Path] = {}
        for name, file in CODE.findall(tutorial.read_text(encoding="utf-8")):
            files = {**files, name: RESOURCES / file}
            yield f"{tutorial.stem}, {file}", files


def _fault(toolchain: Toolchain, where: str, files: Dict[str, Path]) -> str:
    folder = STEPS / re.sub(r"\W", "_", where)
    folder.mkdir(parents=True)
    paths = [Path(shutil.copy(path, folder / name)) for name, path in files.items()]
    manifests = [path for path in paths if path.name == "Package.swift"]
    sources = [path for path in paths if path not in manifests]
    return "".join(_manifest(toolchain, path) for path in manifests) or (
        typecheck.with_bridges(toolchain, sources) if sources else "")


def _manifest(toolchain: Toolchain, path: Path) -> str:
    interface = Path(toolchain.swift).resolve().parent.parent / "lib" / "swift" / "pm" / "ManifestAPI"
    command = [Path(toolchain.swift).with_name("swiftc"), "-typecheck", "-package-description-version", "6.1", "-I"]
    result = subprocess.run([*command, interface, path], capture_output=True, text=True, timeout=300)
    return result.stderr.strip() or "the compiler failed" if result.returncode else ""


def _unused() -> Iterator[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.tutorial"))
    for path in sorted(RESOURCES.iterdir()):
        if f'"{path.name}"' not in text:
            yield f"no step shows Resources/{path.name}"


def _different(pages: List[Page]) -> Iterator[str]:
    shown = {path.read_text(encoding="utf-8") for path in RESOURCES.glob("*.swift")}
    for page in pages:
        for block in page.blocks if page.path.name == PAGE else ():
            if block.language == "swift" and block.text + "\n" not in shown:
                yield f"{block.where} is not a step of a tutorial; change both"
