"""Serves a WSGI application on a free port of the loopback interface. Runs in the environments of the servers."""

import argparse
import json
import os
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def arguments(*switches: str) -> argparse.Namespace:
    """What the judge tells every server: its address, the client, the user; and switches of one server."""
    parser = argparse.ArgumentParser()
    for name in ("issuer", "client", "secret", "callback", "signed-out", "user", "password"):
        parser.add_argument(f"--{name}", required=True)
    for name in switches:
        parser.add_argument(f"--{name}", action="store_true")
    return parser.parse_args()


def serve(application) -> None:
    """Writes `{"port": …}` and serves one request at a time, until the standard input ends: with the judge."""

    def end() -> None:
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()
    with make_server("127.0.0.1", 0, application, handler_class=Quiet) as server:
        print(json.dumps({"port": server.server_port}), flush=True)
        server.serve_forever()
