"""Makes a DocC article of a page of the documentation. The page stays the only source: nothing is copied by hand."""

import re
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Set

# What may contain a link, a name or a comment, and what protects it; the first form that matches applies.
PARTS = re.compile(
    r"(?P<block>^```.*?^```$)|(?P<comment><!--.*?-->\n?)|(?P<heading>^#+ [^\n]*$)"
    r"|(?P<link>(?P<image>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s]+)\))|(?P<ticks>`+)(?P<code>[^`]+)(?P=ticks)",
    re.M | re.S)


class Book(NamedTuple):
    """What the articles link to."""

    # The repository's root, and the pages of the book: the article's name by the page's path.
    root: Path
    articles: Dict[Path, str]
    # Modules, and the module of each public type whose name is unique.
    symbols: Dict[str, str]
    # What the table of contents says about a page; it becomes the article's abstract.
    summaries: Dict[Path, str]
    # Where readers find files that are not in the book, such as https://example.com/latchkey/blob/main; may be missing.
    repository: Optional[str] = None


def name(path: Path, documentation: Path) -> str:
    """A unique name: `Migrating/Turnkey.md` is `Migrating-Turnkey`, and a folder's README is named after the folder."""
    if not path.is_relative_to(documentation):
        return path.stem.title()
    parts = path.relative_to(documentation).with_suffix("").parts
    return "-".join(parts[:-1] if parts[-1] == "README" and len(parts) > 1 else parts)


def article(path: Path, text: str, book: Book) -> str:
    """The text of the page as DocC reads it: links to articles and symbols, and no comments for the tests."""
    linked: Set[str] = set()

    def replaced(match: re.Match) -> str:
        if match["heading"]:
            linked.clear()
        if match["block"] or match["heading"]:
            return match.group()
        if match["comment"]:
            return ""
        if match["link"]:
            return _link(match, path, book)
        code = match["code"]
        if code not in book.symbols or code in linked:
            return match.group()
        linked.add(code)
        return f"``/{book.symbols[code]}/{code}``" if book.symbols[code] != code else f"``/{code}``"

    shown = PARTS.sub(replaced, text)
    if path not in book.summaries:
        return shown
    title, rest = shown.split("\n\n", 1)
    return f"{title}\n\n{PARTS.sub(replaced, book.summaries[path])}\n\n{rest}"


def _link(match: re.Match, path: Path, book: Book) -> str:
    words, target = match["words"], match["target"]
    if re.match(r"[a-z]+:", target):
        return match.group()
    if match["image"]:
        return f"![{words}]({Path(target).name})"
    file, _, anchor = target.partition("#")
    found = (path.parent / file).resolve() if file else path
    if found in book.articles:
        heading = _heading(found.read_text(encoding="utf-8"), anchor) if anchor else ""
        return f"[{words}](doc:{book.articles[found]}{heading and '#' + heading})"
    place = found.relative_to(book.root)
    return f"[{words}]({book.repository}/{place})" if book.repository else f"{words} (`{place}` in the repository)"


def _heading(text: str, anchor: str) -> str:
    """DocC's form of the heading that GitHub gives this anchor."""
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", heading).strip()
        if words.lower().replace(" ", "-") == anchor:
            return words.replace(" ", "-")
    return anchor


def images(text: str) -> List[str]:
    """The pictures of a page, as paths relative to it."""
    return [match["target"] for match in PARTS.finditer(text) if match["link"] and match["image"]]
