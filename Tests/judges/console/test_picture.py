"""The picture of the console in the documentation. `LATCHKEY_PICTURE=1` makes it again."""

import os
from pathlib import Path

from conftest import keep

PICTURE = Path(__file__).parents[3] / "Documentation/Images/SandboxConsole.png"
LIMIT = 150_000


def test_the_picture_is_small(console):
    page = console.page({"width": 1280, "height": 760})
    page.goto(console.origin + "/requests")
    page.locator("#news", has_text="Live.").wait_for()
    # One credential is open.
    page.locator("summary", has_text="X-Stamp: verified").click()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    picture = page.screenshot()
    assert len(picture) < LIMIT
    if os.environ.get("LATCHKEY_PICTURE"):
        PICTURE.write_bytes(picture)
    assert PICTURE.stat().st_size < LIMIT
    keep(page, "picture", full=False)
    page.close()
