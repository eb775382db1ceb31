"""Type-checking of sources that cannot be built here, against stubs of the calls that they make (Tests/stubs)."""

import re
import shutil
import subprocess
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
# SwiftPM names a package after its folder.
PACKAGE = re.sub(r"\W", "_", ROOT.name.lower())


# Products that have public names only with a trait, which needs a package from the network.
BRIDGES = {"AuthLogging": "Logging", "AuthMetrics": "Metrics"}
# The modules of these products with the traits on, and the modules of the stubs.
BRIDGED = OUTPUT / "bridges"
# What the screens of AuthUI and the demo import.
SCREENS = ("Accessibility", "SwiftUI", "AuthenticationServices", "CoreImage")
# Packages that connect the verifier to a web framework: the package, its library, its program, and the stubs.
MIDDLEWARE = (
    ("hummingbird-middleware", "HummingbirdVerifier", "hummingbird-backend",
     ("Logging", "HTTPTypes", "NIOCore", "Hummingbird", "HummingbirdAuth")),
    ("vapor-middleware", "VaporVerifier", "vapor-backend", ("Logging", "NIOCore", "NIOHTTP1", "Vapor")),
)


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    shutil.rmtree(MODULES, ignore_errors=True)
    MODULES.mkdir(parents=True)
    for product, trait in BRIDGES.items():
        sources(
            terminal, results, toolchain, product, ROOT / "Sources" / product, [trait],
            ["-D", trait, "-package-name", PACKAGE])
        results.skip("bridges", f"tests of {product} with trait {trait} on, which needs a package from the network")
    # The built module of AuthUI has no screens, because it was built without SwiftUI.
    sources(
        terminal, results, toolchain, "AuthUI", ROOT / "Sources" / "AuthUI", SCREENS,
        ["-emit-module", "-parse-as-library", "-package-name", PACKAGE, "-o", MODULES / "AuthUI.swiftmodule"])
    demo = ROOT / "Examples" / "LatchkeyDemo" / "Sources" / "LatchkeyDemo"
    sources(terminal, results, toolchain, "LatchkeyDemo", demo, (), ["-parse-as-library"])
    for package, library, program, stubs in MIDDLEWARE:
        code = ROOT / "Examples" / package / "Sources"
        emits = ["-emit-module", "-parse-as-library", "-o", MODULES / f"{library}.swiftmodule"]
        sources(terminal, results, toolchain, library, code / library, stubs, emits)
        sources(terminal, results, toolchain, program.replace("-", "_"), code / program, ())
        results.skip("types", f"build and tests of Examples/{package}, which needs packages from the network")


def sources(
    terminal: Terminal, results: Results, toolchain: Toolchain, module: str, folder: Path, stubs: Sequence[str],
    flags: Sequence[str] = (),
) -> None:
    """Type-checks the Swift files below `folder` as `module`, against `stubs` and the built modules of this package."""
    name = f"typecheck-{module}"
    compiler = str(Path(toolchain.swift).with_name("swiftc"))
    seen = ["-I", MODULES, *_built(toolchain)]
    files = sorted(folder.rglob("*.swift"))
    action = [] if "-emit-module" in flags else ["-typecheck"]
    title = f"Types of {module}" + (f" against stubs of {', '.join(stubs)}" if stubs else "")
    with terminal.phase(title) as phase:
        status = 0
        for stub in stubs:
            status = commands.run(phase, f"stub-{stub}", _stub(compiler, stub, MODULES), minutes=5)
            failed = f"stub-{stub}"
            if status:
                break
        if status == 0:
            failed = name
            status = commands.run(
                phase, name, [compiler, *action, *LANGUAGE, "-module-name", module, *seen, *flags, *files], minutes=5)
        if status == 0:
            results.passed += 1
            phase.end = f"{len(files)} files"
        else:
            phase.fail(f"failed with status {status}")
            results.fail(f"types of {module}", f"the compiler ended with status {status}")
    if status != 0:
        commands.show_end(terminal, failed)


def bridge(toolchain: Toolchain, product: str) -> str:
    """Compiles a bridge with its trait on, against the stub, into `BRIDGED`; returns the fault, or an empty text."""
    trait = BRIDGES[product]
    compiler = str(Path(toolchain.swift).with_name("swiftc"))
    BRIDGED.mkdir(parents=True, exist_ok=True)
    module = [compiler, "-emit-module", "-parse-as-library", *LANGUAGE, "-module-name", product, "-I", BRIDGED]
    module += [*_built(toolchain), "-D", trait, "-package-name", PACKAGE, "-o", BRIDGED / f"{product}.swiftmodule"]
    module += sorted((ROOT / "Sources" / product).rglob("*.swift"))
    fault = _run(_stub(compiler, trait, BRIDGED)) or _run(module)
    return fault and f"{product}: it does not compile against its stub: {fault}"


def screens(toolchain: Toolchain) -> str:
    """Compiles AuthUI with its screens, against stubs, into `BRIDGED`; returns the fault, or an empty text."""
    compiler = str(Path(toolchain.swift).with_name("swiftc"))
    BRIDGED.mkdir(parents=True, exist_ok=True)
    module = [compiler, "-emit-module", "-parse-as-library", *LANGUAGE, "-module-name", "AuthUI", "-I", BRIDGED]
    # `check` compiles the bodies.
    module += ["-Xfrontend", "-experimental-skip-all-function-bodies"]
    module += [*_built(toolchain), "-package-name", PACKAGE, "-o", BRIDGED / "AuthUI.swiftmodule"]
    module += sorted((ROOT / "Sources" / "AuthUI").rglob("*.swift"))
    stubs = (_run(_stub(compiler, stub, BRIDGED)) for stub in SCREENS)
    fault = next((fault for fault in stubs if fault), "") or _run(module)
    return fault and f"AuthUI: its screens do not compile against the stubs: {fault}"


def with_bridges(toolchain: Toolchain, files: Sequence[Path]) -> str:
    """Type-checks the files of a module that may import the bridges, the screens and their stubs; returns the fault, or
    an empty text."""
    compiler = str(Path(toolchain.swift).with_name("swiftc"))
    # An example may leave a value unused, which is a warning.
    language = [word for word in LANGUAGE if word != "-warnings-as-errors"]
    parse = [] if any(path.name == "main.swift" for path in files) else ["-parse-as-library"]
    return _run([compiler, "-typecheck", *parse, *language, "-I", BRIDGED, *_built(toolchain), *files])


def _run(command: Sequence) -> str:
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    return result.stderr.strip() or "the compiler failed" if result.returncode else ""


def _stub(compiler: str, name: str, place: Path) -> list:
    """The command that compiles a stub's module; a stub can import the stubs before it."""
    return [
        compiler, "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", name, "-I", place,
        "-o", place / f"{name}.swiftmodule", STUBS / f"{name}.swift"]


def _built(toolchain: Toolchain) -> list:
    """The compiler options for the built modules of this package and for the C modules that they import."""
    products = toolchain.products()
    maps = [*ROOT.glob("Sources/C*/**/module.modulemap"), *products.glob("C*.build/module.modulemap")]
    return ["-I", products / "Modules", *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}"))]
