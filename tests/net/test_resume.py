"""Going on with a record that broke off: at any byte, by the same keys, with nothing done twice (DESIGN: Net)."""

import json
import os
import random
import shutil

import pytest

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import project
from net.certificates import host_certificate
from net.journal import Journal, JournalError
from net.resuming import chairs_of, resume
from net.table import STREAMS, Table, Timing
from net.wire import Notice, encode

RULES = make_rules("classic")
ASKING = make_rules("qingdao")


def fresh(deal, attempt):
    return seeded_key(5, deal, attempt)


def make(journal, told, timing=None):
    def table(match):
        timed = timing or Timing(pace=0, burn_window=0, clock=30, grace=20)
        return Table(match, timed, random.Random(1), journal.append, lambda stream, frame: told.append(frame))

    return table


def begun(path, rules=RULES, people=(1, 2), deals=2):
    journal = Journal.create(path, fresh)
    table = make(journal, [])(Match(rules, journal.key, deals=deals))
    for seat in SEATS:
        if seat in people:
            table.sit(bytes([seat]) * 32, f"p{seat}", seat, 0.0)
        else:
            table.add_bot(seat, "greedy")
    journal.save({"table": "ab" * 6, "chairs": chairs_of(table)})
    return journal, table


def advance(table, steps, now=0.0):
    """Let steps happen; persons decide as greedy bots do, by ids that count up; returns the time and what was done."""
    acted = []
    while steps > table.seq and not table.match.over:
        if table.match.between:
            table.begin(now)
            continue
        seat = table.match.deal.turn
        if seat and table.chairs[seat].person and not table.match.deal.burn_window:
            text = LEVELS["greedy"](table.streams.views[seat], random.Random(table.seq)).text()
            number = 1000 + table.seq
            assert table.act(seat, number, text, now, table.seq) is None
            acted.append((seat, number, text))
        else:
            now = max(now, table.deadline)
            table.tick(now)
    return now, acted


@pytest.mark.parametrize("rules", [RULES, ASKING], ids=["classic", "qingdao"])
@pytest.mark.parametrize("steps", [1, 2, 5, 60, 150])
def test_a_table_goes_on_at_the_same_decision_with_the_same_views(tmp_path, rules, steps):
    journal, table = begun(tmp_path / "m.jsonl", rules)
    advance(table, steps)
    journal.close()
    again = Journal.reopen(tmp_path / "m.jsonl", fresh)
    revived = resume(again, make(again, []), 1000.0)
    assert revived.seq == table.seq
    for stream in STREAMS:
        assert revived.streams.views[stream].known() == project(table.match, stream or None).known()
    assert [c.key for c in revived.chairs.values()] == [c.key for c in table.chairs.values()]
    advance(revived, 10_000, 1000.0)
    assert revived.match.over
    again.close()
    assert verify((tmp_path / "m.jsonl").read_text().splitlines(True)).complete
    assert sorted(each.name for each in tmp_path.iterdir()) == ["m.jsonl"], "nothing beside it when it is over"


@pytest.mark.parametrize("cuts", [40, pytest.param(1000, marks=[pytest.mark.soak, pytest.mark.timeout(3000)])])
def test_a_record_cut_at_any_byte_goes_on_from_its_last_whole_line(tmp_path, cuts):
    journal, table = begun(tmp_path / "m.jsonl", ASKING, deals=1)
    advance(table, 45 if cuts == 40 else 90)
    journal.close()
    data = (tmp_path / "m.jsonl").read_bytes()
    whole = data.splitlines(True)
    rng = random.Random(4)
    header = len(whole[0])
    for cut in sorted(rng.sample(range(header, len(data)), cuts)):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / "m.jsonl").write_bytes(data[:cut])
        for name in ("m.key", "m.state"):
            shutil.copy(tmp_path / name, folder / name)
        again = Journal.reopen(folder / "m.jsonl", fresh)
        kept = data[:cut].rfind(b"\n") + 1
        assert "".join(again.lines).encode() == data[:kept]
        revived = resume(again, make(again, []), 0.0)
        assert revived.seq <= table.seq
        advance(revived, 10_000)
        again.close()
        text = (folder / "m.jsonl").read_text()
        assert text.encode().startswith(data[:kept])
        assert verify(text.splitlines(True)).complete


def test_an_action_done_before_the_break_is_done_once_and_answered_again(tmp_path):
    journal, table = begun(tmp_path / "m.jsonl")
    _, acted = advance(table, 60)
    journal.close()
    again = Journal.reopen(tmp_path / "m.jsonl", fresh)
    revived = resume(again, make(again, []), 0.0)
    before = revived.seq
    for seat, number, text in acted[-6:]:
        assert revived.act(seat, number, text, 1.0, before) is None
    assert revived.seq == before


def test_who_may_not_go_on_with_a_record(tmp_path):
    path = tmp_path / "m.jsonl"
    with pytest.raises(JournalError) as wrong:
        Journal.reopen(path, fresh)
    assert wrong.value.code == "no_record"
    journal, table = begun(path, deals=1)
    advance(table, 20)
    with pytest.raises(JournalError) as wrong:
        Journal.reopen(path, fresh)
    assert wrong.value.code == "held"
    advance(table, 10_000)
    journal.close()
    with pytest.raises(JournalError) as wrong:
        Journal.reopen(path, fresh)
    assert wrong.value.code == "over"
    path.write_bytes(path.read_bytes().replace(b"pass", b"yeet", 1))
    with pytest.raises(JournalError) as wrong:
        Journal.reopen(path, fresh)
    assert wrong.value.code == "broken"


def test_the_running_deals_key_lies_in_a_private_file_and_nowhere_else(tmp_path):
    _, table = begun(tmp_path / "m.jsonl")
    advance(table, 10)
    key = fresh(1, 1).hex()
    side = tmp_path / "m.key"
    assert key in side.read_text() and side.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "m.state").stat().st_mode & 0o777 == 0o600
    assert key not in (tmp_path / "m.jsonl").read_text()
    while table.match.number == 1 and not table.match.between:
        advance(table, table.seq + 1)
    assert not side.exists() and key in (tmp_path / "m.jsonl").read_text()
    header = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[0])
    assert header["keys"] == {"1": "01" * 32, "2": "02" * 32}


def test_without_the_files_beside_it_seats_are_their_keys_and_the_running_deal_is_dealt_anew(tmp_path):
    journal, table = begun(tmp_path / "m.jsonl", deals=3)
    while not (table.match.number == 2 and table.seq > 200):
        advance(table, table.seq + 1)
    journal.close()
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(tmp_path / "m.jsonl", tmp_path / "elsewhere" / "m.jsonl")
    told = []
    again = Journal.reopen(tmp_path / "elsewhere" / "m.jsonl", lambda deal, attempt: seeded_key(9, deal, attempt))
    revived = resume(again, make(again, told), 0.0)
    assert (revived.match.number, revived.match.between) == (1, True)
    assert revived.sit(bytes([2]) * 32, "p2", None, 1.0) == 2
    advance(revived, 10_000)
    again.close()
    lines = (tmp_path / "elsewhere" / "m.jsonl").read_text().splitlines(True)
    assert verify(lines).complete
    assert any(json.loads(line)["kind"] == "lost" for line in lines)


def test_a_table_that_cannot_write_makes_no_move_and_goes_on_when_it_can(tmp_path):
    journal, table = begun(tmp_path / "m.jsonl", people=())
    full = [False]
    write = journal.append

    def append(text):
        if full[0]:
            raise OSError(28, "no space left")
        write(text)

    table._write = append
    now, _ = advance(table, 30)
    full[0] = True
    for _ in range(20):
        now = max(now, table.deadline)
        table.tick(now)
    assert table.seq == 30
    full[0] = False
    advance(table, 10_000, now)
    assert table.match.over
    assert verify((tmp_path / "m.jsonl").read_text().splitlines(True)).complete


def test_a_record_taken_away_is_put_back(tmp_path):
    _, table = begun(tmp_path / "m.jsonl", people=())
    advance(table, 30)
    (tmp_path / "m.jsonl").unlink()
    advance(table, 10_000)
    assert verify((tmp_path / "m.jsonl").read_text().splitlines(True)).complete


def test_a_folder_that_was_gone_has_all_that_a_table_needs_to_go_on_once_it_is_there_again(tmp_path):
    (tmp_path / "r").mkdir()
    journal, table = begun(tmp_path / "r" / "m.jsonl")
    journal.pem = b"certificate"
    now, _ = advance(table, 60)
    (tmp_path / "r").rename(tmp_path / "away")
    stood, deadline = table.seq, now + 10
    while now < deadline:
        now = max(now, table.deadline)
        table.tick(now)
    assert table.seq == stood
    (tmp_path / "r").mkdir()
    now = max(now, table.deadline)
    table.tick(now)
    assert table.seq == stood + 1
    now, _ = advance(table, stood + 20, now)
    journal.close()
    again = Journal.reopen(tmp_path / "r" / "m.jsonl", fresh)
    assert again.state["table"] == "ab" * 6 and again.certificate.read_bytes() == b"certificate"
    resumed = resume(again, make(again, []), now)
    assert resumed.seq == stood + 20 and resumed.match.deal.hands == table.match.deal.hands


def test_only_owners_are_believed_about_lost_moves_and_each_once(tmp_path):
    journal, table = begun(tmp_path / "m.jsonl")
    table.owner_knows(bytes([1]) * 32, 2**31 - 1)
    advance(table, 10)
    journal.close()
    told = []
    again = Journal.reopen(tmp_path / "m.jsonl", fresh)
    revived = resume(again, make(again, told), 0.0)

    after = revived.seq
    answers = [revived.owner_knows(bytes([key]) * 32, after + more) for key, more in ((9, 5), (1, 3), (1, 8), (2, 2))]
    assert answers == [None, None, None, Notice("moves_lost", (("moves", 3),))], "who comes second is told, too"
    assert told == [encode(Notice("moves_lost", (("moves", 3),)))] * len(STREAMS)
    again.close()


def test_a_record_and_all_that_lies_beside_it_is_read_by_its_owner_alone(tmp_path):
    before = os.umask(0)
    try:
        path = tmp_path / "m.jsonl"
        journal, table = begun(path)
        host_certificate(journal.certificate)
        advance(table, 10)
        journal.save({"table": "ab" * 6, "code": "tea", "chairs": chairs_of(table)})
        files = [(each.name, oct(each.stat().st_mode & 0o777)) for each in sorted(tmp_path.iterdir())]
        journal.close()
        path.with_suffix(".key").unlink()
        again = Journal.reopen(path, fresh)
        resume(again, make(again, []), 0.0)
        again.close()
        files += [(each.name, oct(each.stat().st_mode & 0o777)) for each in tmp_path.glob("m.cut")]
    finally:
        os.umask(before)
    names = ("jsonl", "key", "lock", "pem", "state", "cut")
    assert sorted(files) == sorted((f"m.{name}", oct(0o600)) for name in names)
