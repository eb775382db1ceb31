"""What the Debian package contains, and what Debian's tools say about it."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from deb import make, output
from release_copy import ROOT

# What lintian says about a program that was built for debugging, and not about one for release.
OF_A_DEBUG_BUILD = {"custom-library-search-path": "the program finds the toolchain's libraries by a path"}
PLACES = {
    "bash": "/usr/share/bash-completion/completions/latchkey",
    "zsh": "/usr/share/zsh/vendor-completions/_latchkey",
    "fish": "/usr/share/fish/vendor_completions.d/latchkey.fish",
}


def pages(latchkey) -> set:
    """The names of the manual pages: one of the program, and one of each command in its help."""
    listed = output(latchkey, "--help").split("Commands:")[1].split("Options")[0]
    commands = re.findall(r"^  (\S+(?: \S+)?)  ", listed, re.M)
    assert len(commands) > 20
    return {"latchkey"} | {"latchkey-" + command.replace(" ", "-") for command in commands}


def test_the_fields(package, latchkey):
    version = output(latchkey, "--version").split()[1]
    assert package.field("Package") == "latchkey"
    assert package.field("Version") == f"{version}-1"
    assert package.field("Architecture") == output("dpkg", "--print-architecture")
    assert package.file.name == f"latchkey_{version}-1_{package.field('Architecture')}.deb"
    assert package.field("Maintainer") == "Jane Doe <jane@latchkey.dev>"
    # Found in the program; the other one is loaded by name.
    assert re.search(r"\blibssl3|\blibssl3t64", package.field("Depends")) and "libc6 (>=" in package.field("Depends")
    assert "libcurl4t64 | libcurl4" in package.field("Depends")


def test_no_script_runs_as_root(package):
    assert {path.name for path in package.control.iterdir()} == {"control", "md5sums"}


def test_the_files(package, latchkey):
    files = package.files()
    manual = {path for path in files if path.startswith("/usr/share/man/")}
    assert files - manual == {
        "/usr/bin/latchkey", "/usr/lib/systemd/user/latchkey-agent.service", *PLACES.values(),
        "/usr/share/doc/latchkey/changelog.Debian.gz", "/usr/share/doc/latchkey/changelog.gz",
        "/usr/share/doc/latchkey/copyright", "/usr/share/lintian/overrides/latchkey"}
    for folder in ("", "de/"):
        place = f"/usr/share/man/{folder}man1"
        expected = {f"{place}/{name}.1.gz" for name in pages(latchkey)}
        assert {path for path in manual if path.startswith(place)} == expected
    for path in package.root.rglob("*"):
        assert path.is_symlink() or not path.stat().st_mode & 0o022, path
    assert os.access(package.root / "usr/bin/latchkey", os.X_OK)


def test_the_checksums(package):
    lines = (package.control / "md5sums").read_text().splitlines()
    assert {"/" + line.split("  ")[1] for line in lines} == package.files()
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.md5((package.root / name).read_bytes()).hexdigest() == digest, name


def test_a_completion_for_every_shell(package, latchkey):
    heading = output(latchkey, "completion", "--help").splitlines()[0]
    # Debian has no place for the scripts of PowerShell.
    shells = set(re.findall(r"\w+", heading.rpartition(" for ")[2])) - {"or", "and", "PowerShell"}
    assert shells == set(PLACES), "scripts/releases/debian.py and scripts/debian need a place for every shell"
    for shell, place in PLACES.items():
        text = (package.root / place[1:]).read_text(encoding="utf-8")
        assert text.strip() == output(latchkey, "completion", shell, env={**os.environ, "LANG": "C.UTF-8"})
        if shutil.which(shell):
            checked = subprocess.run([shell, "-n", str(package.root / place[1:])], capture_output=True, text=True)
            assert checked.returncode == 0, checked.stderr


def test_the_pages_are_formatted_without_a_warning(package):
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    for language in ("", "de/"):
        for page in ("latchkey", "latchkey-sign-in"):
            text = gzip.decompress((package.root / f"usr/share/man/{language}man1/{page}.1.gz").read_bytes())
            done = subprocess.run(
                ["groff", "-man", "-k", "-Tutf8", "-ww", "-z"], input=text, capture_output=True)
            assert done.returncode == 0 and done.stderr == b"", done.stderr.decode()


def test_the_unit_is_that_of_the_guide(package):
    shipped = (package.root / "usr/lib/systemd/user/latchkey-agent.service").read_text()
    page = (ROOT / "Documentation" / "Agent.md").read_text(encoding="utf-8")
    shown = re.search(r"^```text\n(\[Unit\]\n.*?)^```", page, re.M | re.S).group(1)
    assert shown == shipped


def test_the_changelogs(package):
    documents = package.root / "usr/share/doc/latchkey"
    ours = gzip.decompress((documents / "changelog.gz").read_bytes()).decode()
    assert ours == (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    debian = gzip.decompress((documents / "changelog.Debian.gz").read_bytes()).decode()
    # Debian's own reader of changelogs.
    path = package.control.parent / "changelog"
    path.write_text(debian)
    assert output("dpkg-parsechangelog", "-l", str(path), "--show-field", "Version") == package.field("Version")


def test_the_same_program_gives_the_same_bytes(package, latchkey, tmp_path):
    done = make(latchkey, tmp_path, TZ="Asia/Tokyo", LANG="de_DE.UTF-8", LC_ALL="C")
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).read_bytes() == package.file.read_bytes()


def complaints(file: Path) -> set:
    """The names of lintian's errors and warnings. The reasons of overrides are in the package."""
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not installed")
    done = subprocess.run(["lintian", "--allow-root", str(file)], capture_output=True, text=True)
    assert done.returncode in (0, 2), done.stderr
    return {line.split(": ")[2].split()[0] for line in done.stdout.splitlines() if re.match(r"[EW]: ", line)}


def test_lintian(package):
    assert complaints(package.file) <= set(OF_A_DEBUG_BUILD)


def test_lintian_of_a_release(released):
    assert complaints(released.file) == set()


def test_the_files_of_a_release(released):
    folder = released.file.parent
    checked = output("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder).splitlines()
    assert len(checked) == 4 == len(list(folder.iterdir())) - 1, checked
    archive, = folder.glob("*.tar.xz")
    listed = {name for name in output("tar", "--list", f"--file={archive}").splitlines() if not name.endswith("/")}
    installed = {name.replace("/usr/", "latchkey-7.8.9/", 1) for name in released.files()}
    assert listed == installed and "latchkey-7.8.9/bin/latchkey" in listed


def test_a_program_that_does_not_run(tools, tmp_path):
    done = make(str(tmp_path / "nothing"), tmp_path)
    assert done.returncode == 1 and "does not run" in done.stderr and "Build it" in done.stderr, done
    assert list(tmp_path.glob("*.deb")) == []


def test_missing_tools_are_named(latchkey, tmp_path):
    (tmp_path / "git").symlink_to(shutil.which("git"))
    done = make(latchkey, tmp_path, PATH=str(tmp_path))
    assert done.returncode == 1 and "apt-get install debhelper" in done.stderr, done
