"""A client of Latchkey's agent: tokens, authorised requests and signatures of a signed-in user, without their keys.

    from latchkey_agent import Agent

    with Agent(config="auth.json") as agent:
        token = agent.token(min_validity=60)

Needs Python 3.9 and the program `latchkey`, which starts the agent. The protocol is in Documentation/Agent.md.
"""

import base64
import json
import os
import socket
import struct
import subprocess
import sys
import threading
from typing import Any, Dict, List, Optional, Tuple

VERSION = 1
ANSWER_LIMIT = 4 << 20


class AgentError(Exception):
    """An error of the agent: `code` is one of Latchkey's error codes, `recovery` the next step."""

    def __init__(self, code: str, message: str, recovery: str = "abort", retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.code = code
        self.recovery = recovery
        self.retry_after = retry_after


class _Closed(Exception):
    """The agent closed the connection without an answer: it has ended."""


class Agent:
    """A connection to the agent of one configuration. Threads can share it; their requests follow one another."""

    def __init__(
        self, config: Optional[str] = None, provider: Optional[str] = None, profile: Optional[str] = None,
        program: str = "latchkey", timeout: float = 180,
    ) -> None:
        """Creates a client. The agent is started with the first request, if it does not run.

        `config` is the path of the configuration file (default: $AUTH_CONFIG, else auth.json). `timeout` is the time in
        seconds that a request may take: a renewal waits for the vendor's server.
        """
        self._command = [program, "agent", "start", "--json"]
        for name, value in (("config", config), ("provider", provider), ("profile", profile)):
            if value is not None:
                self._command += ["--" + name, value]
        self._timeout = timeout
        self._socket: Optional[socket.socket] = None
        self._configuration = ""
        self._received = b""
        self._count = 0
        self._lock = threading.Lock()

    def token(self, min_validity: Optional[int] = None, **account: str) -> str:
        """The access token, valid for at least `min_validity` seconds.

        The account is `account="ID"`, `label="KEY=VALUE"` or `provider="ID"`; without one, the selected account.
        """
        return self.request("token", minValidity=min_validity, **account)["token"]

    def authorize(
        self, method: str, url: str, body: Optional[bytes] = None, content_type: Optional[str] = None, **account: str,
    ) -> List[Tuple[str, str]]:
        """The header fields that authorise this request. Send exactly the bytes of `body`, at once, and only once."""
        result = self.request(
            "authorize", method=method, url=url, bodyBase64=_encoded(body), contentType=content_type, **account)
        return [(field["name"], field["value"]) for field in result["headers"]]

    def sign(self, body: bytes, **account: str) -> Tuple[str, str]:
        """The name and the value of the header field with which the account's key signs `body`."""
        result = self.request("sign", bodyBase64=_encoded(body), **account)
        return result["name"], result["value"]

    def accounts(self) -> List[Dict[str, Any]]:
        """The stored accounts, newest first."""
        return self.request("accounts")["accounts"]

    def status(self) -> Dict[str, Any]:
        """What the agent says about itself."""
        return self.request("status")

    def request(self, name: str, **fields: Any) -> Dict[str, Any]:
        """Sends a request, and returns its result. Raises `AgentError`."""
        with self._lock:
            for attempt in range(3):
                try:
                    return self._exchange(name, {key: value for key, value in fields.items() if value is not None})
                except _Closed:
                    # An agent that has ended is started again. No request changes anything but the renewed session.
                    self._disconnect()
            raise AgentError("internal", "The agent closed the connection three times without an answer.")

    def close(self) -> None:
        """Closes the connection. The agent continues to run."""
        with self._lock:
            self._disconnect()

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _exchange(self, name: str, fields: Dict[str, Any]) -> Dict[str, Any]:
        if self._socket is None:
            self._connect()
        self._count += 1
        line = {
            "version": VERSION, "id": self._count, "request": name, "configuration": self._configuration, **fields}
        try:
            try:
                self._socket.sendall(json.dumps(line).encode() + b"\n")
            except BrokenPipeError:
                pass  # an agent that refuses a connection says why before it closes it
            answer = json.loads(self._line())
        except socket.timeout:
            self._disconnect()
            raise AgentError("timeout", "The agent did not answer in time.", "retryRequest") from None
        except (BrokenPipeError, ConnectionError):
            raise _Closed from None
        if answer.get("id") not in (self._count, None):
            self._disconnect()
            raise AgentError("malformed_response", "The agent's answer belongs to another request.")
        if "error" in answer:
            error = answer["error"]
            raise AgentError(
                error["code"], error["message"], error.get("recovery", "abort"), error.get("retryAfterSeconds"))
        return answer["result"]

    def _line(self) -> bytes:
        while b"\n" not in self._received:
            if len(self._received) > ANSWER_LIMIT:
                self._disconnect()
                raise AgentError("response_too_large", "The agent's answer is too long.")
            received = self._socket.recv(65536)
            if not received:
                raise _Closed
            self._received += received
        line, self._received = self._received.split(b"\n", 1)
        return line

    def _connect(self) -> None:
        started = subprocess.run(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
        try:
            answer = json.loads(started.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            raise AgentError("internal", f"'{' '.join(self._command)}' ended with {started.returncode}.") from None
        if "error" in answer:
            raise AgentError(answer["error"]["code"], answer["error"]["message"], answer["error"]["recovery"])
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(self._timeout)
        try:
            connection.connect(answer["socket"])
        except (FileNotFoundError, ConnectionError):
            connection.close()
            raise _Closed from None
        if _owner(connection) not in (os.geteuid(), None):
            connection.close()
            raise AgentError("forbidden", "The process that serves the socket belongs to another user.")
        self._socket = connection
        self._configuration = answer["configuration"]
        self._received = b""

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._received = b""


def _encoded(body: Optional[bytes]) -> Optional[str]:
    return None if body is None else base64.b64encode(body).decode()


def _owner(connection: socket.socket) -> Optional[int]:
    """The user of the process at the other end; None if this Python cannot tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    size = struct.calcsize("3i")
    return struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))[1]


if __name__ == "__main__":
    # For a script that wants a token and nothing else.
    try:
        with Agent() as client:
            print(client.token(min_validity=60))
    except AgentError as error:
        sys.exit(f"{error.code}: {error}")
