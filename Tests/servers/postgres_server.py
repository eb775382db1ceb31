"""A single private PostgreSQL server that a test can start, stop, kill, pause and query."""

import shutil
import signal
import subprocess
from pathlib import Path
from typing import Mapping, Optional, Tuple

from . import clients
from .processes import (
    Daemon, DidNotAnswer, as_plain_user, environment, free_port, give_to_plain_user, new_directory, wait_until)

SUPERUSER = "postgres"
# `trust` is safe for the Unix socket: only the server's user can enter its folder.
HBA = """local all all trust
local replication all trust
host all all 0.0.0.0/0 scram-sha-256
host all all ::/0 scram-sha-256
"""
STOPS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}


class Server(Daemon):
    """A data folder and, while it runs, the server on it. The port stays the same over restarts."""

    def __init__(self, name: str, listen: str, tls: Optional[Tuple[Path, Path]]):
        directory = new_directory(name)
        for folder in ("data", "socket"):
            (directory / folder).mkdir()
            give_to_plain_user(directory / folder, 0o700)
        super().__init__(directory, directory / "data")
        self.data = directory / "data"
        self.programs = clients.programs()
        self.address = listen
        self.port = free_port(listen)
        self._tls = tls
        self._has_started = False

    def initialize(self, settings: Mapping[str, object], segment: int, wal: Optional[Path] = None) -> None:
        """Creates the data folder. `segment` is the size of a WAL file in MB, `wal` another folder for these files."""
        self.run(
            "initdb", "-D", self.data, "-U", SUPERUSER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C",
            f"--wal-segsize={segment}", *(["--waldir", wal] if wal else []))
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        (self.data / "pg_hba.conf").write_text(HBA)

    def copy(self, other: "Server", application_name: str) -> None:
        """Makes this server a standby of a running server, from a base backup."""
        self.run(
            "pg_basebackup", "-D", self.data, "-X", "stream", "-R", "--checkpoint=fast", "--no-sync", "-d",
            f"host={other.socket} port={other.port} user={SUPERUSER} application_name={application_name}")

    def run(self, program: str, *words) -> None:
        done = subprocess.run(
            as_plain_user([str(self.programs / program), *map(str, words)]), cwd=self.directory / "socket",
            capture_output=True, text=True, env=environment(), stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise DidNotAnswer(f"{program} ended with status {done.returncode}: {done.stdout}{done.stderr}")

    @property
    def socket(self) -> Path:
        return self.directory / "socket"

    def start(self, timeout: float = 60) -> None:
        """Starts the server; returns when it has responded to a query, after a recovery if it was killed before."""
        for attempt in range(10):
            before = self.log.stat().st_size if self.log.exists() else 0
            command = [
                self.programs / "postgres", "-D", self.data, "-p", self.port, "-k", self.socket, "-c",
                f"listen_addresses={self.address}"]
            if self._tls is not None:
                certificate, key = self._tls
                command += ["-c", "ssl=on", "-c", f"ssl_cert_file={certificate}", "-c", f"ssl_key_file={key}"]
            self.launch([str(word) for word in command])
            wait_until(lambda: self._is_ready() or not self.is_running(), "PostgreSQL's start", timeout)
            if self.is_running():
                self.psql("SELECT 1")
                self._has_started = True
                return
            # Another process has taken the port. Before the first start, no client uses it, so choose another one.
            if "could not bind" not in self.log_end(self.log.stat().st_size - before) or self._has_started:
                break
            self.port = free_port(self.address)
        raise DidNotAnswer(f"PostgreSQL ended at once\n{self.log_end()}")

    def stop(self, mode: str = "fast", timeout: float = 30) -> None:
        """Stops the server. `smart` waits until all clients have disconnected, `fast` disconnects them, and `immediate`
        ends without a checkpoint, so that the next start has to recover."""
        self.end(STOPS[mode], timeout)

    def resume(self, timeout: float = 20) -> None:
        """Continues the paused processes; returns when the server responds to a query."""
        self.let_continue()
        self.wait_for_answer(timeout)

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def reload(self) -> None:
        """Makes the server read its configuration again; returns when it has done so."""
        before = self.psql("SELECT pg_conf_load_time()")
        self.psql("SELECT pg_reload_conf()")
        wait_until(lambda: self.psql("SELECT pg_conf_load_time()") != before, "PostgreSQL's reload")

    def psql(self, text: str, database: str = "postgres", timeout: float = 30) -> str:
        """Runs statements as the superuser, over the Unix socket; returns their output."""
        where = clients.url([(self.socket, self.port)], SUPERUSER, None, database)
        return clients.psql(where, text, timeout, program=self.programs / "psql")

    def wait_for_answer(self, timeout: float = 20) -> None:
        def answers() -> bool:
            if not self.is_running():
                raise DidNotAnswer(f"PostgreSQL has ended\n{self.log_end()}")
            try:
                return self.psql("SELECT 1", timeout=timeout) == "1"
            except clients.SQLError:
                return False

        wait_until(answers, "PostgreSQL's answer", timeout)

    def close(self) -> None:
        self.kill9()
        shutil.rmtree(self.directory, ignore_errors=True)

    def _is_ready(self) -> bool:
        """Whether the lock file contains the status that `pg_ctl` waits for. Unlike a query, this needs no process."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() in ("ready", "standby")
