"""A private PostgreSQL server behind PgBouncer, from Debian's packages, with its own directory."""

import os
import secrets
import signal
from pathlib import Path
from typing import List

from .processes import Failure, Program, find, free_port, give_away, run, wait_until

PACKAGES = ("postgresql", "pgbouncer")
DATABASE, OWNER, ROLE = "fleet", "fleet_owner", "fleet_host"
HBA = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
SETTINGS = {
    "listen_addresses": "127.0.0.1", "max_connections": "100", "shared_buffers": "32MB",
    "password_encryption": "scram-sha-256", "synchronous_commit": "on"}
BOUNCER = """[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {directory}/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
"""


def install() -> None:
    """Installs Debian's packages if they are missing and this process runs as root."""
    missing = [name for name in PACKAGES if not is_there(name)]
    if missing and os.geteuid() != 0:
        raise Failure(f"Install these packages first: apt-get install {' '.join(missing)}")
    if missing:
        print(f"Installing {', '.join(missing)} …", flush=True)
        # Without this setting, Debian's package would create and start another server.
        folder = Path("/etc/postgresql-common")
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "createcluster.conf").exists():
            (folder / "createcluster.conf").write_text("create_main_cluster = false\n")
        run(["apt-get", "install", "-y", "--no-install-recommends", *missing], DEBIAN_FRONTEND="noninteractive")


def is_there(package: str) -> bool:
    return find("initdb", folders()) is not None if package == "postgresql" else find("pgbouncer", SBIN) is not None


SBIN = (Path("/usr/sbin"), Path("/usr/local/sbin"))


def folders() -> List[Path]:
    """The directories of Debian's PostgreSQL programs, the newest version first."""
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdigit()]
    return sorted(versions, key=lambda path: -int(path.parent.name))


class Database:
    """The servers and their roles: the owner creates the tables, and the hosts' role may only use them."""

    def __init__(self, directory: Path):
        self.directory = give_away(directory, 0o700)
        self.data, self.socket = directory / "data", directory / "socket"
        for folder in (self.data, self.socket):
            folder.mkdir(exist_ok=True)
            give_away(folder, 0o700)
        self.port, self.bouncer_port = free_port(), free_port()
        self.passwords = {role: secrets.token_hex(16) for role in (OWNER, ROLE)}
        initdb = find("initdb", folders())
        bouncer = find("pgbouncer", SBIN)
        if initdb is None or bouncer is None:
            raise Failure(f"Install these packages first: apt-get install {' '.join(PACKAGES)}")
        self.programs = initdb.parent
        self.server = Program(
            "PostgreSQL", [self.programs / "postgres", "-D", self.data, "-p", self.port, "-k", self.socket],
            directory.parent / "postgres.log", unprivileged=True)
        self.bouncer = Program(
            "PgBouncer", [bouncer, directory / "pgbouncer.ini"], directory.parent / "pgbouncer.log", unprivileged=True)

    def start(self) -> None:
        if not (self.data / "PG_VERSION").exists():
            run([self.programs / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                 "--locale=C", "--no-sync"], unprivileged=True)
            (self.data / "pg_hba.conf").write_text(HBA)
            with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
                file.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
        self.server.start()
        wait_until(self.answers, "PostgreSQL's start")
        for role in (OWNER, ROLE):
            exists = self.sql(f"SELECT 1 FROM pg_roles WHERE rolname = '{role}'")
            self.sql(f"{'ALTER' if exists else 'CREATE'} ROLE {role} LOGIN PASSWORD '{self.passwords[role]}'")
        if not self.sql(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"):
            self.sql(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
            # No other role may connect, and the hosts' role may not create anything.
            self.sql(
                f"REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC; GRANT CONNECT ON DATABASE {DATABASE} TO {ROLE};"
                "REVOKE ALL ON SCHEMA public FROM PUBLIC;", DATABASE)
        self.start_bouncer()

    def start_bouncer(self) -> None:
        users = "".join(f'"{role}" "{password}"\n' for role, password in self.passwords.items())
        text = BOUNCER.format(server=self.port, port=self.bouncer_port, directory=self.directory)
        for name, content in (("users", users), ("pgbouncer.ini", text)):
            (self.directory / name).write_text(content)
            give_away(self.directory / name, 0o600)
        self.bouncer.start()

    def answers(self) -> bool:
        if not self.server.is_running():
            raise Failure(f"PostgreSQL has ended. See {self.server.log}.")
        try:
            return self.sql("SELECT 1") == "1"
        except Failure:
            return False

    def sql(self, text: str, database: str = "postgres") -> str:
        """Runs SQL as the superuser, through the socket that only the server's account can reach."""
        return run([self.programs / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.socket, "-p",
                    self.port, "-U", "postgres", "-d", database], text=text, PGPASSFILE="/nonexistent").strip()

    def url(self, role: str, pooled: bool) -> str:
        port = self.bouncer_port if pooled else self.port
        return f"postgresql://{role}:{self.passwords[role]}@127.0.0.1:{port}/{DATABASE}"

    def stop(self) -> None:
        self.bouncer.stop(10)
        self.server.stop(20, signal.SIGINT)
