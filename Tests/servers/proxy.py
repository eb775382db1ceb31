"""A TCP proxy that fails on demand, between a client and a server of any kind.

Bytes flow in two directions: `requests`, from the client to the target, and `answers`, back. A fault applies to the
connections that are open and to new ones. When a call returns, the fault is in force.
"""

import asyncio
import random
import socket
import threading
from typing import Dict, List, NamedTuple, Optional, Tuple

from .processes import free_port
from .proxy_pair import Pair

REQUESTS, ANSWERS = "requests", "answers"
DIRECTIONS = (REQUESTS, ANSWERS)
# The faults, and the direction that each is for unless the caller says otherwise.
MODES = {
    "pass": "both", "delay": "both", "drop": "both", "half_close": ANSWERS, "black_hole": "both",
    "swallow_answers": ANSWERS, "hold": "both"}


class Mode(NamedTuple):
    name: str
    directions: Tuple[str, ...] = ()  # where it applies, if that is not everywhere
    seconds: float = 0
    jitter: float = 0
    how: str = ""

    @staticmethod
    def of(name: str, **arguments) -> "Mode":
        """By the name and the arguments of a method of the proxy."""
        assert name in MODES, f"{name} is none of {', '.join(MODES)}"
        direction = arguments.pop("direction", MODES[name])
        assert direction in (*DIRECTIONS, "both"), direction
        mode = Mode(name, DIRECTIONS if direction == "both" else (direction,), **arguments)
        return mode._replace(how=mode.how or "refuse")


class FaultProxy:
    """`FaultProxy(("127.0.0.1", port))` listens at `proxy.address` and passes all bytes on, until it is told otherwise.

    It works in a thread of its own. `listener` is a socket to use instead of one at `listen`: of another namespace.
    """

    def __init__(
        self, target: Tuple[str, int], listen: Tuple[str, int] = ("127.0.0.1", 0),
        listener: Optional[socket.socket] = None,
    ):
        self.target = target
        self.mode = Mode("pass")
        self.pairs: List[Pair] = []
        self._triggers: List[Tuple[bytes, Mode, bool, threading.Event]] = []
        self._counts: Dict[str, int] = dict.fromkeys(
            ("connections", "refusedByTarget", *(f"{direction}{what}" for direction in DIRECTIONS
             for what in ("Received", "Forwarded"))), 0)
        self._listens = False
        self._listener = listener or bound_socket(listen)
        self._listener.setblocking(False)
        self.address: Tuple[str, int] = self._listener.getsockname()[:2]
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name=f"proxy {self.address}", daemon=True)
        self._thread.start()
        self._do(self._listen)

    @property
    def port(self) -> int:
        return self.address[1]

    # The faults.

    def pass_through(self) -> None:
        """No fault. A connection that lost bytes is reset: a TCP stream cannot go on without them."""
        self.set("pass")

    def delay(self, seconds: float, jitter: float = 0) -> None:
        """Each piece arrives `seconds` later, up to `jitter` more or less, and in order. Throughput stays the same."""
        self.set("delay", seconds=seconds, jitter=jitter)

    def drop(self, how: str = "refuse") -> None:
        """Resets what is open. New connections are refused (`refuse`) or closed at once after they were accepted
        (`close`)."""
        assert how in ("refuse", "close"), how
        self.set("drop", how=how)

    def half_close(self, direction: str = ANSWERS) -> None:
        """The receiver of a direction sees its end; the other direction goes on. That stays so for a connection."""
        self.set("half_close", direction=direction)

    def black_hole(self) -> None:
        """Accepts and reads, passes nothing on, and keeps connections open. What is read meanwhile is lost: also that a
        client has gone, so that the server keeps its side open. New connections do not reach the target."""
        self.set("black_hole")

    def swallow_answers(self) -> None:
        """The target gets each request, and the client no answer."""
        self.set("swallow_answers")

    def hold(self, direction: str = "both") -> None:
        """As a black hole that keeps what it read and delivers it when the fault is over, as TCP does after a short
        partition: a statement that was sent before arrives late."""
        self.set("hold", direction=direction)

    def retarget(self, host: str, port: int, reset: bool = True) -> None:
        """New connections go to another target. Those that are open are reset, or stay with the old one."""
        def change() -> None:
            self.target = (host, port)
            if reset:
                for pair in list(self.pairs):
                    pair.abort()

        self._do(change)

    def reset_connections(self) -> None:
        """Resets what is open, and nothing else."""
        self._do(lambda: [pair.abort() for pair in list(self.pairs)])

    def set(self, mode: str, **arguments) -> None:
        """A fault by its name: `proxy.set("delay", seconds=0.1)`. `pass` is none."""
        change = Mode.of(mode, **arguments)
        self._do(lambda: self._apply(change))

    def when(self, request: bytes, mode: str, before: bool = False, **arguments) -> threading.Event:
        """A fault that begins with the first request that contains these bytes: after that is passed on, or before.

        It happens once; the event says when. It sees no text in TLS, nor in a statement that was prepared before.
        """
        trigger = request, Mode.of(mode, **arguments), before, threading.Event()
        self._do(lambda: self._triggers.append(trigger))
        return trigger[3]

    def cancel(self) -> None:
        """Forgets the faults that still wait for a request."""
        self._do(self._triggers.clear)

    # What went through.

    def counts(self) -> Dict[str, int]:
        """Connections accepted and open, and bytes received and forwarded for each direction."""
        return self._do(lambda: {**self._counts, "open": len(self.pairs)})

    def stop(self) -> None:
        """Resets what is open and listens no more."""
        if self.loop.is_closed():
            return
        self._do(lambda: (self._stop_listening(), [pair.abort() for pair in list(self.pairs)]))
        self._do(lambda: None)  # by then the transports have closed
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()
        self._listener.close()

    def __enter__(self) -> "FaultProxy":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    # In the proxy's thread, for it and its pairs.

    def due(self) -> float:
        """When something that is read now is to be passed on."""
        if self.mode.name != "delay":
            return 0
        return self.loop.time() + max(0.0, self.mode.seconds + random.uniform(-1, 1) * self.mode.jitter)

    def loses(self, direction: str) -> bool:
        return self.mode.name in ("black_hole", "swallow_answers") and direction in self.mode.directions

    def holds(self, direction: str) -> bool:
        return self.mode.name == "hold" and direction in self.mode.directions

    def ends(self, direction: str) -> bool:
        return self.mode.name == "half_close" and direction in self.mode.directions

    def reaches_target(self) -> bool:
        return not (self.loses(REQUESTS) or self.holds(REQUESTS))

    def count(self, name: str, number: int = 1) -> None:
        self._counts[name] += number

    def fire(self, text: bytes, size: int, before: bool) -> None:
        """Begins the faults that wait for something in the text, of which the last `size` bytes are new."""
        for trigger in list(self._triggers):
            new = text[max(0, len(text) - size - len(trigger[0]) + 1):]
            if trigger[2] == before and trigger[0] in new:
                self._triggers.remove(trigger)
                self._apply(trigger[1])
                trigger[3].set()

    def longest_trigger(self) -> int:
        return max((len(trigger[0]) for trigger in self._triggers), default=0)

    def _apply(self, mode: Mode) -> None:
        self.mode = mode
        if mode.name == "drop" and mode.how == "refuse":
            self._stop_listening()
        else:
            self._listen()
        for pair in list(self.pairs):
            pair.adapt()

    def _listen(self) -> None:
        if not self._listens:
            self._listens = True
            self._listener.listen(256)
            self.loop.add_reader(self._listener, self._accept)

    def _stop_listening(self) -> None:
        """The socket keeps its port: no other process can take it before the fault is over."""
        if self._listens:
            self._listens = False
            self.loop.remove_reader(self._listener)
            self._listener.shutdown(socket.SHUT_RD)

    def _accept(self) -> None:
        for _ in range(64):
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.setblocking(False)
            self.count("connections")
            if self.mode.name == "drop":
                client.close()
            else:
                self.pairs.append(Pair(self, client))

    def _do(self, work):
        """Runs it in the proxy's thread and waits for what it returns."""
        async def run():
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(20)


def bound_socket(address: Tuple[str, int]) -> socket.socket:
    """Bound to a port that was asked for by number: only such a one stays bound without a listener."""
    host, port = address
    for attempt in range(20):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port or free_port(host)))
            return listener
        except OSError:
            listener.close()
            if port or attempt == 19:
                raise
    raise AssertionError
