#!/usr/bin/env python3
"""lanlab: a throw-away LAN of network namespaces on one Linux machine.

    host0 --eth0 ~~~ p0--+                      each host: own network namespace,
    host1 --eth0 ~~~ p1--+-- br0 (bridge)       own IPv4 + IPv6 link-local, lo up,
    ...                  |   in namespace       multicast route on eth0 (so mDNS,
    hostN --eth0 ~~~ pN--+   <name>-lan         224.0.0.251 / ff02::fb, works)

Nothing is connected to the machine's own network: no interface of the root
namespace is touched, no default route exists, so no packet can leave the lab.

Needs Linux, root and iproute2 (``apt-get install iproute2``); ``nft`` (package
nftables) is used by block-multicast when present.  Standard library only.

Command line (NAME of the lab: -L NAME, default "lab"):

    lanlab.py create -n 6                    # namespaces lab-host0 .. lab-host5
    lanlab.py exec 0 -- python3 game.py      # run in host0 (execs: keeps the pid)
    lanlab.py status
    lanlab.py shape 2 --delay 50ms --jitter 5ms --loss 2% --rate 2mbit
    lanlab.py unshape 2
    lanlab.py cut 2 [--silent]               # cable out / switch stops forwarding
    lanlab.py restore 2
    lanlab.py block-multicast [HOST ...]     # none named: every host
    lanlab.py allow-multicast
    lanlab.py partition 0,1,2 3,4,5          # two (or more) islands
    lanlab.py heal
    lanlab.py iface 0 1                      # host0 gets eth1 on segment 1
    lanlab.py destroy

pytest (see ``lab`` among the markers):

    from tests.lanlab import Lab, why_unusable

    pytestmark = pytest.mark.skipif(bool(why_unusable()), reason=str(why_unusable()))

    @pytest.fixture
    def lan():
        with Lab(6, name=f"t{os.getpid()}") as lab:
            yield lab

    def test_x(lan):
        server = lan.popen(0, [sys.executable, "server.py"])
        lan.run(1, ["ping", "-c1", lan.ip(0)], check=True, timeout=5)
        lan.cut(0); time.sleep(5); lan.restore(0)

``destroy`` (and leaving the ``with``) ends every process that still runs inside
the lab's own namespaces, and only those.

Shaping.  ``shape`` uses ``tc netem`` where the kernel has it.  Where it has not
(many small VM kernels) a user-space relay is spliced between the host's port
and the bridge: it copies Ethernet frames between two packet sockets, holding,
dropping or pacing them.  Measured on a busy 2-core machine: it adds 0.14 ms to a
round trip and passes some 40,000 full frames a second one way.  Values apply
once in each direction chosen: --delay 50ms in both directions (the default)
adds 100 ms to a round trip, and --loss 2% drops 2 % of the frames each way.
"""
from __future__ import annotations

import argparse
import contextlib
import ctypes
import errno
import fcntl
import heapq
import ipaddress
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

STATE_DIR = Path("/run/lanlab")
ME = str(Path(__file__).resolve())


class LabError(RuntimeError):
    """A lab operation that could not be done; the text says why."""


# --------------------------------------------------------------------------- #
# helpers
# --------------------------------------------------------------------------- #
def why_unusable() -> str | None:
    """None where the lab can work; otherwise one sentence saying what is missing."""
    if not sys.platform.startswith("linux"):
        return "lanlab needs Linux (network namespaces)"
    if os.geteuid() != 0:
        return "lanlab needs root (it creates network namespaces); run it as root or with sudo"
    if not _which("ip"):
        return "lanlab needs the 'ip' command: apt-get install iproute2"
    return None


def _which(tool: str) -> str | None:
    return shutil.which(tool, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def _sh(*argv: str, check: bool = True, stdin: str | None = None) -> subprocess.CompletedProcess:
    argv = (_which(argv[0]) or argv[0], *argv[1:])
    done = subprocess.run(argv, input=stdin, capture_output=True, text=True, timeout=30)
    if check and done.returncode:
        raise LabError(f"{' '.join(argv)}: {(done.stderr or done.stdout).strip() or done.returncode}")
    return done


def _seconds(text: str | float | None) -> float:
    """'50ms', '0.05s' or a number of seconds -> seconds."""
    if text in (None, ""):
        return 0.0
    if isinstance(text, (int, float)):
        return float(text)
    m = re.fullmatch(r"([\d.]+)(us|ms|s|)", text.strip())
    if not m:
        raise LabError(f"not a time: {text!r} (say 50ms or 0.05s)")
    return float(m[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0, "": 1.0}[m[2]]


def _fraction(text: str | float | None) -> float:
    """'2%' or 0.02 -> 0.02."""
    if text in (None, ""):
        return 0.0
    percent = isinstance(text, str) and text.strip().endswith("%")
    value = float(text.strip()[:-1]) / 100 if percent else float(text)
    if not 0 <= value <= 1:
        raise LabError(f"not a share of 1: {text!r} (say 2% or 0.02)")
    return value


def _bits(text: str | float | None) -> float:
    """'2mbit', '512kbit' or a number -> bits a second (0: no limit)."""
    if text in (None, ""):
        return 0.0
    m = re.fullmatch(r"([\d.]+)(k|m|g|)(bit|)", str(text).strip().lower())
    if not m:
        raise LabError(f"not a rate: {text!r} (say 2mbit)")
    return float(m[1]) * {"": 1, "k": 1e3, "m": 1e6, "g": 1e9}[m[2]]


# --------------------------------------------------------------------------- #
# the lab
# --------------------------------------------------------------------------- #
class Lab:
    """N hosts on one bridge.  Create with ``create()`` or as a context manager;
    ``Lab.load(name)`` returns one that a command line created."""

    def __init__(self, hosts: int = 6, name: str = "lab", subnet: str = "10.77.0.0/24",
                 ipv4: bool = True, ipv6: bool = True):
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,30}", name):
            raise LabError(f"bad lab name {name!r}: small letters, digits and '-' only")
        if not 1 <= hosts <= 200:
            raise LabError("between 1 and 200 hosts")
        net = ipaddress.ip_network(subnet)
        if net.version != 4 or not net.is_private or net.prefixlen > 24:
            raise LabError("the subnet must be a private IPv4 range of /24 or larger")
        self.n, self.name, self.subnet, self.ipv4, self.ipv6 = hosts, name, str(net), ipv4, ipv6
        self.ports: dict[str, dict] = {}      # "i" -> {port, segment, relay, shape, cut}
        self.blocked: list[int] = []          # hosts whose multicast is dropped
        self.islands: list[list[int]] = []    # current partition
        self.extra: dict[str, list[int]] = {}  # "i" -> further segments

    # -- names ------------------------------------------------------------- #
    @property
    def lan(self) -> str:
        """Namespace that holds the bridges."""
        return f"{self.name}-lan"

    def ns(self, host: int) -> str:
        """Namespace of a host."""
        if not 0 <= int(host) < self.n:
            raise LabError(f"no host{host}: this lab has host0..host{self.n - 1}")
        return f"{self.name}-host{int(host)}"

    def ip(self, host: int, segment: int = 0) -> str:
        """IPv4 address of a host (on eth0, or on the interface of a further segment)."""
        self.ns(host)
        base = int(ipaddress.ip_network(self.subnet).network_address)
        return str(ipaddress.ip_address(base + 256 * segment + 10 + int(host)))

    def ip6(self, host: int, dev: str = "eth0") -> str:
        """IPv6 link-local address of a host, without the %scope."""
        out = _sh("ip", "-n", self.ns(host), "-6", "-o", "addr", "show", "dev", dev, "scope", "link")
        m = re.search(r"inet6 (fe80:[0-9a-f:]+)/", out.stdout)
        if not m:
            raise LabError(f"host{host} has no IPv6 link-local address on {dev}")
        return m[1]

    # -- life -------------------------------------------------------------- #
    def create(self) -> Lab:
        reason = why_unusable()
        if reason:
            raise LabError(reason)
        if self._state.exists():
            raise LabError(f"lab {self.name!r} exists already: lanlab.py -L {self.name} destroy")
        taken = set(_sh("ip", "netns", "list").stdout.split())
        clash = taken & {self.lan, *(self.ns(i) for i in range(self.n))}
        if clash:
            raise LabError(f"namespaces {sorted(clash)} exist and are not of a lab known here")
        try:
            self._save()
            _sh("ip", "netns", "add", self.lan)
            self._sysctl(self.lan, {"net/ipv6/conf/all/disable_ipv6": 1,
                                    "net/ipv6/conf/default/disable_ipv6": 1})
            self._bridge(0)
            for i in range(self.n):
                ns = self.ns(i)
                _sh("ip", "netns", "add", ns)
                self._sysctl(ns, {
                    # no duplicate-address wait: link-local is usable at once
                    "net/ipv6/conf/all/accept_dad": 0, "net/ipv6/conf/default/accept_dad": 0,
                    "net/ipv6/conf/all/disable_ipv6": int(not self.ipv6),
                    "net/ipv6/conf/default/disable_ipv6": int(not self.ipv6),
                    # as on a real multi-homed host: answer ARP only on the right interface
                    "net/ipv4/conf/all/arp_ignore": 1, "net/ipv4/conf/all/arp_announce": 2})
                _sh("ip", "-n", ns, "link", "set", "lo", "up")
                self.ports[str(i)] = {"port": f"p{i}", "segment": 0, "relay": 0,
                                      "shape": None, "cut": None}
                self._plug(i, "eth0", f"p{i}", 0)
                if self.ipv4:
                    _sh("ip", "-n", ns, "route", "add", "224.0.0.0/4", "dev", "eth0")
            self._save()
        except BaseException:
            self.destroy()
            raise
        return self

    def destroy(self) -> None:
        """End what still runs in the lab's namespaces, then remove them.  Safe to repeat."""
        names = [self.lan, *(self.ns(i) for i in range(self.n))]
        have = set(_sh("ip", "netns", "list", check=False).stdout.split())
        names = [n for n in names if n in have]
        for sig, wait in ((signal.SIGTERM, 1.0), (signal.SIGKILL, 2.0)):
            end = time.monotonic() + wait
            pids = self._pids(names)
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, sig)
            while pids and time.monotonic() < end:
                time.sleep(0.05)
                pids = self._pids(names)
            if not pids:
                break
        for n in names:
            _sh("ip", "netns", "del", n, check=False)
        self._state.unlink(missing_ok=True)

    def __enter__(self) -> Lab:
        return self.create()

    def __exit__(self, *exc) -> None:
        self.destroy()

    @classmethod
    def load(cls, name: str = "lab") -> Lab:
        try:
            data = json.loads((STATE_DIR / f"{name}.json").read_text())
        except FileNotFoundError:
            raise LabError(f"no lab {name!r}: lanlab.py -L {name} create -n 6") from None
        lab = cls(data["n"], name, data["subnet"], data["ipv4"], data["ipv6"])
        lab.ports, lab.blocked = data["ports"], data["blocked"]
        lab.islands, lab.extra = data["islands"], data["extra"]
        return lab

    # -- running things ---------------------------------------------------- #
    def argv(self, host: int, cmd: list[str]) -> list[str]:
        """The command line that runs ``cmd`` in a host.  It execs at every step, so the
        pid that starts it is the pid of ``cmd``.  The host also has its own host name
        (hostN), as real machines do: all else (files, pids, user) is shared."""
        return [_which("ip") or "ip", "netns", "exec", self.ns(host), "unshare", "--uts",
                "sh", "-c", 'echo "$0" >/proc/sys/kernel/hostname; exec "$@"', f"host{int(host)}",
                *map(str, cmd)]

    def popen(self, host: int, cmd: list[str], **kw) -> subprocess.Popen:
        return subprocess.Popen(self.argv(host, cmd), **kw)

    def run(self, host: int, cmd: list[str], **kw) -> subprocess.CompletedProcess:
        return subprocess.run(self.argv(host, cmd), **kw)

    # -- faults ------------------------------------------------------------ #
    def cut(self, host: int, silent: bool = False) -> None:
        """Pull the cable of eth0: the host sees NO-CARRIER.  silent: the host keeps its
        carrier, yet nothing gets through (as when a switch or access point fails)."""
        p = self._port(host)
        if silent:
            _sh("ip", "-n", self.lan, "link", "set", p["port"], "nomaster")
        else:
            _sh("ip", "-n", self.lan, "link", "set", f"p{host}", "down")
        p["cut"] = "silent" if silent else "carrier"
        self._save()

    def restore(self, host: int) -> None:
        p = self._port(host)
        _sh("ip", "-n", self.lan, "link", "set", f"p{host}", "up")
        _sh("ip", "-n", self.lan, "link", "set", p["port"], "master", f"br{p['segment']}")
        p["cut"] = None
        self._save()

    def partition(self, *groups: list[int]) -> None:
        """Split into islands that cannot reach one another.  Hosts in no group stay
        together on an island of their own."""
        flat = [int(h) for g in groups for h in g]
        if len(flat) != len(set(flat)):
            raise LabError("a host is in two groups")
        rest = [i for i in range(self.n) if i not in flat]
        self.islands = [[int(h) for h in g] for g in (*groups, rest) if g]
        for k, group in enumerate(self.islands):
            seg = 0 if k == 0 else 100 + k
            self._bridge(seg)
            for h in group:
                self._move(h, seg)
        self._save()

    def heal(self) -> None:
        for i in range(self.n):
            self._move(i, 0)
        self.islands = []
        self._save()

    def block_multicast(self, *hosts: int) -> str:
        """Drop multicast to and from these hosts (none named: all), let unicast, ARP and
        IPv6 neighbour discovery through.  Returns the means used: 'nft' or 'mcast_flood'
        (that one also stops neighbour discovery, so IPv6 unicast with it)."""
        self.blocked = sorted({int(h) for h in hosts} or set(range(self.n)))
        how = self._multicast()
        self._save()
        return how

    def isolate(self, port: str) -> None:
        """Let a port of the bridge reach no other isolated one, as a guest Wi-Fi does with its guests."""
        _sh("bridge", "-n", self.lan, "link", "set", "dev", port, "isolated", "on")

    def allow_multicast(self) -> None:
        self.blocked = []
        self._multicast()
        self._save()

    def shape(self, host: int, delay=None, jitter=None, loss=None, rate=None,
              direction: str = "both", reorder: bool = False, seed: int | None = None) -> str:
        """Delay, vary, lose or pace the frames of one host's link.  Returns 'netem' or
        'relay'.  direction: 'out' (from the host), 'in' (to it) or 'both'."""
        if direction not in ("out", "in", "both"):
            raise LabError("direction is out, in or both")
        d, j, lost, r = _seconds(delay), _seconds(jitter), _fraction(loss), _bits(rate)
        self.unshape(host)
        p = self._port(host)
        how = "netem" if self._netem(host, d, j, lost, r, direction) else "relay"
        if how == "relay":
            self._splice(host, d, j, lost, r, direction, reorder, seed)
        p["shape"] = {"how": how, "delay_s": d, "jitter_s": j, "loss": lost, "rate_bps": r,
                      "direction": direction}
        self._multicast()
        self._save()
        return how

    def unshape(self, host: int) -> None:
        p = self._port(host)
        if not p["shape"]:
            return
        if p["shape"]["how"] == "netem":
            _sh("tc", "-n", self.lan, "qdisc", "del", "dev", f"p{host}", "root", check=False)
            _sh("tc", "-n", self.ns(host), "qdisc", "del", "dev", "eth0", "root", check=False)
        else:
            if p["relay"] in self._pids([self.lan]):
                os.kill(p["relay"], signal.SIGTERM)
            _sh("ip", "-n", self.lan, "link", "del", f"r{host}", check=False)
            p["port"], p["relay"] = f"p{host}", 0
            if p["cut"] != "silent":
                _sh("ip", "-n", self.lan, "link", "set", f"p{host}", "master", f"br{p['segment']}")
        p["shape"] = None
        self._multicast()
        self._save()

    def add_interface(self, host: int, segment: int) -> str:
        """Give a host a further interface, eth<segment>, on another LAN (its own bridge,
        the next /24).  Returns the interface's name."""
        if not 1 <= segment <= 9 or segment in self.extra.get(str(host), []):
            raise LabError("segment: 1 to 9, once a host")
        self._bridge(segment)
        self._plug(host, f"eth{segment}", f"x{segment}-{host}", segment)
        self.extra.setdefault(str(host), []).append(segment)
        self._save()
        return f"eth{segment}"

    def status(self) -> str:
        lines = [f"lab {self.name}: {self.n} hosts on {self.subnet}"
                 + ("" if self.ipv4 else ", no IPv4") + ("" if self.ipv6 else ", no IPv6")]
        for i in range(self.n):
            p = self.ports[str(i)]
            bits = [self.ip(i) if self.ipv4 else "-", f"bridge br{p['segment']}"]
            bits += [f"cut ({p['cut']})"] if p["cut"] else []
            bits += ["multicast blocked"] if i in self.blocked else []
            bits += [f"shaped {p['shape']}"] if p["shape"] else []
            bits += [f"eth{s} {self.ip(i, s)}" for s in self.extra.get(str(i), [])]
            pids = self._pids([self.ns(i)])
            lines.append(f"  {self.ns(i)}: {', '.join(bits)}; processes {pids or 'none'}")
        return "\n".join(lines)

    # -- inside ------------------------------------------------------------ #
    @property
    def _state(self) -> Path:
        return STATE_DIR / f"{self.name}.json"

    def _save(self) -> None:
        STATE_DIR.mkdir(mode=0o755, exist_ok=True)
        data = {k: getattr(self, k) for k in ("n", "subnet", "ipv4", "ipv6", "ports",
                                              "blocked", "islands", "extra")}
        tmp = self._state.with_suffix(".tmp")
        tmp.write_text(json.dumps(data))
        tmp.replace(self._state)

    def _port(self, host: int) -> dict:
        self.ns(host)
        return self.ports[str(int(host))]

    @staticmethod
    def _pids(namespaces: list[str]) -> list[int]:
        out: list[int] = []
        for n in namespaces:
            out += map(int, _sh("ip", "netns", "pids", n, check=False).stdout.split())
        return [p for p in out if p != os.getpid()]

    @staticmethod
    def _sysctl(ns: str, values: dict[str, int]) -> None:
        script = "".join(f"[ -e /proc/sys/{k} ] && echo {v} >/proc/sys/{k}\n" for k, v in values.items())
        _sh("ip", "netns", "exec", ns, "sh", "-c", script + "true")

    def _bridge(self, segment: int) -> None:
        name = f"br{segment}"
        if _sh("ip", "-n", self.lan, "link", "show", name, check=False).returncode == 0:
            return
        # snooping off: the bridge floods multicast, as a plain switch does
        _sh("ip", "-n", self.lan, "link", "add", name, "type", "bridge", "stp_state", "0",
            "forward_delay", "0", "mcast_snooping", "0")
        _sh("ip", "-n", self.lan, "link", "set", name, "up")

    def _plug(self, host: int, dev: str, port: str, segment: int) -> None:
        ns = self.ns(host)
        _sh("ip", "-n", self.lan, "link", "add", port, "type", "veth", "peer", "name", dev, "netns", ns)
        _sh("ip", "-n", self.lan, "link", "set", port, "master", f"br{segment}", "up")
        if self.ipv4:
            _sh("ip", "-n", ns, "addr", "add", f"{self.ip(host, segment)}/24", "broadcast", "+", "dev", dev)
        _sh("ip", "-n", ns, "link", "set", dev, "up")

    def _move(self, host: int, segment: int) -> None:
        p = self._port(host)
        p["segment"] = segment
        if p["cut"] != "silent":
            _sh("ip", "-n", self.lan, "link", "set", p["port"], "master", f"br{segment}")

    def _multicast(self) -> str:
        if _which("nft"):
            rules = "table bridge lanlab {}\ndelete table bridge lanlab\n"   # no error when absent
            if self.blocked:
                ports = ", ".join(f'"{k}{i}"' for i in self.blocked for k in "pr")
                # 33:33:ff.. (IPv6 neighbour discovery) passes; broadcast is not multicast here
                match = ("ether daddr & 01:00:00:00:00:00 == 01:00:00:00:00:00 "
                         "ether daddr != ff:ff:ff:ff:ff:ff "
                         "ether daddr & ff:ff:ff:00:00:00 != 33:33:ff:00:00:00")
                rules += ("table bridge lanlab { chain forward { type filter hook forward priority 0;\n"
                          f"iifname {{ {ports} }} {match} drop\noifname {{ {ports} }} {match} drop\n}}\n}}\n")
            if _sh("ip", "netns", "exec", self.lan, _which("nft"), "-f", "-",
                   stdin=rules, check=False).returncode == 0:
                return "nft"
            if not self.blocked:
                return "nft"
        for i in range(self.n):
            flag = "off" if i in self.blocked else "on"
            _sh("bridge", "-n", self.lan, "link", "set", "dev", self.ports[str(i)]["port"],
                "mcast_flood", flag, check=False)
        return "mcast_flood"

    def _netem(self, host, d, j, lost, r, direction) -> bool:
        if not _which("tc"):
            return False
        args = ["root", "netem", "limit", "1000"]
        args += ["delay", f"{d * 1e3:g}ms"] + ([f"{j * 1e3:g}ms"] if j else []) if d or j else []
        args += ["loss", f"{lost * 100:g}%"] if lost else []
        args += ["rate", f"{int(r)}bit"] if r else []
        for where, ns, dev in (("in", self.lan, f"p{host}"), ("out", self.ns(host), "eth0")):
            if direction in (where, "both"):
                done = _sh("tc", "-n", ns, "qdisc", "replace", "dev", dev, *args, check=False)
                if done.returncode and "unknown" in done.stderr.lower():
                    return False                       # no sch_netem in this kernel
                if done.returncode:
                    raise LabError(f"tc netem: {done.stderr.strip()}")
        return True

    def _splice(self, host, d, j, lost, r, direction, reorder, seed) -> None:
        """eth0 ~ p<i> <= relay => q<i> ~ r<i> -- bridge, instead of eth0 ~ p<i> -- bridge."""
        p = self._port(host)
        _sh("ip", "-n", self.lan, "link", "add", f"r{host}", "type", "veth", "peer", "name", f"q{host}")
        for dev in (f"r{host}", f"q{host}"):
            _sh("ip", "-n", self.lan, "link", "set", dev, "up")
        # frames must reach the relay whole: real checksums, no over-long segments
        for ns, dev in ((self.ns(host), "eth0"), (self.lan, f"r{host}")):
            _sh("ip", "netns", "exec", ns, sys.executable, ME, "_offload", dev)
        _sh("ip", "-n", self.lan, "link", "set", f"p{host}", "nomaster")
        spec = {"a": f"p{host}", "b": f"q{host}", "delay": d, "jitter": j, "loss": lost, "rate": r,
                "direction": direction, "reorder": reorder, "seed": seed}
        proc = subprocess.Popen(
            [_which("ip"), "netns", "exec", self.lan, sys.executable, ME, "_relay", json.dumps(spec)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
        if not select.select([proc.stdout], [], [], 10)[0] or proc.stdout.read(1) != b"R":
            raise LabError("the relay did not start")
        proc.stdout.close()
        p["relay"], p["port"] = proc.pid, f"r{host}"
        proc.returncode = 0                            # it outlives us: no ResourceWarning
        if p["cut"] != "silent":
            _sh("ip", "-n", self.lan, "link", "set", f"r{host}", "master", f"br{p['segment']}")


# --------------------------------------------------------------------------- #
# user-space stand-in for netem (runs inside the lab's bridge namespace)
# --------------------------------------------------------------------------- #
def _offload(dev: str) -> None:
    """ethtool -K DEV tx off sg off tso off gso off, without ethtool."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for command in (0x1F, 0x24, 0x19, 0x17):           # TSO, GSO, SG, TX checksum
        value = ctypes.create_string_buffer(struct.pack("II", command, 0))
        fcntl.ioctl(sock, 0x8946, struct.pack("16sP16x", dev.encode(), ctypes.addressof(value)))


def _relay(spec: dict) -> None:
    """Copy frames a <-> b with delay, jitter, loss and rate until a device goes away."""
    rng = random.Random(spec["seed"])
    socks = {}
    for side in "ab":
        s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        s.setsockopt(263, 23, 1)                       # SOL_PACKET, PACKET_IGNORE_OUTGOING
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        s.bind((spec[side], 0))
        s.setblocking(False)
        socks[s] = side
    other = dict(zip(socks, reversed(list(socks)), strict=True))
    active = {"a": spec["direction"] in ("out", "both"), "b": spec["direction"] in ("in", "both")}
    free, last, queued = {"a": 0.0, "b": 0.0}, {"a": 0.0, "b": 0.0}, {"a": 0, "b": 0}
    heap: list = []
    count, check_at = 0, 0.0
    os.write(1, b"R")
    while True:
        now = time.monotonic()
        if now >= check_at:                            # devices gone: the lab was destroyed
            for side in "ab":
                try:
                    socket.if_nametoindex(spec[side])
                except OSError:
                    return
            check_at = now + 1
        while heap and heap[0][0] <= now:
            _, _, out, frame, side = heapq.heappop(heap)
            queued[side] -= 1
            try:
                out.send(frame)
            except OSError as e:                       # link down or queue full: the frame is lost
                if e.errno not in (errno.ENETDOWN, errno.ENOBUFS, errno.EAGAIN, errno.ENXIO, errno.EMSGSIZE):
                    return
        wait = min(heap[0][0] if heap else check_at, check_at) - time.monotonic()
        for s in select.select(list(socks), [], [], max(0, wait))[0]:
            side = socks[s]
            for _ in range(64):
                try:
                    frame = s.recv(65536)
                except BlockingIOError:
                    break
                except OSError as e:
                    if e.errno == errno.ENETDOWN:      # cable cut: wait for its return
                        break
                    return
                now = due = time.monotonic()
                if active[side]:
                    if rng.random() < spec["loss"] or queued[side] >= 1000:
                        continue
                    if spec["rate"]:
                        free[side] = due = max(now, free[side]) + len(frame) * 8 / spec["rate"]
                    due += spec["delay"]
                    if spec["jitter"]:
                        due += rng.uniform(-spec["jitter"], spec["jitter"])
                    if not spec["reorder"]:
                        due = last[side] = max(due, last[side])
                count += 1
                queued[side] += 1
                heapq.heappush(heap, (due, count, other[s], frame, side))


# --------------------------------------------------------------------------- #
# command line
# --------------------------------------------------------------------------- #
def main(argv: list[str] | None = None) -> int:
    argv = list(sys.argv[1:] if argv is None else argv)
    if argv[:1] == ["_offload"]:
        return _offload(argv[1]) or 0
    if argv[:1] == ["_relay"]:
        return _relay(json.loads(argv[1])) or 0
    ap = argparse.ArgumentParser(prog="lanlab.py", description="A throw-away LAN of network namespaces.")
    ap.add_argument("-L", "--lab", default="lab", metavar="NAME", help="name of the lab (default: lab)")
    sub = ap.add_subparsers(dest="do", required=True)
    c = sub.add_parser("create", help="make the hosts and the bridge")
    c.add_argument("-n", "--hosts", type=int, default=6)
    c.add_argument("--subnet", default="10.77.0.0/24")
    c.add_argument("--no-ipv4", action="store_true")
    c.add_argument("--no-ipv6", action="store_true")
    c = sub.add_parser("exec", help="run a command in a host")
    c.add_argument("host", type=int)
    c.add_argument("command", nargs=argparse.REMAINDER)
    c = sub.add_parser("shape", help="delay, lose or pace one link")
    c.add_argument("host", type=int)
    for o in ("delay", "jitter", "loss", "rate"):
        c.add_argument(f"--{o}")
    c.add_argument("--direction", default="both", choices=("out", "in", "both"))
    c.add_argument("--reorder", action="store_true", help="relay only: let jitter reorder frames")
    c.add_argument("--seed", type=int, help="relay only: repeatable losses")
    for name, text in (("unshape", "undo shape"), ("restore", "undo cut")):
        sub.add_parser(name, help=text).add_argument("host", type=int)
    c = sub.add_parser("cut", help="pull a host's cable")
    c.add_argument("host", type=int)
    c.add_argument("--silent", action="store_true", help="the host keeps its carrier")
    c = sub.add_parser("block-multicast", help="drop multicast, keep unicast")
    c.add_argument("hosts", type=int, nargs="*")
    sub.add_parser("allow-multicast", help="undo block-multicast")
    c = sub.add_parser("partition", help="islands, each a list like 0,1,2")
    c.add_argument("groups", nargs="+")
    sub.add_parser("heal", help="undo partition")
    c = sub.add_parser("iface", help="a further interface on a further segment")
    c.add_argument("host", type=int)
    c.add_argument("segment", type=int)
    sub.add_parser("status", help="what there is")
    sub.add_parser("destroy", help="end its processes and remove it")
    a = ap.parse_args(argv)
    try:
        reason = why_unusable()
        if reason:
            raise LabError(reason)
        if a.do == "create":
            print(Lab(a.hosts, a.lab, a.subnet, not a.no_ipv4, not a.no_ipv6).create().status())
            return 0
        lab = Lab.load(a.lab)
        if a.do == "exec":
            cmd = a.command[1:] if a.command[:1] == ["--"] else a.command
            full = lab.argv(a.host, cmd or [os.environ.get("SHELL", "sh")])
            os.execvp(full[0], full)
        elif a.do == "shape":
            print(lab.shape(a.host, a.delay, a.jitter, a.loss, a.rate, a.direction, a.reorder, a.seed))
        elif a.do == "cut":
            lab.cut(a.host, a.silent)
        elif a.do in ("unshape", "restore"):
            getattr(lab, a.do)(a.host)
        elif a.do == "block-multicast":
            print(lab.block_multicast(*a.hosts))
        elif a.do == "allow-multicast":
            lab.allow_multicast()
        elif a.do == "partition":
            lab.partition(*([int(h) for h in g.split(",")] for g in a.groups))
        elif a.do == "heal":
            lab.heal()
        elif a.do == "iface":
            print(lab.add_interface(a.host, a.segment))
        elif a.do == "status":
            print(lab.status())
        elif a.do == "destroy":
            lab.destroy()
    except LabError as e:
        print(f"lanlab: {e}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
