"""Compiles each Swift block in a file of its own, and runs the tests among the blocks."""

import re
import shutil
from typing import List

from .. import commands, typecheck
from ..places import EXAMPLES, OUTPUT, ROOT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from .pages import Block, Page

PACKAGE = OUTPUT / "documentation"
TARGET = "DocumentationTests"
STUBBED = "against stubs, given"
DECLARATION = re.compile(
    r"(@\w+.*\s)?(public |private |final )*(struct|class|enum|actor|extension|protocol|func|typealias)\b|@Test|@Suite")

MANIFEST = """// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "documentation",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "latchkey", path: "{root}")],
  targets: [
    .testTarget(
      name: "{target}",
      dependencies: [{libraries}].map {{ .product(name: $0, package: "latchkey") }})
  ]
)
"""


def check(terminal: Terminal, results: Results, toolchain: Toolchain, pages: List[Page]) -> None:
    blocks = [block for page in pages for block in page.blocks if block.language == "swift"]
    for block in blocks:
        if block.mark("not run"):
            results.skip("documentation", block.mark("not run"))
    bridged = [block for block in blocks if block.mark(STUBBED) is not None]
    blocks = [
        block for block in blocks if not block.mark("file") and not block.mark("not run") and block not in bridged]
    if not blocks:
        results.fail("documentation", "no Swift block was found")
        return
    _check_bridged(terminal, results, toolchain, bridged)
    names = {_file(block): block for block in blocks}
    _write(names)
    where = ["--package-path", str(PACKAGE), "--scratch-path", str(EXAMPLES)]
    with terminal.phase("Swift in the documentation") as phase:
        build = [toolchain.swift, "build", "--disable-build-manifest-caching", "--build-tests", *where]
        status = commands.run(phase, "documentation-build", build, minutes=20)
        if status == 0:
            results.passed += len(blocks)
            phase.end = f"{len(blocks)} blocks compiled"
        else:
            log = commands.log("documentation-build").read_text(encoding="utf-8", errors="replace")
            broken = [name for name in names if re.search(rf"/{name}:\d+:\d+: error:", log)]
            results.passed += len(blocks) - len(broken) if broken else 0
            for name in broken:
                first = re.search(rf"/{name}:\d+:\d+: error: (.*)", log)
                results.fail(names[name].where, f"does not compile: {first.group(1) if first else ''}")
            if not broken:
                results.fail("documentation", f"the build of the Swift blocks ended with status {status}")
            phase.fail(f"failed with status {status}")
    if status != 0:
        commands.show_end(terminal, "documentation-build")
        return
    skipped = [name for block in blocks if _beside(block) for name in re.findall(r"@Test func (\w+)", block.text)]
    more = [word for name in skipped for word in ("--skip", rf"\.{name}\(")]
    toolchain.run_tests(terminal, results, "Tests in the documentation", "documentation", where + more)


def _check_bridged(terminal: Terminal, results: Results, toolchain: Toolchain, blocks: List[Block]) -> None:
    """Type-checks the blocks that need a package from the network, against stubs that `catalogues` has compiled."""
    with terminal.phase("Swift in the documentation, against stubs") as phase:
        folder = OUTPUT / "documentation-bridges"
        folder.mkdir(exist_ok=True)
        for block in blocks:
            path = folder / _file(block)
            path.write_text(_source(block, []), encoding="utf-8")
            fault = typecheck.with_bridges(toolchain, [path])
            if fault:
                results.fail(block.where, f"does not compile: {fault}")
                phase.fail("does not compile")
            else:
                results.passed += 1
        phase.end = f"{len(blocks)} blocks"


def _file(block: Block) -> str:
    page = re.sub(r"\W", "_", str(block.page.relative_to(ROOT).with_suffix("")))
    return f"{page}_{block.line}.swift"


def _write(blocks) -> None:
    """Writes only the files that have changed, so that a second run compiles nothing."""
    folder = PACKAGE / "Tests" / TARGET
    folder.mkdir(parents=True, exist_ok=True)
    libraries = _libraries()
    files = {PACKAGE / "Package.swift": MANIFEST.format(
        root=ROOT, target=TARGET, libraries=", ".join(f'"{name}"' for name in libraries))}
    files.update({folder / name: _source(block, libraries) for name, block in blocks.items()})
    for old in folder.glob("*.swift"):
        if old not in files:
            old.unlink()
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    shutil.rmtree(PACKAGE / ".build", ignore_errors=True)


def _libraries() -> List[str]:
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    listed = re.search(r"let publicLibraries = \[(.*?)\]", manifest, re.S)
    return re.findall(r'"(\w+)"', listed.group(1)) if listed else []


def _source(block: Block, libraries: List[str]) -> str:
    """The block as a file: declarations unchanged, statements inside a function."""
    lines = block.text.splitlines()
    imports = [line for line in lines if line.startswith("import ")]
    rest = [line for line in lines if not line.startswith("import ")]
    if not imports:
        imports = [f"import {name}" for name in libraries]
    if "#expect" in block.text or "@Test" in block.text:
        imports.append("import Testing")
    imports.append(
        "#if canImport(FoundationEssentials)\n  import FoundationEssentials\n#else\n  import Foundation\n#endif")
    text = "\n".join(dict.fromkeys(imports)) + "\n\n" + (_beside(block) or "") + "\n"
    if all(DECLARATION.match(line) for line in rest if re.match(r"[^\s/})]", line)):
        return text + "\n".join(rest) + "\n"
    actor = "@MainActor " if block.mark("given @MainActor") else ""
    given = block.mark("given") or block.mark("given @MainActor") or block.mark(STUBBED) or ""
    body = "\n".join("  " + line for line in rest)
    return text + f"{actor}func documentation_{block.line}({given}) async throws {{\n{body}\n}}\n"


def _beside(block: Block):
    return block.mark("given, in Swift")
