"""Two terminals of one user: one requests an approval, the other approves."""

import re

import pytest

from screen import Screen

PROVIDER = ("--provider", "authsignal")


@pytest.fixture
def enrolled(app):
    """A device that can approve, by push and by QR code."""
    app.sign_in("authsignal", "jane@example.com")
    for method in ("push", "qr"):
        assert app.json("enroll", method, *PROVIDER)["method"] == method
    app.json("sign-out", *PROVIDER)
    return app


def test_the_number_on_one_screen_is_required_on_the_other(enrolled):
    enrolled.sandbox.control("policy", {"provider": "authsignal", "numberMatching": True})
    asking = Screen(enrolled, "sign-in", "jane@example.com", "--method", "push", *PROVIDER)
    asking.wait(r"Approve on your other device[\s\S]*Code: \d\d")
    number = re.search(r"Code: (\d\d)", asking.text()).group(1)

    listing = Screen(enrolled, "approve", *PROVIDER)
    assert listing.end() == 0
    assert "needs --number" in listing.text() and number not in listing.text().split()
    identity = listing.text().split()[0]

    wrong = "11" if number != "11" else "22"
    for words in ([], ["--number", wrong]):
        refused = Screen(enrolled, "approve", identity, *words, *PROVIDER)
        assert refused.end() == 77
        assert "Approved" not in refused.text()
    assert "Signed in as" not in asking.text()

    approving = Screen(enrolled, "approve", identity, "--number", number, *PROVIDER)
    assert approving.end() == 0 and "✓ Approved" in approving.text()
    asking.wait("Signed in as")
    assert asking.end() == 0


def test_a_denial_appears_on_the_requesting_device(enrolled):
    asking = Screen(enrolled, "sign-in", "jane@example.com", "--method", "push", *PROVIDER)
    asking.wait("Approve on your other device")
    listing = Screen(enrolled, "approve", *PROVIDER)
    assert listing.end() == 0
    denying = Screen(enrolled, "approve", listing.text().split()[0], "--deny", *PROVIDER)
    assert denying.end() == 0 and "✓ Denied" in denying.text()
    assert asking.end() == 77
    assert "denied" in asking.text()


def test_a_qr_code_fits_the_screen_and_is_approved(enrolled):
    asking = Screen(enrolled, "sign-in", "--method", "qr", *PROVIDER)
    asking.wait(r"QR code: \S+[\s\S]*█{10}")
    identity = re.search(r"QR code: (\S+)", asking.text()).group(1)
    rows = [line for line in asking.text().splitlines() if "██" in line]
    assert len(rows) >= 15, asking.text()
    approving = Screen(enrolled, "approve", identity, *PROVIDER)
    assert approving.end() == 0 and "✓ Approved" in approving.text()
    asking.wait("Signed in as")
    assert asking.end() == 0
