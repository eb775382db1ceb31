"""Debian's Chromium, and where its screenshots go: beside the judge's report."""

import os
import shutil
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"]


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian package chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def keep_screenshot():
    """Keeps what a page looks like as `sandbox-page-NAME.png`."""

    def keep(page, name: str) -> None:
        notes = os.environ.get("LATCHKEY_NOTES")
        path = Path(notes).with_name(f"sandbox-page-{name}.png") if notes else None
        assert page.screenshot(path=path, full_page=True).startswith(b"\x89PNG")

    return keep
