"""Builds the book: one DocC archive with the pages of Documentation, the tutorials and the reference of every library.

The articles are made of the pages each time, so that there is one source. A warning of DocC is a failure."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Dict, List, Optional

from ...places import OUTPUT, ROOT
from ...results import Results
from ...swift import Toolchain
from ...terminal import Terminal
from .. import archives, catalogues
from . import articles, contents

FOLDER = OUTPUT / "book"
CATALOGUE = FOLDER / "Latchkey.docc"
PAGES = FOLDER / "Latchkey.doccarchive"
ARCHIVE = OUTPUT / "Latchkey.doccarchive"
DOCUMENTATION = ROOT / "Documentation"
README = DOCUMENTATION / "README.md"
TUTORIALS = DOCUMENTATION / "Tutorials"
# The tables of Documentation/README.md link to these, too.
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
# The groups of the article on the libraries; the first pattern that matches applies.
LIBRARIES = (
    ("Sandbox", r"AuthSandbox"), ("Backends", r"AuthVerifier|AuthAppSessions"), ("Moving from an SDK", r".*Adoption"),
    ("Storage", r"AuthStorage"), ("Vendors", r"Auth(Turnkey|Privy|Hawcx|Authsignal|OIDC)"),
    ("Interfaces", r"Auth(UI|Terminal|Text)"), ("The client", r""))
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias"}


def check(terminal: Terminal, results: Results, toolchain: Toolchain, repository: Optional[str] = None) -> None:
    """Builds the book from the symbol graphs and archives that `catalogues` has written."""
    with terminal.phase("The book") as phase:
        faults = _build(toolchain, catalogues.targets(), repository)
        for fault in faults:
            results.fail("book", fault)
        if faults:
            phase.fail(f"{len(faults)} faults")
        else:
            results.passed += 1
            count = len(catalogues.targets())
            phase.end = f"{len(_articles())} pages and tutorials, and {count} libraries in one archive"


def _build(toolchain: Toolchain, targets: List[str], repository: Optional[str]) -> List[str]:
    """Writes the archive; returns the faults."""
    named = _articles()
    listed = contents.groups(README, named)
    faults = _unlisted(named, listed)
    _write(articles.Book(ROOT, named, _symbols(targets), contents.summaries(README), repository), listed, targets)
    parts = [catalogues.ARCHIVES / f"{name}.doccarchive" for name in targets]
    missing = [part.stem for part in parts if not part.exists()]
    if missing:
        return faults + [f"{name} has no archive to link to" for name in missing]
    fault = archives.convert(toolchain, CATALOGUE, PAGES, [word for part in parts for word in ("--dependency", part)])
    if fault:
        return faults + [fault]
    return faults + _merge(toolchain, [PAGES, *parts])


def _articles() -> Dict[Path, str]:
    paths = [*(ROOT / name for name in OUTSIDE), *sorted(DOCUMENTATION.rglob("*.md"))]
    named = {path: articles.name(path, DOCUMENTATION) for path in paths}
    named[README] = "Latchkey"
    # DocC finds a tutorial by its file's name.
    return {**named, **{path: path.stem for path in sorted(TUTORIALS.glob("*.tutorial"))}}


def _unlisted(named: Dict[Path, str], listed: List[contents.Group]) -> List[str]:
    """A page that no table lists has no place in the table of contents; pages of a folder belong to its README."""
    found = {article for group in listed for article in group.articles}
    return [
        f"{path.relative_to(ROOT)} is in no table of Documentation/README.md" for path, article in named.items()
        if article not in found and path != README and named.get(path.parent / "README.md") not in found]


def _symbols(targets: List[str]) -> Dict[str, str]:
    """Modules and the types at the top of a module; a name that two modules have is left out."""
    modules: Dict[str, List[str]] = {name: [name] for name in targets}
    for target in targets:
        for symbol in catalogues.symbols(target):
            if len(symbol["pathComponents"]) == 1 and symbol["kind"]["identifier"] in TYPES:
                modules.setdefault(symbol["pathComponents"][0], []).append(target)
    return {name: found[0] for name, found in modules.items() if len(found) == 1}


def _write(book: articles.Book, listed: List[contents.Group], targets: List[str]) -> None:
    shutil.rmtree(CATALOGUE, ignore_errors=True)
    CATALOGUE.mkdir(parents=True)
    shutil.copytree(TUTORIALS, CATALOGUE, dirs_exist_ok=True)
    (CATALOGUE / "Libraries.md").write_text(_libraries(targets), encoding="utf-8")
    for path, name in book.articles.items():
        if path.suffix != ".md":
            continue
        text = path.read_text(encoding="utf-8")
        for image in articles.images(text):
            shutil.copy(path.parent / image, CATALOGUE)
        shown = _root(listed) if path == README else articles.article(path, text, book)
        if path.name == "README.md" and path != README:
            beside = [book.articles[page] for page in sorted(path.parent.glob("*.md")) if page != path]
            shown += "\n" + contents.topics([contents.Group("Pages", [f"<doc:{page}>" for page in beside])])
        (CATALOGUE / f"{name}.md").write_text(shown, encoding="utf-8")


def _root(listed: List[contents.Group]) -> str:
    # The first paragraph of the repository's README says what the package is; its first sentence is the abstract.
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n")[1].replace(". ", ".\n\n", 1)
    # The overview of the tutorials lists the others.
    hidden = {path.stem for path in TUTORIALS.glob("*.tutorial")} - {"LatchkeyTutorials"}
    groups = [
        contents.Group(group.title, [f"<doc:{article}>" for article in group.articles if article not in hidden])
        for group in listed]
    groups.append(contents.Group("Reference", ["<doc:Libraries>"]))
    return f"# Latchkey\n\n@Metadata {{\n  @TechnologyRoot\n}}\n\n{text}\n\n{contents.topics(groups)}"


def _libraries(targets: List[str]) -> str:
    """An article of its own: DocC's navigator does not find a library that the root of the book lists."""
    groups: Dict[str, List[str]] = {}
    for name in targets:
        title = next(title for title, pattern in LIBRARIES if re.match(pattern, name))
        groups.setdefault(title, []).append(f"``/{name}``")
    listed = [contents.Group(title, groups[title]) for title, _ in reversed(LIBRARIES)]
    return f"# Libraries\n\nThe reference of every library of the package.\n\n{contents.topics(listed)}"


def _merge(toolchain: Toolchain, parts: List[Path]) -> List[str]:
    shutil.rmtree(ARCHIVE, ignore_errors=True)
    command = [
        archives.docc(toolchain), "merge", *parts, "--synthesized-landing-page-name", "Latchkey",
        "--synthesized-landing-page-topics-style", "list", "--output-path", ARCHIVE]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    if result.returncode != 0 or "warning" in text:
        return [text.strip() or "docc merge failed"]
    return [f"the navigator does not show the pages of {path}, which the index lists twice" for path in _twice()]


def _twice() -> List[str]:
    """Modules that the index lists more than once: DocC's navigator shows the first, which can be a mere link."""
    def modules(nodes: List[dict]) -> List[str]:
        found = [node for node in nodes if node.get("type") == "module"]
        return [path for node in found for path in (node["path"], *modules(node.get("children", [])))]

    index = json.loads((ARCHIVE / "index" / "index.json").read_text(encoding="utf-8"))
    paths = modules(index["interfaceLanguages"]["swift"])
    return sorted({path for path in paths if paths.count(path) > 1})
