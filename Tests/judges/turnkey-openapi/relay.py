"""A proxy that records the requests of a client and the responses."""

import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Relay:
    """Relays requests to `target` and keeps every exchange in the format of the sandbox's recordings."""

    def __init__(self, target: str):
        self.exchanges = []
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name: value for name, value in self.headers.items() if name.lower() not in {
                    "host", "connection", "content-length", "accept-encoding"}}
                request = urllib.request.Request(
                    target + self.path, method=self.command, data=body or None, headers=headers)
                try:
                    answer = urllib.request.urlopen(request, timeout=30)
                except urllib.error.HTTPError as error:
                    answer = error
                text = answer.read()
                relay.exchanges.append({
                    "method": self.command, "path": self.path.split("?")[0], "request": body.decode(),
                    "headers": {name.lower(): value for name, value in self.headers.items()},
                    "status": answer.status, "response": text.decode()})
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    if name.lower() not in {"connection", "content-length", "transfer-encoding", "date"}:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
