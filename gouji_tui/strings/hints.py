"""Texts of hints: what the expert would do, and the rule that says so; by id, Chinese and English."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "hint.line": ("{do}: {why}", "{do}: {why}"),
    "hint.play": ("出 {cards}", "Play {cards}"),
    "hint.burn": ("烧 {cards}", "Burn with {cards}"),
    "hint.return": ("还 {cards}", "Give back {cards}"),
    "hint.show": ("亮 {cards}", "Show {cards}"),
    "hint.no_burn": ("不烧", "Do not burn"),
    "hint.none": ("答不", "Say no"),
    "hint.left": ("剩 {count} 张", "leaves {count}"),
    "hint.breaks": ("拆 {rank}", "breaks the {rank}s"),
    "hint.twos": ("用 2 {count} 张", "spends {count} of the 2s"),
    "hint.jokers": ("用花 {count} 张", "spends {count} of the jokers"),
    "hint.and": (", ", ", "),
    "why.last_hand": ("这是底牌, 出完就走", "it is your last hand, and you are out"),
    "why.run_out": ("以后手手压得住, 一路走完", "from here each set should win its round until you are out"),
    "why.lead_low": ("先走小套, 大牌留到后面", "the weakest group goes first, the strong ones are kept"),
    "why.lead_strong": ("够级牌只有对头能管, 出牌权多半还在你手里", "only the opposite may answer it"),
    "why.shed": ("便宜地走掉一套, 不动 2 和花", "it sheds a group cheaply, without 2s or jokers"),
    "why.pad": ("用一张 2 或花换一手牌, 值得", "a turn saved is worth the 2 or joker in it"),
    "why.take_lead": ("多半能拿到出牌权", "it will probably win the lead"),
    "why.hold_enemy": ("对方快走了, 顶住他", "an enemy is nearly out and must be held"),
    "why.only_legal": ("现在只能这样出", "nothing else may be led now"),
    "why.cannot": ("没有管得上的牌", "you hold nothing that beats it"),
    "why.spare_partner": ("联邦的牌不必压", "the set is a partner's and does well"),
    "why.feed_partner": ("联邦快走了, 让他走", "a partner is nearly out, let him go"),
    "why.keep_strong": ("现在用 2 和花不值, 留着", "2s and jokers are worth more later"),
    "why.keep_group": ("拆套不值, 留着整套", "breaking a group up costs more than it wins"),
    "why.yield": ("先让, 别人不出你还可以出", "yielding gives nothing away, you may still play"),
    "why.wind": ("先要风, 不成再说", "asking for the wind costs nothing"),
    "why.wind_partner": ("联邦要风, 给他", "a partner asks, let him lead"),
    "why.wind_enemy": ("对方要风, 不给", "an enemy asks, make him play"),
    "why.burn": ("烧下来你领牌, 手里的花撑得住", "it stops him, and your jokers carry the hand after it"),
    "why.save_partner": ("烧了它, 替联邦解围", "it stops an enemy who is nearly out"),
    "why.no_burn": ("烧了以后每手都要带花, 不值", "each set after a burn must hold a joker, too dear here"),
    "why.revolt": ("没有 2 和花, 革命保四科", "without 2s and jokers fourth place is a good one"),
    "why.return_low": ("还最小的牌", "the lowest cards go back"),
    "why.buy_three": ("没有三, 头一轮过后就落了", "a seat without threes falls after the first round"),
    "why.show_threes": ("亮三争先出", "shown threes may win the first lead"),
    "why.no_answer": ("不冒这个险", "the risk is not worth it"),
}
"""Texts by id; every rule of ``engine.bots.Why`` has its ``why.``."""
