"""Crashes recorded work at many moments, and has each state of the disk read and judged."""

import json
import random
import shutil
import subprocess
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import disk
import laws
import recording

@dataclass
class State:
    """A state of the disk after a crash."""
    point: int  # the number of the recording's lines before the crash
    known: laws.Knowledge  # what the user knew then
    tree: dict  # the contents


class Crashes:
    def __init__(self, recorder: recording.Recorder, worker: Path, directory: Path, seed: int):
        self.recorder, self.directory, self.seed = recorder, directory, seed
        self.number = 0  # of the recordings
        self.counts, self.found, self.losses = Counter(), Counter(), 0
        self.violations = []
        self.reader = subprocess.Popen([str(worker), "read"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        self.reader.stdin.close()
        self.reader.wait(timeout=60)

    def run(self, make, number: int, count: int, deaf: str = ""):
        """Records one scenario, and crashes it `count` times."""
        chance = random.Random(f"{self.seed} {make.__name__} {number}")
        scenario = make(chance)
        self.number += 1
        recorded = self._record(scenario, self.directory / f"{make.__name__}-{number}-{self.number}", chance, deaf)
        states = list(self._states(recorded, count, chance))
        for state in states:
            wrong = self._wrong(state, recorded, scenario.restarts)
            self.counts[scenario.name] += 1
            if wrong:
                self.found[make.__name__] += 1
                self.violations.append(_described(recorded, state) + ": " + "; ".join(wrong))
        shutil.rmtree(recorded.root.parent)

    def _record(self, scenario, place: Path, chance: random.Random, deaf: str) -> recording.Recording:
        seed = chance.randrange(1 << 32)
        if not scenario.killed:
            return self.recorder.record(place, [(scenario.operations, 0, deaf)], scenario.fixture, seed)
        # A run to the end shows how many changes there are.
        work = scenario.operations + scenario.killed
        whole = self.recorder.record(place.with_name(place.name + "-whole"), [(work, 0, deaf)], scenario.fixture, seed)
        begun = [mark for mark in whole.marks if mark.what == "begin"][len(scenario.operations)]
        kills = _kills(whole.changes, begun.changes)
        shutil.rmtree(whole.root.parent)
        if not kills:
            return self.recorder.record(place, [(work, 0, deaf)], scenario.fixture, seed)
        configuration = str(place / "configuration.json")
        continued = [[*words, configuration] if words[0] == "restart" else words for words in scenario.continued]
        kill = chance.choice(chance.choice(kills))
        while True:
            try:
                processes = [(work, kill, deaf), (continued, 0, deaf)]
                return self.recorder.record(place, processes, scenario.fixture, seed)
            except recording.Finished:
                # A client may make fewer changes than in the run before.
                assert kill > 1, f"{place.name}: the process was not killed"
                kill //= 2
                shutil.rmtree(place)

    def _states(self, recorded: recording.Recording, count: int, chance: random.Random):
        moments = laws.moments(recorded.marks)
        starts = [position for position, _ in moments]
        model, at = recorded.disk(), 0
        # What a process does alone, other scenarios show.
        points = [point for point in recorded.points() if point > recorded.last_start]
        doubtful = sorted(recorded.doubtful() & set(points))
        # Half of the crashes come while something that a killed process left is not on the disk.
        drawn = chance.choices(points, k=count - count // 2) + chance.choices(doubtful or points, k=count // 2)
        for point in sorted(drawn):
            for words in recorded.lines[at:point]:
                model.apply(words)
            at = point
            tree = _without_marks(model.after_crash(chance))
            self.losses += tree != _without_marks(model.live())
            yield State(point, moments[bisect_right(starts, point) - 1][1], tree)
        for words in recorded.lines[at:]:
            model.apply(words)
        # If the recorder missed a call, the model differs from the directory.
        assert model.live() == disk.contents(recorded.root), f"the recording {recorded.root} is incomplete"

    def _wrong(self, state: State, recorded: recording.Recording, restarts: bool) -> list:
        """What is wrong with a state. It is put where it was recorded: a store tells a copy by its path."""
        shutil.rmtree(recorded.root)
        disk.write(state.tree, recorded.root)
        # A client starts in the state.
        configuration = recorded.configuration if restarts else ""
        self.reader.stdin.write(f"{recorded.root}\t{state.known.wrapping}\t{configuration}\n")
        self.reader.stdin.flush()
        line = self.reader.stdout.readline()
        assert line, "the program that reads the directories ended"
        return laws.violations(state.known, json.loads(line))


def _kills(changes: list, first: int) -> list:
    """The numbers of the changes after which a process can be killed with something that is not synchronised. There is a
    list for each kind of change, because most changes are those of records."""
    kinds, paths = {}, {}
    for number, words in enumerate(changes):
        if words[0] == "open":
            paths[words[2]] = words[3]
        path = Path(paths.get(words[2], "") if words[0] == "write" else words[3] if words[0] == "open" else words[-1])
        if number >= first and words[0] != "sync":
            name = "record" if ".sealed" in path.name else path.name
            kinds.setdefault((words[0], path.parent.name, name), []).append(number + 1)
    return list(kinds.values())


def _without_marks(tree: dict) -> dict:
    return {path: data for path, data in tree.items() if path != "marks"}


def _described(recorded: recording.Recording, state: State) -> str:
    """Where a crash was: the recording, the operation, and the last line before the crash."""
    last = " ".join(recorded.lines[state.point - 1])[:160]
    operation = " ".join(state.known.operation) or "between operations"
    return f"{recorded.root.parent.name}, {operation}, after line {state.point} of {len(recorded.lines)} ({last})"
