"""The results of the servers, for the terminal and for the documentation."""

from typing import Dict, List, Tuple, Type

from .features import FEATURES
from .server import Server

HEADINGS = [
    "discovery", "sign-in", "refresh", "revocation", "sign-out page", "device code", "PAR", "DPoP",
    "client credentials", "registration", "token exchange", "step-up", "certificates"]
OK, LACKS, UNUSABLE, FAILED, NOT_RUN = "ok", "lacks it", "unusable", "FAILED", "–"


class Matrix:
    def __init__(self, servers: Dict[str, Type[Server]]):
        self.servers = servers
        self.results: Dict[Tuple[str, str], str] = {}
        self.titles: Dict[str, str] = {}

    @property
    def is_complete(self) -> bool:
        return len(self.results) == len(self.servers) * len(FEATURES) and FAILED not in self.results.values()

    def row(self, name: str) -> List[str]:
        return [self.titles.get(name, name)] + [self.results.get((name, each), NOT_RUN) for each in FEATURES]

    def lines(self) -> List[str]:
        """The matrix as text, with the sources of what is lacking."""
        rows = [["", *HEADINGS]] + [self.row(name) for name in self.servers]
        widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
        table = ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows]
        return table + [
            f"{LACKS}: not in {server.source}" for name, server in self.servers.items() if LACKS in self.row(name)]

    def markdown(self) -> str:
        """The table of the documentation, and the notes below it."""
        rows = [["server", *HEADINGS, "the authors' list of features"], ["---"] * (len(HEADINGS) + 2)]
        notes: List[str] = []
        for name, server in self.servers.items():
            row = self.row(name) + [f"[list]({server.source})"]
            for index, feature in enumerate(FEATURES, 1):
                if note := server.notes.get(feature):
                    notes += [] if note in notes else [note]
                    row[index] += f" ({notes.index(note) + 1})"
            rows.append(row)
        table = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join(table + [""] + [f"{number}. {note}" for number, note in enumerate(notes, 1)])
