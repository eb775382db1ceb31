"""Finds the owner of the memory at an address, from the records that `owners.c` wrote in a process."""

import bisect
import os
import re
import shutil
import struct
import subprocess
from functools import lru_cache
from pathlib import Path

STRING = "a string of Swift"
# The name for memory that is neither a block of the allocator nor a dead frame.
UNASKED = "memory without a known owner"
# Memory below a thread's stack pointer, with data of functions that have returned. For example, the loader saves the
# vector registers there when it binds a function, and the C library copies memory through these registers.
DEAD = "a dead frame of a stack"
# Libraries that keep copies of their input in their own buffers.
LIBRARIES = {
    "libcurl": "libcurl", "libcrypto": "OpenSSL", "libssl": "OpenSSL", "libnghttp2": "nghttp2", "libz": "zlib",
    "libc": "the C library"}
RUNTIME = ("libswift", "libFoundation", "lib_Foundation")
ALLOCATORS = ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign")
MARK = b"latchkey-owners\0"


def stack_pointers(pid: int):
    """The stack pointers of all threads that wait in a system call."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            words = (task / "syscall").read_text(encoding="ascii").split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if len(words) > 2:
            yield int(words[-2], 16)


def maps(pid: int):
    """Start, end, permissions, offset and path of every region."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as lines:
        for line in lines:
            words = line.split(None, 5)
            start, end = (int(word, 16) for word in words[0].split("-"))
            yield start, end, words[1], int(words[2], 16), words[5].strip() if len(words) > 5 else ""


def memory(pid: int):
    """Start, name and content of the process's writable memory."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as mem:
        for start, end, permissions, _, path in maps(pid):
            if "w" not in permissions or path in ("[vvar]", "[vdso]"):
                continue
            mem.seek(start)
            try:
                yield start, path or "anonymous", mem.read(end - start)
            except OSError:
                continue


@lru_cache(None)
def symbols(path: str):
    """Addresses and names of the symbols that a library or program defines; empty if `nm` is not installed."""
    if shutil.which("nm") is None:
        return [], []
    found = {}
    for words in (["-D"], []):
        result = subprocess.run(["nm", *words, "--defined-only", path], capture_output=True, text=True)
        for line in result.stdout.splitlines():
            address, kind, name = line.split(None, 2)
            if kind in "tTwW":
                found[int(address, 16)] = name
    addresses = sorted(found)
    return addresses, [found[address] for address in addresses]


@lru_cache(None)
def readable(function: str) -> str:
    """A function's demangled name, if the toolchain can demangle it."""
    program = Path(os.environ.get("SWIFT", "")).parent / "swift-demangle"
    if not program.exists():
        return function
    words = [str(program), "-compact", "-simplified", function]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip() or function


class Owners:
    def __init__(self, pid: int, regions: list):
        self.code = [region for region in maps(pid) if "x" in region[2] and region[4]]
        self.stacks = [
            (start, pointer) for pointer in stack_pointers(pid) for start, end, *_ in maps(pid) if start <= pointer < end]
        self.bases = {}
        for start, _, _, offset, path in maps(pid):
            if path and offset == 0:
                self.bases.setdefault(path, start)
        self.blocks = []
        for _, _, content in regions:
            at = content.find(MARK)
            if at >= 0 and not self.blocks:
                self.read(pid, *struct.unpack_from("<QQQ", content, at + len(MARK)))
        assert self.blocks, "the allocator recorded nothing"

    def read(self, pid: int, entries: int, frames: int, address: int):
        form = struct.Struct(f"<{3 + frames}Q")
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as mem:
            mem.seek(address)
            table = mem.read(entries * form.size)
        for start, size, serial, *frames in form.iter_unpack(table):
            if start:
                self.blocks.append((serial, start, start + size, [frame for frame in frames if frame]))

    def frame(self, address: int):
        """The library or program that contains an address, and the function if it is known."""
        for start, end, _, _, path in self.code:
            if start <= address < end:
                addresses, names = symbols(path)
                index = bisect.bisect_right(addresses, address - self.bases.get(path, start)) - 1
                return Path(path).name, names[index] if index >= 0 else ""
        return "", ""

    def owner(self, address: int, region: str) -> str:
        """The function that allocated the memory at an address."""
        # A block can overlap earlier, smaller blocks.
        block = max((block for block in self.blocks if block[1] <= address < block[2]), default=None)
        if block is None:
            is_dead = any(start <= address < pointer for start, pointer in self.stacks)
            return DEAD if is_dead else f"{UNASKED} ({region})"
        is_string = False
        for frame in block[3]:
            module, function = self.frame(frame)
            for prefix, name in LIBRARIES.items():
                if re.match(re.escape(prefix) + r"[-.]", module):
                    return f"a buffer of {name}"
            if function in ALLOCATORS or module == "owners.so":
                continue
            if module.startswith(RUNTIME):
                # The runtime makes strings in its own functions; arrays are made in the calling function.
                is_string = is_string or "StringStorage" in function or function.startswith(("$sSS", "$ss11_StringGuts"))
                continue
            return STRING if is_string else f"a buffer of {module}: {readable(function)}"
        return STRING if is_string else "a buffer of the Swift runtime"
