"""Makes the Debian package of the command line with Debian's own tools. `scripts/debian` has what is the same for every
version; the program writes its manual pages and its completion itself."""

import os
import shutil
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path
from typing import Dict, List, NamedTuple

from .repository import Repository
from .version import Version

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "scripts" / "debian"
# The file of a completion script in `scripts/debian/latchkey.install`, by the shell.
COMPLETION = {"bash": "bash/latchkey", "zsh": "zsh/_latchkey", "fish": "fish/latchkey.fish"}
# The languages of the manual pages.
LOCALES = ("C.UTF-8", "de_DE.UTF-8")
# The tool, and its package.
TOOLS = {"dh": "debhelper", "dpkg-buildpackage": "dpkg-dev"}


class CannotPackage(Exception):
    pass


class Package(NamedTuple):
    program: Path
    version: Version
    maintainer: str
    # The time in the changelog and of every file, in seconds since 1970.
    seconds: int
    # Whether the program may need libraries that no package has, and the package is compressed quickly.
    is_trial: bool = False


def maintainer(repository: Repository, commit: str) -> str:
    """DEBFULLNAME and DEBEMAIL, as for Debian's tools; otherwise the author of the commit."""
    if "DEBEMAIL" in os.environ:
        return f"{os.environ.get('DEBFULLNAME', 'Latchkey')} <{os.environ['DEBEMAIL']}>"
    return repository.line("log", "-1", "--format=%an <%ae>", commit)


def seconds(repository: Repository, commit: str) -> int:
    """SOURCE_DATE_EPOCH; otherwise the time of the commit."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or repository.seconds(commit))


def missing_tools() -> List[str]:
    """The packages to install before one can be made."""
    return [package for tool, package in TOOLS.items() if shutil.which(tool) is None]


def version_of(program: Path) -> str:
    """What the program says its version is."""
    try:
        done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotPackage(f"{program} does not run: {error}. Build it for this machine.") from error
    return done.stdout.strip().rpartition(" ")[2]


def make(package: Package, folder: Path) -> Path:
    """Writes `latchkey_VERSION_ARCHITECTURE.deb` into the folder."""
    missing = missing_tools()
    if missing:
        raise CannotPackage(f"Debian's tools are missing. Run 'apt-get install {' '.join(missing)}'.")
    found = version_of(package.program)
    if found != str(package.version):
        raise CannotPackage(f"{package.program} has version {found}, not {package.version}. Build it again.")
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary, f"latchkey-{package.version}")
        _write_source(package, source)
        _run(["dpkg-buildpackage", "--build=binary", "--no-sign", "--no-check-builddeps"], source, {
            "SOURCE_DATE_EPOCH": str(package.seconds), "DEB_BUILD_OPTIONS": "noautodbgsym",
            "LATCHKEY_TRIAL": "1" if package.is_trial else "", "LC_ALL": "C.UTF-8"})
        made = list(Path(temporary).glob("*.deb"))
        if len(made) != 1:
            raise CannotPackage(f"dpkg-buildpackage made {len(made)} packages, not 1")
        return Path(shutil.copy(made[0], folder))


def _write_source(package: Package, source: Path) -> None:
    shutil.copytree(FILES, source / "debian")
    control = source / "debian" / "control"
    text = control.read_text(encoding="utf-8").replace("@MAINTAINER@", package.maintainer)
    control.write_text(text, encoding="utf-8")
    (source / "debian" / "changelog").write_text(changelog(package), encoding="utf-8")
    shutil.copyfile(ROOT / "CHANGELOG.md", source / "CHANGELOG.md")
    shutil.copyfile(package.program, source / "latchkey")
    (source / "latchkey").chmod(0o755)
    for locale in LOCALES:
        _run([str(package.program), "man", str(source / "man")], source, {"LANG": locale})
    for shell, name in COMPLETION.items():
        path = source / "completion" / name
        path.parent.mkdir(parents=True)
        path.write_text(
            _run([str(package.program), "completion", shell], source, {"LANG": "C.UTF-8"}), encoding="utf-8")


def changelog(package: Package) -> str:
    """Debian's changelog. The changes are in the other one, which the package contains, too."""
    return (
        f"latchkey ({package.version.debian}) unstable; urgency=medium\n\n"
        f"  * Release {package.version}; /usr/share/doc/latchkey/changelog.gz has the changes.\n\n"
        f" -- {package.maintainer}  {formatdate(package.seconds)}\n")


def _run(command: List[str], folder: Path, environment: Dict[str, str]) -> str:
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(("LC_", "LANG", "AUTH_"))}
    done = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, env={**inherited, **environment})
    if done.returncode != 0:
        raise CannotPackage(f"'{' '.join(command)}' failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout
