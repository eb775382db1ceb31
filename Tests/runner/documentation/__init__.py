"""Checks the documentation: code blocks are compiled, read or run, links have targets, every public name has a
comment, the pages of reference name every member of their types, and the DocC catalogues and the book build without a
warning.

An HTML comment directly above a block, which readers of the page do not see, says how the block is checked:

    <!-- given: auth: AuthClient, sent: inout Int -->   Swift: parameters of the function around the block
    <!-- given @MainActor: … -->                        Swift: the same, for a function on the main actor
    <!-- given, in Swift: ... -->                       Swift: declarations in the block's file; it is not run
    <!-- against stubs, given: ... -->                  Swift: type-checked with the bridges and the screens, against
                                                        Tests/stubs
    <!-- file: hello/Package.swift -->                  any language: a file of the page's walk-through
    <!-- in: hello -->                                  console: run in this folder of the walk-through
    <!-- exit: 78 -->                                   console: the last command ends with this status
    <!-- parsed only: why -->                           JSON: not checked as a configuration
    <!-- not run: why -->                               any: counted as skipped
"""

from ..results import Results
from ..swift import Toolchain
from ..terminal import Terminal
from . import (
    book, catalogues, configurations, consoles, installing, links, pages as blocks, reference, snippets, tutorials)
from .pages import Page, all_pages

__all__ = ["check"]


def check(terminal: Terminal, results: Results, toolchain: Toolchain) -> None:
    pages = all_pages()
    blocks.check(results, pages)
    links.check(terminal, results, pages)
    catalogues.check(terminal, results, toolchain)
    reference.check(terminal, results)
    tutorials.check(terminal, results, toolchain, pages)
    book.check(terminal, results, toolchain)
    installing.check(terminal, results, toolchain)
    configurations.check(terminal, results, toolchain, pages)
    snippets.check(terminal, results, toolchain, pages)
    consoles.check(terminal, results, toolchain, pages)
