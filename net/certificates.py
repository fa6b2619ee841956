"""The host's TLS certificate and both sides' TLS settings.

Nobody signs certificates on a LAN: a host makes its own, its fingerprint is announced and shown as words, and the
client compares. Dates in it are not looked at; clocks of machines on a LAN are often wrong.
"""

from __future__ import annotations

import datetime
import hashlib
import ssl
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from net.posix import write_private
from net.words import WORDS

_NOT_BEFORE: Final = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_NOT_AFTER: Final = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)


class CertificateError(Exception):
    """A file holds no usable certificate with its key. `code` is `bad_certificate`."""

    code = "bad_certificate"


@dataclass(frozen=True, slots=True)
class HostCertificate:
    """A certificate and its private key in one PEM text, and the SHA-256 fingerprint of the certificate."""

    pem: bytes = field(repr=False)
    fingerprint: bytes


def make_certificate() -> HostCertificate:
    """Return a new self-signed ECDSA P-256 certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "gouji")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return HostCertificate(
        private + certificate.public_bytes(serialization.Encoding.PEM), certificate.fingerprint(hashes.SHA256())
    )


def host_certificate(path: Path | None = None) -> HostCertificate:
    """Return the certificate at `path`, made there (mode 0600) if there is no such file; without `path` a new one.

    Raises `CertificateError` for a file that holds something else, `OSError` where it cannot be read or written.
    """
    if path is None:
        return make_certificate()
    if not path.exists():
        made = make_certificate()
        write_private(path, made.pem)
        return made
    pem = path.read_bytes()
    try:
        certificate = x509.load_pem_x509_certificate(pem)
        serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise CertificateError(f"{path} holds no certificate with its key") from error
    return HostCertificate(pem, certificate.fingerprint(hashes.SHA256()))


def server_context(certificate: HostCertificate) -> ssl.SSLContext:
    """Return the host's TLS settings: 1.3 alone, no session tickets (every connection is short of nothing)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    # The ssl module reads certificates from files only; this one lives as long as the call, in a private folder.
    with tempfile.TemporaryDirectory(prefix="gouji-") as folder:
        path = Path(folder) / "host.pem"
        write_private(path, certificate.pem)
        try:
            context.load_cert_chain(path)
        except ssl.SSLError as error:
            raise CertificateError("certificate and key do not fit") from error
    return context


def client_context() -> ssl.SSLContext:
    """Return a client's TLS settings: 1.3 alone, any certificate.

    The caller compares `peer_fingerprint` with the announced one before it says anything of worth.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def peer_fingerprint(connection: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """Return the SHA-256 fingerprint of the certificate that the other side has shown; empty where it showed none.

    With asyncio: `writer.get_extra_info("ssl_object")`.
    """
    certificate = connection.getpeercert(binary_form=True)
    return hashlib.sha256(certificate).digest() if certificate else b""


def fingerprint_words(fingerprint: bytes, count: int = 6) -> str:
    """Return the first `count` bytes of `fingerprint` as words, for comparing aloud; six words are 48 bits."""
    return " ".join(WORDS[byte] for byte in fingerprint[:count])
