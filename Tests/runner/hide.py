"""Mounts an empty folder or a file with an error over everything in /usr/include that is not on a list, then runs a
command. Run it in a mount namespace of its own: `python3 -m runner.hide LIST -- COMMAND…`"""

import os
import subprocess
import sys
import tempfile


def main() -> None:
    separator = sys.argv.index("--")
    kept = set(open(sys.argv[1], encoding="utf-8").read().split("\n"))
    folders = {os.path.dirname(name) for name in kept}
    while True:
        parents = {os.path.dirname(folder) for folder in folders} | folders
        if parents == folders:
            break
        folders = parents
    empty = tempfile.mkdtemp()
    nothing = os.path.join(empty, "nothing")
    with open(nothing, "w", encoding="utf-8") as file:
        file.write("#error This header is hidden: a plain build must not need it.\n")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    os.mkdir(os.path.join(empty, "folder"))
    for root in ("/usr/include", "/usr/local/include"):
        hide(root, kept, folders, os.path.join(empty, "folder"), nothing)
    os.execvp(sys.argv[separator + 1], sys.argv[separator + 1:])


def hide(folder: str, kept: set, folders: set, empty_folder: str, empty_file: str) -> None:
    for entry in list(os.scandir(folder)):
        if entry.is_dir(follow_symlinks=False):
            if entry.path in folders:
                hide(entry.path, kept, folders, empty_folder, empty_file)
            else:
                cover(entry.path, empty_folder)
        elif entry.path not in kept and entry.is_file():
            cover(entry.path, empty_file)


def cover(path: str, by: str) -> None:
    subprocess.run(["mount", "--bind", by, path], check=True)


if __name__ == "__main__":
    main()
