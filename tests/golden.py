"""The golden records: one match of each preset and of each option away from its default, kept for ever.

``python -m tests.golden`` makes those that are missing; one that is there is never made anew, since it says what the
rulings of its time were (docs/record.md).
"""

import lzma
import random
from pathlib import Path

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.deal import Phase
from engine.events import is_told
from engine.match import Match
from engine.record import Recorder
from engine.rules import PRESETS, RulesError, make_rules
from engine.shuffle import seeded_key
from engine.view import View
from tests.engine.test_options import VALUES
from tests.playing import act

FOLDER = Path(__file__).parent / "engine" / "golden"
BETWEEN_DEALS = {
    "team_falls", "reopen", "opening", "calls", "overturn_double", "tribute_order", "point_returned", "others_returned",
    "point_without_lawful", "fall_without_lawful", "team_tribute", "sweep_tribute", "sweep_ends_game", "point_limit",
}  # fmt: skip
"""Options that show in a second deal only."""


def rows():
    """Return names, preset and options of every golden record."""
    found = [(preset, preset, {}, 3) for preset in PRESETS]
    for option, values in VALUES.items():
        for value in values:
            for preset, base in PRESETS.items():
                if value == getattr(base, option):
                    continue
                try:
                    make_rules(preset, {option: value})
                except RulesError:
                    continue
                word = "-".join(value) if isinstance(value, tuple) else str(value).lower()
                found.append((f"{option}-{word or 'none'}", preset, {option: value}, 1 + (option in BETWEEN_DEALS)))
                break
    return found


def play(preset, options, deals, seed):
    """Return the lines of a match of random players."""
    match = Match(make_rules(preset, options), lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
    recorder, rng = Recorder(), random.Random(seed)
    views = {seat: View(match.rules, seat) for seat in SEATS}
    lines = [recorder.header(match, {seat: f"seat {seat}" for seat in SEATS})]

    def bot(view, rng):
        action = LEVELS["random"](view, rng)
        if action is not None:
            done.append((view.seat, action.text()))
        return action

    while not match.over:
        done, began = [], match.between
        for event in act(match, views, rng, bot):
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
        key = match.keys(match.number, match.attempt)
        if began:
            lines.append(recorder.deal(match, key))
        else:
            lines.append(recorder.action(*(done[-1] if done else (0, "close"))))
        if match.deal.phase in (Phase.OVER, Phase.VOID):
            lines.append(recorder.deal_over(match, key))
    return [*lines, recorder.match_over(match)]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for seed, (name, preset, options, deals) in enumerate(rows(), 1):
        path = FOLDER / f"{name}.jsonl.xz"
        if not path.exists():
            path.write_bytes(lzma.compress("".join(play(preset, options, deals, seed)).encode()))
