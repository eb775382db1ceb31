"""That what the documentation says is so: code blocks are compiled, read or run, links lead somewhere, every public
name has a comment, and the DocC catalogues build without a warning.

What stands right above a block says how it is taken, as a comment of HTML that no reader sees:

    <!-- given: auth: AuthClient, sent: inout Int -->   Swift: these are parameters of the function that is made of it
    <!-- given @MainActor: … -->                        Swift: the same, of a function on the main actor
    <!-- given, in Swift: ... -->                       Swift: these declarations stand beside it; it is not run then
    <!-- against stubs, given: ... -->                  Swift: type-checked with the bridges, against Tests/stubs
    <!-- file: hello/Package.swift -->                  any language: the page's walk-through begins with this file
    <!-- in: hello -->                                  console: run in this folder of the walk-through
    <!-- exit: 78 -->                                   console: the last command ends with this status
    <!-- not run: why -->                               any: counted as skipped
"""

from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from . import catalogues, configurations, consoles, links, pages as blocks, snippets
from .pages import Page, all_pages

__all__ = ["check"]


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    pages = all_pages()
    blocks.check(results, pages)
    links.check(terminal, results, pages)
    catalogues.check(terminal, results, toolchain)
    configurations.check(terminal, results, toolchain, pages)
    snippets.check(terminal, results, toolchain, pages)
    consoles.check(terminal, results, toolchain, pages)
