"""Converts catalogues with DocC, and keeps an archive as long as nothing that it was made of has changed."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import List, Sequence

from ..swift import Toolchain


def docc(toolchain: Toolchain) -> Path:
    return Path(toolchain.swift).with_name("docc")


def convert(
    toolchain: Toolchain, catalogue: Path, archive: Path, options: Sequence, graphs: Sequence[Path] = (),
) -> str:
    """Converts the catalogue, unless the archive is of the same content; returns the fault, or an empty text."""
    name = catalogue.stem
    words = [
        "convert", catalogue, *options, "--fallback-display-name", name, "--fallback-bundle-identifier",
        f"latchkey.{name}", "--enable-experimental-external-link-support", "--no-transform-for-static-hosting",
        "--output-path", archive, "--warnings-as-errors"]
    for folder in graphs:
        words += ["--additional-symbol-graph-dir", folder]
    files = [path for folder in (catalogue, *graphs) for path in sorted(folder.rglob("*")) if path.is_file()]
    # An archive that this one links to counts by its list of what can be linked to.
    files += [word / "linkable-entities.json" for word in options if isinstance(word, Path)]
    key, note = _digest(docc(toolchain), words, files), archive.with_suffix(".key")
    if archive.exists() and note.exists() and note.read_text(encoding="utf-8") == key:
        return ""
    note.unlink(missing_ok=True)
    shutil.rmtree(archive, ignore_errors=True)
    result = subprocess.run([docc(toolchain), *words], capture_output=True, text=True, timeout=300)
    text = result.stdout + result.stderr
    if result.returncode != 0 or "warning:" in text:
        return text.strip() or "docc failed"
    note.write_text(key, encoding="utf-8")
    return ""


def _digest(program: Path, words: List, files: List[Path]) -> str:
    digest = hashlib.sha256(f"{program.stat().st_size} {[str(word) for word in words]}".encode())
    for path in files:
        digest.update(str(path).encode() + _content(path))
    return digest.hexdigest()


def _content(path: Path) -> bytes:
    """The bytes of the file; for a symbol graph, without the order of its relationships, which each run changes."""
    if not path.name.endswith(".symbols.json"):
        return path.read_bytes()
    graph = json.loads(path.read_text(encoding="utf-8"))
    graph["relationships"] = sorted(json.dumps(each, sort_keys=True) for each in graph["relationships"])
    return json.dumps(graph, sort_keys=True).encode()
