"""What a program may find after a crash: what was acknowledged, or something later, and nothing else."""

from dataclasses import dataclass, field, replace

# These registers are work in progress, and have laws of their own.
TRANSIENT = ("note/", "outbox/")
RENEWAL, REVOCATION = "/privy/api/v1/sessions", "/privy/api/v1/sessions/logout"


@dataclass(frozen=True)
class Knowledge:
    """What the user of a store knows at some moment."""
    sure: dict = field(default_factory=dict)  # by register, the values that may be found while nothing is in progress
    coming: dict = field(default_factory=dict)  # the registers as the operation in progress will leave them
    found: dict = field(default_factory=dict)  # the registers as the last operation left them
    operation: tuple = ()  # the operation that has begun and not returned
    sent: frozenset = frozenset()  # the paths of the requests that this operation has sent
    wrapping: str = "plain"

    def allowed(self, register: str) -> set:
        values = self.sure.get(register, {None})
        return values | {self.coming.get(register)} if self.operation else values

    def registers(self) -> set:
        return {*self.sure, *(register for register in self.coming if not register.startswith(TRANSIENT))}

    def after(self, mark) -> "Knowledge":
        if mark.what == "sent":
            return replace(self, sent=self.sent | {mark.path})
        if mark.what == "answered":
            return self
        if mark.what == "begin":
            # If the operation before it was killed, each register has the value from before it or after it.
            wrapping = mark.operation[1] if mark.operation[0] == "open" else self.wrapping
            return replace(
                self, sure={register: self.allowed(register) for register in self.registers()}, sent=frozenset(),
                operation=tuple(mark.operation), wrapping=wrapping)
        now = mark.registers
        for register in self.registers():
            assert now.get(register) in self.allowed(register), (self, register, now)
        certain = {register: {now.get(register)} for register in settled(self.operation, self.found, now)
                   if not register.startswith(TRANSIENT)}
        return replace(self, sure={**self.sure, **certain}, coming={}, found=now, operation=(), sent=frozenset())


def settled(operation: tuple, before: dict, after: dict) -> set:
    """The registers that an operation has settled when it returns, even if it did not have to change them."""
    name, *words = operation
    if name in ("nothing", "open", "client"):
        return set()
    changed = {register for register in {*before, *after} if before.get(register) != after.get(register)}
    if name in ("save", "delete"):
        changed.add("session/" + words[0])
    elif name == "select":
        changed.add("selection/example")
    elif name in ("record", "remove"):
        changed.add(f"record/{words[0]}/{words[1]}")
    elif name == "unkey":
        changed |= {register for register in before if register.startswith("key/")}
    elif name == "restart":
        # The entry of the outbox is gone, so the session does not depend on it any more.
        changed |= {"session/" + register.split("/")[2] for register in changed if register.startswith("outbox/")}
    return changed


def moments(marks: list) -> list:
    """Pairs of a position and what the user knows from there on."""
    now = Knowledge()
    if marks[0].operation[0] == "nothing":  # a directory that was made earlier, and is on the disk
        there = next(mark.registers for mark in marks if mark.what == "done")
        now = Knowledge({register: {value} for register, value in there.items()
                         if not register.startswith(TRANSIENT)}, found=there)
    found = [(0, now)]
    for index, mark in enumerate(marks):
        now = now.after(mark)
        if mark.what == "begin":
            # The next completed operation shows what this one leaves, even if it is killed.
            now = replace(now, coming=next(later.registers for later in marks[index:] if later.what == "done"))
        found.append((mark.position, now))
    return found


def violations(known: Knowledge, report: dict) -> list:
    """What is wrong with the report of a program that opened the directory after a crash."""
    if "fault" in report:
        return [f"it cannot go on: {report['fault']}"]
    wrong = [f"a record is damaged: {error}" for error in report["unreadable"]]
    if report["quarantined"]:
        wrong.append(f"{report['quarantined']} records are in quarantine")
    found = report["registers"]
    for register in sorted({*known.registers(), *found}):
        if not register.startswith(TRANSIENT) and found.get(register) not in known.allowed(register):
            wrong.append(f"{register} is {found.get(register)}, and may be {known.allowed(register)}")
    before = report.get("restarted", found)
    if report["rotated"] != before:
        wrong.append(f"a change of keys changed {sorted(set(before.items()) ^ set(report['rotated'].items()))}")
    return wrong + _renewal(known, found) + _sign_out(known, found) + _restart(found, report.get("restarted"))


def _generation(value) -> int:
    return int(value.split()[0]) if value else 0


def _privy(known: Knowledge) -> list:
    """The ids of the sessions at the vendor that the last operation left."""
    return [value for register, value in known.found.items() if register == "selection/privy"]


def _renewal(known: Knowledge, found: dict) -> list:
    """Once the credential was sent, either the new one is on the disk, or a note that says so."""
    if known.operation[:1] != ("refresh",) or RENEWAL not in known.sent:
        return []
    return [f"the credential of {id} was sent, and nothing says so" for id in _privy(known)
            if "note/" + id not in found and "outbox/rotation/" + id not in found
            and found.get("session/" + id) == known.found.get("session/" + id)]


def _sign_out(known: Knowledge, found: dict) -> list:
    """A session that is gone before the server was told is in the outbox."""
    if known.operation[:1] != ("sign-out",) or REVOCATION in known.sent:
        return []
    return [f"{id} is gone, and nobody will tell the server" for id in _privy(known)
            if "session/" + id not in found
            and not any(register.startswith("outbox/revocation/" + id) for register in found)]


def _restart(found: dict, restarted: dict) -> list:
    """The next start stores what is in the outbox, and goes back behind nothing."""
    if restarted is None:
        return []
    wrong = []
    for register, value in found.items():
        if register.startswith("outbox/rotation/"):
            id = register.rsplit("/", 1)[1]
            stored = found.get("session/" + id)
            if stored and max(_generation(value), _generation(stored)) != _generation(restarted.get("session/" + id)):
                wrong.append(f"{id} is renewed in the outbox ({value}), and {restarted.get('session/' + id)} after it")
        elif register.startswith("outbox/revocation/"):
            id = register.split("/")[2]
            if found.get("session/" + id) == value == restarted.get("session/" + id):
                wrong.append(f"{id} was signed out, and is back after a start")
        elif register.startswith("session/") and register not in restarted:
            id = register.split("/", 1)[1]
            if not any(name.startswith("outbox/revocation/" + id) for name in found):
                wrong.append(f"{id} was lost by a start")
    return wrong
