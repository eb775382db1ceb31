"""Compares the codes of the Swift tests with those that oathtool computes."""

import collections
import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

FILE = Path(os.environ.get("LATCHKEY_RECORDINGS", "missing")) / "one-time-passwords.codes"
ALGORITHMS = ["SHA1", "SHA256", "SHA512"]

pytestmark = [
    pytest.mark.skipif(not FILE.exists(), reason="the Swift tests left no codes; run them first"),
    pytest.mark.skipif(shutil.which("oathtool") is None, reason="oathtool is not installed"),
]


def oathtool(row: dict) -> str:
    command = [
        "oathtool", f"--totp={row['algorithm'].lower()}", "-d", str(row["digits"]), "-s", f"{row['period']}s",
        f"--now=@{row['time']}", row["secret"],
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_thousand_codes_agree(algorithm):
    rows = [row for row in json.loads(FILE.read_text(encoding="utf-8")) if row["algorithm"] == algorithm]
    assert len(rows) == 1000 and len({row["secret"] for row in rows}) == 1000
    assert collections.Counter(row["digits"] for row in rows).keys() == {6, 7, 8}
    assert any(row["time"] > 2**32 for row in rows)
    with ThreadPoolExecutor(4) as pool:
        theirs = list(pool.map(oathtool, rows))
    assert [row["code"] for row in rows] == theirs
