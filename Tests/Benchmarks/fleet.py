#!/usr/bin/env python3
"""Compares one host's work with the sessions of a fleet and pgbench with the same statements, on a private PostgreSQL.

    python3 Tests/Benchmarks/fleet.py --bench PATH/latchkey-bench [--turns N] [--seconds N] [--rows N]

Prints a line of JSON for each figure, as `latchkey-bench --json` does:

fleet_renew_16, fleet_renew_64   renewals per second (claim, note, commit) with 16 or 64 callers; the floor is pgbench
fleet_rows_load, fleet_rows_renew   the rates with many rows in the table; the floor is the rate with 1,000 rows
fleet_cached                     reads of a cached session; the floor is that of `cached_token`; `statements` is the
                                 number of transactions meanwhile: one query for changes each second

pgbench prepares and runs the statements that the server logged for a renewal, on as many connections. Each commit is
durable (`fsync` and `synchronous_commit` are on). Exits with 77 if PostgreSQL is not installed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from servers.clients import programs  # noqa: E402
from servers.postgres import Cluster  # noqa: E402
from servers.processes import NotPossible  # noqa: E402

MISSING = 77
CALLERS = (16, 64)
PER_CALLER = 15  # sessions of each caller
FEW = 1_000
MARK = "@@"  # begins each entry of the server's log
SETTINGS = {"shared_buffers": "256MB", "log_line_prefix": MARK, "max_wal_size": "4GB", "autovacuum": "off"}


class Bench:
    def __init__(self, program: str, cluster: Cluster, folder: Path):
        self.program, self.cluster, self.folder = program, cluster, folder
        self.database = cluster.add_database("fleet")
        self.url = cluster.url(self.database.owner, self.database.name, sslmode="disable")

    def sql(self, text: str, timeout: float = 600) -> str:
        return self.cluster.psql(text, self.database.name, timeout)

    def run(self, action: str, *numbers: int, connections: int = 4) -> dict:
        path = self.folder / "auth.json"
        path.write_text(json.dumps({
            "provider": "bench", "providers": {"bench": {}},
            "storage": {"directory": str(self.folder / "state"), "sessions": {"postgres": {
                "url": {"env": "DATABASE_URL"}, "connections": connections,
                "keyFile": str(self.folder / "postgres.key")}}}}))
        done = subprocess.run(
            [self.program, "fleet", action, str(path), *map(str, numbers)], capture_output=True, text=True, timeout=300,
            stdin=subprocess.DEVNULL, env={**os.environ, "DATABASE_URL": self.url})
        if done.returncode != 0:
            raise SystemExit(f"latchkey-bench fleet {action}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def rate(self, action: str, callers: int, seconds: int) -> float:
        return self.run(action, callers, PER_CALLER, seconds, connections=callers)["perSecond"]

    # pgbench

    def statements(self) -> list:
        """The statements of a renewal, as the server logs them: claim, note, commit."""
        name = f'"{self.database.name}"'
        self.sql(f"ALTER DATABASE {name} SET log_statement = 'all'")
        before = self.cluster.primary.log.stat().st_size
        self.run("renew", 1, 1, 1, connections=1)
        self.sql(f"ALTER DATABASE {name} RESET log_statement")
        text = self.cluster.primary.log.read_bytes()[before:].decode()
        found = {}
        for entry in text.split("\n" + MARK):
            executed = re.match(r"LOG:  execute [^:]+: (.*)", entry, re.DOTALL)
            if executed:
                statement = executed.group(1).replace("\n\t", "\n").strip()
                for kind, sign in (("claim", "WITH claimed"), ("note", "SET spent_generation = generation"),
                                   ("commit", "committed_fence = $7")):
                    if sign in statement and "committed_fence < $7" not in statement:
                        found.setdefault(kind, statement)
        return [found["claim"], found["note"], found["commit"]]

    def script(self) -> Path:
        claim, note, commit = self.statements()
        row = "sha256((:id)::text::bytea)"
        # \gset requires a name for each column.
        claim = claim.replace("WITH claimed AS", "WITH claimed (name, tenant, record, generation, version, fence, a, b) AS")
        claim = claim.replace("SELECT *, true", "SELECT *, true AS c")
        claim = fill(claim, {1: row, 2: ":holder", 3: ":lease", 4: "NULL", 5: "NULL"})
        note = fill(note, {1: row, 2: ":holder", 3: ":fence", 4: ":generation"})
        commit = fill(commit, {
            1: row, 2: ":record", 3: ":key", 4: "(:generation)::bigint + 1", 5: ":generation", 6: ":version", 7: ":fence"})
        path = self.folder / "renewal.sql"
        path.write_text(
            f"\\set id :client_id * {PER_CALLER} + random(0, {PER_CALLER - 1})\n{claim} \\gset\n{note};\n{commit};\n")
        # Copies of a host's row, with names that pgbench can compute.
        count = max(CALLERS) * PER_CALLER
        self.sql(
            "INSERT INTO latchkey.session (name, tenant, subject, record, key_id, version, generation)"
            " SELECT sha256(i::text::bytea), tenant, subject, record, key_id, nextval('latchkey.turn'), 1"
            f" FROM (SELECT * FROM latchkey.session LIMIT 1) one, generate_series(0, {count - 1}) i")
        return path

    def pgbench(self, script: Path, clients: int, seconds: int) -> float:
        key = self.sql("SELECT key_id::text FROM latchkey.session LIMIT 1")
        done = subprocess.run(
            [str(programs() / "pgbench"), "-n", "-M", "prepared", "-f", str(script), "-c", str(clients), "-j", "2",
             "-T", str(seconds), "-D", "holder=8d3a6f0e-5d0c-4b7e-9a51-2f6f3c1c9c77", "-D", "lease=20 s", "-D",
             f"key={key}", self.url], capture_output=True, text=True, timeout=seconds + 60)
        found = re.search(r"tps = ([0-9.]+) \(without", done.stdout)
        if done.returncode != 0 or found is None or "aborted" in done.stderr:
            raise SystemExit(f"pgbench: {done.stdout}{done.stderr}")
        return float(found.group(1))

    def answered(self) -> int:
        """The number of transactions that have ended so far. PostgreSQL updates it with a delay, hence the pause."""
        time.sleep(2)
        return int(self.sql(f"SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '{self.database.name}'"))

    def grow(self, rows: int) -> None:
        """Keeps the sessions of latchkey-bench, and adds others until the table has this number of rows."""
        self.sql(
            f"DELETE FROM latchkey.session WHERE name IN (SELECT sha256(i::text::bytea) FROM generate_series(0, {FEW}) i);"
            "INSERT INTO latchkey.session (name, tenant, subject, record, key_id, version, generation)"
            " SELECT sha256(('other' || i)::bytea), tenant, sha256(('of' || i)::bytea), record, key_id, i, 1"
            " FROM (SELECT * FROM latchkey.session LIMIT 1) one,"
            f" generate_series((SELECT count(*) FROM latchkey.session) + 1, {rows}) i")
        assert self.sql("SELECT count(*) FROM latchkey.session") == str(rows)

    def calm(self) -> None:
        """Removes the effects of a measurement that could slow the next one down."""
        self.sql("TRUNCATE latchkey.change; VACUUM ANALYZE latchkey.session; CHECKPOINT")


def fill(statement: str, values: dict) -> str:
    for number, value in sorted(values.items(), reverse=True):
        statement = statement.replace(f"${number}", value)
    return statement


def show(name: str, values: list, floors: list, unit: str, **more) -> None:
    ratio = statistics.median(value / floor for value, floor in zip(values, floors))
    print(json.dumps({
        "name": name, "value": statistics.median(values), "unit": unit, "floor": statistics.median(floors),
        "ratio": ratio, **more}), flush=True)


def measure(bench: Bench, options: argparse.Namespace) -> None:
    bench.run("migrate")
    bench.run("prepare", max(CALLERS) * PER_CALLER)
    script = bench.script()
    for callers in CALLERS:
        values, floors = [], []
        for turn in range(options.turns):
            for is_ours in (True, False) if turn % 2 == 0 else (False, True):
                bench.calm()
                if is_ours:
                    values.append(bench.rate("renew", callers, options.seconds))
                else:
                    floors.append(bench.pgbench(script, callers, options.seconds))
        show(f"fleet_renew_{callers}", values, floors, "renewals/s")
    bench.grow(FEW)
    few = rates(bench, options)
    bench.grow(options.rows)
    many = rates(bench, options)
    for action in few:
        show(f"fleet_rows_{action}", many[action], few[action], f"{action}s/s at {options.rows:,} rows")
    before, started = bench.answered(), time.monotonic()
    figure = bench.run("cached")
    seconds = time.monotonic() - started
    print(json.dumps({
        **figure, "name": "fleet_cached", "seconds": round(seconds, 1), "statements": bench.answered() - before}))


def rates(bench: Bench, options: argparse.Namespace) -> dict:
    found = {"load": [], "renew": []}
    for _ in range(options.turns):
        for action in found:
            bench.calm()
            found[action].append(bench.rate(action, 16, options.seconds))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="the program, built for release")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3, help="of each turn")
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder, Cluster(max_connections=200, settings=SETTINGS) as cluster:
            measure(Bench(options.bench, cluster, Path(folder)), options)
    except NotPossible as missing:
        print(json.dumps({"ok": False, "missing": str(missing)}))
        return MISSING
    return 0


if __name__ == "__main__":
    sys.exit(main())
