"""`latchkey bench`: its output, not the speed of this machine."""

import json
import shutil
import subprocess
import sys


def bench(latchkey, *words):
    return subprocess.run([latchkey, "bench", *words], capture_output=True, text=True, timeout=120)


def test_a_stamp_is_measured_against_its_floor(latchkey):
    done = bench(latchkey, "stamp", "--json")
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    result = json.loads(line)
    assert result["name"] == "stamp" and result["unit"] == "stamps/s"
    assert result["value"] > 0 and result["floor"] > 0
    # The median of ratios is near the ratio of medians, even in a slow build.
    assert 0.5 < result["ratio"] / (result["value"] / result["floor"]) < 2
    if sys.platform == "linux" and "allocations" in result:
        # OpenSSL's allocations are counted for both loops; the only additional one is for the returned text.
        assert result["floorAllocations"] > 10
        assert result["allocations"] <= result["floorAllocations"] + 2


def test_tokens_are_measured_against_their_floors(latchkey):
    """The ratios of a debug build have no meaning; the test checks which rows exist."""
    names = ["es256_verify", "hs256_verify", "hs256_whole"]
    done = bench(latchkey, *names, "--json")
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["name"] for result in results] == names
    for result in results:
        assert result["unit"] == "tokens/s" and result["value"] > 0
        if sys.platform == "linux":
            assert result["floor"] > 0 and result["ratio"] > 0
        if sys.platform == "linux" and "allocations" in result:
            assert result["allocations"] > 0


def test_an_unknown_benchmark_is_a_usage_error(latchkey):
    done = bench(latchkey, "stamps")
    assert done.returncode == 64
    assert "stamp" in done.stderr


def measured(latchkey, name, unit):
    done = bench(latchkey, name, "--json")
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    result = json.loads(line)
    assert result["name"] == name and result["unit"] == unit and result["value"] > 0
    return result


def test_help_lists_what_the_program_measures(latchkey):
    help_page = bench(latchkey, "--help").stdout
    listed = subprocess.run([latchkey + "-bench", "--help"], capture_output=True, text=True, timeout=120).stdout
    rows = [line.strip() for line in listed.splitlines()[2:]]
    assert len(rows) >= 9
    for row in rows:
        assert " ".join(row.split()) in " ".join(help_page.split())


def test_a_latchkey_without_its_benchmarks_says_how_to_build_them(latchkey, tmp_path):
    alone = shutil.copy(latchkey, tmp_path / "latchkey")
    done = bench(alone, "stamp")
    assert done.returncode != 0
    assert "latchkey-bench does not exist" in done.stderr
    assert "swift build -c release --product latchkey-bench" in " ".join(done.stderr.split())


def test_sessions_are_measured_against_their_floors(latchkey):
    token = measured(latchkey, "cached_token", "reads/s")
    assert token["floor"] > 0 and token["ratio"] > 0
    if "allocations" in token:
        assert token["allocations"] == 0
    waiters = measured(latchkey, "waiters_10000", "waiters/s")
    assert waiters["floor"] > 0 and waiters["ratio"] > 0


def test_stores_are_measured_against_their_floors(latchkey):
    restore = measured(latchkey, "restore", "restores/s")
    # SQLite is loaded at run time: without it there is no floor.
    assert (restore["floor"] is None) == (restore["ratio"] is None)
    save = measured(latchkey, "save", "saves/s")
    assert save["floor"] > 0 and save["ratio"] > 0
