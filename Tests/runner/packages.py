"""Installs the Debian packages that the build and the tests need, if they are missing."""

import ctypes
import importlib.util
import os
import shutil
from pathlib import Path

from . import commands
from .terminal import Terminal


def _header(path: str):
    return lambda: Path("/usr/include", path).exists()


def _library(soname: str):
    def is_there() -> bool:
        try:
            ctypes.CDLL(soname)
            return True
        except OSError:
            return False

    return is_there


def _command(name: str):
    return lambda: shutil.which(name) is not None


def _can_make_environments() -> bool:
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def _postgresql() -> bool:
    return any(Path("/usr/lib/postgresql").glob("*/bin/postgres")) or shutil.which("postgres") is not None


def _musl() -> bool:
    return any(Path("/usr/include").glob("*-linux-musl/stdio.h"))


# Each package, its use, and a check for its content: later Debian releases rename packages (libcurl4t64) but keep
# the sonames.
NEEDED = (
    ("libssl-dev", "to build", _header("openssl/evp.h")),
    ("libcurl4", "HTTP; tests that make requests are skipped without it", _library("libcurl.so.4")),
    ("libmicrohttpd-dev", "the examples' servers; those examples are not built without it", _header("microhttpd.h")),
    ("libmicrohttpd12", "the sandbox over HTTP; its tests are skipped without it", _library("libmicrohttpd.so.12")),
    ("libtss2-dev", "keys in a TPM; built and tested if it is installed", _header("tss2/tss2_esys.h")),
    ("swtpm", "a TPM in software; the tests of keys in a TPM are skipped without it", _command("swtpm")),
    ("libsecret-1-0", "the desktop's keyring; its judge is skipped without it", _library("libsecret-1.so.0")),
    ("gnome-keyring", "a keyring for that judge", _command("gnome-keyring-daemon")),
    ("dbus", "a message bus for that judge", _command("dbus-run-session")),
    ("fish", "a shell; the test of its completion is skipped without it", _command("fish")),
    ("zsh", "a shell; the test of its completion is skipped without it", _command("zsh")),
    ("libqrencode4", "QR codes at the terminal", _library("libqrencode.so.4")),
    ("openssl", "certificates for the tests of TLS", _command("openssl")),
    ("python3-venv", "the judges' environments", _can_make_environments),
    ("glewlwyd", "an independent OpenID server; its judge is skipped without it", _command("glewlwyd")),
    ("chromium", "a browser for the OpenID server's pages; one test is skipped without it", _command("chromium")),
    ("oathtool", "an independent check of one-time passwords; their judge is skipped without it", _command("oathtool")),
    ("postgresql", "a database; the tests of stores and fleets in PostgreSQL are skipped without it", _postgresql),
    ("pgbouncer", "a connection pooler for that database", _command("pgbouncer")),
    ("groff-base", "a formatter of manual pages; one test is skipped without it", _command("groff")),
    ("man-db", "a reader of manual pages; one test is skipped without it", _command("man")),
    ("debhelper", "Debian's tools for packages; the judge of our package is skipped without it", _command("dh")),
    ("lintian", "Debian's check of packages; one test is skipped without it", _command("lintian")),
    ("mmdebstrap", "a clean Debian, in which --full tries the package", _command("mmdebstrap")),
    ("iproute2", "hosts of a fleet in network namespaces", _command("ip")),
    ("spin", "a model checker for the fleet protocol; its judge is skipped without it", _command("spin")),
    ("gcc", "compiles the programs that Spin generates", _command("gcc")),
    ("musl-dev", "the headers of musl; the check for static Linux is skipped without it", _musl),
    ("fonts-dejavu-core", "fonts for that browser", lambda: Path("/usr/share/fonts/truetype/dejavu").exists()),
)


def install(terminal: Terminal) -> None:
    """Installs missing packages if possible, and reports it otherwise."""
    missing = [(name, use) for name, use, is_there in NEEDED if not is_there()]
    if not missing:
        return
    names = [name for name, _ in missing]
    prefix = _as_root()
    if prefix is None or shutil.which("apt-get") is None:
        terminal.line("These packages are missing, and installing them needs apt-get and root:")
        for name, use in missing:
            terminal.line(f"  {name}: {use}")
        return
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    if "postgresql" in names:
        _make_no_cluster()
    with terminal.phase("Installing " + ", ".join(names)) as phase:
        # A partly updated index can be enough.
        commands.run(phase, "apt-update", [*prefix, "apt-get", "-q", "update"], minutes=10, environment=quiet)
        install = [*prefix, "apt-get", "-qy", "install", "--no-install-recommends", *names]
        if commands.run(phase, "apt-install", install, minutes=15, environment=quiet) != 0:
            phase.fail("apt-get could not install them")
    if not phase.is_good:
        commands.show_end(terminal, "apt-install", 12)


def _make_no_cluster() -> None:
    """Keeps Debian's package from creating and starting a database cluster. The tests create their own."""
    settings = Path("/etc/postgresql-common/createcluster.conf")
    if os.geteuid() == 0 and not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("create_main_cluster = false\n", encoding="utf-8")


def _as_root():
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and os.system("sudo -n true 2>/dev/null") == 0:
        return ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"]
    return None
