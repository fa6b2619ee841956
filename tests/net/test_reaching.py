"""Why a table cannot be reached: what one machine can know of it, each cause with its own word."""

import asyncio
import errno
import ipaddress
import socket
import ssl

import pytest

from net import neighbours, reaching
from net.certificates import make_certificate, server_context
from net.discovery import FoundTable
from net.finding import NotFound, ask, matching
from net.frames import pack_frame
from net.neighbours import Neighbour, neighbour
from net.reaching import OtherCertificate, OtherProtocol, explain, why_unreachable

HEAD = "IP address       HW type     Flags       HW address            Mask     Device\n"
ROWS = (
    "10.0.0.5         0x1         0x2         02:00:00:00:00:05     *        eth0\n"
    "10.0.0.6         0x1         0x0         00:00:00:00:00:00     *        eth0\n"
)


@pytest.fixture
def on_a_lan(monkeypatch, tmp_path):
    """A machine on 10.0.0.0/24 that knows one neighbour and has asked for another in vain."""
    table = tmp_path / "arp"
    table.write_text(HEAD + ROWS, "ascii")
    monkeypatch.setattr(neighbours, "_TABLE", table)
    monkeypatch.setattr(neighbours, "local_networks", lambda: (ipaddress.ip_network("10.0.0.0/24"),))
    return table


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("10.0.0.5", Neighbour.THERE), ("10.0.0.6", Neighbour.SILENT), ("10.0.0.7", Neighbour.SILENT),
        ("192.168.1.1", Neighbour.ELSEWHERE), ("2001:db8::1", Neighbour.ELSEWHERE), ("fe80::1%2", Neighbour.UNKNOWN),
        ("127.0.0.1", Neighbour.UNKNOWN), ("ann.local", Neighbour.UNKNOWN),
    ],
)  # fmt: skip
def test_what_is_known_of_a_neighbour(on_a_lan, address, known):
    assert neighbour(address) is known


def test_a_system_that_does_not_say_is_unknown(on_a_lan):
    on_a_lan.unlink()
    assert neighbour("10.0.0.5") is Neighbour.UNKNOWN


async def nobody(*_):
    return False


@pytest.mark.parametrize(
    ("error", "address", "heard", "code"),
    [
        (TimeoutError(), "10.0.0.5", False, "firewall"),
        (OSError(errno.EHOSTUNREACH, "x"), "10.0.0.5", False, "firewall"),
        (TimeoutError(), "10.0.0.6", False, "not_there"),
        (OSError(errno.EHOSTUNREACH, "x"), "10.0.0.6", False, "not_there"),
        (TimeoutError(), "10.0.0.6", True, "apart"),
        (TimeoutError(), "192.168.1.1", False, "other_network"),
        (OSError(errno.ENETUNREACH, "x"), "192.168.1.1", False, "no_way"),
        (TimeoutError(), "ann.local", False, "no_answer"),
        (ConnectionRefusedError(), "10.0.0.5", False, "nobody_listens"),
        (socket.gaierror(), "ann.local", False, "no_such_name"),
        (PermissionError(errno.EPERM, "x"), "10.0.0.5", False, "not_permitted"),
        (ssl.SSLError(), "10.0.0.5", False, "not_gouji"),
        (OtherProtocol(9), "10.0.0.5", False, "protocol"),
        (OtherCertificate(), "10.0.0.5", False, "other_certificate"),
        (ConnectionResetError(), "10.0.0.5", False, "lost"),
    ],
)
async def test_each_cause_has_its_word(on_a_lan, monkeypatch, error, address, heard, code):
    monkeypatch.setattr(reaching, "_accepts", nobody)
    assert await explain(error, address, 1, heard=heard) == code


async def test_a_program_that_takes_the_connection_and_keeps_silent_is_no_table():
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    async with server:
        assert await explain(TimeoutError(), "127.0.0.1", server.sockets[0].getsockname()[1]) == "not_gouji"


async def test_a_table_of_another_protocol_says_its_number():
    certificate = make_certificate()

    async def later(reader, writer):
        writer.write(pack_frame([0, "gouji", 99, "9.9"], 1024))
        await reader.read(1)
        writer.close()

    server = await asyncio.start_server(later, "127.0.0.1", 0, ssl=server_context(certificate))
    async with server:
        with pytest.raises(OtherProtocol) as raised:
            await reaching.probe("127.0.0.1", server.sockets[0].getsockname()[1])
    assert raised.value.number == 99 and why_unreachable(raised.value) == "protocol"


# Several addresses, several tables


def table(**changes):
    values = {
        "table_id": "ab" * 6, "title": "T", "addresses": ("10.0.0.1", "10.0.0.2", "10.0.0.3"), "port": 1,
        "fingerprint": "cd" * 32, "protocol": 1, "version": "1", "seats_free": 1,
    }  # fmt: skip
    return FoundTable(**{**values, **changes})


class Card:
    def __init__(self, table_id):
        self.id = table_id


async def test_a_dead_address_and_one_of_another_table_do_not_spoil_the_good_one(monkeypatch):
    asked = []

    async def probe(address, port, fingerprint):
        asked.append(address)
        if address == "10.0.0.1":
            await asyncio.Event().wait()
        return Card("other" if address == "10.0.0.2" else "ab" * 6)

    monkeypatch.setattr("net.finding.probe", probe)
    monkeypatch.setattr("net.finding.CONNECT_STAGGER", 0.01)
    answer = await ask(table())
    assert answer.address == "10.0.0.3" and asked == ["10.0.0.1", "10.0.0.2", "10.0.0.3"]


async def test_where_none_answers_another_version_is_the_reason_that_counts(monkeypatch):
    async def probe(address, port, fingerprint):
        raise OtherProtocol(7) if address == "10.0.0.2" else ConnectionRefusedError

    monkeypatch.setattr("net.finding.probe", probe)
    with pytest.raises(OtherProtocol):
        await ask(table())


def test_only_what_can_be_joined_is_meant_by_a_name():
    good, silent = table(answers=True), table(table_id="1", answers=False, why="no_answer")
    later = table(table_id="2", answers=True, why="protocol")
    assert matching([silent, good, later], "T") == [good]
    assert matching([silent, good, later], "T", silent=True) == [silent, later]
    assert NotFound("silent", (later,), "protocol").why == "protocol"
