"""Records what processes do with a store, one process after the other, and where their operations begin and end."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import disk

KILLED = 9  # the status with which the recorder ends a process


@dataclass
class Mark:
    position: int  # the number of lines before it
    changes: int  # the number of changes of its process before it
    what: str
    operation: list = None
    registers: dict = None
    path: str = None


@dataclass
class Recording:
    root: Path
    configuration: str = ""  # the path of a client's configuration
    lines: list = field(default_factory=list)
    changes: list = field(default_factory=list)  # the lines of the last process that the recorder counted as changes
    last_start: int = 0  # the number of lines before the last process
    marks: list = field(default_factory=list)

    def disk(self) -> disk.Disk:
        """The disk before the first line, made of the directory's copy."""
        return disk.Disk(self.root.parent / "start", self.root)

    def points(self) -> list:
        """The positions after each line that changes what may be on the disk, or what the user knows."""
        return [number + 1 for number, words in enumerate(self.lines) if is_change(words)]

    def doubtful(self) -> set:
        """The positions at which changes of the first process are not on the disk, after a second one has begun."""
        model, found = self.disk(), set()
        for number, words in enumerate(self.lines):
            if number == self.last_start:
                model.begin_age()
            model.apply(words)
            if number >= self.last_start > 0:
                if not model.has_earlier_changes():
                    break
                found.add(number + 1)
        return found


def is_change(words: list) -> bool:
    """Whether the recorder counts this line."""
    return words[4:] != ["0", "0"] if words[0] == "open" else words[0] not in ("close", "copy")


class Finished(Exception):
    """A process ended before the change after which it was to be killed."""


class Recorder:
    def __init__(self, library: Path, worker: Path):
        self.library, self.worker = library, worker

    def record(self, directory: Path, processes: list, fixture: Path = None, seed: int = 1) -> Recording:
        """Runs processes in a new directory.

        `processes` has for each the operations and the number of changes after which it is killed (0 for never). Raises
        `Finished` if a process made fewer changes than that."""
        recording = Recording(directory / "root")
        directory.mkdir(parents=True)
        start = directory / "start"
        (start / "volume").mkdir(parents=True)
        if fixture:
            shutil.copytree(fixture, start / "home/app/state")
        for path in (start, *start.rglob("*")):
            path.chmod(0o700 if path.is_dir() else 0o600)
        shutil.copytree(start, recording.root)
        for number, (operations, kill, deaf) in enumerate(processes):
            self._run(recording, directory / f"log-{number}", operations, kill, deaf, seed + number)
        return recording

    def _run(self, recording: Recording, log: Path, operations: list, kill: int, deaf: str, seed: int):
        environment = {
            **os.environ, "LD_PRELOAD": str(self.library), "RECORD_LOG": str(log), "RECORD_ROOT": str(recording.root),
            "RECORD_KILL": str(kill), "RECORD_DEAF": deaf}
        result = subprocess.run(
            [str(self.worker), "use", str(recording.root), str(seed)], env=environment, capture_output=True, text=True,
            input="".join(json.dumps(words) + "\n" for words in operations), timeout=120)
        if kill and result.returncode == 0:
            raise Finished(f"{log.parent.name}: fewer than {kill} changes")
        assert result.returncode == (KILLED if kill else 0), (result.returncode, result.stdout, result.stderr)
        for line in result.stdout.splitlines():
            found = json.loads(line)["configuration"]
            recording.configuration = str(log.parent / "configuration.json")
            Path(recording.configuration).write_text(json.dumps(found))
        self._read(recording, log)

    @staticmethod
    def _read(recording: Recording, log: Path):
        marks_path, marking = str(recording.root / "marks"), set()
        recording.changes, recording.last_start = [], len(recording.lines)
        for line in log.read_text().splitlines():
            words = line.split("\t")
            if words[0] == "open" and words[3] == marks_path:
                marking.add(tuple(words[1:3]))
            elif words[0] == "write" and tuple(words[1:3]) in marking:
                mark = json.loads(bytes.fromhex(words[4]))
                recording.marks.append(Mark(len(recording.lines) + 1, len(recording.changes), **mark))
            elif is_change(words):
                recording.changes.append(words)
            recording.lines.append(words)
