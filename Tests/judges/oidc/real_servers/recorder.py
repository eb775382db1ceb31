"""A reverse proxy in front of a server, which keeps every exchange: what the client really sent is read here, and not
in the client's own words."""

import http.client
import json
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import List, Optional

# Headers of one connection only (RFC 9110 §7.6.1), and those that the handler writes itself.
OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


@dataclass
class Exchange:
    method: str
    path: str
    headers: http.client.HTTPMessage
    sent: bytes
    status: int
    received: bytes
    at: float = field(default_factory=time.time)

    @property
    def form(self) -> dict:
        return dict(urllib.parse.parse_qsl(self.sent.decode(), keep_blank_values=True))

    @property
    def sent_json(self) -> dict:
        return json.loads(self.sent)

    @property
    def answer(self) -> dict:
        return json.loads(self.received)


class Recorder:
    """Listens at a port of its own, and passes everything on to the server's port, which is set later."""

    def __init__(self) -> None:
        self.exchanges: List[Exchange] = []
        self.target: Optional[int] = None
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                recorder._pass_on(self)

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def _pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        sent = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        upstream = http.client.HTTPConnection("127.0.0.1", self.target, timeout=60)
        upstream.putrequest(handler.command, handler.path, skip_host=True, skip_accept_encoding=True)
        for name, value in handler.headers.items():
            if name.lower() != "connection":
                upstream.putheader(name, value)
        try:
            upstream.endheaders(sent)
        except ConnectionRefusedError:
            handler.send_error(502)  # the server is starting
            return
        response = upstream.getresponse()
        received = response.read()
        self.exchanges.append(
            Exchange(handler.command, handler.path, handler.headers, sent, response.status, received))
        handler.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in OWN:
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(received)))
        handler.end_headers()
        handler.wfile.write(received)
        upstream.close()

    def sent_to(self, endpoint: str, after: int = 0) -> List[Exchange]:
        """The exchanges with an endpoint, from the number `after` on."""
        path = urllib.parse.urlsplit(endpoint).path
        return [exchange for exchange in self.exchanges[after:] if exchange.path.split("?")[0] == path]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
