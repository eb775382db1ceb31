"""The model of the disk: each synchronised change is kept, and each other change may be lost."""

import random

import disk
import pytest

HERE = "/r"
OPEN = ["open", "1", "3", HERE + "/d/new", "1", "0"]
WRITE = ["write", "1", "3", "0", b"x".hex() * 1500]
SYNC = ["sync", "1", "3"]
RENAME = ["rename", HERE + "/d/new", HERE + "/d/name"]
OPEN_DIRECTORY = ["open", "1", "4", HERE + "/d", "0", "0"]
SYNC_DIRECTORY = ["sync", "1", "4"]
REPLACE = [OPEN, WRITE, SYNC, RENAME, OPEN_DIRECTORY, SYNC_DIRECTORY]
OLD, NEW = b"o" * 900, b"x" * 1500


@pytest.fixture
def states(tmp_path):
    """The contents of `d` after each of many crashes at the end of some lines."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "name").write_bytes(OLD)

    def states(*lines) -> list:
        model = disk.Disk(tmp_path, HERE)
        for words in lines:
            model.apply(words)
        found = [model.after_crash(random.Random(number)) for number in range(600)]
        return [{path[2:]: data for path, data in tree.items() if path != "d"} for tree in found]

    return states


def names(found: list) -> set:
    return {tuple(sorted(tree)) for tree in found}


def test_a_whole_replacement_has_one_state(states):
    assert all(tree == {"name": NEW} for tree in states(*REPLACE))


def test_without_synchronised_names_there_is_the_old_file_or_the_new_one(states):
    found = states(*REPLACE[:4])
    assert {tree["name"] for tree in found} == {OLD, NEW}
    # The old name may stay for longer than the new one takes to arrive, and no longer is the file without a name.
    assert names(found) == {("name",), ("name", "new")}


def test_without_a_synchronised_file_its_contents_are_torn(states):
    found = {tree["name"] for tree in states(OPEN, WRITE, RENAME, OPEN_DIRECTORY, SYNC_DIRECTORY)}
    assert {b"", NEW, bytes(1500), NEW[:512], NEW[:1024]} <= found
    assert any(data.startswith(bytes(512)) and data.endswith(b"x") for data in found), "no sector was left out"
    assert OLD not in found


def test_names_are_lost_independently(states):
    lines = [["open", "1", "3", f"{HERE}/d/{name}", "1", "0"] for name in ("a", "b")]
    assert names(states(*lines)) == {("name",), ("a", "name"), ("b", "name"), ("a", "b", "name")}


def test_a_removed_file_may_come_back_until_its_directory_is_synchronised(states):
    remove = ["unlink", HERE + "/d/name"]
    assert names(states(remove)) == {(), ("name",)}
    assert names(states(remove, OPEN_DIRECTORY, SYNC_DIRECTORY)) == {()}


def test_a_directory_takes_what_is_in_it_along(states):
    make = [["mkdir", HERE + "/d/room"], ["open", "1", "3", HERE + "/d/room/a", "1", "0"], SYNC,
            ["open", "1", "5", HERE + "/d/room", "0", "0"], ["sync", "1", "5"]]
    assert names(states(*make)) == {("name",), ("name", "room", "room/a")}


def test_no_file_is_lost_by_a_move_between_directories(states):
    move = [["mkdir", HERE + "/d/room"], OPEN_DIRECTORY, SYNC_DIRECTORY,
            ["rename", HERE + "/d/name", HERE + "/d/room/name"]]
    assert names(states(*move)) == {("name", "room"), ("name", "room", "room/name"), ("room", "room/name")}
    assert names(states(*move, SYNC_DIRECTORY)) == {("room", "room/name")}


def test_an_unknown_call_is_not_passed_over(states):
    with pytest.raises(AssertionError):
        states(["unknown", "symlink", HERE + "/d/a"])
