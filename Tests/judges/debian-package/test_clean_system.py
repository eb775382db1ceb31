"""Installs the package of a release in a Debian that has nothing else, uses it as a user, and removes it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from deb import output

SHELLS = ["bash-completion", "zsh", "fish"]
# What Debian's tools keep for themselves, and the user's own files.
NOT_COMPARED = (
    "/proc", "/sys", "/dev", "/tmp", "/run", "/home", "/var/cache", "/var/log", "/var/lib/apt", "/var/lib/dpkg",
    "/etc/ld.so.cache", "/root")

SIGN_IN = """
set -e
mkdir app && cd app
latchkey sandbox --port 0 --json --write-config auth.json > sandbox.json &
for _ in $(seq 100); do test -s sandbox.json && test -s auth.json && break; sleep 0.1; done
outbox=$(sed 's/.*"outbox":"\\([^"]*\\)".*/\\1/' sandbox.json)
latchkey sign-in jane@example.org --outbox "$outbox"
latchkey whoami
"""

COMPLETE_IN_BASH = """
source /usr/share/bash-completion/bash_completion
_completion_loader latchkey
COMP_WORDS=(latchkey who) COMP_CWORD=1
_latchkey
echo "${COMPREPLY[@]}"
"""


class System:
    """A Debian in a folder."""

    def __init__(self, root: Path):
        self.root = root

    def run(self, *words: str, user: str = "root"):
        """Runs a command in the system, with its processes; all end with it."""
        home = "/root" if user == "root" else f"/home/{user}"
        inside = ["/usr/sbin/chroot", f"--userspec={user}", str(self.root), "/usr/bin/env", "-i", f"HOME={home}",
                  "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "TERM=dumb",
                  "sh", "-c", 'cd "$HOME" && exec "$@"', "sh"]
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root}/proc", *inside,
             *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)

    def output(self, *words: str, **more) -> str:
        done = self.run(*words, **more)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    def files(self) -> set:
        found = set()
        for folder, folders, files in os.walk(self.root):
            inside = folder[len(str(self.root)):]
            folders[:] = [name for name in folders if f"{inside}/{name}" not in NOT_COMPARED]
            found |= {f"{inside}/{name}" for name in [*folders, *files]}
        return found - set(NOT_COMPARED)


def mirrors() -> list:
    """The sources of Debian's packages that apt uses here."""
    form = "$(ORIGIN)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    lines = output("apt-get", "indextargets", "--format", form, "Created-By: Packages").splitlines()
    return sorted({line.partition("|")[2] for line in lines if line.startswith("Debian|")})


@pytest.fixture(scope="module")
def system(released, tmp_path_factory):
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        pytest.skip("a clean Debian needs mmdebstrap and root")
    root = tmp_path_factory.mktemp("system") / "root"
    made = subprocess.run(
        ["mmdebstrap", "--variant=minbase", f"--include=man-db,{','.join(SHELLS)}",
         output("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME"), str(root), "\n".join(mirrors())],
        capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-3000:]
    system = System(root)
    system.output("useradd", "--create-home", "jane")
    system.output("apt-get", "-q", "update")
    # Its dependencies come first, because apt keeps some of them after it was removed.
    system.output("apt-get", "-qy", "satisfy", released.field("Depends"), released.field("Recommends"))
    system.before = system.files()
    shutil.copy(released.file, root / "tmp")
    installed = system.output("apt-get", "-qy", "install", f"/tmp/{released.file.name}")
    assert "1 newly installed" in installed, installed
    return system


def test_it_runs(system):
    assert system.output("latchkey", "--version", user="jane") == "latchkey 7.8.9\n"
    assert "Commands:" in system.output("latchkey", "--help", user="jane")


def test_a_user_signs_in_at_the_sandbox(system):
    assert "jane@example.org" in system.output("sh", "-c", SIGN_IN, user="jane")


def test_its_manual_pages(system):
    assert "latchkey sign-in" in system.output("man", "latchkey-sign-in", user="jane")
    assert "/de/man1/latchkey.1.gz" in system.output("man", "-L", "de", "-w", "latchkey", user="jane")
    assert "latchkey" in system.output("sh", "-c", "mandb --quiet && apropos latchkey")


def test_its_completion(system):
    assert system.output("bash", "-c", COMPLETE_IN_BASH, user="jane") == "whoami\n"
    loaded = system.output("zsh", "-c", "autoload -U compinit; compinit -u; print $_comps[latchkey]", user="jane")
    assert loaded == "_latchkey\n"
    assert system.output("fish", "-c", "complete -C 'latchkey who'", user="jane").startswith("whoami")


def test_removing_it_leaves_nothing(system):
    """The last test, because it removes the package."""
    assert "/usr/bin/latchkey" in system.files() - system.before
    system.output("apt-get", "-qy", "purge", "latchkey")
    assert system.files() - system.before == set() and system.before - system.files() == set()
