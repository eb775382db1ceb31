"""The fixtures of every judge: the built command line, and a separate sandbox."""

import json
import os
import queue
import subprocess
import threading

import pytest
from app_directory import Sandbox
from chromium import CHROMIUM, FLAGS


@pytest.fixture(scope="session")
def latchkey() -> str:
    """The path of the `latchkey` that was built."""
    return os.environ["LATCHKEY"]


@pytest.fixture(scope="session")
def note():
    """Prints a line for the reader: `Tests/run` shows it after the judge."""
    path = os.environ.get("LATCHKEY_NOTES")

    def note(line: str) -> None:
        print(line)
        if path:
            with open(path, "a", encoding="utf-8") as file:
                file.write(line + "\n")

    return note


@pytest.fixture(scope="session")
def sandbox(latchkey, tmp_path_factory):
    """The descriptor of a sandbox that runs for as long as the judge does."""
    state = tmp_path_factory.mktemp("sandbox")
    process = subprocess.Popen(
        [latchkey, "sandbox", "--port", "0", "--json", "--state-dir", str(state), "--write-config",
         str(state / "auth.json")],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(state / "stderr.txt", "w"), text=True)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout] + [lines.put("")], daemon=True).start()
    try:
        line = lines.get(timeout=60)
        assert line, "the sandbox ended at once: " + (state / "stderr.txt").read_text()
        yield {**json.loads(line), "configurationPath": str(state / "auth.json")}
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture
def own_sandbox(latchkey, tmp_path):
    """A sandbox for one test, so that clocks and faults do not affect other tests."""
    directory = tmp_path / "sandbox"
    directory.mkdir()
    sandbox = Sandbox(latchkey, directory)
    yield sandbox
    sandbox.stop()


@pytest.fixture
def configuration(sandbox) -> dict:
    """A fresh copy of the configuration that the sandbox wrote for all providers."""
    with open(sandbox["configurationPath"], encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian package chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
