"""A private PostgreSQL: a primary and, optionally, a synchronous standby, with roles and databases made on demand."""

import secrets
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from . import clients
from .certificates import LOCAL, Authority
from .postgres_server import Server
from .processes import DidNotAnswer, NotPossible, wait_until
from .small_disk import SmallDisk

STANDBY = "standby"  # its application_name
SEGMENT = 1  # MB: the smallest WAL file, so that a small disk is soon full


class Role(NamedTuple):
    name: str
    password: str


class Database(NamedTuple):
    """A database. `owner` has all rights and creates the schema. `app` may connect, and has the rights that the owner
    grants."""

    name: str
    owner: Role
    app: Role


class Cluster:
    """`with Cluster(standby=True) as cluster:` starts the servers; at its end, stops them and removes their files.

    `synchronous_commit` is `on` (a commit waits until the standby has flushed it) or `remote_apply` (until queries at
    the standby see it). `names` are the host names and addresses of the server's certificate. `wal_disk` is the size in
    MB of a disk for the WAL that a test can fill. If the machine does not allow that disk, `wal_disk_refused` is the
    reason, and the WAL is in the data folder.
    """

    def __init__(
        self, standby: bool = False, tls: bool = False, fsync: bool = True, max_connections: int = 100,
        synchronous_commit: str = "on", wal_disk: Optional[int] = None, listen: str = "127.0.0.1",
        names: Sequence[str] = LOCAL, settings: Optional[Mapping[str, object]] = None,
    ):
        clients.programs()
        self.authority = Authority() if tls else None
        self.certificate = self.authority.issue(*names) if self.authority else None
        self._listen = listen
        self._wants_standby = standby
        self._settings = {
            "fsync": "on" if fsync else "off", "max_connections": max_connections, "shared_buffers": "16MB",
            "synchronous_commit": synchronous_commit, "password_encryption": "scram-sha-256", "wal_keep_size": "64MB",
            # A standby connects again soon after the primary was unreachable.
            "wal_retrieve_retry_interval": "100ms", **(settings or {})}
        self.roles: Dict[str, Role] = {}
        self.primary = self._new_server("primary")
        self.standby: Optional[Server] = None
        self.former: List[Server] = []  # the primaries before each promotion, running or not
        self._disk: Optional[SmallDisk] = None
        self._disk_server = self.primary
        self.wal_disk_refused: Optional[str] = None
        if wal_disk is not None:
            self._settings.update(min_wal_size=f"{2 * SEGMENT}MB", max_wal_size=f"{wal_disk // 4}MB", wal_recycle="off")
            self._settings.update(wal_keep_size=f"{wal_disk // 4}MB")
            try:
                self._disk = SmallDisk(self.primary.directory / "disk", wal_disk)
            except NotPossible as refused:
                self.wal_disk_refused = str(refused)

    def start(self) -> "Cluster":
        """Starts the servers. The first call also creates the data folders."""
        if not (self.primary.data / "PG_VERSION").exists():
            self.primary.initialize(self._settings, SEGMENT, self._disk.folder("pg_wal") if self._disk else None)
        self.primary.start()
        if self._wants_standby and self.standby is None:
            self.add_standby()
        elif self.standby is not None and not self.standby.is_running():
            self.standby.start()
        self._wait_for_standby()
        return self

    def close(self) -> None:
        """Ends all servers and removes their files."""
        for server in [self.primary, *([self.standby] if self.standby else []), *self.former]:
            server.kill9()
        if self._disk is not None:
            self._disk.unmount()
        for server in [self.primary, *([self.standby] if self.standby else []), *self.former]:
            server.close()

    def __enter__(self) -> "Cluster":
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_) -> None:
        self.close()

    # The primary.

    @property
    def port(self) -> int:
        """The primary's port. It changes with a promotion."""
        return self.primary.port

    def stop(self, mode: str = "fast") -> None:
        """Stops both servers; `start` starts them again."""
        for server in (self.primary, self.standby):
            if server is not None:
                server.stop(mode)

    def kill9(self) -> None:
        """Kills the primary and all its backends at once. `restart` recovers."""
        self.primary.kill9()

    def pause(self) -> None:
        """Suspends all processes of the primary: clients can connect, and wait for a response."""
        self.primary.pause()

    def resume(self) -> None:
        self.primary.resume()
        self._wait_for_standby()

    def restart(self, mode: str = "fast") -> None:
        """Stops the primary if it runs, and starts it. Returns when it responds and the standby is connected again."""
        self.primary.stop(mode)
        self.primary.start()
        self._wait_for_standby()

    def psql(self, text: str, database: str = "postgres", timeout: float = 30) -> str:
        """Runs statements as the superuser at the primary; returns their output, with `|` between columns."""
        return self.primary.psql(text, database, timeout)

    # The standby.

    def add_standby(self) -> Server:
        """Starts a new synchronous standby of the current primary. From now on, commits wait for it."""
        assert self.standby is None, "the cluster already has a standby"
        self.standby = self._new_server("standby")
        self.standby.copy(self.primary, STANDBY)
        self.standby.start()
        wait_until(lambda: self._replication(self.primary) == "streaming", "the standby's connection")
        self.require_standby(True)
        return self.standby

    def require_standby(self, is_required: bool) -> None:
        """Sets whether commits wait for the standby. With False, commits that already wait complete."""
        names = f"FIRST 1 ({STANDBY})" if is_required else ""
        self.primary.psql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.reload()
        self._wait_for_standby()

    def is_synchronous(self) -> bool:
        """Whether the standby is connected and acknowledges each commit."""
        return self.psql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"

    def promote(self) -> Server:
        """Makes the standby the primary. The old primary keeps running if it was not killed before, and is in `former`.

        The new primary has no standby; `add_standby` starts one.
        """
        assert self.standby is not None, "there is no standby"
        promoted = self.standby
        promoted.psql("SELECT pg_promote(true, 60)", timeout=70)
        wait_until(lambda: promoted.psql("SELECT pg_is_in_recovery()") == "f", "the promotion")
        self.former.append(self.primary)
        self.primary, self.standby, self._wants_standby = promoted, None, False
        return promoted

    # Roles, databases, addresses.

    def add_role(self, name: str, attributes: str = "") -> Role:
        """Creates a role, unless it exists. It has only the right to log in, and those in `attributes`."""
        if name not in self.roles:
            role = Role(name, secrets.token_urlsafe(12))
            self.psql(f"CREATE ROLE {clients.identifier(name)} LOGIN {attributes} PASSWORD '{role.password}'")
            self.roles[name] = role
        return self.roles[name]

    def add_database(self, name: Optional[str] = None, owner: str = "owner", app: str = "app") -> Database:
        """Creates a database. Its owner may create others; the application's role has only the right to connect."""
        name = name or f"test_{secrets.token_hex(4)}"
        database = Database(name, self.add_role(owner, "CREATEDB"), self.add_role(app))
        self.psql(f"CREATE DATABASE {clients.identifier(name)} OWNER {clients.identifier(owner)}")
        here, owning, using = map(clients.identifier, (name, owner, app))
        self.psql(
            f"REVOKE ALL ON DATABASE {here} FROM PUBLIC; GRANT CONNECT ON DATABASE {here} TO {using};"
            f"REVOKE CREATE ON SCHEMA public FROM PUBLIC; GRANT ALL ON SCHEMA public TO {owning}", name)
        return database

    def url(
        self, role: Role, database: str, host: str = "127.0.0.1", port: Optional[int] = None, **parameters: object,
    ) -> str:
        """A connection URL for libpq; by default, of the primary."""
        return clients.url([(host, port or self.port)], role.name, role.password, database, **parameters)

    def tls_url(self, role: Role, database: str, host: str = "localhost", port: Optional[int] = None) -> str:
        """A connection URL with which the client verifies the server's certificate and host name."""
        assert self.authority is not None, "the cluster was made without tls"
        return self.url(role, database, host, port, sslmode="verify-full", sslrootcert=self.authority.root)

    def url_of_all(self, role: Role, database: str, addresses: Sequence[Tuple[str, int]] = (), **parameters) -> str:
        """A URL of several servers, of which the client chooses the one that accepts writes."""
        if not addresses:
            servers = [self.primary, *([self.standby] if self.standby else []), *self.former]
            addresses = [(server.address, server.port) for server in servers]
        return clients.url(
            addresses, role.name, role.password, database, target_session_attrs="read-write", **parameters)

    # The disk of the WAL.

    def fill_wal_disk(self) -> None:
        """Fills the WAL except for less than 400 bytes, so that the next commit of real data fails.

        PostgreSQL does not report that as an error of the statement: it panics, restarts, and ends or panics again as
        long as the disk is full. `free_wal_disk` ends this state.
        """
        self._needed_disk().fill()
        for _ in range(20):
            room = self._wal_room()
            if room < 400:
                return
            size = max(1, int((room - 250) * 0.995))
            self._disk_server.psql(
                f"SET synchronous_commit = local; SELECT pg_logical_emit_message(true, 'x', repeat('x', {size}))")
        raise DidNotAnswer(f"the WAL still has {self._wal_room()} bytes of room")

    def free_wal_disk(self) -> None:
        """Frees the space, starts the server if it has ended, and returns when it responds."""
        self._needed_disk().free()
        server = self._disk_server
        # A recovery that began on the full disk may still fail now: try again until the server responds.
        for _ in range(3):
            try:
                if server.is_running():
                    server.wait_for_answer()
                else:
                    server.start()
                return self._wait_for_standby()
            except DidNotAnswer:
                continue
        raise DidNotAnswer(server.log_end())

    def _needed_disk(self) -> SmallDisk:
        if self._disk is None:
            raise NotPossible(self.wal_disk_refused) if self.wal_disk_refused else AssertionError("no wal_disk is set")
        return self._disk

    def _wal_room(self) -> int:
        """The number of bytes that still fit into the existing WAL files."""
        size = SEGMENT << 20
        row = self._disk_server.psql(
            "SELECT pg_current_wal_insert_lsn() - '0/0', max(name) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'")
        written, last = row.split("|")
        number = int(last[8:16], 16) * ((1 << 32) // size) + int(last[16:], 16)
        return (number + 1) * size - int(written)

    def _new_server(self, name: str) -> Server:
        return Server(name, self._listen, self.certificate)

    @staticmethod
    def _replication(server: Server) -> str:
        return server.psql(f"SELECT state FROM pg_stat_replication WHERE application_name = '{STANDBY}'")

    def _wait_for_standby(self) -> None:
        """If commits wait for the standby and it runs, waits until it acknowledges commits again."""
        standby = self.standby
        if standby is None or not standby.is_running() or standby.is_paused:
            return
        if self.psql("SHOW synchronous_standby_names"):
            wait_until(self.is_synchronous, "the standby's return")
