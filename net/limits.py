"""Every bound of the protocol, in one place, each with its reason.

Lengths are bytes unless the name says otherwise, times are seconds. Nothing here is read from settings: a host
and a client that disagree about a bound could not talk.
"""

from __future__ import annotations

from typing import Final

PROTOCOL: Final = 1
"""Number of the wire protocol, apart from the program's version: it changes only when a peer would misunderstand."""

MAGIC: Final = "gouji"
"""First word of both sides, so that a stranger's connection is told apart from an old version."""

# Frames

FRAME_PREFIX: Final = 4
"""Length prefix, big-endian: enough for every limit below with room to spare."""

MAX_FRAME_HANDSHAKE: Final = 1024
"""Client to host before it is known: a greeting and a hello are under 500 bytes, so strangers cost next to nothing."""

MAX_FRAME_TO_HOST: Final = 16 * 1024
"""Client to host: the longest message is a chat line; the rest leaves room for later protocols."""

MAX_FRAME_TO_CLIENT: Final = 1024 * 1024
"""Host to client: a snapshot is about 1 kB, a page of rounds some 50 kB; above this somebody is lying."""

MAX_DEPTH: Final = 16
"""Nesting of plain data in a message: a view needs about six levels, and recursion must stay far from the stack."""

MAX_ITEMS: Final = 4096
"""Elements of one array or map: the longest list, a page of a score sheet, has some hundreds."""

MAX_TOTAL_ITEMS: Final = 65_536
"""Values in one message: bounds the memory that a frame of tiny values can turn into."""

# Numbers

MAX_SEQUENCE: Final = 2**31 - 1
"""Public steps: a deal has about 300, so this is never reached and still five bytes."""

MAX_ID: Final = 2**31 - 1
"""Ids of actions and requests, counted up by the client for each connection's owner."""

MAX_PLAIN_INT: Final = 2**63 - 1
"""Whole numbers inside plain data: what every msgpack implementation can hold with a sign."""

SEATS: Final = 6
"""Chairs at a table, numbered 1 to 6."""

# Texts

NAME_BYTES: Final = 63
"""A player's name in UTF-8: 21 Chinese characters, and it fits a DNS label."""

NAMES_A_PAGE: Final = 100
"""Of those who watch, told on one page: at most some 7 kB."""

NAME_CELLS: Final = 24
"""A player's name in terminal columns: six of them stand round an 80-column table."""

TITLE_BYTES: Final = 120
"""A table's title in UTF-8: 40 Chinese characters; it travels in a TXT entry of at most 255 bytes."""

TITLE_CELLS: Final = 48
"""A table's title in terminal columns: the lobby's list shows it beside host and seats."""

CHAT_CHARS: Final = 200
"""One chat message in characters: two lines on a small terminal."""

PHRASES: Final = 9
"""Ready phrases, told apart by one digit; each is shown in its reader's language."""

CHAT_BYTES: Final = 800
"""The same in UTF-8 at the widest, four bytes a character."""

ACTION_BYTES: Final = 256
"""An action's text form: a set of all 36 cards of a hand is under 50, an ordering of many returns under 100."""

CODE_BYTES: Final = 64
"""Short machine words: codes of refusals, levels, presets, kinds of pages."""

VERSION_BYTES: Final = 32
"""A program's version, as text for people."""

ARGUMENT_BYTES: Final = 512
"""One text argument of a refusal or notice."""

ARGUMENTS: Final = 16
"""Arguments of one refusal or notice."""

TABLE_CODE_BYTES: Final = 64
"""A private table's code, as typed."""

# Time

HANDSHAKE_SECONDS: Final = 5.0
"""From accept to a proven hello, counted from accept, so that one byte a second does not hold a connection."""

HEARTBEAT: Final = 2.0
"""A side that has sent nothing for so long sends a ping: two may be lost before anybody is called slow."""

SLOW: Final = 5.0
"""Silence after which a connection is called slow: the screen says so and the client dials a second time."""

DEAD: Final = 12.0
"""Silence after which a connection is given up: an outage of 5 s is a silence of up to 10 with TCP's back-off."""

TICK: Final = 0.5
"""How often the owner of a session should call its tick: a quarter of the heartbeat."""

TICK_GAP: Final = 3.0
"""A gap between ticks that means we ourselves slept or stood still: then read first and judge at the next tick."""

CONNECT_SECONDS: Final = 3.0
"""Limit of one attempt to connect: a lost SYN costs 1 s, a firewall that drops would cost two minutes."""

CONNECT_STAGGER: Final = 0.25
"""Delay between attempts at the several addresses of one table: a good one answers long before the next starts."""

RECONNECT_DELAYS: Final = (0.0, 1.0, 2.0, 3.0, 3.0)
"""Waits before the attempts to come back; the last repeats."""

RECONNECT_SECONDS: Final = 600.0
"""How long a client tries to come back: a host that is not up again by then needs its person."""

WINDOW_SECONDS_MOST: Final = 3600.0
"""Longest window anybody may ask for; a bound on a number from the wire, no more."""

# Rates

CHAT_MESSAGES: Final = 10
"""Chat messages in CHAT_SECONDS: what a person can type, as elsewhere (Cockatrice has the same)."""

CHAT_TOTAL_CHARS: Final = 1000
"""Characters of chat in CHAT_SECONDS."""

CHAT_SECONDS: Final = 10.0
"""The span in which chat is counted."""

FRAMES_PER_SECOND: Final = 50
"""Frames a peer may send us each second on average: a bot at full speed sends one for each of its decisions."""

FRAMES_BURST: Final = 200
"""Frames at once: what a client resends after an outage, and then some."""

BYTES_PER_SECOND: Final = 32 * 1024
"""Bytes a peer may send the host each second on average."""

BYTES_BURST: Final = 128 * 1024
"""Bytes at once: eight frames of the greatest length."""

CODE_GUESS_SECONDS: Final = 1.0
"""Pause after a wrong code, for each table: a short code withstands guessing only if guesses are slow."""

CODE_GUESSES: Final = 10
"""Wrong codes after which a table's code is another, which its host alone is shown."""

CODE_EXCHANGES_PER_SECOND: Final = 4
"""Exchanges over the code that may begin each second on average: each costs the host some 10 ms."""

CODE_EXCHANGES_BURST: Final = 16
"""Exchanges at once: five players and some observers who come together."""

# Connections and queues

UNAUTHENTICATED_PER_ADDRESS: Final = 16
"""Connections from one address that have not yet proven who they are: six programs on one machine, probes, no more."""

UNAUTHENTICATED_TOTAL: Final = 64
"""The same for all addresses: bounds what a crowd of strangers costs."""

OBSERVERS_MOST: Final = 200
"""Observers a table takes unless its host says otherwise."""

QUEUE_BYTES: Final = 256 * 1024
"""Unsent bytes of one peer: past it an observer is brought back by one snapshot, or cut."""

QUEUE_FRAMES: Final = 1024
"""Unsent frames of one peer, for the queues that count frames."""

QUEUE_STUCK_SECONDS: Final = DEAD
"""How long a queue may stay past its bound before the peer is cut: a peer that reads nothing is as good as dead."""

RECENT_DELTAS: Final = 64
"""Deltas kept for each stream, to bridge a short gap without a snapshot: more than a minute of play."""

# Discovery

ANNOUNCE_SECONDS: Final = 15.0
"""How often a table with free seats is announced anew: a browser asks only four times and may have missed them all."""

BROWSE_SECONDS: Final = 5.0
"""How often a lobby asks anew, by a new browser: one question a time."""

PROBE_SECONDS: Final = 5.0
"""How often each listed table is asked over TCP whether it is there."""

PROBE_AGAIN_SECONDS: Final = 0.5
"""The same for a table that has never answered: on a bad Wi-Fi the first packets are lost as often as any."""

PROBE_TIMEOUT: Final = 2.0
"""Limit of one probe, connection and card together."""

PROBE_FAILURES: Final = 2
"""Failed probes in a row after which a table is dropped from the list."""

RESOLVE_MILLISECONDS: Final = 3000
"""How long zeroconf may take to find the addresses of an instance."""

TABLES_MOST: Final = 200
"""Tables listed at most: whoever floods the LAN with announcements must not fill our memory."""

DEFAULT_PORT: Final = 21654
"""Where a table listens if nobody says otherwise, so that typing the address alone does."""
