"""``--delay``: observers see the table late, players do not. The host's time is injected."""

import asyncio

import pytest

from net.identity import Identity
from tests.net.test_host import hosting, joined, until

DELAY = 5.0


@pytest.fixture
def clock(monkeypatch):
    """The host's clock in seconds, which stands still until a test moves it."""
    now = [1000.0]
    for room in ("net.host", "net.listening"):
        monkeypatch.setattr(f"{room}.steady_time", lambda: now[0])
    return now


async def test_observers_see_late_what_players_see_at_once_and_who_takes_a_chair_gets_the_live_stream(clock):
    key = Identity.temporary()
    async with (
        hosting(delay=DELAY, deals=3) as server,
        joined(server, "ann") as (ann,),
        joined(server, "w", role="observer", identity=key) as (late,),
        joined(server, "x", role="observer") as (other,),
    ):
        ann.ready()
        await until(ann, lambda u: u.view.match.play is not None and u.view.match.turn == 1)
        assert ann.view.seq == server.table.seq > 0
        ann.say("well played")
        other.say("she holds both big jokers")
        heard = await until(late, lambda u: u.chat)
        assert heard.chat.text == "she holds both big jokers", "observers talk at once, players' chat is late"
        assert late.view.seq == other.view.seq == 0 and late.view.match.play is None

        await ann.leave()
        while not server.table.match.between:  # noqa: ASYNC110  # nobody here is told at once
            await asyncio.sleep(0)
        assert late.view.seq == 0
        async with joined(server, "w", identity=key) as (sits,):
            assert (sits.view.seat, sits.view.seq) == (1, server.table.seq), "the live table"
            assert sits.view.match.seat == 1 and other.view.seq == 0

            last = server.table.seq
            clock[0] += DELAY
            await until(other, lambda u: u.chat and u.chat.text == "well played")
            await until(other, lambda u: u.seq == last)
            assert other.view.seq == last


async def test_a_delayed_observer_who_comes_later_sees_no_more_than_the_others(clock):
    async with hosting(delay=DELAY) as server, joined(server, "ann") as (ann,):
        ann.ready()
        await until(ann, lambda u: u.view.match.play is not None and u.view.match.turn == 1)
        async with joined(server, "w", role="observer") as (late,):
            assert late.view.seq == 0 and late.view.match.play is None
            clock[0] += DELAY
            await until(late, lambda u: u.seq == server.table.seq)
            assert late.view.match.play is not None
