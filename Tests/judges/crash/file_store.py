"""Reads and writes the formats of the file stores as `Documentation/Storage.md` describes them, with third-party
cryptography. This file shares no code with the package under test."""

import hashlib
import os
import struct
from pathlib import Path

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

# The key file of the fixture of version 1, which is only for tests.
FIXTURE = Path(__file__).resolve().parents[2] / "Vectors" / "stores" / "v1"
SUFFIX = ".sealed"


def derived(key: bytes, purpose: str, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, None, b"latchkey file store v1 " + purpose.encode()).derive(key)


def prefixed(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def take(data: bytes):
    (size,) = struct.unpack(">I", data[:4])
    assert len(data) >= 4 + size
    return data[4:4 + size], data[4 + size:]


def sealing_keys(state: Path) -> list:
    """The keys with which records may be sealed, the primary key first."""
    data = (state / "key").read_bytes()
    assert data[:8] == b"LATCHKEY" and data[8] == 255 - data[9]
    if data[8] == 1:
        assert hashlib.sha256(data[10:42]).digest()[:8] == data[42:]
        return [data[10:42]]
    assert data[8] == 2 and hashlib.sha256(data[:-8]).digest()[:8] == data[-8:]
    wrapping, rest = take(data[10:-8])
    assert wrapping == b"", "these tests read plain keys"
    keys, _ = take(rest)
    return [keys[at:at + 32] for at in range(32, len(keys), 32)]


class Record:
    """A record on disk: its place, version, generation and value."""

    def __init__(self, path: Path, keys: list):
        data = path.read_bytes()
        assert data[:6] == b"LKSEAL" and data[6] == 255 - data[7], path
        self.path, self.version = path, data[6]
        (self.generation,) = struct.unpack(">Q", data[16:24])
        self.key = next(key for key in keys if derived(key, "identity", 8) == data[8:16])
        plain = AESGCM(derived(self.key, "seal", 32)).decrypt(data[24:36], data[36:], data[:24] + self.place())
        self.value = plain if self.version == 1 else take(plain)[0]
        assert self.version == 1 or len(plain) % 256 == 0

    def place(self) -> bytes:
        return prefixed(self.path.parent.name.encode()) + prefixed(self.path.name[:-len(SUFFIX)].encode())

    def write_version_one(self, key: bytes):
        header = b"LKSEAL\x01\xfe" + derived(key, "identity", 8) + struct.pack(">Q", self.generation)
        nonce = os.urandom(12)
        sealed = AESGCM(derived(key, "seal", 32)).encrypt(nonce, self.value, header + self.place())
        self.path.write_bytes(header + nonce + sealed)


def records(state: Path) -> list:
    keys = sealing_keys(state)
    return [Record(path, keys) for path in sorted(state.glob("*/*" + SUFFIX)) if path.parent.name != "quarantine"]


def make_version_one(state: Path):
    """A directory with a key of version 1, as a build of that version would have made it."""
    state.mkdir(mode=0o700)
    write_key(state)


def return_to_version_one(state: Path):
    """Puts a directory whose names come from the fixture's key back to version 1, key file and records."""
    found = records(state)
    write_key(state)
    for record in found:
        record.write_version_one(sealing_keys(state)[0])


def write_key(state: Path):
    path = state / "key"
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write((FIXTURE / "key").read_bytes())
