"""This machine's addresses on its links, and the order in which to try another's."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

import ifaddr

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_CONTAINER_LINKS: Final = ("docker", "br-", "veth", "virbr", "cni", "flannel", "podman", "lxc", "vnet")
"""Links that lead to this machine's own containers: every machine has the same addresses there, dialled in vain."""

_TUNNEL_LINKS: Final = ("tun", "tap", "utun", "wg", "ppp", "zt", "tailscale", "ipsec", "vpn")
"""Links of VPNs: whoever sits at the same table is seldom behind one, so their addresses come last."""

LOOPBACK: Final = "127.0.0.1"


class Link(NamedTuple):
    """A link of this machine: its name, its addresses without scopes, whether a table is announced with them."""

    name: str
    addresses: tuple[str, ...]
    announced: bool


def local_addresses() -> tuple[str, ...]:
    """Return this machine's addresses but for loopback, without scopes: IPv4 before IPv6, VPNs last of each.

    Those of container links are left out unless there are no others.
    """
    real: list[tuple[str, Address]] = []
    container: list[tuple[str, Address]] = []
    for name, address, _ in _links():
        if not address.is_loopback and not address.is_unspecified:
            (container if name.startswith(_CONTAINER_LINKS) else real).append((name, address))
    found = sorted(real or container, key=lambda each: (each[1].version, each[0].startswith(_TUNNEL_LINKS)))
    return tuple(dict.fromkeys(str(address) for _, address in found))


def local_links() -> tuple[Link, ...]:
    """Return the links of this machine but for loopback, in the system's order."""
    announced, found = local_addresses(), dict[str, list[str]]()
    for name, address, _ in _links():
        if not address.is_loopback and not address.is_unspecified:
            found.setdefault(name, []).append(str(address))
    return tuple(Link(name, tuple(held), held[0] in announced) for name, held in found.items())


def local_networks() -> tuple[Network, ...]:
    """Return the networks this machine's links are on, IPv6 link-local ones (the same everywhere) left out."""
    return tuple(
        network
        for _, address, network in _links()
        if not (isinstance(address, ipaddress.IPv6Address) and address.is_link_local)
    )


def order_addresses(addresses: Iterable[str], networks: Iterable[Network] | None = None) -> tuple[str, ...]:
    """Return `addresses` in the order to try them, each once, those that can never be dialled left out.

    First those on a network of our own (`networks`, by default `local_networks()`), then other IPv4, then other
    IPv6, then loopback. Left out: no addresses at all, multicast, and IPv6 link-local without its scope.
    """
    own = tuple(networks) if networks is not None else local_networks()
    ranked: dict[str, int] = {}
    for text in addresses:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            continue
        unscoped = isinstance(address, ipaddress.IPv6Address) and address.is_link_local and not address.scope_id
        if address.is_unspecified or address.is_multicast or unscoped:
            continue
        ranked.setdefault(text, _rank(address, own))
    return tuple(sorted(ranked, key=lambda text: ranked[text]))


def _rank(address: Address, own: tuple[Network, ...]) -> int:
    if address.is_loopback:
        return 3
    if any(address in network for network in own):
        return 0
    return 1 if address.version == 4 else 2


def _links() -> Iterable[tuple[str, Address, Network]]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            try:
                interface = ipaddress.ip_interface(f"{text.partition('%')[0]}/{ip.network_prefix}")
            except ValueError:
                continue
            yield adapter.nice_name, interface.ip, interface.network
