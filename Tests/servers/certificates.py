"""A private certificate authority for a test, made with the openssl command."""

import ipaddress
import shutil
import subprocess
from pathlib import Path
from typing import Sequence, Tuple

from .processes import NotPossible, give_to_plain_user, new_directory

LOCAL = ("localhost", "127.0.0.1")


class Authority:
    """Issues certificates. `root` is the file for `sslrootcert`. A client with this root has to reject certificates of
    any other authority."""

    def __init__(self, name: str = "Latchkey test authority"):
        if shutil.which("openssl") is None:
            raise NotPossible("openssl is not installed (Debian package openssl)")
        self.directory = new_directory("authority")
        self.root = self.directory / "root.crt"
        self._key = self.directory / "root.key"
        self._count = 0
        self._openssl(
            "req", "-x509", *self._new_key(self._key), "-out", self.root, "-days", "2", "-subj", f"/CN={name}",
            "-addext", "keyUsage=critical,keyCertSign,cRLSign")
        self.root.chmod(0o644)

    def issue(self, *names: str) -> Tuple[Path, Path]:
        """Issues a certificate for a server with these host names and addresses; returns its file and that of the key.

        Only the servers' user can read the key."""
        self._count += 1
        names = names or LOCAL
        certificate, key, request, extensions = (
            self.directory / f"server{self._count}.{ending}" for ending in ("crt", "key", "csr", "ext"))
        extensions.write_text(f"subjectAltName={','.join(map(_alternative, names))}\nextendedKeyUsage=serverAuth\n")
        self._openssl("req", *self._new_key(key), "-out", request, "-subj", f"/CN={names[0]}")
        self._openssl(
            "x509", "-req", "-in", request, "-CA", self.root, "-CAkey", self._key, "-set_serial", str(self._count + 1),
            "-days", "2", "-extfile", extensions, "-out", certificate)
        return give_to_plain_user(certificate, 0o644), give_to_plain_user(key, 0o600)

    @staticmethod
    def _new_key(path: Path) -> Sequence[object]:
        return "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path

    @staticmethod
    def _openssl(*words) -> None:
        subprocess.run(
            ["openssl", *map(str, words)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)


def _alternative(name: str) -> str:
    try:
        ipaddress.ip_address(name)
        return f"IP:{name}"
    except ValueError:
        return f"DNS:{name}"
