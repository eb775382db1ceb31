"""What the recorded processes do. Each scenario draws its operations from a seed."""

import random
from dataclasses import dataclass
from pathlib import Path

STORES = Path(__file__).resolve().parents[2] / "Vectors" / "stores"
SESSIONS, KEYS = ("one", "two", "three"), ("a", "b")


@dataclass
class Scenario:
    name: str
    operations: list
    fixture: Path = None
    # The operations in which the first process is killed, and those of the process that then goes on.
    killed: list = None
    continued: list = None
    restarts: bool = False  # whether clients start in the states


class Script:
    """Draws operations on one store; generations grow, as they do in the client."""

    def __init__(self, chance: random.Random, generation: int = 0):
        self.chance, self.generation = chance, generation

    def save(self) -> list:
        self.generation += 1
        return ["save", self.chance.choice(SESSIONS), str(self.generation)]

    def record(self) -> list:
        self.generation += 1
        return ["record", self.chance.choice(("", "space")), self.chance.choice(KEYS), f"value {self.generation}"]

    def addition(self) -> list:
        self.generation += 1
        return self.chance.choice((
            self.save(), self.save(), self.record(), ["select", self.chance.choice(SESSIONS)],
            ["note", self.chance.choice(SESSIONS), str(self.generation)], ["key", str(self.generation % 250)]))

    def removal(self) -> list:
        return self.chance.choice((
            ["delete", self.chance.choice(SESSIONS)], ["select", ""], ["unkey"],
            ["remove", self.chance.choice(("", "space")), self.chance.choice(KEYS)]))

    def change(self) -> list:
        return self.addition() if self.chance.random() < 0.6 else self.removal()

    def many(self, count: int, what) -> list:
        return [what() for _ in range(count)]

    def filled(self) -> list:
        return [["save", id, str(number + 1)] for number, id in enumerate(SESSIONS)] + [
            ["select", "one"], ["record", "", "a", "first"], ["record", "space", "b", "second"], ["key", "1"],
            ["key", "2"]]


def save(chance):
    script = Script(chance)
    return Scenario("save", script.many(16, script.addition))


def remove(chance):
    script = Script(chance, 10)
    return Scenario("remove", script.filled() + [step for _ in range(8) for step in (script.removal(), script.change())])


def rotate(chance):
    script = Script(chance, 10)
    return Scenario("rotate", script.filled() + [["rotate"], script.change(), script.save(), ["rotate"], script.change()])


def wrap(chance):
    script = Script(chance, 10)
    return Scenario("change the wrapping", script.filled()[:5] + [
        ["open", "key-file"], script.change(), script.save(), ["rotate"], script.change(),
        ["open", "plain-again"], script.save(), script.change()])


def migrate(chance):
    script = Script(chance, 1000)
    moves = [["migrate"], script.change(), script.save()]
    chance.shuffle(moves)
    fixture = STORES / chance.choice(("v1", "334a844/state"))
    return Scenario("migrate", [["nothing"], *moves, ["rotate"], script.change()], fixture)


def refresh(chance):
    return Scenario(
        "refresh", [["client"], ["sign-in", "jane@example.com"], ["refresh"], ["refresh"], ["sign-out"],
                    ["sign-in", "john@example.com"], ["refresh"], ["sign-in", "jane@example.com"], ["sign-out"]],
        restarts=True)


def outbox(chance):
    last = chance.choice((["refresh"], ["refresh"], ["sign-out"]))
    return Scenario(
        "outbox", [["client"], ["sign-in", "jane@example.com"], ["refresh"]], killed=[last],
        continued=[["nothing"], ["restart"], ["nothing"]], restarts=True)


def handover(chance):
    """A process is killed, and another one goes on with what is in the system's memory and not yet on the disk."""
    kind = chance.choice(("filled", "filled", "wrapped", "earlier version"))
    script = Script(chance, 1000 if kind == "earlier version" else 10)
    first = {"filled": script.filled(), "wrapped": [*script.filled(), ["open", "key-file"]],
             "earlier version": [["nothing"]]}[kind]
    killed = chance.choice([script.save(), script.removal(), script.removal(), ["rotate"], [
        "migrate" if kind == "earlier version" else "rotate"]])
    again = [killed] if chance.random() < 0.7 else []
    rest = [["rotate"]] if chance.random() < 0.4 else []
    return Scenario(
        "handover", first, killed=[killed], fixture=STORES / "v1" if kind == "earlier version" else None, continued=[
            *([["open", "key-file"]] if kind == "wrapped" else []), ["nothing"], *again, *rest, script.save(),
            script.change(), script.save()])


def beginning(chance):
    """A process is killed while it makes the store or a new directory in it."""
    script = Script(chance, 10)
    steps = script.filled()
    chance.shuffle(steps)
    count = chance.choice((0, 0, 1, 2))
    return Scenario("beginning", steps[:count], killed=[steps[count]], continued=[
        ["nothing"], steps[count], script.save(), *steps[count + 1:count + 3]])


ALL = (save, remove, rotate, wrap, migrate, refresh, outbox, handover, beginning)
