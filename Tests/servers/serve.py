#!/usr/bin/env python3
"""The test servers for programs in other languages: JSON lines on stdout and stdin.

    python3 Tests/servers/serve.py postgres --standby --bouncer --tls --proxy
    python3 Tests/servers/serve.py proxies

The first line describes the started servers, or is `{"ok": false, "missing": …}` with exit status 77 if this machine
lacks a requirement. Each line on stdin, such as `{"do": "kill9"}`, is a command with a response of one line:
`{"ok": true, …}`, or `{"ok": false, "error": …, "state": …}`, where `state` is the SQLSTATE. `missing` is a requirement
that the machine does not meet; `isWaiting` is true for a statement that got no response. When stdin closes, or if the
caller or this process is killed, all servers end and are removed.

Commands for PostgreSQL: stop (mode), kill9, pause, resume, start, restart, promote, addStandby, requireStandby
(required), fillWAL, freeWAL, sql (text, database, timeout), database (name, owner, app), describe. With
`"server": "standby"`, the commands stop, kill9, pause, resume, start, restart and sql are for the standby.
Commands for PgBouncer: bouncer (action: kill9, pause, resume, restart, reload, point, or admin with text).
Commands for proxies: proxy (name, target; returns host and port), fault (proxy, mode, and its arguments), when (proxy,
request, mode, before), waitFor (proxy, timeout), retarget (proxy, target), reset (proxy), counts (proxy).
"""

import argparse
import json
import os
import queue
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from servers.bouncer import Bouncer
from servers.clients import NoAnswer
from servers.postgres import Cluster, Database
from servers.processes import NotPossible
from servers.proxy import FaultProxy

MISSING = 77
LAST_SECONDS = 20  # for an orderly end; after that, the process exits and the keeper cleans up


class Servers:
    """The servers that the command line selects, and the commands. The method `do_NAME` runs the command NAME."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.proxies = {}
        self.triggers = {}
        self.cluster = self.bouncer = self.main = None

    def start(self) -> dict:
        if self.options.what == "postgres":
            self.cluster = Cluster(
                standby=self.options.standby, tls=self.options.tls, fsync=not self.options.no_fsync,
                max_connections=self.options.max_connections, synchronous_commit=self.options.synchronous_commit,
                wal_disk=self.options.wal_disk).start()
            self.main = self.cluster.add_database(self.options.database)
            if self.options.bouncer:
                self.bouncer = Bouncer(self.cluster).start()
            if self.options.proxy:
                self.do_proxy("main", "%s:%d" % self._address())
        return self.do_describe()

    def close(self) -> None:
        for proxy in self.proxies.values():
            proxy.stop()
        for server in (self.bouncer, self.cluster):
            if server is not None:
                server.close()

    def answer(self, line: str) -> dict:
        try:
            command = json.loads(line)
            work = getattr(self, "do_" + command["do"], None)
            assert work is not None, f"there is no command {command['do']}"
            del command["do"]
            return {"ok": True, **(work(**command) or {})}
        except NotPossible as refused:
            return {"ok": False, "missing": str(refused), "error": str(refused)}
        except Exception as error:
            return {
                "ok": False, "error": f"{type(error).__name__}: {error}", "state": getattr(error, "state", None),
                "isWaiting": isinstance(error, NoAnswer)}

    # PostgreSQL.

    def do_describe(self) -> dict:
        told = {"pid": os.getpid(), "proxies": {name: proxy.port for name, proxy in self.proxies.items()}}
        if self.cluster is None:
            return told
        cluster, standby = self.cluster, self.cluster.standby
        told.update(
            host=cluster.primary.address, port=cluster.port, postmaster=cluster.primary.process.pid,
            log=str(cluster.primary.log), standbyPort=standby.port if standby is not None else None,
            rootCertificate=str(cluster.authority.root) if cluster.authority else None,
            walDiskRefused=cluster.wal_disk_refused, **self._urls(self.main))
        return told

    def do_database(self, name=None, owner="owner", app="app") -> dict:
        database = self.cluster.add_database(name, owner, app)
        if self.bouncer is not None:
            self.bouncer.reload()
        return self._urls(database)

    def do_sql(self, text, database="postgres", timeout=30, server="primary") -> dict:
        return {"output": self._server(server).psql(text, database, timeout)}

    def do_stop(self, mode="fast", server="primary") -> None:
        self._server(server).stop(mode)

    def do_kill9(self, server="primary") -> None:
        self._server(server).kill9()

    def do_pause(self, server="primary") -> None:
        self._server(server).pause()

    def do_resume(self, server="primary") -> None:
        self._server(server).resume()

    def do_start(self, server="primary") -> None:
        self._server(server).start()

    def do_restart(self, mode="fast", server="primary") -> None:
        if server == "primary":
            self.cluster.restart(mode)
        else:
            self._server(server).restart(mode)

    def do_promote(self) -> dict:
        self.cluster.promote()
        return self.do_describe()

    def do_addStandby(self) -> dict:
        self.cluster.add_standby()
        return self.do_describe()

    def do_requireStandby(self, required=True) -> None:
        self.cluster.require_standby(required)

    def do_fillWAL(self) -> None:
        self.cluster.fill_wal_disk()

    def do_freeWAL(self) -> None:
        self.cluster.free_wal_disk()

    # PgBouncer.

    def do_bouncer(self, action, text="") -> dict:
        assert self.bouncer is not None, "there is no bouncer (--bouncer)"
        actions = {
            "kill9": self.bouncer.kill9, "pause": self.bouncer.pause, "resume": self.bouncer.resume,
            "restart": self.bouncer.restart, "reload": self.bouncer.reload, "point": self.bouncer.point_at,
            "admin": lambda: self.bouncer.admin(text)}
        return {"output": actions[action]()}

    # Proxies.

    def do_proxy(self, name, target) -> dict:
        assert name not in self.proxies, "there is a proxy of this name"
        self.proxies[name] = FaultProxy(_target(target))
        return {"host": self.proxies[name].address[0], "port": self.proxies[name].port}

    def do_fault(self, proxy, mode, **arguments) -> None:
        self.proxies[proxy].set(mode, **arguments)

    def do_when(self, proxy, request, mode, before=False, **arguments) -> None:
        self.triggers[proxy] = self.proxies[proxy].when(request.encode(), mode, before, **arguments)

    def do_waitFor(self, proxy, timeout=20) -> dict:
        """Waits until the fault of the last `when` has begun."""
        return {"happened": self.triggers[proxy].wait(timeout)}

    def do_retarget(self, proxy, target, reset=True) -> None:
        self.proxies[proxy].retarget(*_target(target), reset)

    def do_reset(self, proxy) -> None:
        self.proxies[proxy].reset_connections()

    def do_counts(self, proxy) -> dict:
        return {"counts": self.proxies[proxy].counts()}

    def _server(self, name: str):
        server = {"primary": self.cluster.primary, "standby": self.cluster.standby}[name]
        assert server is not None, "there is no standby"
        return server

    def _address(self):
        return self.cluster.primary.address, self.cluster.port

    def _urls(self, database: Database) -> dict:
        cluster, bouncer, app = self.cluster, self.bouncer, database.app
        urls = {
            "database": database.name, "ownerRole": database.owner.name, "appRole": app.name,
            "ownerURL": cluster.url(database.owner, database.name), "url": cluster.url(app, database.name),
            "allURL": cluster.url_of_all(app, database.name)}
        if bouncer is not None:
            urls["bouncerURL"] = bouncer.url(app, database.name)
        if cluster.authority is not None:
            urls["tlsURL"] = cluster.tls_url(app, database.name)
        if "main" in self.proxies:
            # Without TLS, so that `when` can find the statements.
            urls["proxyURL"] = cluster.url(app, database.name, *self.proxies["main"].address, sslmode="disable")
        return urls


def _target(text: str):
    host, _, port = text.rpartition(":")
    return host, int(port)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("postgres", "proxies"))
    parser.add_argument("--standby", action="store_true", help="a synchronous standby")
    parser.add_argument("--synchronous-commit", choices=("on", "remote_apply"), default="on")
    parser.add_argument("--bouncer", action="store_true", help="PgBouncer in transaction mode")
    parser.add_argument("--tls", action="store_true", help="a certificate for localhost")
    parser.add_argument("--proxy", action="store_true", help="the proxy `main` in front of the primary")
    parser.add_argument("--no-fsync", action="store_true")
    parser.add_argument("--max-connections", type=int, default=100)
    parser.add_argument("--wal-disk", type=int, metavar="MB", help="a small disk for the WAL, which can be filled")
    parser.add_argument("--database", default="latchkey", help="the name of the first database")
    return parser.parse_args()


def _read(lines: queue.Queue) -> None:
    for line in sys.stdin:
        if line.strip():
            lines.put(line)
    lines.put(None)
    # A command that is under way must not keep the servers alive.
    timer = threading.Timer(LAST_SECONDS, os._exit, [1])
    timer.daemon = True
    timer.start()


def _say(answer: dict) -> None:
    try:
        print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        raise SystemExit(1) from None


def main() -> int:
    servers = Servers(_options())
    for kind in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(kind, lambda *_: sys.exit(1))
    lines = queue.Queue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    try:
        try:
            _say({"ok": True, **servers.start()})
        except NotPossible as refused:
            _say({"ok": False, "missing": str(refused)})
            return MISSING
        except Exception as error:
            _say({"ok": False, "error": f"{type(error).__name__}: {error}"})
            return 1
        while True:
            line = lines.get()
            if line is None:
                return 0
            _say(servers.answer(line))
    finally:
        servers.close()


if __name__ == "__main__":
    sys.exit(main())
