"""Tables find each other on loopback; what is listed is what answers, whatever zeroconf believes."""

import asyncio
import errno
import ipaddress
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import ServiceInfo, ServiceStateChange

from engine.rules import make_rules
from net import addresses, announcing, discovery, multicast
from net.announcing import instance_name
from net.discovery import Advertiser, Announcement, Browser, FoundTable, OtherProtocol, ProbeAnswer, read_announcement
from net.identity import new_table_id
from net.limits import PROTOCOL, TITLE_BYTES
from net.multicast import SERVICE_TYPE
from net.table import Table, Timing
from net.wire import Leave, TableCard
from tests.net.twins import World

LOOPBACK = ["127.0.0.1"]
PATIENCE = 5.0


def announcement(**changes):
    said = Announcement(new_table_id(), "一张桌子 [a]", 21654, "ab" * 32, 3, "0.1.0")
    return replace(said, **changes)


def card(table, **changes):
    values = {
        "id": table.table_id,
        "title": table.title,
        "host": "ann",
        "port": table.port,
        "preset": "classic",
        "seats_free": 2,
        "bots": 1,
        "observers": 0,
        "code": False,
        "delay": 0,
        "predictable": False,
        "state": "waiting",
        "protocol": PROTOCOL,
        "version": "0.1.0",
        "fingerprint": table.fingerprint,
    }
    return TableCard(**{**values, **changes})


class Probes:
    """A probe whose answers the test decides: a table answers while its id is not in `silent`."""

    def __init__(self):
        self.silent, self.other, self.asked = set(), {}, []

    async def __call__(self, table):
        self.asked.append(table.table_id)
        if table.table_id in self.other:
            raise OtherProtocol(self.other[table.table_id])
        if table.table_id in self.silent:
            raise ConnectionRefusedError
        return ProbeAnswer(card(table), table.addresses[-1])


def browser(probe, **options):
    return Browser(probe, **{"interfaces": LOOPBACK, "browse_seconds": 1.0, "probe_seconds": 0.2, **options})


async def until(condition, patience=PATIENCE):
    """Wait until `condition` holds, which it must in time; loopback takes up to two seconds and a bit."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - conditions of many kinds, no event for them all
            await asyncio.sleep(0.02)


def listed(found, table_id):
    return next((table for table in found.tables if table.table_id == table_id), None)


# On the air


async def test_a_table_is_found_with_all_it_said_and_then_with_its_card():
    said, probe = announcement(title="中" * 60), Probes()
    probe.silent.add(said.table_id)
    async with Advertiser(said, interfaces=LOOPBACK) as advertiser, browser(probe, probe_seconds=60) as found:
        assert advertiser.running and advertiser.problem is None
        await until(lambda: listed(found, said.table_id))
        table = listed(found, said.table_id)
        assert table.title == "中" * 24
        assert (table.port, table.addresses, table.fingerprint) == (21654, ("127.0.0.1",), "ab" * 32)
        assert (table.protocol, table.version, table.seats_free) == (PROTOCOL, "0.1.0", 3)
        probe.silent.clear()
        await found.probe_now()
        await until(lambda: listed(found, said.table_id).answers)
        assert listed(found, said.table_id).seats_free == 2


async def test_a_change_is_heard_of():
    said, probe = announcement(), Probes()
    async with Advertiser(said, interfaces=LOOPBACK) as advertiser, browser(probe) as found:
        await until(lambda: listed(found, said.table_id))
        advertiser.update(replace(said, port=4000))
        await until(lambda: listed(found, said.table_id).port == 4000)


async def test_two_tables_of_one_title_are_two():
    one, two, probe = announcement(), announcement(), Probes()
    async with (
        Advertiser(one, interfaces=LOOPBACK),
        Advertiser(two, interfaces=LOOPBACK),
        browser(probe) as found,
    ):
        await until(lambda: listed(found, one.table_id) and listed(found, two.table_id))


async def test_ones_own_table_is_not_listed():
    own, other, probe = announcement(), announcement(), Probes()
    async with (
        Advertiser(own, interfaces=LOOPBACK),
        Advertiser(other, interfaces=LOOPBACK),
        browser(probe, own_tables=[own.table_id]) as found,
    ):
        await until(lambda: listed(found, other.table_id))
        assert listed(found, own.table_id) is None


async def test_a_clean_goodbye_takes_a_table_off_the_list():
    said, probe = announcement(), Probes()
    async with browser(probe, probe_seconds=60) as found:
        async with Advertiser(said, interfaces=LOOPBACK):
            await until(lambda: listed(found, said.table_id) and listed(found, said.table_id).answers)
            probe.silent.add(said.table_id)
        await until(lambda: listed(found, said.table_id) is None)


async def test_a_killed_table_goes_and_a_browser_that_is_told_of_it_again_does_not_believe_it():
    code = (
        "import asyncio, sys; from net.discovery import Advertiser, Announcement\n"
        "async def main():\n"
        "    said = Announcement(sys.argv[1], 't', 21654, 'ab' * 32, 3, '1')\n"
        "    async with Advertiser(said, interfaces=['127.0.0.1']):\n"
        "        await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    table_id, probe = new_table_id(), Probes()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, table_id)
    try:
        async with browser(probe, browse_seconds=0.3) as found:
            await until(lambda: listed(found, table_id) and listed(found, table_id).answers, patience=15)
            process.kill()
            probe.silent.add(table_id)
            await until(lambda: listed(found, table_id) is None)
            # New browsers are given it from the cache, again and again.
            asked = len(probe.asked)
            await until(lambda: len(probe.asked) >= asked + 8)
            assert listed(found, table_id) is None
            probe.silent.clear()
            await until(lambda: listed(found, table_id))
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_starting_and_stopping_leaves_no_task_behind_and_may_be_done_twice():
    before = asyncio.all_tasks()
    advertiser, found = Advertiser(announcement(), interfaces=LOOPBACK), browser(Probes())
    await advertiser.start()
    await found.start()
    for _ in range(2):
        await advertiser.stop()
        await found.stop()
    await until(lambda: asyncio.all_tasks() == before)


class Noting:
    """Stands for what announces a table; keeps what it is to say."""

    def update(self, announcement):
        self.said = announcement


def test_a_host_announces_its_free_chairs_as_they_change(tmp_path):
    world = World(Table, make_rules("classic"), 1, 1, Timing(), (2, 3), tmp_path / "a", 0.0)
    world.fingerprint, world.hosting._advertiser = "ab" * 32, Noting()
    for expected in (1, 2):
        world.clients[expected + 3].send(Leave())
        world.settle()
        assert world.hosting._advertiser.said.seats_free == expected


# Where zeroconf does not start


class Refusing:
    """Stands for zeroconf on a machine where the port is held; works once `error` is None."""

    def __init__(self, error):
        self.error, self.real = error, multicast.AsyncZeroconf

    def __call__(self, **options):
        if self.error is not None:
            raise self.error
        return self.real(**options)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.EADDRINUSE, "in use"), "port_in_use"),
        (OSError(errno.EHOSTUNREACH, "no route to host"), "not_permitted"),
        (OSError(errno.ENODEV, "no such device"), "no_network"),
        (RuntimeError("odd"), "failed"),
    ],
)
async def test_a_machine_without_multicast_is_told_so_and_nothing_raises(monkeypatch, error, code):
    monkeypatch.setattr(multicast, "AsyncZeroconf", Refusing(error))
    async with Advertiser(announcement(), interfaces=LOOPBACK) as advertiser, browser(Probes()) as found:
        assert not advertiser.running
        assert advertiser.problem.code == found.problem.code == code
        assert found.tables == ()


async def test_discovery_comes_back_by_itself(monkeypatch):
    refusing = Refusing(OSError(errno.EADDRINUSE, "in use"))
    monkeypatch.setattr(multicast, "AsyncZeroconf", refusing)
    said = announcement()
    async with (
        Advertiser(said, interfaces=LOOPBACK, announce_seconds=0.2) as advertiser,
        browser(Probes(), browse_seconds=0.2) as found,
    ):
        assert advertiser.problem and found.problem
        refusing.error = None
        await until(lambda: advertiser.running and listed(found, said.table_id))
        assert advertiser.problem is None and found.problem is None


# The list, without the air


@pytest.fixture
def off_air(monkeypatch):
    """A browser that hears only what the test tells it."""
    monkeypatch.setattr(multicast, "AsyncZeroconf", Refusing(OSError(errno.ENODEV, "off")))


def table(**changes):
    values = FoundTable(new_table_id(), "t", ("10.0.0.1", "10.0.0.2"), 1, "ab" * 32, PROTOCOL, "1", 3)
    return replace(values, **changes)


async def test_one_failure_greys_a_table_out_and_two_drop_it(off_air):
    one, probe, seen = table(), Probes(), []
    probe.silent.add(one.table_id)
    async with browser(probe, probe_seconds=0.05) as found:
        found._found("name", one)
        assert listed(found, one.table_id).answers is None
        async for tables in found.updates():
            seen.append([table.answers for table in tables])
            if not tables and len(seen) > 1:
                break
    assert seen[-2:] == [[False], []]
    assert probe.asked.count(one.table_id) >= 2


async def test_goodbye_is_believed_only_when_the_probe_fails(off_air):
    one, probe = table(), Probes()
    async with browser(probe, probe_seconds=60) as found:
        found._found("name", one)
        await until(lambda: listed(found, one.table_id).answers)
        asked = len(probe.asked)
        found._on_change(None, SERVICE_TYPE, "name", ServiceStateChange.Removed)
        await until(lambda: len(probe.asked) > asked)
        assert listed(found, one.table_id)
        probe.silent.add(one.table_id)
        found._on_change(None, SERVICE_TYPE, "name", ServiceStateChange.Removed)
        await until(lambda: listed(found, one.table_id) is None)


async def test_the_address_that_answered_comes_first(off_air):
    one = table()
    async with browser(Probes()) as found:
        found._found("name", one)
        await until(lambda: listed(found, one.table_id).answers)
        assert listed(found, one.table_id).addresses == ("10.0.0.2", "10.0.0.1")


async def test_a_table_of_another_protocol_stays_listed_with_its_number(off_air):
    one, probe = table(), Probes()
    probe.other[one.table_id] = 7
    async with browser(probe, probe_seconds=0.05) as found:
        found._found("name", one)
        await until(lambda: len(probe.asked) >= 4)
        assert (listed(found, one.table_id).answers, listed(found, one.table_id).protocol) == (True, 7)


async def test_somebody_elses_card_is_no_answer(off_air):
    one = table()

    async def liar(asked):
        return ProbeAnswer(card(asked, id="ffffffffffff"), asked.addresses[0])

    async with browser(liar, probe_seconds=0.05) as found:
        found._found("name", one)
        await until(lambda: listed(found, one.table_id) is None)


async def test_a_probe_that_hangs_is_a_failure(off_air, monkeypatch):
    monkeypatch.setattr(discovery, "PROBE_TIMEOUT", 0.05)
    one = table()
    async with browser(lambda asked: asyncio.Event().wait(), probe_seconds=0.05) as found:
        found._found("name", one)
        await until(lambda: listed(found, one.table_id) is None)


async def test_a_flood_of_tables_is_bounded(off_air, monkeypatch):
    monkeypatch.setattr(discovery, "TABLES_MOST", 5)
    async with browser(Probes()) as found:
        for _ in range(20):
            found._found("name", table())
        assert len(found.tables) == 5


async def test_a_table_that_moved_is_asked_at_once_at_its_new_place(off_air):
    one, probe = table(), Probes()
    async with browser(probe, probe_seconds=60) as found:
        found._found("name", one)
        await until(lambda: listed(found, one.table_id).answers)
        asked = len(probe.asked)
        found._found("name", replace(one, port=2))
        assert listed(found, one.table_id).port == 2
        await until(lambda: len(probe.asked) > asked)


# What is announced and read


@given(st.text(), st.text("0123456789abcdef", min_size=12, max_size=12))
def test_any_title_makes_a_name_that_can_be_announced(title, table_id):
    said = announcement(title=title, table_id=table_id)
    info = Advertiser(said)._info(("10.0.0.1",))
    label = info.get_name()
    assert len(label.encode()) <= 63 and label.endswith("-" + table_id[:6])
    assert sum(len(key) + len(value or b"") + 2 for key, value in info.properties.items()) < 400
    found = read_announcement(info)
    assert (found.table_id, found.addresses) == (table_id, ("10.0.0.1",))
    assert len(found.title.encode()) <= TITLE_BYTES


@pytest.mark.parametrize(
    ("title", "name"), [("中" * 30, "中" * 18 + "-abcdef"), ("\x1b\n", "gouji-abcdef"), ("a.b.", "a.b.-abcdef")]
)
def test_names_are_cut_between_characters(title, name):
    assert instance_name(title, "abcdef012345") == name


def heard(properties, **changes):
    said = {"v": "1", "id": "abcdef", "title": "t", "fp": "ab" * 32, "seats": "3", "ver": "1", **properties}
    values = {"port": 1, "parsed_addresses": ["10.0.0.1"], "server": "x.local.", **changes}
    return read_announcement(ServiceInfo(SERVICE_TYPE, f"x.{SERVICE_TYPE}", properties=said, **values))


@pytest.mark.parametrize(
    "properties", [{"id": ""}, {"id": "../../x"}, {"id": "a" * 33}, {"fp": "zz"}, {"fp": None}, {"id": b"\xff"}]
)
def test_nonsense_is_not_listed(properties):
    assert heard(properties) is None


@pytest.mark.parametrize("changes", [{"port": 0}, {"parsed_addresses": ["0.0.0.0"]}, {"parsed_addresses": []}])
def test_a_table_that_cannot_be_reached_is_not_listed(changes):
    assert heard({}, **changes) is None


def test_what_others_say_of_themselves_is_cleaned():
    found = heard({"title": "\x1b[2Jhi\u202e", "v": "x", "seats": "-1", "ver": "1\x00"})
    assert (found.title, found.protocol, found.seats_free, found.version) == ("[2Jhi", 0, 0, "1")


# Addresses


def test_ones_own_network_is_tried_first():
    networks = [ipaddress.ip_network("10.77.1.0/24"), ipaddress.ip_network("fd00::/64")]
    given_addresses = [
        "127.0.0.1",
        "2001:db8::1",
        "10.77.0.10",
        "10.77.1.10",
        "fd00::5",
        "fe80::1",
        "224.0.0.1",
        "fe80::1%2",
        "no",
    ]
    assert addresses.order_addresses(given_addresses, networks) == (
        "10.77.1.10",
        "fd00::5",
        "10.77.0.10",
        "2001:db8::1",
        "fe80::1%2",
        "127.0.0.1",
    )


class Adapter:
    def __init__(self, name, *ips):
        self.nice_name, self.ips = name, [Ip(*ip) for ip in ips]


class Ip:
    def __init__(self, ip, prefix):
        self.ip, self.network_prefix = ip, prefix


def test_every_link_is_announced_but_loopback_and_containers(monkeypatch):
    links = [
        Adapter("lo", ("127.0.0.1", 8), (("::1", 0, 0), 128)),
        Adapter("docker0", ("172.17.0.1", 16)),
        Adapter("eth0", (("fe80::1%eth0", 0, 2), 64), ("10.77.0.10", 24)),
        Adapter("wlan0", ("10.77.1.10", 24)),
    ]
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: links)
    assert addresses.local_addresses() == ("10.77.0.10", "10.77.1.10", "fe80::1")
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: links[:2])
    assert addresses.local_addresses() == ("172.17.0.1",)


def test_addresses_are_read_anew_and_bound_ones_are_all(monkeypatch):
    monkeypatch.setattr(announcing, "local_addresses", lambda: ("10.0.0.1",))
    advertiser = Advertiser(announcement())
    assert advertiser.addresses() == ("10.0.0.1",)
    monkeypatch.setattr(announcing, "local_addresses", lambda: ("10.0.0.2",))
    assert advertiser.addresses() == ("10.0.0.2",)
    assert Advertiser(announcement(), bind="10.0.0.9").addresses() == ("10.0.0.9",)
    assert Advertiser(announcement(), bind="0.0.0.0").addresses() == ("10.0.0.2",)


def test_reading_the_links_does_not_hold_the_loop_up():
    started = time.perf_counter()
    addresses.local_addresses()
    assert time.perf_counter() - started < 0.5
