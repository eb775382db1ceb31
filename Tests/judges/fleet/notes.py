"""The uses of credentials that a host noted in the database and was killed before it wrote them to its own history.

A host notes a use in the session's row first, and writes the line `noted` when the database has responded. If it is
killed in between, only the audit of the row shows the use. The next holder of the claim reads it there, and decides by
its time: without it, a correct decision looks like a violation.
"""

from collections import defaultdict
from typing import Dict, Iterable, List, Sequence

NEAR = 1.0  # seconds; a host writes the line of a claim later than the row changes


def unreported(lines: Sequence[dict], rows: Sequence[dict]) -> List[dict]:
    """A line `noted` for each note in the rows that no host reported."""
    known = {(line["session"], line["fence"]) for line in lines if line["event"] == "noted"}
    names = {name: session for session, name in row_names(lines, rows).items()}
    found = []
    for row in noting(rows):
        session = names.get(row["name"])
        if session is not None and (session, row["noted_fence"]) not in known:
            found.append({
                "t": row["at"], "boot": row["at"], "host": "", "event": "noted", "session": session,
                "generation": row["generation"], "fence": row["noted_fence"], "isUnreported": True})
    return found


def noting(rows: Sequence[dict]) -> Iterable[dict]:
    """The changes with which a claim noted a use."""
    last: Dict[str, int] = {}
    for row in rows:
        fence = row.get("noted_fence")
        if fence is not None and fence != last.get(row["name"]):
            last[row["name"]] = fence
            yield row


def row_names(lines: Sequence[dict], rows: Sequence[dict]) -> Dict[str, str]:
    """The name of each session's row. Names are HMACs, so they are found by the times of the claims: each fence of a
    row is claimed once, at the time at which a host wrote that it claimed this fence of the session."""
    claimed: Dict[int, List[tuple]] = defaultdict(list)  # fence -> (row's name, time)
    last: Dict[str, int] = {}
    for row in rows:
        if row["action"] == "UPDATE" and row["fence"] > last.get(row["name"], 0):
            last[row["name"]] = row["fence"]
            claimed[row["fence"]].append((row["name"], row["at"]))
    # For each session and row, the claims that fit and the sum of their distances.
    fits: Dict[str, Dict[str, List[float]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        if line["event"] == "claimed":
            for name, at in claimed[line["fence"]]:
                if -0.1 < line["boot"] - at < NEAR:
                    fits[line["session"]][name].append(abs(line["boot"] - at))
    best = {
        session: min(names, key=lambda name: (-len(names[name]), sum(names[name]))) for session, names in fits.items()}
    owners: Dict[str, List[str]] = defaultdict(list)
    for session, name in best.items():
        owners[name].append(session)
    return {session: name for session, name in best.items() if len(owners[name]) == 1}
