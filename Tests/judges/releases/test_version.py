"""The rules of versions, as tables. The order is compared with that of Debian's tools, which did not read ours."""

import itertools
import shutil
import subprocess
import sys

import pytest

from release_copy import ROOT

sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "Tests")]

from releases import checks, version  # noqa: E402

# Semantic Versioning 2.0.0, §11.
IN_ORDER = [
    "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
    "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0"]


@pytest.mark.parametrize("text", IN_ORDER)
def test_reads_and_writes_a_version(text):
    assert str(version.parse(text)) == text


@pytest.mark.parametrize("text", [
    "", "1", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+4", "1.2.3\n", "latest",
    "1.2.3-ä", "-1.2.3", "1１.2.3"])
def test_refuses_other_texts(text):
    assert version.parse(text) is None


def test_the_order_is_that_of_the_standard():
    versions = [version.parse(text) for text in IN_ORDER]
    for one, two in itertools.combinations(versions, 2):
        assert one.precedence < two.precedence, (one, two)
    assert version.last(reversed(IN_ORDER + ["v9.0.0", "draft"])) == versions[-1]
    assert version.last(["draft"]) is None


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="Debian's order of versions needs dpkg")
def test_debian_has_the_same_order():
    names = [version.parse(text).debian for text in IN_ORDER]
    for one, two in zip(names, names[1:]):
        assert subprocess.run(["dpkg", "--compare-versions", one, "lt", two]).returncode == 0, (one, two)


@pytest.mark.parametrize("last, new, may_break, may_add", [
    ("1.2.3", "1.2.4", False, False),
    ("1.2.3", "1.3.0", False, True),
    ("1.2.3", "2.0.0", True, True),
    ("1.2.3", "1.3.0-beta.1", False, True),
    ("1.2.3", "2.0.0-beta.1", True, True),
    ("2.0.0-beta.1", "2.0.0-beta.2", True, True),
    ("2.0.0-beta.1", "2.0.0", True, True),
    ("2.0.0-beta.1", "2.0.1", False, False),
    ("0.4.0", "0.4.1", False, True),
    ("0.4.9", "0.5.0", True, True),
    ("0.4.9", "1.0.0", True, True),
])
def test_what_a_version_may_change(last, new, may_break, may_add):
    last, new = version.parse(last), version.parse(new)
    assert (new.may_break(last), new.may_add(last)) == (may_break, may_add)


@pytest.mark.parametrize("last, right", [("1.2.3", "2.0.0"), ("0.4.9", "0.5.0"), ("0.0.1", "0.1.0")])
def test_the_version_that_is_named_may_break(last, right):
    last = version.parse(last)
    assert str(checks.next_breaking(last)) == right and checks.next_breaking(last).may_break(last)
