"""Type-checking of sources that cannot be built here, against stubs of the calls that they make (Tests/stubs)."""

import re
import shutil
from pathlib import Path
from typing import Sequence

from . import commands
from .places import OUTPUT, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

STUBS = TESTS / "stubs"
MODULES = OUTPUT / "stubs"
LANGUAGE = [
    "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
    "-warnings-as-errors",
]
# SwiftPM names a package after the folder that it is in.
PACKAGE = re.sub(r"\W", "_", ROOT.name.lower())


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    shutil.rmtree(MODULES, ignore_errors=True)
    MODULES.mkdir(parents=True)
    for product, trait in (("AuthLogging", "Logging"), ("AuthMetrics", "Metrics")):
        sources(
            terminal, results, toolchain, product, ROOT / "Sources" / product, [trait],
            ["-D", trait, "-package-name", PACKAGE])
        results.skip("bridges", f"tests of {product} with trait {trait} on, which takes a package from the network")
    demo = ROOT / "Examples" / "LatchkeyDemo" / "Sources" / "LatchkeyDemo"
    sources(
        terminal, results, toolchain, "LatchkeyDemo", demo, ["SwiftUI", "AuthenticationServices", "CoreImage"],
        ["-parse-as-library"])


def sources(
    terminal: Terminal, results: Results, toolchain: Toolchain, module: str, folder: Path, stubs: Sequence[str],
    flags: Sequence[str] = (),
) -> None:
    """Type-checks the Swift files below `folder` as `module`, against `stubs` and what was built of this package."""
    name = f"typecheck-{module}"
    compiler = str(Path(toolchain.swift).with_name("swiftc"))
    products = toolchain.products()
    # The modules of C libraries that ours use inside have to be found, too.
    maps = [*ROOT.glob("Sources/C*/**/module.modulemap"), *products.glob("C*.build/module.modulemap")]
    seen = ["-I", MODULES, "-I", products / "Modules"]
    seen += [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
    files = sorted(folder.rglob("*.swift"))
    with terminal.phase(f"Types of {module} against stubs of {', '.join(stubs)}") as phase:
        status = 0
        for stub in stubs:
            # Stubs see those before them.
            made = [compiler, "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", stub]
            made += ["-I", MODULES, "-o", MODULES / f"{stub}.swiftmodule", STUBS / f"{stub}.swift"]
            status = commands.run(phase, f"stub-{stub}", made, minutes=5)
            failed = f"stub-{stub}"
            if status:
                break
        if status == 0:
            failed = name
            status = commands.run(
                phase, name, [compiler, "-typecheck", *LANGUAGE, "-module-name", module, *seen, *flags, *files],
                minutes=5)
        if status == 0:
            results.passed += 1
            phase.end = f"{len(files)} files"
        else:
            phase.fail(f"failed with status {status}")
            results.fail(f"types of {module}", f"the compiler ended with status {status}")
    if status != 0:
        commands.show_end(terminal, failed)
