"""Builds the command line from a source archive, and packages it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import List

from . import debian

# With keys in a TPM; the package then depends on Debian's tpm2-tss. Swift's runtime is part of the program, since
# Debian has no package of it. The program looks for libraries only in the system's folders, and binds them at its start.
OPTIONS = [
    "-c", "release", "--static-swift-stdlib", "--disable-local-rpath", "--traits", "TPM", "--product", "latchkey",
    "-Xlinker", "-z", "-Xlinker", "now"]
TPM_HEADER = Path("/usr/include/tss2/tss2_esys.h")


class CannotBuild(Exception):
    pass


def refusals() -> List[str]:
    """What is missing on this machine."""
    missing = debian.missing_tools() + ([] if TPM_HEADER.exists() else ["libtss2-dev"])
    return [f"--binaries needs more packages. Run 'apt-get install {' '.join(missing)}'."] if missing else []


def build(swift: str, source_archive: Path, scratch: Path) -> Path:
    """Builds the command line from the archive, so that the archive is known to be complete; returns its path.

    `scratch` keeps what was compiled, for the next attempt."""
    source = scratch / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    subprocess.run(
        ["tar", "--extract", f"--file={source_archive}", f"--directory={source}", "--strip-components=1"], check=True)
    command = [swift, "build", "--package-path", str(source), "--scratch-path", str(scratch / "build"), *OPTIONS]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("LATCHKEY_")}
    # The output goes to the terminal: it takes minutes.
    if subprocess.run(command, stdin=subprocess.DEVNULL, env=environment).returncode != 0:
        raise CannotBuild(f"'{' '.join(command)}' failed. Correct it, and run the command again.")
    shown = subprocess.run([*command, "--show-bin-path"], capture_output=True, text=True, check=True, env=environment)
    return Path(shown.stdout.strip().splitlines()[-1]) / "latchkey"


def archive(package: debian.Package, file: Path, folder: Path) -> Path:
    """What the Debian package installs, below one folder, for other distributions."""
    path = folder / f"latchkey-{package.version}-linux-{file.stem.rpartition('_')[2]}.tar.xz"
    with tempfile.TemporaryDirectory() as unpacked:
        subprocess.run(["dpkg-deb", "--extract", str(file), unpacked], check=True)
        subprocess.run(
            ["tar", "--create", "--xz", f"--file={path}", f"--directory={unpacked}", "--sort=name", "--owner=0",
             "--group=0", "--numeric-owner", f"--mtime=@{package.seconds}",
             f"--transform=s,^usr,latchkey-{package.version},", "usr"],
            check=True, env={**os.environ, "XZ_OPT": "--threads=1"})
    return path
