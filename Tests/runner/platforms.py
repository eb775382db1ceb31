"""Type-checks the code for Android and for static Linux (musl), on a machine without their SDKs.

The compiler takes the target of the other system, so `os(…)` has that system's value. It reads this toolchain's modules
of the standard library and of FoundationEssentials, whose import of Glibc is renamed, so that `canImport(Glibc)` is
false. The C library comes from musl's own headers (`musl-dev`), and for Android from the declarations in
Tests/stubs/platforms. swift-crypto is a stub. The check does not show that the code links or runs there.
"""

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from platform import machine
from typing import Sequence, Tuple

from . import commands, platform_table
from .apple import SETTINGS
from .places import OUTPUT, ROOT, TESTS
from .results import Results
from .swift import Toolchain
from .terminal import Phase, Terminal

STUBS = TESTS / "stubs" / "platforms"
# The processor of this machine, whose modules of the library the toolchain has.
PROCESSOR = "aarch64" if machine() in ("aarch64", "arm64") else "x86_64"
MUSL = Path(f"/usr/include/{PROCESSOR}-linux-musl")
DECLARATIONS = (STUBS / "android" / "declarations",)
LIBRARY = (
    "Swift", "SwiftOnoneSupport", "_Builtin_float", "_RegexParser", "_StringProcessing", "_Concurrency", "Observation",
    "Synchronization", "_FoundationCollections", "FoundationEssentials")
LANGUAGE = (*SETTINGS, "-package-name", "latchkey")
# FoundationEssentials imports this empty module in place of Glibc; the two names have the same length.
RENAMED = "_Libc"
# Each target imports only targets before it. What an app links:
CLIENT = (
    "AuthText", "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey", "AuthTurnkey",
    "AuthAccountDeletion", "AuthTurnkeyAPI", "AuthPrivy", "AuthPrivyWallets", "AuthHawcx", "AuthAuthsignal", "AuthOIDC",
    "AuthAdoption", "AuthTurnkeyAdoption", "AuthAuthsignalAdoption", "AuthRuntime", "AuthUI", "AuthTesting")
# And what else a server, a program for the terminal and their tests link:
SERVER = (
    "AuthTerminal", "AuthStoragePostgres", "AuthStorageSecretService", "AuthVerifier", "AuthVerifierTurnkey",
    "AuthVerifierPrivy", "AuthVerifierHawcx", "AuthVerifierAuthsignal", "AuthVerifierOIDC", "AuthAppSessions",
    "AuthAppSessionsAuthsignal", "AuthSandboxKit", "AuthSandboxChains", "AuthSandboxTurnkey", "AuthSandboxPrivy",
    "AuthSandboxHawcx", "AuthSandboxAuthsignal", "AuthSandboxOIDC", "AuthSandbox")


def _ndk() -> Tuple[Path, ...]:
    """The folders of Bionic's headers in the NDK of the variable ANDROID_NDK_HOME; none without one."""
    home = os.environ.get("ANDROID_NDK_HOME")
    found = sorted(Path(home).glob("toolchains/llvm/prebuilt/*/sysroot/usr/include")) if home else []
    return (found[0], found[0] / f"{PROCESSOR}-linux-android") if found else ()


@dataclass(frozen=True)
class Platform:
    title: str
    # As the compiler names the system: its target, the modules' file names, the folder of its library, the C library.
    target: str
    file: str
    folder: str
    module: str
    targets: Tuple[str, ...]
    # Folders of C headers, and the C targets of this package that Swift code imports there.
    headers: Tuple[Path, ...]
    c_targets: Tuple[str, ...]
    traits: Tuple[str, ...] = ()
    # Stubs of other packages' modules.
    packages: Tuple[str, ...] = ()


PLATFORMS = (
    Platform(
        "Android", f"{PROCESSOR}-unknown-linux-android28", f"{PROCESSOR}-unknown-linux-android", "android", "Android",
        CLIENT, (STUBS / "android", *(_ndk() or DECLARATIONS)), (), ("SwiftCrypto",), ("Crypto", "CryptoExtras")),
    Platform(
        "static Linux", f"{PROCESSOR}-swift-linux-musl", f"{PROCESSOR}-swift-linux-musl", "linux-static", "Musl",
        CLIENT + SERVER, (STUBS / "musl", MUSL), ("COpenSSL", "CCurl", "CPostgres", "CSecret", "CMicroHTTPD")),
)


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    for fault in platform_table.faults(PLATFORMS):
        results.fail("platforms.page", fault)
    swiftc = Path(toolchain.swift).resolve().parent / "swiftc"
    for platform in PLATFORMS:
        missing = [str(folder) for folder in platform.headers if not folder.exists()]
        if missing:
            results.skip("platforms", f"the check for {platform.title}, which needs {', '.join(missing)}")
            continue
        with terminal.phase(f"Type-checking for {platform.title}") as phase:
            compiler = Compiler(platform, swiftc)
            if not compiler.stubs(phase, results):
                phase.fail("a stub of the system or of a package does not compile")
                continue
            # A target's module is made from its declarations; then the bodies of all targets can be checked at once.
            good = [compiler.module(phase, results, name) for name in platform.targets]
            if all(good):
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    good = list(pool.map(lambda name: compiler.target(phase, results, name), platform.targets))
            if all(good):
                phase.end = f"{len(good)} targets, no errors"
            else:
                phase.fail(f"{good.count(False)} of {len(good)} targets have errors")
        results.skip(
            "platforms", f"no SDK for {platform.title} here: the code was type-checked; not compiled, linked or run")


class Compiler:
    """The toolchain's compiler with the target of another system, and the modules that it has compiled so far."""

    def __init__(self, platform: Platform, swiftc: Path) -> None:
        self.platform = platform
        self.place = OUTPUT / "platforms" / platform.module.lower()
        shutil.rmtree(self.place, ignore_errors=True)
        self.modules = self.place / "modules"
        self.modules.mkdir(parents=True)
        source = swiftc.parent.parent / "lib" / "swift"
        resources = self.place / "resources"
        _library(source, resources, platform)
        headers = [*platform.headers, *_system_headers(self.place)]
        self.command = [
            swiftc, "-frontend", "-parse-as-library", "-target", platform.target,
            "-resource-dir", resources, "-module-cache-path", self.place / "cache",
            "-plugin-path", source / "host" / "plugins", "-I", self.modules,
            *(f"-D{trait}" for trait in platform.traits), "-Xcc", "-nostdlibinc"]
        for folder in headers:
            self.command += ["-Xcc", "-isystem", "-Xcc", folder]
        for name in platform.c_targets:
            self.command += ["-Xcc", f"-fmodule-map-file={_module_map(self.place, name)}"]

    def stubs(self, phase: Phase, results: Results) -> bool:
        return all(
            self._run(phase, results, name, [STUBS / f"{file}.swift"], ["-swift-version", "5", *self._emission(name)])
            for name, file in (
                (RENAMED, RENAMED), (self.platform.module, "CLibrary"), *((x, x) for x in self.platform.packages)))

    def module(self, phase: Phase, results: Results, name: str) -> bool:
        return self._run(phase, results, name, _sources(name), [*LANGUAGE, *self._emission(name)])

    def target(self, phase: Phase, results: Results, name: str) -> bool:
        good = self._run(phase, results, name, _sources(name), [*LANGUAGE, "-typecheck"])
        results.passed += good
        return good

    def _emission(self, name: str) -> Sequence:
        """Bodies are left out of modules: those of the toolchain's modules contain code for Glibc."""
        return (
            "-emit-module", "-experimental-skip-all-function-bodies", "-o", self.modules / f"{name}.swiftmodule")

    def _run(self, phase: Phase, results: Results, name: str, files: Sequence[Path], action: Sequence) -> bool:
        log = f"platforms-{self.platform.module}-{name}"
        if commands.run(phase, log, [*self.command, *action, "-module-name", name, *files], minutes=5) == 0:
            return True
        text = commands.log(log).read_text(encoding="utf-8", errors="replace")
        errors = [line for line in text.splitlines() if re.search(r"\berror: ", line)] or text.splitlines()[-8:]
        results.fail(
            f"platforms.{self.platform.module}.{name}",
            "\n".join([f"{len(errors)} errors for {self.platform.title}", *errors]))
        return False


def _sources(name: str) -> Sequence[Path]:
    return sorted((ROOT / "Sources" / name).rglob("*.swift"))


def _library(source: Path, resources: Path, platform: Platform) -> None:
    """The toolchain's modules under the names that the compiler looks for, without the module Glibc."""
    resources.mkdir(parents=True)
    for name in ("shims", "clang", "apinotes", "_FoundationCShims"):
        stub = STUBS / platform.module.lower() / name
        (resources / name).symlink_to(stub if stub.exists() else source / name)
    for name in LIBRARY:
        folder = resources / platform.folder / f"{name}.swiftmodule"
        folder.mkdir(parents=True)
        built = source / "linux" / f"{name}.swiftmodule" / f"{PROCESSOR}-unknown-linux-gnu.swiftmodule"
        # The first one is the import; the other ones are in names of declarations, which are not used.
        content = built.read_bytes().replace(b"Glibc\0\0\0", RENAMED.encode() + b"\0\0\0", 1)
        (folder / f"{platform.file}.swiftmodule").write_bytes(content)


def _system_headers(place: Path) -> Sequence[Path]:
    """Folders with the headers of the kernel and of OpenSSL alone, which are the same for every C library."""
    debian = Path(f"/usr/include/{PROCESSOR}-linux-gnu")
    folders = {
        "kernel": {"linux": "/usr/include/linux", "asm": debian / "asm", "asm-generic": "/usr/include/asm-generic"},
        "openssl": {"openssl": "/usr/include/openssl"},
        "openssl-configuration": {"openssl": debian / "openssl"},
    }
    for folder, links in folders.items():
        (place / folder).mkdir()
        for name, target in links.items():
            (place / folder / name).symlink_to(target)
    return [place / folder for folder in folders]


def _module_map(place: Path, name: str) -> Path:
    """The module map of one of the package's C targets; SwiftPM writes one for a target that has none."""
    folder = ROOT / "Sources" / name / "include"
    own = folder / "module.modulemap"
    if own.exists():
        return own
    written = place / f"{name}.modulemap"
    written.write_text(f'module {name} {{\n  umbrella header "{folder / name}.h"\n  export *\n}}\n', encoding="utf-8")
    return written
