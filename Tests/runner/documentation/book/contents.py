"""The table of contents of the book: the tables of Documentation/README.md, as DocC's topics."""

import re
from pathlib import Path
from typing import Dict, List, NamedTuple

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)\)")


class Group(NamedTuple):
    """Pages of one topic."""

    title: str
    articles: List[str]


def groups(readme: Path, articles: Dict[Path, str]) -> List[Group]:
    """A group for each table, with the links of its first column, and one for each heading with a list of links."""
    found: List[Group] = []
    lines = readme.read_text(encoding="utf-8").splitlines()
    for index, line in enumerate(lines):
        if line.startswith("| ---"):
            found.append(Group(_cell(lines[index - 1]), []))
        elif line.startswith("## "):
            found.append(Group(line[3:], []))
        elif found and (line.startswith("| [") or re.match(r"\d+\. \[", line)):
            links = LINK.findall(_cell(line) if line.startswith("|") else line)
            paths = [(readme.parent / link).resolve() for link in links]
            found[-1].articles.extend(articles[path] for path in paths if path in articles)
    return [group for group in found if group.articles]


def summaries(readme: Path) -> Dict[Path, str]:
    """What the second column says about the page of the first, as a sentence; rows with several pages are left out."""
    found: Dict[Path, str] = {}
    for row in re.findall(r"^\| \[.*$", readme.read_text(encoding="utf-8"), re.M):
        links, text = LINK.findall(_cell(row)), LINK.sub(lambda link: link.group().split("]")[0][1:], _cell(row, 2))
        if len(links) == 1:
            found[(readme.parent / links[0]).resolve()] = f"{text[0].upper()}{text[1:]}."
    return found


def _cell(row: str, column: int = 1) -> str:
    return row.split("|")[column].strip()


def topics(listed: List[Group]) -> str:
    """The section `Topics` of an article."""
    parts = ["## Topics"]
    for group in listed:
        parts.append(f"### {group.title[0].upper()}{group.title[1:]}")
        parts.append("\n".join(f"- {article}" for article in group.articles))
    return "\n\n".join(parts) + "\n"
