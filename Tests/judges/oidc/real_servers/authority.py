"""A certificate authority of a test: for a server, and for clients that authenticate with certificates (RFC 8705)."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from glewlwyd import private_pem


@dataclass
class Certificate:
    """A certificate and its key, in two PEM files."""

    subject: str
    certificate: Path
    key: Path
    # The SHA-256 of the certificate, to which tokens are bound.
    fingerprint: bytes


class Authority:
    def __init__(self, directory: Path):
        self.directory = directory
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "the judge's authority")])
        self.root = directory / "root.pem"
        made = self._builder(self.name, self.key).add_extension(x509.BasicConstraints(True, None), critical=True).sign(
            self.key, hashes.SHA256())
        self.root.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def issue(self, name: str, is_server: bool = False) -> Certificate:
        """A certificate for a server of this name, or for a client."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        usage = ExtendedKeyUsageOID.SERVER_AUTH if is_server else ExtendedKeyUsageOID.CLIENT_AUTH
        made = self._builder(subject, key).add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False).add_extension(
            x509.ExtendedKeyUsage([usage]), critical=False).sign(self.key, hashes.SHA256())
        files = self.directory / f"{name}.pem", self.directory / f"{name}-key.pem"
        files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
        files[1].write_text(private_pem(key))
        return Certificate(subject.rfc4514_string(), *files, made.fingerprint(hashes.SHA256()))

    def _builder(self, subject: x509.Name, key) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.timezone.utc)
        return x509.CertificateBuilder().subject_name(subject).issuer_name(self.name).public_key(
            key.public_key()).serial_number(x509.random_serial_number()).not_valid_before(
            now - datetime.timedelta(minutes=5)).not_valid_after(now + datetime.timedelta(days=1))
