"""Cleans up after the servers, even if the program that started them was killed.

All files of one run are in one folder, whose name contains the number and the start time of the process that owns the
run. This file is also a program: it waits until that process closes a pipe or ends, and then removes the folder and
everything that belongs to it: processes, namespaces and mounts. PR_SET_PDEATHSIG is not sufficient: that signal is sent
when the *thread* ends that started the child, and PostgreSQL's own children do not inherit it.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import List, Optional

PARENT = Path("/tmp")  # other users must be able to enter it, and the path of a Unix socket has to be short
PREFIX = "latchkey-servers-"
NETWORKS = "namespaces"  # in the folder: the names of the namespaces of this run
PROCESSES = "processes"  # in the folder: pid and start time of processes whose working directory is elsewhere


def state(pid: int) -> Optional[List[str]]:
    """The fields of /proc/PID/stat from the third on; None if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, UnicodeDecodeError):
        return None


def start_time(pid: int) -> str:
    """The start time of a process, which distinguishes it from a later one with the same number; empty if it ended."""
    fields = state(pid)
    return "" if fields is None or fields[0] == "Z" else fields[19]


def processes_in(directory: Path) -> List[int]:
    """The processes whose working directory is this directory or is inside it.

    The working directory of PostgreSQL and all its children is the data folder."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            where = os.readlink(f"/proc/{name}/cwd")
        except OSError:
            continue
        fields = state(int(name))
        if (where == str(directory) or where.startswith(f"{directory}/")) and fields and fields[0] != "Z":
            found.append(int(name))
    return found


def send(pid: int, kind: signal.Signals) -> None:
    try:
        os.kill(pid, kind)
    except (ProcessLookupError, PermissionError):
        pass


def kill_processes_in(directory: Path) -> None:
    """Kills the processes repeatedly until none is left: a process may fork after the list was read."""
    deadline = time.monotonic() + 60  # a process that waits for a slow disk ends only after that wait
    while time.monotonic() < deadline:
        pids = processes_in(directory)
        if not pids:
            return
        for pid in pids:
            send(pid, signal.SIGKILL)
        time.sleep(0.005)


def remove_namespace(name: str, link: str) -> None:
    found = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
    for pid in found.stdout.split():
        send(int(pid), signal.SIGKILL)
    for command in (["ip", "link", "delete", link], ["ip", "netns", "delete", name]):
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def remove(directory: Path) -> None:
    """Removes a run's folder and everything that belongs to it. Several processes may call this at once."""
    kill_processes_in(directory)
    for line in _lines(directory / PROCESSES):
        pid, started = line.split()
        if start_time(int(pid)) == started:
            send(int(pid), signal.SIGKILL)
    for line in _lines(directory / NETWORKS):
        remove_namespace(*line.split())
    for line in _lines(Path("/proc/self/mounts")):
        place = line.split()[1]
        if place.startswith(f"{directory}/"):
            subprocess.run(["umount", "-l", place], stderr=subprocess.DEVNULL)
    shutil.rmtree(directory, ignore_errors=True)


def remove_stale() -> None:
    """Removes the leftovers of runs whose keeper was killed, too."""
    for directory in PARENT.glob(PREFIX + "*"):
        pid, started = (directory.name[len(PREFIX):].split("-") + ["", ""])[:2]
        try:
            is_ours = directory.lstat().st_uid == os.geteuid() and directory.is_dir() and not directory.is_symlink()
        except OSError:
            continue
        if is_ours and pid.isdigit() and start_time(int(pid)) != started:
            remove(directory)


def _lines(path: Path) -> List[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(kind, signal.SIG_IGN)
    os.chdir("/")
    while os.read(0, 64):
        pass
    remove(Path(sys.argv[1]))
