"""axe-core finds no violation on any page, light and dark, on a desktop and on a phone; no page is wider than a phone."""

from axe_playwright_python.sync_playwright import Axe
from conftest import SCHEMES, SIZES, keep

AXE = Axe()
# The narrowest phone, and windows beside the limits at which the layout changes.
WIDTHS = [320, 801, 1025, 1100]


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def findings(page, options=None) -> list:
    """What axe-core finds on a page that `AXE` has examined before."""
    results = page.evaluate("options => axe.run(options)", options or {})
    # A rule that axe cannot decide is a finding, too.
    return [f'{one["id"]}: {one["nodes"][0]["html"]}' for one in results["violations"] + results["incomplete"]]


def test_axe_finds_nothing(console, note):
    page = console.page()
    for name, url in console.paths.items():
        page.goto(url)
        assert page.locator("h1").count() == 1 and page.locator("nav a[aria-current=page]").count() == 1, name
        # What is closed is part of the page, too.
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        AXE.run(page, options=COLOURS)  # loads axe-core
        for size in SIZES:
            page.set_viewport_size(SIZES[size])
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                # The scheme changes nothing but colours.
                found = findings(page, None if scheme == "light" else COLOURS)
                assert found == [], f"{name}, {size}, {scheme}"
                if (size, scheme) in {("desktop", "light"), ("phone", "dark")}:
                    keep(page, f"{name}-{size}-{scheme}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide: {size}"
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
    assert [message for message in page.complaints if "404" not in message] == []
    note(f"axe-core finds nothing on {len(console.paths)} pages, light and dark, on a desktop and on a phone")
    page.close()


def test_axe_can_find_something(console):
    """The test above must be able to fail."""
    page = console.page()
    page.goto(console.origin + "/controls")
    AXE.run(page)
    page.evaluate("document.querySelector('main label').replaceWith(document.querySelector('main label input'))")
    assert any(one.startswith("label: ") for one in findings(page))
    page.close()
