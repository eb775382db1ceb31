"""`latchkey bench`: what it prints, not how fast this machine is."""

import json
import subprocess
import sys


def bench(latchkey, *words):
    return subprocess.run([latchkey, "bench", *words], capture_output=True, text=True, timeout=120)


def test_a_stamp_is_measured_beside_its_floor(latchkey):
    done = bench(latchkey, "stamp", "--json")
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    result = json.loads(line)
    assert result["name"] == "stamp" and result["unit"] == "stamps/s"
    assert result["value"] > 0 and result["floor"] > 0
    # The median of ratios is near the ratio of medians, however slow the build.
    assert 0.5 < result["ratio"] / (result["value"] / result["floor"]) < 2
    if sys.platform == "linux" and "allocations" in result:
        # OpenSSL's own are counted; ours is the text that is handed out.
        assert result["floorAllocations"] > 10
        assert result["allocations"] <= result["floorAllocations"] + 2


def test_an_unknown_benchmark_is_a_fault_of_the_call(latchkey):
    done = bench(latchkey, "stamps")
    assert done.returncode == 64
    assert "stamp" in done.stderr
