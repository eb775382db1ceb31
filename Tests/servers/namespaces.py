"""Several hosts on one machine. Each has its own network namespace, through which it reaches the machine's services.

If the machine does not allow namespaces, each host has its own loopback address instead. `kind` is `namespaces` or
`loopback`; `reason` is the reason for loopback.
"""

import ctypes
import ipaddress
import os
import random
import secrets
import shutil
import socket
import subprocess
import threading
from typing import Dict, List, Optional, Sequence, Tuple

from . import keeper
from .processes import NotPossible, free_port, is_root, note
from .proxy import FaultProxy, bound_socket

NETWORK = ipaddress.ip_network("198.18.0.0/15")  # reserved for tests of networks (RFC 2544)
CLONE_NEWNET = 0x40000000


class Host:
    """A namespace with a link, or only a loopback address."""

    def __init__(self, index: int, gateway: str, address: str, namespace: Optional[str] = None, link: str = ""):
        self.index = index
        self.gateway = gateway  # the address of the services for this host
        self.address = address  # the host's own address
        self.namespace = namespace
        self.link = link  # the interface at the machine's end of the virtual cable
        self.proxies: Dict[str, FaultProxy] = {}


class HostNetwork:
    """`with HostNetwork(4) as network:` has the hosts 0, 1, 2 and 3.

    Each host reaches a service through a proxy of its own, so that `partition(host, service)` cuts off one host from
    one service. `unplug(host)` pulls the host's cable.
    """

    def __init__(self, hosts: int = 4):
        self.hosts: List[Host] = []
        self.reason = _refusal()
        self.kind = "loopback" if self.reason else "namespaces"
        self._processes: List[subprocess.Popen] = []
        try:
            for index in range(hosts):
                self.hosts.append(_loopback_host(index) if self.reason else _namespace_host(index))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "HostNetwork":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # Services.

    def serve(self, service: str, target: Tuple[str, int], at_target: bool = False) -> None:
        """Makes a server of the machine reachable for all hosts, by default at each host's gateway.

        With `at_target`, the hosts reach it at its address on the machine, such as 127.0.0.1. Some servers send their
        own address in a response, and some clients allow HTTP without TLS to loopback only. Without namespaces, the
        host's own loopback address is used instead.
        """
        for host in self.hosts:
            if at_target and host.namespace is not None:
                listener = _in_namespace(host.namespace, lambda: bound_socket(target))
            else:
                listener = bound_socket((host.gateway, 0))
            host.proxies[service] = FaultProxy(target, listener=listener)

    def proxy(self, host: int, service: str) -> FaultProxy:
        """The proxy of a service, for all other faults: `network.proxy(0, "database").delay(0.2)`."""
        return self.hosts[host].proxies[service]

    def address(self, host: int, service: str) -> Tuple[str, int]:
        """The host name and port of the service for this host."""
        return self.proxy(host, service).address

    def partition(self, host: int, service: Optional[str] = None, how: str = "black_hole") -> None:
        """Cuts a host off from a service, or from all. Bytes are lost; with `hold`, they arrive after `heal`."""
        for proxy in self._proxies(host, service):
            proxy.set(how)

    def heal(self, host: int, service: Optional[str] = None) -> None:
        for proxy in self._proxies(host, service):
            proxy.pass_through()

    def retarget(self, service: str, address: str, port: int) -> None:
        """Connects the service of all hosts to another server, such as the promoted standby."""
        for host in self.hosts:
            host.proxies[service].retarget(address, port)

    def unplug(self, host: int) -> None:
        """Takes the host's link down: packets are lost in both directions, and TCP sends them again after `plug`.

        If the host has no link, or a service does not use it, the service's proxy holds all bytes, which has the same
        effect.
        """
        for proxy in self.hosts[host].proxies.values():
            if proxy.address[0] != self.hosts[host].gateway or self.hosts[host].namespace is None:
                proxy.hold()
        self._set_link(self.hosts[host], "down")

    def plug(self, host: int) -> None:
        self._set_link(self.hosts[host], "up")
        for proxy in self.hosts[host].proxies.values():
            if proxy.address[0] != self.hosts[host].gateway or self.hosts[host].namespace is None:
                proxy.pass_through()

    # Processes.

    def prefix(self, host: int) -> List[str]:
        """The beginning of a command line that runs a command at the host."""
        namespace = self.hosts[host].namespace
        return ["ip", "netns", "exec", namespace] if namespace is not None else []

    def popen(self, host: int, command: Sequence[str], **options) -> subprocess.Popen:
        """Starts a process at the host. It ends when the network is closed or this process ends, at the latest."""
        process = subprocess.Popen([*self.prefix(host), *map(str, command)], **options)
        note(keeper.PROCESSES, f"{process.pid} {keeper.start_time(process.pid) or 0}")
        self._processes.append(process)
        return process

    def run(self, host: int, command: Sequence[str], **options) -> subprocess.CompletedProcess:
        return subprocess.run([*self.prefix(host), *map(str, command)], **options)

    def close(self) -> None:
        """Ends all processes of the hosts and removes the hosts."""
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.wait(10)
        for host in self.hosts:
            for proxy in host.proxies.values():
                proxy.stop()
            if host.namespace is not None:
                keeper.remove_namespace(host.namespace, host.link)
        self.hosts = []

    def _proxies(self, host: int, service: Optional[str]) -> List[FaultProxy]:
        proxies = self.hosts[host].proxies
        return [proxies[service]] if service is not None else list(proxies.values())

    @staticmethod
    def _set_link(host: Host, state: str) -> None:
        if host.namespace is not None:
            _ip("link", "set", host.link, state)


def _ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise NotPossible(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def _refusal() -> Optional[str]:
    """The reason why this machine cannot use namespaces; None if a host could be made and used."""
    if not is_root():
        return "network namespaces require root"
    if shutil.which("ip") is None:
        return "ip is not installed (Debian package iproute2)"
    probe = None
    try:
        probe = _namespace_host(0)
        _ip("netns", "exec", probe.namespace, "true")
        _in_namespace(probe.namespace, lambda: None)
        return None
    except (NotPossible, OSError) as error:
        return f"this machine does not allow network namespaces: {error}"
    finally:
        if probe is not None:
            keeper.remove_namespace(probe.namespace, probe.link)


def _namespace_host(index: int) -> Host:
    """A namespace with a link to the machine. No other run has the same names or addresses."""
    token = secrets.token_hex(4)
    name, outer, inner = f"latchkey-{os.getpid()}-{token}", f"lk{token}o", f"lk{token}i"
    note(keeper.NETWORKS, f"{name} {outer}")
    try:
        _ip("netns", "add", name)
        _ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name)
        used = _ip("-o", "address", "show")
        while True:
            network = ipaddress.ip_network((int(NETWORK[0]) + 4 * random.randrange(1, NETWORK.num_addresses // 4), 30))
            gateway, address = str(network[1]), str(network[2])
            if f" {gateway}/" not in used:
                break
        _ip("address", "add", f"{gateway}/30", "dev", outer)
        _ip("link", "set", outer, "up")
        _ip("-n", name, "address", "add", f"{address}/30", "dev", inner)
        _ip("-n", name, "link", "set", inner, "up")
        _ip("-n", name, "link", "set", "lo", "up")
    except NotPossible:
        keeper.remove_namespace(name, outer)
        raise
    return Host(index, gateway, address, name, outer)


def _loopback_host(index: int) -> Host:
    while True:
        address = f"127.{random.randrange(1, 255)}.{random.randrange(1, 255)}.{index + 1}"
        with socket.socket() as probe:
            try:
                probe.bind((address, free_port(address)))
                return Host(index, address, address)
            except OSError:
                continue


def _in_namespace(name: str, work):
    """Runs `work` in a thread that has entered the namespace. A socket made there stays in the namespace."""
    outcome = {}

    def run() -> None:
        try:
            with open(f"/run/netns/{name}", "rb") as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "setns")
            outcome["value"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["value"]
