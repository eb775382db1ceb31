"""A schedule of faults that depends only on a seed, and the class that carries it out on a `World`.

`plan` is a pure function: the same seed gives the same faults at the same times on the same hosts. The actions of the
fleet between them depend on the machine, so a seed repeats the faults, but not each interleaving.
"""

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, List, NamedTuple, Optional, Tuple

from history import Outage
from world import DATABASE, HOSTS, NOTIFY, VENDOR, Kind, World, boot

from servers.clients import NoAnswer, SQLError
from servers.processes import DidNotAnswer

# The longest time in seconds until a host reads the changes again after a fault of its database: a query that hangs
# (3 s), the pause before the next connection (3 s), the pause between two queries (1 s), and a delay on a busy machine.
RECOVERY = 8.0
LINK_MODES = ("black_hole", "swallow_answers", "delay", "half_close", "hold", "drop")
RENEWAL = b"/api/v1/sessions HTTP/"  # a sign-out has a longer path


class Fault(NamedTuple):
    at: float  # seconds after the beginning
    what: str
    host: int = -1
    service: str = ""
    mode: str = ""
    seconds: float = 0

    def __str__(self) -> str:
        parts = [self.what, f"host {self.host}" if self.host >= 0 else "", self.service, self.mode]
        return f"{self.at:6.1f} s  {' '.join(filter(None, parts))}, {self.seconds:.1f} s"

    @property
    def name(self) -> str:
        return f"{self.service} {self.mode}" if self.what == "link" else self.what


def plan(seed: int, seconds: float, kind: Kind, pace: float = 1, has_disk: bool = True) -> List[Fault]:
    """The faults of one run. `pace` multiplies the number of link faults."""
    faults: List[Fault] = []

    def lane(name: str, gap: Tuple[float, float], make: Callable[[random.Random, float], Fault]) -> None:
        source = random.Random(f"{seed} {name}")
        at = source.uniform(1, 1 + gap[1])
        while at < seconds:
            faults.append(make(source, at))
            at += source.uniform(*gap)

    for host in range(HOSTS):
        lane(f"database {host}", (5 / pace, 11 / pace), lambda source, at, host=host: Fault(
            at, "link", host, DATABASE, source.choice(LINK_MODES), source.uniform(0.2, 2.5 / pace)))
        # A swallowed response means a lost session if the vendor does not repeat its response.
        lane(f"vendor {host}", (3 / pace, 7 / pace), lambda source, at, host=host: Fault(
            at, "link", host, VENDOR, source.choice(LINK_MODES), source.uniform(0.2, 2.0 / pace)))
    def of_a_process(source: random.Random, at: float) -> Fault:
        fits = at + kind.lease + 2 < seconds
        what = source.choices(
            ["kill", "kill in a renewal", "stop", "stop beyond the lease"],
            [4, 3, 2, (1 if kind.lease > 10 else 2) if fits else 0])[0]
        least, most = {"stop": (0.5, 3), "stop beyond the lease": (kind.lease + 1, kind.lease + 2)}.get(what, (0.1, 2))
        return Fault(at, what, source.randrange(HOSTS), seconds=source.uniform(least, most))

    lane("processes", (2.5, 6), of_a_process)
    # Each run has at least these.
    source = random.Random(f"{seed} at least")
    for share in (0.12, 0.55):
        faults.append(Fault(
            seconds * share, "kill in a renewal", source.randrange(HOSTS), seconds=source.uniform(0.1, 2)))
    faults.append(Fault(
        seconds * 0.2, "stop beyond the lease", source.randrange(HOSTS),
        seconds=kind.lease + source.uniform(1, 2)))
    promotion, full = seconds * 0.7, seconds * 0.4
    lane("database", (7, 12), lambda source, at: Fault(
        at, source.choices(
            ["kill the postmaster", "pause the database", "full WAL disk"],
            [4, 2, 3 if has_disk and at < promotion - 6 else 0])[0], seconds=source.uniform(0.3, 2)))
    faults = [
        fault for fault in faults
        if fault.host >= 0 or abs(fault.at - promotion) > 4 and (abs(fault.at - full) > 4 or not has_disk)]
    faults.append(Fault(promotion, "promote the standby"))
    if has_disk:
        faults.append(Fault(full, "full WAL disk", seconds=source.uniform(0.3, 2)))
    lane("sign-outs", (1.5, 3), lambda source, at: Fault(at, "sign out", source.randrange(HOSTS)))
    return sorted(faults)


class Storm:
    """Carries out a plan. Calls `sign_out(host)` for each sign-out."""

    def __init__(self, world: World, faults: List[Fault], sign_out: Callable[[int], None]):
        self.world, self.faults, self.sign_out = world, faults, sign_out
        self.done: Counter = Counter()
        self.outages: List[Outage] = []
        self.errors: List[str] = []
        self._links = {(host, service): threading.Lock() for host in range(HOSTS) for service in (DATABASE, VENDOR)}
        self._database = threading.Lock()
        self._note = threading.Lock()

    def run(self) -> None:
        """Returns when each fault is over."""
        began = boot()
        with ThreadPoolExecutor(40) as pool:
            for fault in self.faults:
                time.sleep(max(0, began + fault.at - boot()))
                pool.submit(self._run, fault)

    def _run(self, fault: Fault) -> None:
        try:
            if {
                "link": self._link, "kill": self._kill, "kill in a renewal": self._kill_in_a_renewal,
                "stop": self._stop, "stop beyond the lease": self._stop,
                "kill the postmaster": self._kill_the_postmaster, "pause the database": self._pause_the_database,
                "full WAL disk": self._fill_the_disk, "promote the standby": self._promote,
                "sign out": lambda fault: self.sign_out(fault.host),
            }[fault.what](fault) is not False:
                with self._note:
                    self.done[fault.name] += 1
        except BaseException as error:  # a test reports it
            with self._note:
                self.errors.append(f"{fault}: {type(error).__name__} {error}")

    def _out(self, host: int, start: float) -> None:
        with self._note:
            self.outages.append(Outage(str(host), start, boot() + RECOVERY))

    # Links.

    def _link(self, fault: Fault) -> None:
        with self._links[fault.host, fault.service]:
            proxies = [self.world.network.proxy(fault.host, fault.service)]
            if fault.service == DATABASE:
                proxies.append(self.world.network.proxy(fault.host, NOTIFY))
            arguments = {"seconds": 0.25, "jitter": 0.2} if fault.mode == "delay" else {}
            start = boot()
            for proxy in proxies:
                proxy.set(fault.mode, **arguments)
            time.sleep(fault.seconds)
            for proxy in proxies:
                proxy.pass_through()
            if fault.service == DATABASE:
                self._out(fault.host, start)

    # Processes.

    def _kill(self, fault: Fault) -> None:
        host = self.world.hosts[fault.host]
        with host.lock:
            host.kill9()
            time.sleep(fault.seconds)
            host.start(wait=False)

    def _kill_in_a_renewal(self, fault: Fault) -> Optional[bool]:
        """Kills a host when the vendor has its renewal request and the host has no response. Returns False if the host
        sent no request in time, or its history shows that the renewal ended."""
        host = self.world.hosts[fault.host]
        with self._links[fault.host, VENDOR], host.lock:
            proxy = self.world.network.proxy(fault.host, VENDOR)
            start, sent = boot(), proxy.when(RENEWAL, "swallow_answers")
            if not sent.wait(8):
                proxy.cancel()
                proxy.pass_through()
                return False
            time.sleep(0.05)
            host.kill9()
            was_renewing = host.is_renewing(since=start - 1)
            proxy.pass_through()
            time.sleep(fault.seconds)
            host.start(wait=False)
            return was_renewing

    def _stop(self, fault: Fault) -> None:
        host = self.world.hosts[fault.host]
        with host.lock:
            start = boot()
            host.stop()
            time.sleep(fault.seconds)
            host.go_on()
            self._out(fault.host, start)

    # The database.

    def _everywhere(self, work: Callable[[], None]) -> None:
        with self._database:
            start = boot()
            work()
            for host in range(HOSTS):
                self._out(host, start)

    def _kill_the_postmaster(self, fault: Fault) -> None:
        def work() -> None:
            self.world.cluster.kill9()
            time.sleep(fault.seconds)
            self.world.cluster.restart()

        self._everywhere(work)

    def _pause_the_database(self, fault: Fault) -> None:
        def work() -> None:
            self.world.cluster.pause()
            time.sleep(fault.seconds)
            self.world.cluster.resume()

        self._everywhere(work)

    def _fill_the_disk(self, fault: Fault) -> None:
        def work() -> None:
            try:
                self.world.cluster.fill_wal_disk()
            except (SQLError, NoAnswer, DidNotAnswer):
                pass  # the hosts' own writes took the last bytes, so the server has already panicked
            time.sleep(fault.seconds)
            self.world.cluster.free_wal_disk()

        self._everywhere(work)

    def _promote(self, fault: Fault) -> None:
        self._everywhere(self.world.promote)
