"""Type-checks the code for Apple's systems for iOS 17, on a machine without Apple's SDKs.

The toolchain's standard library comes with module interfaces, which contain the availability of every declaration. They
are compiled once for iOS (half a minute; the result is kept in Tests/.output until the toolchain changes). Apple's
frameworks are replaced by stubs of the calls that the code makes, in Tests/stubs/apple. The check does not show that
the stubs agree with Apple's SDK, or that the code links or runs.
"""

import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Optional

from . import commands, privacy
from .places import OUTPUT, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Phase, Terminal

TARGET = "x86_64-apple-ios17.0-simulator"
FILE = "x86_64-apple-ios-simulator"
# Each module imports only modules before it.
LIBRARY = (
    "Swift", "SwiftOnoneSupport", "_Builtin_float", "_RegexParser", "_StringProcessing", "_Concurrency", "Observation")
STUBS = TESTS / "stubs" / "apple"
FRAMEWORKS = (
    "Darwin", "Foundation", "Dispatch", "notify", "os", "Security", "CryptoKit", "LocalAuthentication", "UIKit",
    "Accessibility", "SwiftUI", "CoreImage", "AuthenticationServices", "DeviceCheck")
# The targets that support Apple's systems; the sandbox and the command line are tools for development.
TARGETS = (
    "AuthText", "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey", "AuthTurnkey", "AuthAccountDeletion",
    "AuthTurnkeyAPI", "AuthPrivy", "AuthPrivyWallets", "AuthHawcx", "AuthAuthsignal", "AuthOIDC", "AuthAdoption", "AuthTurnkeyAdoption",
    "AuthAuthsignalAdoption", "AuthRuntime", "AuthUI")
DEMO = ROOT / "Examples" / "LatchkeyDemo" / "Sources" / "LatchkeyDemo"
SETTINGS = (
    "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility")


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    privacy.check(terminal, results, TARGETS)
    swiftc = Path(toolchain.swift).resolve().parent / "swiftc"
    with terminal.phase("Type-checking for iOS 17") as phase:
        place = _library(phase, results, swiftc)
        if place is None:
            phase.fail("the standard library could not be compiled for iOS")
            return
        compiler = Compiler(swiftc, place)
        if not all(compiler.framework(phase, results, name) for name in FRAMEWORKS):
            phase.fail("a stub of Apple's frameworks does not compile")
            return
        good = [compiler.target(phase, results, name, ROOT / "Sources" / name, "latchkey") for name in TARGETS]
        good.append(compiler.target(phase, results, "LatchkeyDemo", DEMO))
        left_out = sorted({path.parent.name for path in (ROOT / "Sources").glob("*/Apple")} - set(TARGETS))
        for name in left_out:
            results.fail(f"apple.{name}", "the target has code for Apple's systems, and is not in TARGETS")
            good.append(False)
        if not all(good):
            phase.fail(f"{good.count(False)} of {len(good)} targets have errors")
        else:
            phase.end = f"{len(good)} targets, no errors"
    results.skip("apple", "no Apple SDK here: the code was type-checked against stubs, and not compiled, linked or run")


class Compiler:
    """The toolchain's compiler with the standard library for iOS, and the modules that it has compiled so far."""

    def __init__(self, swiftc: Path, library: Path) -> None:
        self.modules = OUTPUT / "apple" / "modules"
        shutil.rmtree(self.modules, ignore_errors=True)
        self.modules.mkdir(parents=True)
        plugins = swiftc.parent.parent / "lib" / "swift" / "host" / "plugins"
        self.command = [
            swiftc, "-frontend", "-emit-module", "-parse-as-library", "-target", TARGET, "-resource-dir", library,
            "-disable-objc-interop", "-module-cache-path", library / "cache", "-plugin-path", plugins, "-I", self.modules]

    def framework(self, phase: Phase, results: Results, name: str) -> bool:
        interface = STUBS / f"{name}.swiftinterface"
        if interface.exists():
            shutil.copy(interface, self.modules)
            return True
        files = [STUBS / f"{name}.swift"]
        # The calls that only the demo makes are one folder up: the demo is type-checked against them on Linux, too.
        demo = STUBS.parent / f"{name}.swift"
        if demo.exists():
            files.append(Path(shutil.copy(demo, self.modules / f"{name}+demo.swift")))
        return self._compile(phase, results, name, [path for path in files if path.exists()], ("-swift-version", "5"))

    def target(self, phase: Phase, results: Results, name: str, folder: Path, package: Optional[str] = None) -> bool:
        settings = [*SETTINGS, "-package-name", package] if package else SETTINGS
        good = self._compile(phase, results, name, sorted(folder.rglob("*.swift")), settings)
        results.passed += good
        return good

    def _compile(self, phase: Phase, results: Results, name: str, files, settings) -> bool:
        log = f"apple-{name}"
        output = self.modules / f"{name}.swiftmodule"
        command = [*self.command, *settings, "-module-name", name, "-o", output, *files]
        if commands.run(phase, log, command, minutes=5) == 0:
            return True
        text = commands.log(log).read_text(encoding="utf-8", errors="replace")
        errors = [line for line in text.splitlines() if re.search(r"\berror: ", line)] or text.splitlines()[-8:]
        results.fail(f"apple.{name}", "\n".join([f"{len(errors)} errors for iOS 17", *errors]))
        return False


def _library(phase: Phase, results: Results, swiftc: Path):
    """The resource directory with the standard library for iOS, which is compiled once for each toolchain."""
    version = subprocess.run([swiftc, "--version"], capture_output=True, text=True, check=True).stdout
    key = hashlib.sha256((version + " ".join(LIBRARY)).encode()).hexdigest()[:12]
    place = OUTPUT / "apple" / f"library-{key}"
    place.mkdir(parents=True, exist_ok=True)
    source = swiftc.parent.parent / "lib" / "swift"
    for name in ("shims", "clang", "apinotes"):
        if not (place / name).exists():
            (place / name).symlink_to(source / name)
    for name in LIBRARY:
        if not _module(phase, results, swiftc, source, place, name):
            return None
    return place


def _module(phase: Phase, results: Results, swiftc: Path, source: Path, place: Path, name: str) -> bool:
    """Compiles a module of the toolchain's library, unless an earlier run has done so."""
    folder = place / "iphonesimulator" / f"{name}.swiftmodule"
    finished = folder / f"{FILE}.swiftmodule"
    if finished.exists():
        return True
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted((source / "linux" / f"{name}.swiftmodule").glob("*-linux-gnu.swiftinterface"))
    if not found:
        results.fail(f"apple.{name}", "this toolchain has no interface of the module")
        return False
    text = found[0].read_text(encoding="utf-8")
    text = re.sub(r"-target \S+-unknown-linux-gnu", f"-target {TARGET}", text)
    text = re.sub(r"@backDeployed\([^)]*\)\s*|^(public )?import Glibc$", "", text, flags=re.MULTILINE)
    interface = folder / f"{FILE}.swiftinterface"
    interface.write_text(text, encoding="utf-8")
    aside = folder / "unfinished"
    command = [
        swiftc, "-frontend", "-compile-module-from-interface", "-target", TARGET, "-resource-dir", place,
        "-disable-objc-interop", "-disable-availability-checking", "-module-cache-path", place / "cache",
        "-plugin-path", source / "host" / "plugins", *(["-parse-stdlib"] if name == "Swift" else []),
        "-module-name", name, "-o", aside, interface]
    status = commands.run(phase, f"apple-library-{name}", command, minutes=10)
    if status != 0 or not aside.exists():
        results.fail(f"apple.{name}", f"its interface did not compile for iOS (status {status})")
        return False
    aside.rename(finished)
    return True
