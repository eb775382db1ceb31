"""Runs the commands of each page, in a separate folder and with a separate sandbox."""

import contextlib
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import List, Optional

from ..places import EXAMPLES, OUTPUT, ROOT
from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from .pages import Block, Page

FOLDER = OUTPUT / "consoles"
# Commands that are not run here, and the reasons. The first match applies.
NOT_RUN = (
    (re.compile(r"^Examples/quickstart|^Tests/run"), "Tests/run runs neither itself nor a second build"),
    (re.compile(r"…"), "a placeholder stands for a value of the reader"),
    (re.compile(r"--package-path Examples/"), "Tests/run and the judges build, test and run the examples"),
)


def check(terminal: Terminal, results: Results, toolchain: Toolchain, pages: List[Page]) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    for page in pages:
        if any(block.language == "console" for block in page.blocks):
            with terminal.phase(f"Commands of {page.path.relative_to(ROOT)}") as phase:
                before, ran = len(results.failures), 0
                with _Reader(page, toolchain) as reader:
                    for block in page.blocks:
                        if block.mark("file"):
                            reader.write(block.mark("file"), block.text)
                        elif block.language == "console":
                            ran += reader.follow(block, results, phase)
                failed = len(results.failures) - before
                if failed:
                    phase.fail(f"{failed} of {ran + failed} failed")
                else:
                    phase.end = f"{ran} ran"


class _Reader:
    """A reader who types the commands of a page."""

    def __init__(self, page: Page, toolchain: Toolchain) -> None:
        self.folder = FOLDER / page.name
        self.runtime = tempfile.mkdtemp(prefix="lk-")
        self.folder.mkdir(parents=True)
        self.toolchain = toolchain
        self.background: List[subprocess.Popen] = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        browser = self.folder / ".browser"
        browser.write_text(f"#!{sys.executable}\nimport sys, urllib.request\nurllib.request.urlopen(sys.argv[1])\n")
        browser.chmod(browser.stat().st_mode | stat.S_IEXEC)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AUTH_")},
            "PATH": f"{toolchain.products()}:{Path(toolchain.swift).parent}:{os.environ.get('PATH', '')}",
            # The path of a socket is limited, and that of the folder is not.
            "XDG_RUNTIME_DIR": self.runtime, "XDG_STATE_HOME": str(self.folder / ".state"), "BROWSER": str(browser),
            "BODY": "{}", "NO_COLOR": "1",
        }

    def __enter__(self) -> "_Reader":
        return self

    def __exit__(self, *_) -> None:
        for process in self.background:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
        # An agent that a page has started ends when its socket is gone.
        shutil.rmtree(self.runtime)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # The page names a checkout next to the reader's folder. This checkout may have another path and name.
        path.write_text(text.replace('path: "../latchkey"', f'path: "{ROOT}"') + "\n", encoding="utf-8")

    def follow(self, block: Block, results: Results, phase) -> int:
        """Types the block's commands; returns the number of commands that were run."""
        if block.mark("not run"):
            results.skip("documentation", block.mark("not run"))
            return 0
        typed, shown = [], []
        for line in block.text.splitlines():
            (typed if line.startswith("$ ") else shown).append(line.removeprefix("$ "))
        folder = self.folder / (block.mark("in") or "")
        ran, output = 0, ""
        for index, command in enumerate(typed):
            phase.show(command)
            reason = next((reason for pattern, reason in NOT_RUN if pattern.search(command)), None)
            if reason:
                results.skip("documentation", reason)
                continue
            expected = int(block.mark("exit") or 0) if index == len(typed) - 1 else 0
            status, output = self.type(command, folder)
            if status != expected:
                results.fail(block.where, f"'{command}' ended with status {status}\n{output}")
                return ran
            ran += 1
            results.passed += 1
        for line in shown:
            if not re.search(".*".join(re.escape(part) for part in line.split("…")), output):
                results.fail(block.where, f"'{line}' is not in the output:\n{output}")
        return ran

    def type(self, command: str, folder: Path):
        command = command.replace("8787", str(self.port))
        command = command.replace("swift run --package-path ../latchkey latchkey", "latchkey")
        if re.match(r"(\w+=\S+ )*swift run \w", command):
            command = command.replace("swift run", f"swift run --scratch-path '{EXAMPLES}'")
        if command.startswith("latchkey sandbox"):
            return self.serve(command.split("#")[0].strip().removesuffix("&"), folder)
        return self.run(command, folder)

    def serve(self, command: str, folder: Path):
        """Starts a sandbox; waits until it responds and has written its configuration, and writes one of its API keys to a
        file."""
        log = folder / ".sandbox.log"
        written = re.search(r"--write-config (\S+)", command)
        with open(log, "w", encoding="utf-8") as output:
            process = subprocess.Popen(
                command.split(), cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT)
        self.background.append(process)
        for _ in range(600):
            descriptor = self.ask("/sandbox/descriptor")
            if descriptor and (written is None or (folder / written.group(1)).exists()):
                key = {"publicKey": descriptor["turnkey"]["apiPublicKey"],
                       "privateKey": descriptor["turnkey"]["apiPrivateKey"]}
                (folder / "api-key.json").write_text(json.dumps(key), encoding="utf-8")
                return 0, ""
            if process.poll() is not None:
                break
            time.sleep(0.1)
        return process.poll() or 1, log.read_text(encoding="utf-8")

    def run(self, command: str, folder: Path):
        """Runs a command, and types every code that the sandbox sends to a user while it runs."""
        known = self.messages()
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        parts: List[str] = []
        reader = threading.Thread(target=lambda: parts.append(process.stdout.read()), daemon=True)
        reader.start()
        end = time.monotonic() + 600
        while process.poll() is None and time.monotonic() < end:
            messages = self.messages()
            for message in messages[len(known):]:
                # A command that reads the outbox itself may have ended: unread input is not an error.
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.write((message.get("code") or "") + "\n")
                    process.stdin.flush()
            known = messages
            time.sleep(0.1)
        if process.poll() is None:
            process.kill()
        with contextlib.suppress(BrokenPipeError):  # closing sends what is still in the buffer
            process.stdin.close()
        reader.join(timeout=10)
        return process.wait(), "".join(parts)

    def messages(self) -> list:
        outbox: Optional[dict] = self.ask("/sandbox/outbox") if self.background else None
        return outbox["messages"] if outbox else []

    def ask(self, path: str) -> Optional[dict]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return json.load(answer)
        except (urllib.error.URLError, OSError, ValueError):
            return None
