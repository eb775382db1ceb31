"""PgBouncer in transaction mode: each transaction may get another connection, without the state of earlier ones."""

import shutil
import signal
import time
from pathlib import Path
from typing import Optional, Tuple

from . import clients
from .postgres import Cluster, Role
from .processes import Daemon, DidNotAnswer, NotPossible, free_port, give_to_plain_user, new_directory, wait_until

ADMINISTRATOR = Role("bouncer_admin", "administrator")
PATHS = ("/usr/sbin/pgbouncer", "/usr/local/sbin/pgbouncer")
SETTINGS = """[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = {listen}
listen_port = {own_port}
unix_socket_dir = {directory}
auth_type = scram-sha-256
auth_file = {directory}/userlist.txt
admin_users = {administrator}
pool_mode = transaction
default_pool_size = {pool_size}
max_client_conn = {clients}
ignore_startup_parameters = extra_float_digits
server_login_retry = 0.2
server_connect_timeout = 5
server_round_robin = 0
{tls}"""


class Bouncer(Daemon):
    """A PgBouncer in front of a cluster. Its port stays the same when it is pointed at another server.

    `pool_size` is the number of connections to the server for each pair of role and database.
    """

    def __init__(self, cluster: Cluster, pool_size: int = 20, clients_allowed: int = 400, listen: str = "127.0.0.1"):
        program = shutil.which("pgbouncer") or next((path for path in PATHS if Path(path).exists()), None)
        if program is None:
            raise NotPossible("PgBouncer is not installed (Debian package pgbouncer)")
        directory = new_directory("bouncer")
        super().__init__(directory, directory / "own")
        self.working_directory.mkdir()
        give_to_plain_user(self.working_directory, 0o700)
        self.cluster = cluster
        self.address = listen
        self.port = free_port(listen)
        self._program = program
        self._limits = {"pool_size": pool_size, "clients": clients_allowed}
        self._target: Optional[Tuple[str, int]] = None
        self.ended = []  # the last log lines of each PgBouncer that ended by itself

    def start(self) -> "Bouncer":
        """Starts PgBouncer in front of the server that `point_at` selected; by default, of the cluster's primary."""
        self._write()
        self.launch([self._program, str(self.working_directory / "pgbouncer.ini")])
        self.wait_for_answer()
        return self

    def wait_for_answer(self) -> None:
        def answers() -> bool:
            if not self.is_running():
                raise DidNotAnswer(f"PgBouncer ended at once\n{self.log_end()}")
            try:
                return bool(self.admin("SHOW VERSION"))
            except clients.SQLError:
                return False

        wait_until(answers, "PgBouncer's start")

    def stop(self) -> None:
        self.end(signal.SIGTERM, 20)

    def restart(self) -> None:
        self.stop()
        self.start()

    def resume(self) -> None:
        self.let_continue()
        self.wait_for_answer()

    def close(self) -> None:
        self.kill9()
        shutil.rmtree(self.directory, ignore_errors=True)

    def __enter__(self) -> "Bouncer":
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_) -> None:
        self.close()

    def reload(self) -> None:
        """Reads the cluster's roles again. Call it after `add_role` or `add_database`."""
        self._write()
        self.admin("RELOAD")

    def point_at(self, address: Optional[str] = None, port: Optional[int] = None) -> None:
        """Points PgBouncer at another server, such as a `FaultProxy`; by default, at the cluster's current primary.

        Closes all connections through the bouncer. Open transactions are lost, and clients have to connect again, as
        after a failover.
        """
        self._target = None if address is None else (address, port)
        self._write()
        try:
            self.admin("RELOAD")
            for database in self._databases():
                # A paused or unreachable server does not end its queries, and only KILL does not wait for them.
                self.admin(f"KILL {clients.identifier(database)}")
                self.admin(f"RESUME {clients.identifier(database)}")
        except clients.SQLError:
            # PgBouncer 1.18 can end by itself, also during such a command. A service manager starts it again, with the
            # new settings and without the old connections. The callers print `ended`.
            for _ in range(20):
                if not self.is_running():
                    break
                time.sleep(0.1)
            else:
                raise
            self.ended.append(self.log_end())
            self.start()

    def admin(self, command: str) -> str:
        """Runs a command of PgBouncer's console, such as `SHOW POOLS`, `PAUSE` or `RESUME`; returns its output."""
        where = clients.url(
            [(self.working_directory, self.port)], ADMINISTRATOR.name, ADMINISTRATOR.password, "pgbouncer")
        return clients.psql(where, command + ";")

    def url(self, role: Role, database: str, **parameters: object) -> str:
        return self.cluster.url(role, database, self.address, self.port, **parameters)

    def tls_url(self, role: Role, database: str) -> str:
        return self.cluster.tls_url(role, database, "localhost", self.port)

    def _databases(self):
        return [
            line.split("|")[0] for line in self.admin("SHOW DATABASES").splitlines()
            if line.split("|")[0] != "pgbouncer"]

    def _write(self) -> None:
        host, port = self._target or (self.cluster.primary.address, self.cluster.primary.port)
        tls = ""
        if self.cluster.certificate is not None:
            certificate, key = self.cluster.certificate
            tls = f"client_tls_sslmode = allow\nclient_tls_cert_file = {certificate}\nclient_tls_key_file = {key}\n"
        settings = SETTINGS.format(
            host=host, port=port, listen=self.address, own_port=self.port, directory=self.working_directory,
            administrator=ADMINISTRATOR.name, tls=tls, **self._limits)
        users = [ADMINISTRATOR, *self.cluster.roles.values()]
        for name, text in (
            ("pgbouncer.ini", settings),
            ("userlist.txt", "".join(f'"{role.name}" "{role.password}"\n' for role in users)),
        ):
            path = self.working_directory / name
            path.write_text(text)
            give_to_plain_user(path, 0o600)
