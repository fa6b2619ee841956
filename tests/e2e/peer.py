"""A player as a process of its own: ``python -m tests.e2e.peer HOST PORT SEAT THINK`` plays as the greedy bot does.

A JSON object a line on stdout, each with the steady clock, which all processes of a machine share: ``up`` whenever the
table has said something, ``down`` where the connection is lost, ``done`` with the id of an action that the table took,
``over`` with the totals at the match's end.
"""

import asyncio
import json
import random
import sys
import time

from engine.bots import LEVELS
from engine.events import DealScored
from net import Refused, connect
from net.identity import Identity


def put(event, **fields):
    print(json.dumps({"event": event, "t": time.monotonic(), **fields}), flush=True)


async def play(host, port, seat, think):
    rng, acted, up = random.Random(seat), None, True
    async with connect(host, port, name=f"p{seat}", seat=seat, identity=Identity.temporary(), role="bot") as table:
        table.ready()
        async for update in table.updates():
            view = table.view.match
            if update.view.connected:
                put("up", seq=update.seq)
            elif up:
                put("down")
            up = update.view.connected
            if any(isinstance(event, DealScored) for event in update.events):
                table.ready()
            if view is None or not table.view.connected:
                continue
            if view.over:
                put("over", total=view.total, seq=table.view.seq)
                return
            asked = view.play is not None and (view.must_answer or view.turn == seat or bool(view.legal_burns()))
            if not asked or acted == table.view.seq or update.seq != table.view.seq:
                continue
            acted = table.view.seq
            action = LEVELS["greedy"](view, rng)
            if action is None:
                continue
            await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
            if acted != table.view.seq:
                continue
            try:
                await table.act(action.text())
            except Refused as refused:
                put("refused", code=refused.code)
                acted = None
            else:
                put("done", seat=seat, id=table._follower._number)
    raise SystemExit("the connection ended")


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
