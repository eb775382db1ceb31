"""One connection through a `FaultProxy`: a client's end, the target's end, and the two directions between them."""

import asyncio
import socket
import struct
from collections import deque
from typing import Deque, Optional, Tuple

MUCH = 1 << 20  # bytes that may wait in one direction before reading is paused
END = b""
RESET = None


class End(asyncio.Protocol):
    """One of the two sockets. Bytes that it reads go into one direction, and it writes those of the other."""

    def __init__(self, pair: "Pair", reads: "Direction", writes: "Direction"):
        self.pair, self.reads, self.writes = pair, reads, writes
        self.transport: Optional[asyncio.Transport] = None

    def connection_made(self, transport) -> None:
        self.transport = transport
        self.writes.sink = transport
        self.reads.source = transport
        if self.pair.is_over:
            self.pair.abort()
        else:
            self.pair.adapt()

    def data_received(self, data: bytes) -> None:
        self.reads.take(data)

    def eof_received(self) -> bool:
        self.reads.source = None
        self.reads.take(END)
        return True  # keeps the transport open for the other direction

    def connection_lost(self, error: Optional[Exception]) -> None:
        self.reads.source = None
        if not self.pair.is_over:
            self.reads.take(RESET)

    def pause_writing(self) -> None:
        self.writes.is_blocked = True
        self.writes.regulate()

    def resume_writing(self) -> None:
        self.writes.is_blocked = False
        self.writes.regulate()


class Direction:
    """The queue of one direction: pieces of bytes, each with the time at which it is due. They leave in order."""

    def __init__(self, pair: "Pair", name: str):
        self.pair, self.name = pair, name
        self.source: Optional[asyncio.Transport] = None
        self.sink: Optional[asyncio.Transport] = None
        self.has_lost = False  # bytes are missing
        self.has_ended = False  # the receiver has seen the end
        self.is_blocked = False
        self._is_read = True
        self._waiting: Deque[Tuple[float, Optional[bytes]]] = deque()
        self._size = 0
        self._timer: Optional[asyncio.TimerHandle] = None
        self._tail = b""

    def take(self, data: Optional[bytes]) -> None:
        proxy = self.pair.proxy
        text, size = self._watched(data or b""), len(data or b"")
        proxy.count(f"{self.name}Received", size)
        proxy.fire(text, size, before=True)
        if proxy.loses(self.name):
            self.has_lost = True
        elif not self.pair.is_over:
            last = self._waiting[-1][0] if self._waiting else 0
            self._waiting.append((max(proxy.due(), last), data))
            self._size += size
            self.push()
        proxy.fire(text, size, before=False)

    def push(self) -> None:
        """Passes on the pieces that are due and that no fault holds."""
        proxy = self.pair.proxy
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._waiting and self.sink is not None and not proxy.holds(self.name) and not self.pair.is_over:
            due, data = self._waiting[0]
            if due > proxy.loop.time():
                self._timer = proxy.loop.call_at(due, self.push)
                break
            self._waiting.popleft()
            self._size -= len(data or b"")
            if proxy.loses(self.name):
                self.has_lost = True
            else:
                self._deliver(data)
        self.regulate()

    def end(self) -> None:
        """Ends the stream for the receiver; later bytes are discarded."""
        if not self.has_ended and self.sink is not None:
            self.has_ended = True
            try:
                self.sink.write_eof()
            except OSError:  # the receiver has closed the connection meanwhile
                return self.pair.abort()
            self.pair.finish()

    def regulate(self) -> None:
        """Pauses reading while the receiver is slow or too many bytes wait, and resumes it afterwards."""
        reads = not self.is_blocked and self._size < MUCH
        if reads != self._is_read and self.source is not None and not self.source.is_closing():
            self._is_read = reads
            (self.source.resume_reading if reads else self.source.pause_reading)()

    def _deliver(self, data: Optional[bytes]) -> None:
        if data is RESET:
            self.pair.abort()
        elif data == END:
            self.end()
        elif not self.has_ended:
            self.pair.proxy.count(f"{self.name}Forwarded", len(data))
            self.sink.write(data)

    def _watched(self, data: bytes) -> bytes:
        """The piece after the end of the one before it, since a trigger may span both. Only requests are watched."""
        length = self.pair.proxy.longest_trigger() if self.name == "requests" else 0
        if length == 0:
            return b""
        text = self._tail + data
        self._tail = text[-(length - 1):] if length > 1 else b""
        return text


class Pair:
    """The complete connection: both ends and both directions."""

    def __init__(self, proxy, client: socket.socket):
        self.proxy = proxy
        self.is_over = False
        self.requests, self.answers = Direction(self, "requests"), Direction(self, "answers")
        self._client = End(self, self.requests, self.answers)
        self._target = End(self, self.answers, self.requests)
        self._is_connecting = False
        self._tasks = [proxy.loop.create_task(proxy.loop.connect_accepted_socket(lambda: self._client, client))]
        self.adapt()

    def adapt(self) -> None:
        """Applies the proxy's current fault."""
        proxy = self.proxy
        both = (self.requests, self.answers)
        if proxy.mode.name == "drop" or any(each.has_lost and not proxy.loses(each.name) for each in both):
            return self.abort()
        if proxy.reaches_target() and not self._is_connecting:
            self._is_connecting = True
            self._tasks.append(proxy.loop.create_task(self._connect()))
        for each in both:
            if proxy.ends(each.name):
                each.end()
            each.push()

    async def _connect(self) -> None:
        try:
            await self.proxy.loop.create_connection(lambda: self._target, *self.proxy.target)
        except OSError:
            self.proxy.count("refusedByTarget")
            self.abort()

    def finish(self) -> None:
        """Closes both ends after both directions have ended."""
        if self.requests.has_ended and self.answers.has_ended and not self.is_over:
            self._leave()
            for end in (self._client, self._target):
                if end.transport is not None:
                    end.transport.close()

    def abort(self) -> None:
        """Resets both ends. Without SO_LINGER, the kernel would close the connections in an orderly way."""
        self._leave()
        for end in (self._client, self._target):
            transport = end.transport
            if transport is not None and transport.get_extra_info("socket") is not None:
                try:
                    transport.get_extra_info("socket").setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                except OSError:
                    pass
                transport.abort()

    def _leave(self) -> None:
        self.is_over = True
        for task in self._tasks:
            task.cancel()
        if self in self.proxy.pairs:
            self.proxy.pairs.remove(self)
