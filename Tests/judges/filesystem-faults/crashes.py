"""Crashes recorded work at many moments, and has each state of the disk read and judged."""

import json
import os
import random
import shutil
import subprocess
from bisect import bisect_right
from collections import Counter
from pathlib import Path

import disk
import laws
import recording

BATCH = 50


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
        place = self.directory / f"{make.__name__}-{number}-{self.number}"
        recorded = self._record(scenario, place, chance, deaf)
        moments = laws.moments(recorded.marks)
        starts = [position for position, _ in moments]
        model, at = recorded.disk(), 0
        batch = []
        points = recorded.points()
        if recorded.last_start:  # the other scenarios show what a process does alone
            points = [point for point in points if point > recorded.last_start]
        for point in sorted(chance.choices(points, k=count)):
            while at < point:
                model.apply(recorded.lines[at])
                at += 1
            tree = model.after_crash(chance)
            tree.pop("marks", None)
            self.losses += tree != {path: data for path, data in model.live().items() if path != "marks"}
            known = moments[bisect_right(starts, point) - 1][1]
            batch.append((make, scenario, point, known, tree, recorded))
            if len(batch) == BATCH:
                self._judge(batch)
                batch = []
        self._judge(batch)
        for words in recorded.lines[at:]:
            model.apply(words)
        # If the recorder missed a call, the model differs from the directory.
        assert model.live() == disk.contents(recorded.root), f"the recording of {scenario.name} is incomplete"
        shutil.rmtree(place)

    def _record(self, scenario, place: Path, chance: random.Random, deaf: str) -> recording.Recording:
        seed = chance.randrange(1 << 32)
        if not scenario.killed:
            return self.recorder.record(place, [(scenario.operations, 0, deaf)], scenario.fixture, seed)
        # A run to the end shows how many changes there are.
        work = scenario.operations + scenario.killed
        whole = self.recorder.record(place.with_name(place.name + "-whole"), [(work, 0, deaf)], scenario.fixture, seed)
        begun = [mark for mark in whole.marks if mark.what == "begin"][len(scenario.operations)]
        # After each of these, something is not synchronised.
        kills = [number + 1 for number, words in enumerate(whole.changes)
                 if number >= begun.changes and words[0] != "sync"]
        shutil.rmtree(whole.root.parent)
        if not kills:
            return self.recorder.record(place, [(work, 0, deaf)], scenario.fixture, seed)
        kill = chance.choice(kills)
        configuration = str(place / "configuration.json")
        continued = [[*words, configuration] if words[0] == "restart" else words for words in scenario.continued]
        return self.recorder.record(place, [(work, kill, deaf), (continued, 0, deaf)], scenario.fixture, seed)

    def _judge(self, batch: list):
        places = []
        for index, (_, scenario, _, known, tree, recorded) in enumerate(batch):
            place = self.directory / f"state-{index}"
            disk.write(tree, place)
            places.append(place)
            configuration = recorded.configuration if scenario.restarts else ""
            self.reader.stdin.write(f"{place}\t{known.wrapping}\t{configuration}\n")
        self.reader.stdin.flush()
        for place, (make, scenario, point, known, tree, recorded) in zip(places, batch):
            line = self.reader.stdout.readline()
            assert line, "the program that reads the directories ended"
            self.counts[scenario.name] += 1
            wrong = laws.violations(known, json.loads(line))
            if wrong:
                self.found[make.__name__] += 1
                self.violations.append(_described(recorded, point, known) + ": " + "; ".join(wrong))
            shutil.rmtree(place)


def _described(recorded: recording.Recording, point: int, known: laws.Knowledge) -> str:
    """Where a crash was: the recording, its last line before the crash, and the operation."""
    last = " ".join(recorded.lines[point - 1])[:160]
    operation = " ".join(known.operation) or "between operations"
    return f"{recorded.root.parent.name}, {operation}, after line {point} of {len(recorded.lines)} ({last})"
