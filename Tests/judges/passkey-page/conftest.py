"""Keeps the browser's screenshots next to the judge's report."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def keep_screenshot():
    """Keeps a screenshot of a page as `sandbox-page-NAME.png`."""

    def keep(page, name: str) -> None:
        notes = os.environ.get("LATCHKEY_NOTES")
        path = Path(notes).with_name(f"sandbox-page-{name}.png") if notes else None
        assert page.screenshot(path=path, full_page=True).startswith(b"\x89PNG")

    return keep
