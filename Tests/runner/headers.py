"""Checks that a plain build reads no headers except those of OpenSSL, the C library and the kernel.

It checks that every header in the dependency files of our C targets and in the C modules that Swift imported belongs to
one of the allowed packages. With --full, it also builds everything again in a mount namespace in which every other file
and folder of /usr/include is hidden.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import commands
from .places import OUTPUT, ROOT
from .results import Results
from .swift import Toolchain
from .terminal import Terminal

INCLUDE = ("/usr/include/", "/usr/local/include/")
# The packages whose headers a build may read: those that Swift itself needs, and OpenSSL's.
ALLOWED = re.compile(r"^(libc6(\.\d+)?|linux-libc|libcrypt|libstdc\+\+-\d+|libgcc-\d+|libssl)-dev(:.*)?$")
ALLOWED_PACKAGES = ("libc6-dev", "linux-libc-dev", "libcrypt-dev", "libssl-dev")
# Modules that are imported only with a trait, which is on in these tests and off in a plain build.
TRAITS = ("CTSS2-",)
# Modules that only packages in `Examples` import. They are built in the same folder.
EXAMPLES = ("CLibMicroHTTPD-",)
NAMES = re.compile(rb"/usr/(?:local/)?include/[A-Za-z0-9_./+-]+")


def check(terminal: Terminal, results: Results, toolchain: Toolchain, full: bool) -> None:
    with terminal.phase("Headers that the build read") as phase:
        foreign, count = _scan(toolchain.products())
        if count == 0:
            results.fail("headers", "no compiled module names a header; the check looks in the wrong place")
            phase.fail("none found")
        elif foreign:
            results.fail("headers", "the build read headers of other libraries:\n" + "\n".join(sorted(foreign)))
            phase.fail(f"{len(foreign)} belong to other libraries")
        else:
            results.passed += 1
            phase.end = f"{count}, none of other libraries"
    if full:
        _build_with_headers_hidden(terminal, results, toolchain)


def _scan(products: Path):
    """The headers that do not belong to an allowed package, and the number of all headers that were read."""
    read = set()
    for pattern in ("*.d", "*.pcm"):
        for file in products.rglob(pattern):
            if file.name.startswith(TRAITS + EXAMPLES):
                continue
            read.update(name.decode() for name in NAMES.findall(file.read_bytes()) if name.endswith(b".h"))
    ours = {name for name in read if name.startswith(INCLUDE)}
    if shutil.which("dpkg-query") is None:
        allowed = re.compile(r"^/usr/include/(x86_64-linux-gnu/|aarch64-linux-gnu/)?(openssl|bits|sys|asm|gnu|linux)/")
        return {name for name in ours if not allowed.match(name) and "/" in name[len(INCLUDE[0]):]}, len(ours)
    owned = subprocess.run(["dpkg-query", "-S", *sorted(ours)], capture_output=True, text=True).stdout
    good = set()
    for line in owned.splitlines():
        packages, _, name = line.rpartition(": ")
        if all(ALLOWED.match(package.strip()) for package in packages.split(",")):
            good.add(name)
    return ours - good, len(ours)


def _build_with_headers_hidden(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    name = "Plain build with every other header hidden"
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        results.skip("headers", "hiding headers requires root and mount namespaces (unshare -m)")
        return
    scratch = OUTPUT / "plain-build"
    with terminal.phase(name) as phase:
        script = [sys.executable, "-m", "runner.hide", *_kept()]
        command = ["unshare", "-m", *script, "--", toolchain.swift, "build", "--scratch-path", str(scratch)]
        environment = {"PYTHONPATH": str(Path(__file__).parent.parent)}
        status = commands.run(phase, "plain-build", command, minutes=30, cwd=ROOT, environment=environment)
        if status == 0:
            results.passed += 1
        else:
            phase.fail(f"failed with status {status}")
            results.fail(name, f"ended with status {status}")
    if status != 0:
        commands.show_end(terminal, "plain-build")
    shutil.rmtree(scratch, ignore_errors=True)


def _kept():
    """The path of a list of the files under /usr/include that the allowed packages installed."""
    installed = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\n"], capture_output=True, text=True).stdout
    packages = [line for line in installed.split() if ALLOWED.match(line)]
    listed = subprocess.run(["dpkg-query", "-L", *packages], capture_output=True, text=True).stdout
    files = OUTPUT / "kept-headers.txt"
    files.write_text("\n".join(line for line in listed.splitlines() if line.startswith(INCLUDE)))
    return [str(files)]
