"""A balancer for HTTP/1.1 on loopback. It sends each request to the next host whose /health returns 200.

    python3 balancer.py PORT http://127.0.0.1:8101 http://127.0.0.1:8102 …
"""

import asyncio
import json
import sys
import urllib.parse
from typing import Dict, List, Optional, Tuple

PAUSE = 0.3  # seconds between two checks of a host's health
PATIENCE = 60  # seconds to wait for a response


class NotSent(Exception):
    """The host did not accept the connection, so the request can be sent to another host."""


class Balancer:
    def __init__(self, hosts: List[str]):
        self.hosts = [urllib.parse.urlsplit(host) for host in hosts]
        self.well: Dict[int, bool] = {}
        self.turn = 0

    async def watch(self, number: int) -> None:
        """Checks the health of one host repeatedly."""
        while True:
            try:
                head, _ = await asyncio.wait_for(self.send(number, b"GET /health HTTP/1.1\r\nHost: fleet\r\n\r\n"), 2)
                self.well[number] = head.split(b" ", 2)[1] == b"200"
            except (OSError, NotSent, asyncio.TimeoutError, EOFError):
                self.well[number] = False
            await asyncio.sleep(PAUSE)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection of a client."""
        try:
            while True:
                message = await read(reader)
                if message is None:
                    break
                head, body = message
                writer.write(await self.answer(head + body))
                await writer.drain()
                if b"connection: close" in head.lower():
                    break
        except (OSError, EOFError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            writer.close()

    async def answer(self, request: bytes) -> bytes:
        for number in self.order():
            try:
                head, body = await asyncio.wait_for(self.send(number, request), PATIENCE)
            except NotSent:
                self.well[number] = False
                continue
            except (OSError, EOFError):
                # The host may have executed the request, so the client must decide whether to repeat it.
                self.well[number] = False
                return refusal(
                    "host_lost", "The host ended during the request. Send the request again if it can be repeated.")
            except asyncio.TimeoutError:
                return refusal("timeout", f"The host did not answer within {PATIENCE} seconds. Try again.")
            if b"x-fleet-unanswered:" in head.lower():
                self.well[number] = False
                continue
            return head + body
        return refusal("no_host", "No host is healthy. Try again.")

    def order(self) -> List[int]:
        """The numbers of the healthy hosts, beginning with the next one in turn."""
        self.turn += 1
        count = len(self.hosts)
        numbers = [(self.turn + offset) % count for offset in range(count)]
        return [number for number in numbers if self.well.get(number)]

    async def send(self, number: int, request: bytes) -> Tuple[bytes, bytes]:
        """Sends a request on a new connection, and returns the head and the body of the response."""
        host = self.hosts[number]
        try:
            reader, writer = await asyncio.open_connection(host.hostname, host.port)
        except OSError:
            raise NotSent() from None
        try:
            writer.write(request)
            await writer.drain()
            message = await read(reader)
            if message is None:
                raise EOFError
            return message
        finally:
            writer.close()


async def read(reader: asyncio.StreamReader) -> Optional[Tuple[bytes, bytes]]:
    """Reads the head and the body of a message; None at the end of the stream."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise EOFError from None
        return None
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    return head, await reader.readexactly(length)


def refusal(code: str, message: str) -> bytes:
    body = json.dumps({"code": code, "message": message}).encode()
    return (b"HTTP/1.1 502 Refused\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)) + body


async def main(port: int, hosts: List[str]) -> None:
    balancer = Balancer(hosts)
    server = await asyncio.start_server(balancer.serve, "127.0.0.1", port, backlog=256)
    print(f"Balancing {len(hosts)} hosts on http://127.0.0.1:{port}", flush=True)
    await asyncio.gather(server.serve_forever(), *(balancer.watch(number) for number in range(len(hosts))))


if __name__ == "__main__":
    try:
        asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
    except KeyboardInterrupt:
        pass
