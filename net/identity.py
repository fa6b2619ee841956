"""Who is who: Ed25519 keys that own chairs, and where they are kept.

Keys lie in the data folder, one file each with mode 0600. A running program holds one, by a lock for as long as it
lives, so that several programs of one user at one table are several people.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from net.folders import data_folder
from net.posix import FileLock, lock_file, make_private_folder, write_private

_CHAIR_CONTEXT: Final = b"gouji chair 1\0"
_SEED_BYTES: Final = 32
_KEYS_MOST: Final = 1000
_PROFILE_PATTERN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_TABLE_PATTERN: Final = re.compile(r"[0-9a-f]{6,32}")


class IdentityError(Exception):
    """A key cannot be had. `code`: `profile_name` (not a name for a profile), `profile_in_use`, `bad_key` (a file
    that holds no key), `no_folder` (the data folder cannot be written), `no_free_key`.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Identity:
    """One key, and the lock by which this program alone uses it."""

    private_key: Ed25519PrivateKey = field(repr=False)
    lock: FileLock | None = field(default=None, repr=False, compare=False)

    @classmethod
    def temporary(cls) -> Identity:
        """Return a new key that is kept nowhere: for tests, probes, and where no file can be written."""
        return cls(Ed25519PrivateKey.generate())

    @property
    def public_key(self) -> bytes:
        """The 32 bytes by which a host knows this key."""
        return self.private_key.public_key().public_bytes_raw()

    def sign_chair(self, table_id: str, fingerprint: bytes, nonce: bytes) -> bytes:
        """Return the 64-byte proof, good for this table, this certificate and this nonce alone."""
        return self.private_key.sign(_chair_text(table_id, fingerprint, nonce))

    def release(self) -> None:
        """Let another program take this key."""
        if self.lock is not None:
            self.lock.release()


def verify_chair(public_key: bytes, signature: bytes, table_id: str, fingerprint: bytes, nonce: bytes) -> bool:
    """Return whether `signature` is `public_key`'s proof for this table, certificate and nonce."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, _chair_text(table_id, fingerprint, nonce))
    except (InvalidSignature, ValueError):
        return False
    return True


def _chair_text(table_id: str, fingerprint: bytes, nonce: bytes) -> bytes:
    # Lengths in front of the parts: no two different triples give one text.
    parts = [table_id.encode("utf-8", "surrogatepass"), fingerprint, nonce]
    return _CHAIR_CONTEXT + b"".join(len(part).to_bytes(2, "big") + part for part in parts)


# Keys in files


def open_identity(
    *, profile: str | None = None, preferred: Sequence[bytes] = (), folder: Path | None = None
) -> Identity:
    """Return this program's key, locked for as long as it lives.

    With `profile` the key of that name, made if need be. Else the first that no other program holds, those whose
    public keys are `preferred` before the others, and a new one where all are held. `folder` (the data folder's
    `keys`) is where they lie. Raises `IdentityError`.
    """
    keys = folder if folder is not None else data_folder() / "keys"
    try:
        make_private_folder(keys)
        if profile is not None:
            return _open_profile(keys, profile)
        return _open_first_free(keys, preferred)
    except OSError as error:
        raise IdentityError("no_folder", str(error)) from error


def host_key(folder: Path, *, make: bool = False) -> Identity | None:
    """Return the key of a table's host in ``folder`` (``host.key``, made if wanted), None where there is none or
    another program sits with it.

    Whoever holds a copy of that file acts as the host from ``gouji join``. Raises `IdentityError`.
    """
    path = folder / "host.key"
    try:
        if make and not path.exists():
            make_private_folder(folder)
            write_private(path, secrets.token_bytes(_SEED_BYTES).hex().encode() + b"\n")
        if make:
            return Identity(_read_key(path))
        return _take(path) if path.exists() else None
    except OSError as error:
        raise IdentityError("no_folder", str(error)) from error


def _open_profile(keys: Path, profile: str) -> Identity:
    if not _PROFILE_PATTERN.fullmatch(profile):
        raise IdentityError("profile_name", profile)
    identity = _take(keys / f"profile-{profile}.key")
    if identity is None:
        raise IdentityError("profile_in_use", profile)
    return identity


def _open_first_free(keys: Path, preferred: Sequence[bytes]) -> Identity:
    wanted = {public_key: place for place, public_key in enumerate(preferred)}
    known = sorted(keys.glob("key-*.key"))
    if wanted:
        # Sorting is stable: among those not asked for the order stays.
        known.sort(key=lambda path: wanted.get(_public_key_in(path), len(wanted)))
    for path in known:
        try:
            identity = _take(path)
        except IdentityError:
            # A broken file must not keep anybody from playing; it stays for its owner to look at.
            continue
        if identity is not None:
            return identity
    for number in range(1, _KEYS_MOST):
        path = keys / f"key-{number:03}.key"
        if path not in known and (identity := _take(path)) is not None:
            return identity
    raise IdentityError("no_free_key")


def _take(path: Path) -> Identity | None:
    lock = lock_file(path.with_suffix(".lock"))
    if lock is None:
        return None
    try:
        if not path.exists():
            # The lock is held, so nobody else is making the same key.
            write_private(path, secrets.token_bytes(_SEED_BYTES).hex().encode() + b"\n")
        return Identity(_read_key(path), lock)
    except BaseException:
        lock.release()
        raise


def _read_key(path: Path) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text("ascii")))
    except ValueError as error:
        raise IdentityError("bad_key", str(path)) from error


def _public_key_in(path: Path) -> bytes:
    try:
        return _read_key(path).public_key().public_bytes_raw()
    except (IdentityError, OSError):
        return b""


def remember_chair(table_id: str, public_key: bytes, folder: Path | None = None) -> None:
    """Note that `public_key` has sat at this table, for `remembered_chairs`. Failing to write is no error."""
    if not _TABLE_PATTERN.fullmatch(table_id):
        return
    place = (folder if folder is not None else data_folder() / "chairs") / table_id
    try:
        make_private_folder(place)
        (place / public_key.hex()).touch()
    except OSError:
        return


def remembered_chairs(table_id: str, folder: Path | None = None) -> list[bytes]:
    """Return the public keys that have sat at this table from this data folder, for `open_identity(preferred=)`."""
    if not _TABLE_PATTERN.fullmatch(table_id):
        return []
    place = (folder if folder is not None else data_folder() / "chairs") / table_id
    try:
        names = sorted(entry.name for entry in place.iterdir())
    except OSError:
        return []
    return [bytes.fromhex(name) for name in names if re.fullmatch(r"[0-9a-f]{64}", name)]


class Keys:
    """The key with which a program sits, chosen when the table is known: one that has sat there before, if any.

    Args:
        folder: where the keys lie; None: the data folder's ``keys``.
        chairs: where is kept which key sat where; None: the data folder's ``chairs``.
    """

    def __init__(self, folder: Path | None = None, chairs: Path | None = None) -> None:
        self._folder = folder
        self._chairs = chairs
        self._identity: Identity | None = None

    def at(self, table_id: str) -> Identity:
        """Return the key for a table, the same from the first call on. Raises `IdentityError`."""
        if self._identity is None:
            self._identity = open_identity(preferred=remembered_chairs(table_id, self._chairs), folder=self._folder)
        return self._identity

    def has_sat(self, table_id: str) -> None:
        """Note that this key has a chair at a table."""
        if self._identity is not None:
            remember_chair(table_id, self._identity.public_key, self._chairs)


# Tables


def new_table_id() -> str:
    """Return a random id for a table: 12 hexadecimal digits."""
    return secrets.token_hex(6)


def new_nonce() -> bytes:
    """Return 32 random bytes for a challenge."""
    return secrets.token_bytes(32)
