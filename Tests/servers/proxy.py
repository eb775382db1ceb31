"""A TCP proxy that fails on demand, between a client and a server of any kind.

Bytes flow in two directions: `requests`, from the client to the target, and `answers`, back. A fault applies to open
and new connections. It is in effect when the call returns.
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
# The faults, and the default direction of each.
MODES = {
    "pass": "both", "delay": "both", "drop": "both", "half_close": ANSWERS, "black_hole": "both",
    "swallow_answers": ANSWERS, "hold": "both"}


class Mode(NamedTuple):
    name: str
    directions: Tuple[str, ...] = ()  # the directions in which the fault applies
    seconds: float = 0
    jitter: float = 0
    how: str = ""

    @staticmethod
    def of(name: str, **arguments) -> "Mode":
        """The mode for the name and the arguments of a method of the proxy."""
        assert name in MODES, f"{name} is not one of {', '.join(MODES)}"
        direction = arguments.pop("direction", MODES[name])
        assert direction in (*DIRECTIONS, "both"), direction
        mode = Mode(name, DIRECTIONS if direction == "both" else (direction,), **arguments)
        return mode._replace(how=mode.how or "refuse")


class FaultProxy:
    """`FaultProxy(("127.0.0.1", port))` listens at `proxy.address` and passes all bytes on until a fault is set.

    It runs in its own thread. `listener` is a bound socket to use instead of `listen`, such as one of a namespace.
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
        """Ends the fault. Connections that lost bytes are reset: a TCP stream cannot continue without them."""
        self.set("pass")

    def delay(self, seconds: float, jitter: float = 0) -> None:
        """Delivers each piece `seconds` later, up to `jitter` more or less, and in order. Throughput stays the same."""
        self.set("delay", seconds=seconds, jitter=jitter)

    def drop(self, how: str = "refuse") -> None:
        """Resets open connections. New connections are refused (`refuse`), or accepted and closed at once (`close`)."""
        assert how in ("refuse", "close"), how
        self.set("drop", how=how)

    def half_close(self, direction: str = ANSWERS) -> None:
        """Ends a direction for its receiver; the other direction continues. A connection keeps this state."""
        self.set("half_close", direction=direction)

    def black_hole(self) -> None:
        """Accepts and reads, passes nothing on, and keeps connections open. Bytes that are read meanwhile are lost. The
        server does not notice when a client closes its connection. New connections do not reach the target."""
        self.set("black_hole")

    def swallow_answers(self) -> None:
        """Passes requests to the target, and discards its responses."""
        self.set("swallow_answers")

    def hold(self, direction: str = "both") -> None:
        """Like `black_hole`, but keeps the bytes and delivers them when the fault ends, as TCP does after a short
        partition. A statement that was sent during the fault arrives late."""
        self.set("hold", direction=direction)

    def retarget(self, host: str, port: int, reset: bool = True) -> None:
        """Directs new connections to another target. Open connections are reset, or keep the old target."""
        def change() -> None:
            self.target = (host, port)
            if reset:
                for pair in list(self.pairs):
                    pair.abort()

        self._do(change)

    def reset_connections(self) -> None:
        """Resets open connections; new ones are not affected."""
        self._do(lambda: [pair.abort() for pair in list(self.pairs)])

    def set(self, mode: str, **arguments) -> None:
        """Sets a fault by its name: `proxy.set("delay", seconds=0.1)`. `pass` ends the fault."""
        change = Mode.of(mode, **arguments)
        self._do(lambda: self._apply(change))

    def when(self, request: bytes, mode: str, before: bool = False, **arguments) -> threading.Event:
        """Sets a fault that begins with the first request that contains these bytes: after it was passed on, or before.

        The fault begins once; the returned event is set then. Bytes in TLS cannot be found, nor can the text of a
        statement that was prepared earlier.
        """
        trigger = request, Mode.of(mode, **arguments), before, threading.Event()
        self._do(lambda: self._triggers.append(trigger))
        return trigger[3]

    def cancel(self) -> None:
        """Removes the faults that still wait for a request."""
        self._do(self._triggers.clear)

    # Counts.

    def counts(self) -> Dict[str, int]:
        """The numbers of accepted and open connections, and of bytes received and forwarded in each direction."""
        return self._do(lambda: {**self._counts, "open": len(self.pairs)})

    def stop(self) -> None:
        """Resets open connections and stops listening."""
        if self.loop.is_closed():
            return
        self._do(lambda: (self._stop_listening(), [pair.abort() for pair in list(self.pairs)]))
        self._do(lambda: None)  # after one more turn of the loop, the transports have closed
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()
        self._listener.close()

    def __enter__(self) -> "FaultProxy":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    # Called in the proxy's thread, by the proxy and its pairs.

    def due(self) -> float:
        """The time at which bytes that are read now are to be passed on."""
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
        """Begins the faults that wait for bytes in the text, of which the last `size` bytes are new."""
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
        """Stops listening. The socket stays bound, so that no other process can take its port during the fault."""
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
        """Runs `work` in the proxy's thread, waits for it and returns its result."""
        async def run():
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(20)


def bound_socket(address: Tuple[str, int]) -> socket.socket:
    """A socket that is bound to a port by its number: only such a socket stays bound while it does not listen."""
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
