"""A disk of a few megabytes that a test fills: a tmpfs, which only root can mount."""

import os
import subprocess
from pathlib import Path

from .processes import PLAIN_USER, NotPossible, is_root


class SmallDisk:
    """A tmpfs that is mounted at a folder until `unmount` is called or the keeper removes that folder."""

    def __init__(self, place: Path, megabytes: int):
        if not is_root():
            raise NotPossible("the test of a full disk requires root, to mount a small tmpfs")
        place.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "latchkey-test", str(place)],
            capture_output=True, text=True)
        if mounted.returncode != 0:
            place.rmdir()
            raise NotPossible(f"the small tmpfs for a full disk cannot be mounted: {mounted.stderr.strip()}")
        self.place = place
        self._filler = place / "filler"

    def folder(self, name: str) -> Path:
        path = self.place / name
        path.mkdir(mode=0o700)
        os.chown(path, PLAIN_USER, PLAIN_USER)
        return path

    def fill(self) -> None:
        """Fills the disk completely."""
        with open(self._filler, "ab", buffering=0) as filler:
            for size in (1 << 20, 4096, 1):
                try:
                    while filler.write(b"\0" * size):
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)

    def is_full(self) -> bool:
        return self._filler.exists()

    def unmount(self) -> None:
        subprocess.run(["umount", "-l", str(self.place)], stderr=subprocess.DEVNULL)
