"""One PostgreSQL server of its own: started, stopped, killed, paused, asked."""

import shutil
import signal
import subprocess
from pathlib import Path
from typing import Mapping, Optional, Tuple

from . import clients
from .processes import (
    Daemon, DidNotAnswer, as_plain_user, environment, free_port, give_to_plain_user, new_directory, wait_until)

SUPERUSER = "postgres"
# Only the server's user enters the folder of the Unix socket, so that trust ends there.
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
        """A new cluster. `segment` is the size of a WAL file in MB, `wal` a folder elsewhere for these files."""
        self.run(
            "initdb", "-D", self.data, "-U", SUPERUSER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C",
            f"--wal-segsize={segment}", *(["--waldir", wal] if wal else []))
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        (self.data / "pg_hba.conf").write_text(HBA)

    def copy(self, other: "Server", application_name: str) -> None:
        """Becomes a standby of a running server, from a base backup of it."""
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
        """Returns when it has answered a query: after recovery, if it was killed before."""
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
            # Another process took the port meanwhile. Before the first start no client knows it, and another will do.
            if "could not bind" not in self.log_end(self.log.stat().st_size - before) or self._has_started:
                break
            self.port = free_port(self.address)
        raise DidNotAnswer(f"PostgreSQL ended at once\n{self.log_end()}")

    def stop(self, mode: str = "fast", timeout: float = 30) -> None:
        """`smart` waits until the clients have gone, `fast` sends them away, `immediate` leaves recovery to do."""
        self.end(STOPS[mode], timeout)

    def resume(self, timeout: float = 20) -> None:
        """Lets paused processes go on, and returns when a query is answered."""
        self.let_continue()
        self.wait_for_answer(timeout)

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def reload(self) -> None:
        """Reads its configuration again; the answer to the next query says whether it has."""
        before = self.psql("SELECT pg_conf_load_time()")
        self.psql("SELECT pg_reload_conf()")
        wait_until(lambda: self.psql("SELECT pg_conf_load_time()") != before, "PostgreSQL's reload")

    def psql(self, text: str, database: str = "postgres", timeout: float = 30) -> str:
        """As the superuser, over the Unix socket."""
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
        """By the last line of its lock file, as `pg_ctl` looks for it: that costs no process."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() in ("ready", "standby")
