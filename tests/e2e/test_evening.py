"""A headless table over an evening: its host acts from elsewhere by ``host.key``, one match follows the other."""

import asyncio
import json
import random
import shutil
import stat
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from engine.bots import LEVELS
from engine.events import DealScored, MatchEnded
from engine.record import verify
from net import Refused, connect
from net.identity import Identity, host_key
from tests.e2e.test_processes import Started

HOST = ("host", "--headless", "--json", "--no-announce", "--port", "0", "--bind", "127.0.0.1", "--burn-window", "0")
SECONDS = 60


def lines_of(over):
    """The record that a match_over line names."""
    return Path(over["record"]).read_text().splitlines(True)


async def until(table, holds):
    """Read updates until one of which ``holds`` is true."""
    async with asyncio.timeout(SECONDS):
        async for update in table.updates():
            if holds(update):
                return update
    raise AssertionError("the connection ended")


async def play(table, matches):
    """Play as the greedy bot until so many matches are over; returns their totals, and each update's step in order."""
    rng, acted, totals, seqs = random.Random(5), -1, [], []
    table.ready()
    async with asyncio.timeout(SECONDS):
        async for update in table.updates():
            seqs.append(update.seq)
            for event in update.events:
                if isinstance(event, MatchEnded):
                    totals.append(event.total)
                    if len(totals) == matches:
                        return totals, seqs
                if isinstance(event, DealScored):
                    table.ready()
            view = table.view.match
            due = view is not None and view.play is not None and not view.over and acted != table.view.seq
            if due and (view.must_answer or view.turn == view.seat or view.legal_burns()):
                acted = table.view.seq
                action = LEVELS["greedy"](view, rng)
                if action is not None:
                    with suppress(Refused):
                        await table.act(action.text())
    raise AssertionError("the connection ended")


async def test_host_key_carried_elsewhere_acts_as_the_host_and_another_key_does_not(tmp_path):
    with Started(*HOST, "--bots", "4", home=tmp_path / "host") as process:
        port = process.line()["port"]
        written = tmp_path / "host" / "host.key"
        assert stat.S_IMODE(written.stat().st_mode) == 0o600
        (tmp_path / "owner").mkdir()
        shutil.copy2(written, tmp_path / "owner")
        owner = host_key(tmp_path / "owner")
        async with AsyncExitStack() as stack:
            own, ann = [
                await stack.enter_async_context(connect("127.0.0.1", port, name=name, identity=key))
                for name, key in (("own", owner), ("ann", Identity.temporary()))
            ]
            assert (own.view.seat, ann.view.seat) == (1, 2)
            for ask in (lambda: ann.remove_bot(6), lambda: ann.add_bot(6, "greedy"), ann.start):
                ask()
                await until(ann, lambda u: u.notice == "host_only")
            own.remove_bot(6)
            await until(ann, lambda u: u.view.roster["6k"] == "free")
            own.add_bot(6, "greedy")
            await until(ann, lambda u: u.view.roster["6k"] == "bot")
            own.start()
            await until(ann, lambda u: u.events)
            ann.wish("pause")
            await until(own, lambda u: u.notice == "wish_pause")
            own.wish("pause")
            paused = await until(ann, lambda u: u.view.paused)
            assert paused.view.paused_by == 2
            own.wish("go_on")
            await until(ann, lambda u: not u.view.paused)


async def test_one_match_follows_the_other_at_one_table_with_a_record_of_its_own(tmp_path):
    with Started(*HOST, "--bots", "5", "--deals", "1", home=tmp_path) as process:
        port = process.line()["port"]
        async with connect("127.0.0.1", port, name="ann", role="bot") as table:
            totals, seqs = await play(table, 2)
            evening = table.view.match.total
        first, second = process.until("match_over"), process.until("match_over")
        assert seqs == sorted(seqs), "the public steps count on"
        for over, total in zip((first, second), totals, strict=True):
            assert over["deals"] == 1 and over["total"] == {"A": total[0], "B": total[1]}
            verdict = verify(lines_of(over))
            assert verdict.complete and verdict.deals == 1
        assert first["record"] != second["record"]
        assert evening == totals[1], "each match counts from nothing"
        decks = [json.loads(lines_of(over)[1])["commitment"] for over in (first, second)]
        assert decks[0] != decks[1]
