"""The public names of the package, as the compiler knows them or as a folder has them."""

from pathlib import Path
from typing import Dict, Set

from runner import api, commands, swift as toolchains
from runner.places import OUTPUT
from runner.results import Results
from runner.terminal import Terminal


class CannotRead(Exception):
    pass


def in_folder(folder: Path) -> Dict[str, Set[str]]:
    found = api.read(folder)
    if not found:
        raise CannotRead(f"{folder} has no files such as AuthCore.txt. Name a folder with the form of Tests/api.")
    return found


def built() -> Dict[str, Set[str]]:
    """Builds the package, as Tests/run does, and reads the names from the modules."""
    OUTPUT.mkdir(exist_ok=True)
    terminal, results = Terminal(), Results()
    toolchain = toolchains.find(terminal, results)
    if toolchain is None or not toolchain.build(terminal, results):
        raise CannotRead(
            f"The package was not built, so that its API cannot be compared. See {commands.log('build')}, or find "
            "the fault with 'swift build'.")
    try:
        return api.current(toolchain)
    except api.CannotExtract as error:
        raise CannotRead(f"The API could not be read: {error}") from error


def swift() -> str:
    toolchain = toolchains.find(Terminal(), Results())
    if toolchain is None:
        raise CannotRead("--binaries needs Swift 6.1 or later, and 'swift' was not found in PATH.")
    return toolchain.swift
