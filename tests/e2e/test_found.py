"""Tables are found on networks as they really are, and who cannot join one is told why; in a lab of namespaces."""

import json
import os
import re
import statistics
import time

import pytest

from tests.e2e.lan import ROOT, Machines
from tests.lanlab import Lab, why_unusable

pytestmark = [
    pytest.mark.lab,
    pytest.mark.skipif(bool(why_unusable()), reason=str(why_unusable())),
    pytest.mark.xdist_group("found"),
]

TOLD_SECONDS = 4.0
BY_ADDRESS = r"join by (address|it), gouji join HOST:PORT"


@pytest.fixture
def lan(tmp_path, request):
    """Machines on one LAN; the test's parameter may ask for how many and which kind."""
    options = {"hosts": 3, **getattr(request, "param", {})}
    with Lab(name=f"f{os.getpid() % 10000}", **options) as lab:
        machines = Machines(lab, tmp_path)
        try:
            yield machines
        finally:
            machines.close()


def reads(answer, pattern):
    """A command that failed with one sentence; returns the seconds it took."""
    status, out, errors, seconds = answer
    assert status == 1 and not out and errors.count("\n") == 1, (status, out, errors)
    assert re.search(pattern, errors), errors
    return seconds


# What stands on the list


def test_many_tables_at_once_two_of_one_title_and_one_of_63_bytes_of_chinese(lan):
    chinese = "够级" * 10 + "桌"
    assert len(chinese.encode()) == 63
    starting = [
        lan.start(host, "host", "--headless", "--json", "--bots", "3", "--title", title, "--port", port)
        for host, title, port in ((0, "Table", "0"), (1, "Table", "0"), (0, chinese, "0"), (2, "other", "0"))
    ]
    opened = [each.until("listening") for each in starting]
    found = lan.found(2)
    assert {each["table"] for each in opened} == set(found)
    for said in opened:
        heard = found[said["table"]]
        assert heard["answers"] and heard["title"] == said["title"] and heard["fingerprint"] == said["fingerprint"]
    watching = lan.start(1, "watch", "够级够级", "--json")
    starting[2].until("joined", role="observer")
    watching.kill()
    reads(lan.run(2, "watch", "Table", "--plain", "--lang", "en"), r"Table \(10.77.0.1[01]:\d+\), Table \(10")


def tunnel(lan, host):
    """Make tun0; where the kernel has no tunnels, a pair of links of which it is one end."""
    if lan.lab.run(host, ["ip", "tuntap", "add", "tun0", "mode", "tun"], capture_output=True).returncode:
        lan.other(host, "ip", "link", "add", "tun0", "type", "veth", "peer", "name", "away0")
        lan.other(host, "ip", "link", "set", "away0", "up")


def test_containers_and_a_vpn_with_the_default_route_are_not_in_the_way(lan):
    for host in (0, 1):
        lan.other(host, "ip", "link", "add", "docker0", "type", "bridge")
        lan.other(host, "ip", "addr", "add", "172.17.0.1/16", "dev", "docker0")
        lan.other(host, "ip", "link", "set", "docker0", "up")
        tunnel(lan, host)
        lan.other(host, "ip", "addr", "add", f"10.8.0.{host + 2}/24", "dev", "tun0")
        lan.other(host, "ip", "link", "set", "tun0", "up")
        lan.other(host, "ip", "route", "add", "default", "dev", "tun0")
        lan.other(host, "ip", "link", "add", "spare0", "type", "bridge")  # one that is down
    table, said = lan.hosting(0, "--title", "T")
    assert said["addresses"] == [lan.lab.ip(0), "10.8.0.2"]
    heard = lan.found(1)[said["table"]]
    assert heard["answers"] and heard["addresses"][0] == lan.lab.ip(0)
    assert not any(address.startswith("172.17.") for address in heard["addresses"])
    began = time.monotonic()
    lan.start(1, "watch", "T", "--json", "--name", "w")
    table.until("joined", role="observer", name="w")
    assert time.monotonic() - began < TOLD_SECONDS


@pytest.mark.parametrize("lan", [{"hosts": 3}], indirect=True)
def test_a_host_on_two_networks_is_found_on_both_at_the_address_that_is_theirs(lan):
    lab = lan.lab
    lab.add_interface(0, 1)
    lab.add_interface(2, 1)
    lab.cut(2)
    _, said = lan.hosting(0)
    assert lan.found(1)[said["table"]]["addresses"][0] == lab.ip(0)
    assert lan.found(2)[said["table"]]["addresses"][0] == lab.ip(0, 1)


def test_who_is_on_two_networks_sees_the_table_of_either_though_they_have_one_name(lan):
    lab = lan.lab
    for host in (0, 2):
        lab.add_interface(host, 1)
    lab.cut(2)
    opened = [lan.start(host, "host", "--headless", "--json", "--bots", "3", "--title", "Table") for host in (1, 2)]
    said = [each.until("listening") for each in opened]
    found = lan.found(0)
    assert set(found) == {each["table"] for each in said}
    for table, each in zip(opened, said, strict=True):
        lan.start(0, "watch", each["table"], "--json", "--name", "w")
        assert table.until("joined", role="observer")["name"] == "w"


@pytest.mark.parametrize("lan", [{"hosts": 2, "ipv4": False}], indirect=True)
def test_a_lan_without_ipv4_will_do(lan):
    table, said = lan.hosting(0, "--title", "six")
    heard = lan.found(1)[said["table"]]
    assert heard["answers"] and heard["addresses"][0].startswith("fe80:")
    lan.start(1, "watch", "six", "--json", "--name", "by name")
    table.until("joined", name="by name")
    lan.start(1, "watch", f"[{lan.lab.ip6(0)}%eth0]:{said['port']}", "--json", "--name", "by address")
    table.until("joined", name="by address")


def test_who_looked_before_there_was_a_table_hears_of_it_at_once(lan):
    early = [lan.start(host, "tables", "--json", "--seconds", "20") for host in (1, 2, 1, 2, 1)]
    time.sleep(3)  # their first questions are over
    _, said = lan.hosting(0)
    began = time.monotonic()
    assert {each.line()["id"] for each in early} == {said["table"]}
    assert time.monotonic() - began < 2.0


def test_a_killed_host_goes_and_one_begun_anew_is_another_table(lan):
    first, said = lan.hosting(0, "--title", "T")
    assert said["table"] in lan.found(1)
    first.kill()
    _, again = lan.hosting(0, "--title", "T")
    found = lan.found(1)
    assert set(found) == {again["table"]} and found[again["table"]]["answers"]


def test_a_taken_port_costs_nothing(lan):
    lan.beside(0, "import socket; s = socket.create_server(('', 21654)); print(flush=True); s.accept()[0].recv(9)")
    _, said = lan.hosting(0)
    assert said["port"] != 21654 and lan.found(1)[said["table"]]["port"] == said["port"]


# What stands in the way is named

OTHER_VERSION = f"""
import pathlib, sys, types
limits = types.ModuleType("net.limits")
text = pathlib.Path({str(ROOT)!r}, "net", "limits.py").read_text("utf-8")
exec(text.replace("PROTOCOL: Final = 1\\n", "PROTOCOL: Final = 99\\n"), limits.__dict__)
sys.modules["net.limits"] = limits
from gouji_tui.cli import main
sys.argv = ["gouji", "host", "--headless", "--json", "--title", "later", "--port", "21655"]
main()
"""
SILENT_PROGRAM = """
import socket
s = socket.create_server(('', 21654))
print(flush=True)
kept = []
while True: kept.append(s.accept())
"""


def test_who_cannot_join_is_told_what_is_in_the_way(lan):
    ours = lan.lab.ip(0)
    lan.hosting(0, "--title", "T", "--code", "secret")
    lan.beside(2, SILENT_PROGRAM)
    lan.beside(2, OTHER_VERSION)
    lan.beside(2, "import http.server as h; print(flush=True); h.HTTPServer(('', 8000), h.BaseHTTPRequestHandler)"
                  ".serve_forever()")  # fmt: skip
    joining = {
        "No machine answers at .*99: wrong address, or a guest Wi-Fi": lan.lab.ip(0)[:-2] + "99",
        "answers, but no table is open at port 9:": f"{ours}:9",
        "Another program than gouji answers": lan.lab.ip(2),
        "Another program than gouji": f"{lan.lab.ip(2)}:8000",
        "Versions do not fit: the table speaks protocol 99, this program 1": f"{lan.lab.ip(2)}:21655",
        "heard but cannot be joined: Versions do not fit.*99": "later",
        "No network leads there": "203.0.113.7",
        "No machine of that name": "nowhere.invalid",
        "private: give its code": ours,
        "no table Q answers; there are: ": "Q",
    }
    answers = [(lan.start(1, "watch", place, "--plain", "--lang", "en"), pattern) for pattern, place in joining.items()]
    for process, pattern in answers:
        reads(process.ended(), pattern)
    reads(lan.run(1, "watch", ours, "--code", "wrong", "--plain", "--lang", "en"), "code is wrong")
    listed = lan.start(1, "tables", "--lang", "en", "--seconds", "1.5").ended()[1]
    assert re.search(r"^later  .*\(Versions do not fit", listed, re.M) and "T  10" in listed


def test_where_multicast_is_blocked_one_is_told_in_four_seconds_to_join_by_address_and_that_works(lan):
    lan.lab.block_multicast()
    table, _ = lan.hosting(0)
    assert reads(lan.run(1, "join", "--plain", "--lang", "en"), BY_ADDRESS) < TOLD_SECONDS
    lan.start(1, "watch", lan.lab.ip(0), "--json", "--name", "w")
    table.until("joined", name="w")


# What gouji doctor finds out

HOLDER = "import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(('', 5353)); print(flush=True); s.recv(1)"


@pytest.mark.parametrize("lan", [{"hosts": 5}], indirect=True)
def test_the_doctor_tells_a_good_network_from_four_bad_ones(lan):
    """A table on 0; 1 is fine, 2 hears no multicast, on 3 a program has UDP 5353, 4 has a firewall of its own."""
    lan.hosting(0, "--title", "T")
    lan.lab.block_multicast(2)
    holder = lan.beside(3, HOLDER)
    blocking = "table inet fw { chain out { type filter hook output priority 0; udp dport 5353 drop; }\n}\n"
    lan.other(4, "nft", "-f", "-", stdin=blocking)
    asked = [lan.start(host, "doctor", "--json") for host in range(5)]
    found = []
    for status, out, errors, _ in [each.ended() for each in asked]:
        rows = [json.loads(line) for line in out.splitlines()]
        assert not errors and status == int(any(row["state"] == "bad" for row in rows))
        found.append({row["check"]: (row["state"], row["detail"]) for row in rows})
    ours = lan.lab.ip(0)
    assert found[0]["own_table"] == ("good", "T") and found[0]["own_dialled"][0] == "good"
    assert re.search(r"gouji|python", found[0]["mdns_port"][1])
    for host in (0, 1):
        assert found[host]["own_heard"][0] == "good" and f"eth0 {lan.lab.ip(host)}" in found[host]["interfaces"][1]
    assert ours in found[1]["machines_heard"][1] and "T" in found[1]["others_heard"][1]
    assert found[2]["machines_heard"][0] == found[2]["others_heard"][0] == "unknown"
    assert found[2]["by_address"] == ("good", lan.lab.ip(2)) and found[2]["dialled"][0] == "good"
    assert found[3]["mdns_port"][0] == "bad" and f"({holder.process.pid})" in found[3]["mdns_port"][1]
    assert found[3]["multicast_port_in_use"][0] == "bad"
    assert "bad" in {found[4].get("own_heard", ("",))[0], found[4].get("multicast_not_permitted", ("",))[0]}


# Slow ones


@pytest.mark.soak
def test_a_firewall_and_machines_kept_apart_are_told_from_each_other(lan):
    lan.hosting(0, "--title", "T")
    rules = "table inet fw {{ chain input {{ type filter hook input priority 0; tcp dport 21654 {}; }}\n}}\n"
    for what in ("drop", "reject with icmpx type admin-prohibited"):
        lan.other(0, "nft", "-f", "-", stdin=rules.format(what))
        by_name, by_address = (
            lan.start(1, "watch", "T", "--plain", "--lang", "en"),
            lan.start(2, "watch", lan.lab.ip(0), "--plain", "--lang", "en"),
        )
        reads(by_name.ended(), "T is heard but cannot be joined: .* is there, but its firewall")
        reads(by_address.ended(), "is there, but its firewall lets nobody in at port 21654")
        lan.other(0, "nft", "delete", "table", "inet", "fw")
    for port in ("p0", "p1"):
        lan.lab.isolate(port)
    lan.other(1, "ip", "neigh", "flush", "dev", "eth0")  # guests have never met
    by_name, by_address = (
        lan.start(1, "watch", "T", "--plain", "--lang", "en"),
        lan.start(1, "watch", lan.lab.ip(0), "--plain", "--lang", "en"),
    )
    reads(by_name.ended(), BY_ADDRESS)
    reads(by_address.ended(), "guest Wi-Fi that keeps machines apart")


@pytest.mark.soak
@pytest.mark.parametrize(("loss", "median", "most"), [(None, 1.0, 3.0), ("20%", 3.0, 6.0)])
def test_a_table_is_found_within_a_second_and_within_six_where_a_fifth_is_lost(lan, loss, median, most):
    lan.hosting(0)
    if loss:
        lan.lab.shape(1, loss=loss, seed=5)
    took = []
    for _ in range(30):
        looking = lan.start(1, "tables", "--json", "--seconds", "12")
        assert looking.line()["answers"]
        took.append(time.monotonic() - looking.began)
        looking.kill()
    assert statistics.median(took) <= median and max(took) <= most, sorted(took)


@pytest.mark.soak
@pytest.mark.parametrize("lan", [{"ipv6": False}], indirect=True)
def test_an_address_that_changes_while_one_plays_costs_no_chair(lan):
    table, said = lan.hosting(0, "--grace", "60")
    guest = lan.start(1, "bot", lan.lab.ip(0), "--json", "--name", "g")
    table.until("joined", name="g")
    for device in (0, 1):
        old, new = lan.lab.ip(device), lan.lab.ip(device)[:-2] + f"{50 + device}"
        lan.other(device, "ip", "addr", "del", f"{old}/24", "dev", "eth0")
        lan.other(device, "ip", "addr", "add", f"{new}/24", "dev", "eth0")
        lan.other(device, "ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")
        back = table.until("joined", name="g")
        assert back["role"] == "bot"
    assert guest.process.poll() is None
    assert lan.found(2, "4")[said["table"]]["addresses"][0].endswith(".50")


@pytest.mark.soak
def test_a_link_that_was_down_is_heard_on_again_with_no_restart(lan):
    looking = lan.start(1, "tables", "--json", "--seconds", "60")
    time.sleep(2)
    lan.other(1, "ip", "link", "set", "eth0", "down")
    _, said = lan.hosting(0)
    time.sleep(4)
    lan.other(1, "ip", "link", "set", "eth0", "up")
    lan.other(1, "ip", "route", "replace", "224.0.0.0/4", "dev", "eth0")
    began = time.monotonic()
    assert looking.line()["id"] == said["table"]
    assert time.monotonic() - began < 10.0


@pytest.mark.soak
def test_who_types_eleven_wrong_codes_waits_a_second_each_and_the_host_alone_hears_of_a_new_one(lan):
    table, _ = lan.hosting(0, "--code", "secret")
    began = time.monotonic()
    answers = []
    while len(answers) < 11:
        _, _, errors, _ = lan.run(
            1, "watch", lan.lab.ip(0), "--code", f"guess{len(answers)}", "--plain", "--lang", "en"
        )
        if "wait" not in errors:
            assert "code is wrong" in errors and "secret" not in errors
            answers.append(errors)
    assert time.monotonic() - began >= 10.0
    renewed = table.until("code")["code"]
    assert renewed != "secret"
    time.sleep(1.0)
    reads(lan.run(1, "watch", lan.lab.ip(0), "--code", "secret", "--plain", "--lang", "en"), "code is wrong")
    time.sleep(1.0)
    lan.start(1, "watch", lan.lab.ip(0), "--code", renewed, "--json", "--name", "w")
    table.until("joined", name="w")
