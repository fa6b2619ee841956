"""Chairs belong to keys, one key to a running program, and a host is known by its certificate."""

import os
import ssl
import stat
import subprocess
import sys

import pytest

from net import certificates, identity, posix
from net.certificates import CertificateError, client_context, fingerprint_words, host_certificate, server_context
from net.folders import cache_folder, config_folder, data_folder
from net.identity import Identity, IdentityError, open_identity, verify_chair
from net.words import WORDS

TABLE, FINGERPRINT, NONCE = "0123456789ab", b"f" * 32, b"n" * 32


@pytest.fixture
def keys(tmp_path):
    return tmp_path / "keys"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# Proofs


def test_the_owner_of_a_key_proves_it_and_nobody_else_does():
    owner, thief = Identity.temporary(), Identity.temporary()
    signature = owner.sign_chair(TABLE, FINGERPRINT, NONCE)
    assert verify_chair(owner.public_key, signature, TABLE, FINGERPRINT, NONCE)
    assert not verify_chair(thief.public_key, signature, TABLE, FINGERPRINT, NONCE)
    assert not verify_chair(owner.public_key, thief.sign_chair(TABLE, FINGERPRINT, NONCE), TABLE, FINGERPRINT, NONCE)


@pytest.mark.parametrize(
    "changed", [("ffffffffffff", FINGERPRINT, NONCE), (TABLE, b"g" * 32, NONCE), (TABLE, FINGERPRINT, b"m" * 32)]
)
def test_a_proof_is_good_for_one_table_certificate_and_nonce(changed):
    owner = Identity.temporary()
    assert not verify_chair(owner.public_key, owner.sign_chair(TABLE, FINGERPRINT, NONCE), *changed)


def test_parts_of_what_is_signed_cannot_be_shifted():
    owner = Identity.temporary()
    signature = owner.sign_chair("ab", b"cd", b"e")
    assert not verify_chair(owner.public_key, signature, "abc", b"d", b"e")


def test_nonsense_for_a_key_or_signature_is_just_no():
    assert not verify_chair(b"\xff" * 32, b"\xff" * 64, TABLE, FINGERPRINT, NONCE)
    assert not verify_chair(b"", b"", TABLE, FINGERPRINT, NONCE)


def test_the_secret_is_not_shown_by_accident():
    owner = Identity.temporary()
    assert owner.private_key.private_bytes_raw().hex() not in repr(owner)
    assert "PRIVATE" not in repr(certificates.make_certificate())


# Keys in files


def test_a_key_is_kept_and_found_again(keys):
    first = open_identity(folder=keys)
    first.release()
    assert open_identity(folder=keys).public_key == first.public_key


def test_five_programs_are_five_people_and_the_same_five_again(keys):
    five = [open_identity(folder=keys) for _ in range(5)]
    assert len({one.public_key for one in five}) == 5
    for one in five:
        one.release()
    again = [open_identity(folder=keys) for _ in range(5)]
    assert [one.public_key for one in again] == [one.public_key for one in five]


def test_a_key_that_holds_a_chair_is_preferred_where_it_is_free(keys):
    three = [open_identity(folder=keys) for _ in range(3)]
    for one in three:
        one.release()
    wanted = [three[2].public_key, three[1].public_key]
    taken = [open_identity(folder=keys, preferred=wanted).public_key for _ in range(3)]
    assert taken == [three[2].public_key, three[1].public_key, three[0].public_key]


def test_a_preferred_key_that_does_not_exist_is_no_trouble(keys):
    assert open_identity(folder=keys, preferred=[b"x" * 32]).public_key


def test_a_profile_is_one_key_and_one_program(keys):
    ann = open_identity(folder=keys, profile="ann")
    with pytest.raises(IdentityError) as caught:
        open_identity(folder=keys, profile="ann")
    assert caught.value.code == "profile_in_use"
    assert open_identity(folder=keys, profile="bob").public_key != ann.public_key
    ann.release()
    assert open_identity(folder=keys, profile="ann").public_key == ann.public_key


def test_a_profile_is_never_taken_unasked(keys):
    ann = open_identity(folder=keys, profile="ann")
    ann.release()
    assert open_identity(folder=keys).public_key != ann.public_key


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", "-a", "a" * 33, "中", "a\n", ".", "a.key"])
def test_a_profile_is_named_by_letters_and_digits(keys, name):
    with pytest.raises(IdentityError) as caught:
        open_identity(folder=keys, profile=name)
    assert caught.value.code == "profile_name"


def test_a_broken_key_is_passed_over_and_left_alone(keys):
    open_identity(folder=keys).release()
    (path,) = keys.glob("key-*.key")
    path.write_text("not a key")
    assert open_identity(folder=keys).public_key
    assert path.read_text() == "not a key"


def test_a_broken_profile_is_said(keys):
    open_identity(folder=keys, profile="ann").release()
    (keys / "profile-ann.key").write_bytes(b"\xff")
    with pytest.raises(IdentityError) as caught:
        open_identity(folder=keys, profile="ann")
    assert caught.value.code == "bad_key"


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError) as caught:
        open_identity(folder=tmp_path / "file" / "keys")
    assert caught.value.code == "no_folder"


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_only_the_owner_reads_keys(keys):
    open_identity(folder=keys)
    assert mode(keys) == 0o700
    assert {mode(path) for path in keys.iterdir()} == {0o600}


def test_keys_lie_in_the_home_that_replaces_all_folders(gouji_home):
    open_identity()
    assert list((gouji_home / "keys").glob("key-*.key"))
    assert gouji_home == data_folder() == config_folder() == cache_folder()


def test_a_lock_is_gone_with_its_process_however_it_ends(keys):
    code = (
        "import os, pathlib, sys; from net.identity import open_identity;"
        "print(open_identity(folder=pathlib.Path(sys.argv[1])).public_key.hex(), flush=True);"
        "sys.stdin.read(1); os._exit(9)"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(keys)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    theirs = other.stdout.readline().strip()
    ours = open_identity(folder=keys)
    assert theirs and ours.public_key.hex() != theirs
    other.communicate("x", timeout=20)
    assert open_identity(folder=keys).public_key.hex() == theirs


def test_chairs_are_remembered_for_their_table(gouji_home):
    identity.remember_chair(TABLE, b"k" * 32)
    identity.remember_chair(TABLE, b"l" * 32)
    assert identity.remembered_chairs(TABLE) == [b"k" * 32, b"l" * 32]
    assert identity.remembered_chairs("aaaaaaaaaaaa") == []


def test_a_table_id_never_leads_out_of_the_folder(gouji_home):
    identity.remember_chair("../../../tmp", b"k" * 32)
    assert identity.remembered_chairs("../../../tmp") == []
    assert not gouji_home.exists()


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "file"
    posix.write_private(path, b"old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError):
        posix.write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


# Certificates


def test_a_certificate_is_made_once_and_found_again(tmp_path):
    path = tmp_path / "host.pem"
    made = host_certificate(path)
    assert host_certificate(path) == made
    assert len(made.fingerprint) == 32
    if os.name != "nt":
        assert mode(path) == 0o600
    assert host_certificate().fingerprint != made.fingerprint


def test_a_file_without_a_certificate_is_said(tmp_path):
    path = tmp_path / "host.pem"
    path.write_text("nothing")
    with pytest.raises(CertificateError):
        host_certificate(path)


def handshake(client, server):
    """Both sides' ends of a TLS connection, in memory."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = client.wrap_bio(to_client, to_server)
    theirs = server.wrap_bio(to_server, to_client, server_side=True)
    waiting = [ours, theirs]
    for _ in range(10):
        for side in list(waiting):
            try:
                side.do_handshake()
                waiting.remove(side)
            except ssl.SSLWantReadError:
                pass
    assert not waiting
    return ours, theirs, to_client


def test_the_client_sees_the_announced_fingerprint_over_tls_1_3():
    certificate = host_certificate()
    ours, _, left_over = handshake(client_context(), server_context(certificate))
    assert ours.version() == "TLSv1.3"
    assert certificates.peer_fingerprint(ours) == certificate.fingerprint
    assert left_over.pending == 0, "no session tickets"


def test_older_tls_is_refused():
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        handshake(old, server_context(host_certificate()))


def test_a_fingerprint_reads_as_words():
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and len(word) <= 8 for word in WORDS)
    assert fingerprint_words(bytes(range(32))) == " ".join(WORDS[:6])


def test_a_program_prefers_the_key_that_has_sat_at_the_table_and_keeps_to_it(tmp_path):
    folder, chairs = tmp_path / "keys", tmp_path / "chairs"
    first, second = (identity.open_identity(folder=folder) for _ in range(2))
    sat = second.public_key
    for each in (first, second):
        each.release()
    identity.remember_chair(TABLE, sat, chairs)
    keys = identity.Keys(folder, chairs)
    assert keys.at(TABLE).public_key == sat
    assert keys.at("aaaaaaaaaaaa").public_key == sat, "one program is one person"
    other = identity.Keys(folder, chairs)
    assert other.at(TABLE).public_key == first.public_key, "the other key is held"
    other.has_sat(TABLE)
    assert identity.remembered_chairs(TABLE, chairs) == sorted([sat, first.public_key])
    for each in (keys, other):
        each.at(TABLE).release()
