"""A disk that loses what was not synchronised: which contents it may have after a crash.

A file's changes are kept once the file is synchronised. Until then, each may be there, absent, cut off, or replaced by
zeros, independently of the others. The names in a directory are kept once the directory is synchronised. Until then,
each name has any of the states that it had since, independently of the other names. Synchronising a file keeps none of
its names. A rename is atomic for the new name, and the old name disappears only together with it or later: no file is
lost by its move. This allows everything that POSIX allows and a journal does not exclude."""

from __future__ import annotations

import os
import random
import stat
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512


@dataclass(eq=False)
class File:
    live: bytes = b""
    kept: bytes = b""
    pending: list = field(default_factory=list)  # (offset, bytes), or (size, None) for a change of the size

    def write(self, offset: int, data: bytes):
        self.live = overlaid(self.live, offset, data)
        self.pending.append((offset, data))

    def resize(self, size: int):
        self.live = resized(self.live, size)
        self.pending.append((size, None))

    def synchronise(self):
        self.kept, self.pending = self.live, []

    def after_crash(self, chance: random.Random, style: str) -> bytes:
        if style == "all" or not self.pending:
            return self.live
        found = self.kept
        for offset, data in self.pending if style != "none" else ():
            if data is None:
                found = resized(found, offset) if chance.random() < 0.5 else found
            else:
                found = torn(found, offset, data, chance)
        return found


def overlaid(old: bytes, offset: int, data: bytes) -> bytes:
    return old[:offset].ljust(offset, b"\0") + data + old[offset + len(data):]


def resized(old: bytes, size: int) -> bytes:
    return old[:size].ljust(size, b"\0")


def torn(old: bytes, offset: int, data: bytes, chance: random.Random) -> bytes:
    """A write that did not reach the disk whole, or not at all."""
    fate = chance.choice(("dropped", "whole", "cut", "cut at a sector", "sectors", "zeros"))
    if fate == "dropped":
        return old
    if fate == "cut":
        data = data[:chance.randrange(len(data) + 1)]
    elif fate == "cut at a sector":
        data = data[:chance.randrange(len(data) // SECTOR + 1) * SECTOR]
    elif fate == "zeros":
        data = bytes(len(data))
    elif fate == "sectors":
        before = resized(old, max(len(old), offset + len(data)))[offset:offset + len(data)]
        parts = []
        for start in range(0, len(data), SECTOR):
            end = start + SECTOR
            parts.append(chance.choice((data[start:end], before[start:end], bytes(len(data[start:end])))))
        data = b"".join(parts)
    return overlaid(old, offset, data) if data else old


@dataclass(eq=False)
class Change:
    """A change of one name. The name of a moved file disappears only after `arrival`, its new name, is on the disk."""
    target: File | Directory | None
    arrival: tuple | None = None  # (directory, name, change)
    is_early: bool = False  # whether it was there when the present process began


@dataclass(eq=False)
class Directory:
    live: dict = field(default_factory=dict)
    kept: dict = field(default_factory=dict)
    pending: dict = field(default_factory=dict)  # by name, the changes in order

    def change(self, name: str, target, arrival=None) -> Change:
        change = Change(target, arrival)
        if target is None:
            del self.live[name]
        else:
            self.live[name] = target
        self.pending.setdefault(name, []).append(change)
        return change

    def synchronise(self):
        for name, changes in list(self.pending.items()):
            self.keep(name, changes[-1])

    def keep(self, name: str, last: Change):
        """The changes of a name until `last` are on the disk."""
        changes = self.pending.get(name, [])
        if last not in changes:
            return
        count = changes.index(last) + 1
        done, rest = changes[:count], changes[count:]
        self.pending[name] = rest
        if not rest:
            del self.pending[name]
        if last.target is None:
            self.kept.pop(name, None)
        else:
            self.kept[name] = last.target
        for change in done:
            if change.arrival:
                directory, arrived, arrival = change.arrival
                directory.keep(arrived, arrival)


STYLES = ("any", "any", "any", "none", "all", "names only", "contents only")


class Disk:
    """A tree of directories, copied from `root`, which the lines of a recording of `path` change."""

    def __init__(self, root: Path, path: Path):
        self.path = str(path)
        self.root = self._existing(root)
        self.open = {}

    def _existing(self, path: Path):
        if not path.is_dir():
            return File(path.read_bytes(), path.read_bytes())
        entries = {child.name: self._existing(child) for child in path.iterdir()}
        return Directory(entries, dict(entries))

    def _split(self, path: str):
        parts = [part for part in os.path.relpath(path, self.path).split("/") if part != "."]
        directory = self.root
        for part in parts[:-1]:
            directory = directory.live[part]
        return directory, (parts[-1] if parts else None)

    def _at(self, path: str):
        directory, name = self._split(path)
        return directory if name is None else directory.live[name]

    def apply(self, words: list):
        getattr(self, "_" + words[0])(*words[1:])

    def _open(self, process, number, path, created, truncated):
        if created == "1":
            directory, name = self._split(path)
            directory.change(name, File())
        found = self._at(path)
        if truncated == "1":
            found.resize(0)
        self.open[process, number] = found

    def _close(self, process, number):
        del self.open[process, number]

    def _copy(self, process, number, new):
        self.open[process, new] = self.open[process, number]

    def _write(self, process, number, offset, data):
        self.open[process, number].write(int(offset), bytes.fromhex(data))

    def _truncate(self, process, number, size):
        self.open[process, number].resize(int(size))

    def _sync(self, process, number):
        self.open[process, number].synchronise()

    def _mkdir(self, path):
        directory, name = self._split(path)
        directory.change(name, Directory())

    def _link(self, old, new):
        directory, name = self._split(new)
        directory.change(name, self._at(old))

    def _unlink(self, path):
        directory, name = self._split(path)
        directory.change(name, None)

    _rmdir = _unlink

    def _rename(self, old, new):
        (source, old_name), (target, new_name) = self._split(old), self._split(new)
        arrival = target.change(new_name, source.live[old_name])
        source.change(old_name, None, (target, new_name, arrival))

    def _unknown(self, call, path):
        raise AssertionError(f"the model of the disk does not know this call: {call} {path}")

    def begin_age(self):
        """Another process begins."""
        for change in self._pending():
            change.is_early = True

    def has_earlier_changes(self) -> bool:
        """Whether names that earlier processes have changed are not on the disk."""
        return any(change.is_early for change in self._pending())

    def _pending(self):
        for directory in self._directories(self.root, set()):
            for changes in directory.pending.values():
                yield from changes

    def live(self) -> dict:
        """The contents of all files and, as None, all directories, as a running process sees them."""
        return self._tree(lambda directory: directory.live, lambda file: file.live)

    def after_crash(self, chance: random.Random) -> dict:
        """The same, as it may be after a crash at this moment."""
        style = chance.choice(STYLES)
        names = {"names only": "all", "contents only": "none"}.get(style, style)
        contents = {"names only": "any", "contents only": "all"}.get(style, style)
        chosen = self._chosen(chance, names)

        def entries(directory: Directory) -> dict:
            found = dict(directory.kept)
            for name, changes in directory.pending.items():
                count = chosen[directory, name]
                if count and changes[count - 1].target is None:
                    found.pop(name, None)
                elif count:
                    found[name] = changes[count - 1].target
            return found

        contents_of = {}

        def content(file: File) -> bytes:
            if file not in contents_of:  # two names of one file have the same content
                contents_of[file] = file.after_crash(chance, contents)
            return contents_of[file]

        return self._tree(entries, content)

    def _chosen(self, chance: random.Random, style: str) -> dict:
        """For each name with pending changes, how many of them are on the disk."""
        chosen, removals = {}, []
        for directory in self._directories(self.root, set()):
            for name, changes in directory.pending.items():
                count = {"none": 0, "all": len(changes)}.get(style, chance.randrange(len(changes) + 1))
                chosen[directory, name] = count
                removals += [(directory, name, index, change.arrival) for index, change in enumerate(changes)
                             if change.arrival]
        is_stable = False
        while not is_stable:
            is_stable = True
            for directory, name, index, (target, arrived, arrival) in removals:
                there = target.pending.get(arrived, [])
                has_arrived = arrival not in there or chosen.get((target, arrived), 0) > there.index(arrival)
                if chosen[directory, name] > index and not has_arrived:
                    chosen[directory, name] = index
                    is_stable = False
        return chosen

    def _directories(self, directory: Directory, seen: set):
        """All directories that are reachable by a name of any time."""
        if directory in seen:
            return
        seen.add(directory)
        yield directory
        targets = [*directory.kept.values(), *directory.live.values()]
        targets += [change.target for changes in directory.pending.values() for change in changes]
        for target in targets:
            if isinstance(target, Directory):
                yield from self._directories(target, seen)

    def _tree(self, entries, content) -> dict:
        found = {}

        def walk(directory: Directory, prefix: str):
            for name, target in sorted(entries(directory).items()):
                path = prefix + name
                if isinstance(target, Directory):
                    found[path] = None
                    walk(target, path + "/")
                else:
                    found[path] = content(target)

        walk(self.root, "")
        return found


def contents(root: Path) -> dict:
    """What is in a real directory, in the form of `Disk.live`."""
    return {
        str(path.relative_to(root)): None if stat.S_ISDIR(path.lstat().st_mode) else path.read_bytes()
        for path in sorted(root.rglob("*"))}


def write(tree: dict, root: Path):
    """Makes a real directory with these contents, private as a store needs it."""
    root.mkdir(mode=0o700)
    for path, data in tree.items():  # a directory comes before what is in it
        if data is None:
            os.mkdir(root / path, 0o700)
        else:
            number = os.open(root / path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.write(number, data)
            os.close(number)
