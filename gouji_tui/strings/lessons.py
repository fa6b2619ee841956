"""The texts of the tutorial, Chinese first, English second; what they claim stands in ``gouji_tui/lessons.py``."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "tutor.title": ("教程 {number}/{count}  {title}", "Tutorial {number}/{count}: {title}"),
    "tutor.read": ("Enter 继续", "Enter goes on"),
    "tutor.try": ("试一试: {action}", "Try it: {action}"),
    "tutor.do": ("请做: {action}", "Now do: {action}"),
    "tutor.refused": ("裁判: {reason} (规则第 {section} 节)", "The table: {reason} (rules, section {section})"),
    "tutor.other": (
        "这样也合规, 不过这一课请做: {action}",
        "That would be lawful too, but for this lesson: {action}",
    ),
    "tutor.pick_first": ("先把牌选上, 再按 Enter", "Pick the cards first, then Enter"),
    "tutor.end": ("教程完了。Esc 离开, 然后练习或加入牌桌", "That is all. Esc leaves; then practise, or join a table"),
    "tutor.end_lines": (
        "教程完了。接着练习 (gouji play) 或加入牌桌 (gouji join)。",
        "That is all. Practise now (gouji play), or join a table (gouji join).",
    ),
    "tutor.words": (
        "回车继续; 直接打牌如 777; p 过, y 让, u 烧, w 接风; 手牌, 牌桌, ?, 下一课, 上一课, 退出",
        "Enter goes on; cards are typed, as 777; p passes, y yields, u burns, w wind; hand, table, ?, next, back, quit",
    ),
    "tutor.on_words": ("下一课 next", "next 下一课"),
    "tutor.back_words": ("上一课 back", "back 上一课"),
    "tutor.keys": (
        "点数键 +1  空格 全选  - 减一  Z 清空  Enter 出牌/继续  P 过  Y 让  U 烧  W 接风",
        "rank key +1  Space all  - less  Z clear  Enter plays, goes on  P pass  Y U W",
    ),
    "tutor.more_keys": (
        "PgUp PgDn 上一课 下一课   F8 English   Esc 或 ^Q 离开",
        "PgUp PgDn other lessons   F8 中文   Esc or ^Q leaves",
    ),
    "lesson.sets.title": ("套牌与贴牌", "Sets and attaching"),
    "lesson.sets.1": (
        "六个人, 四副牌。座 1 3 5 是一家, 2 4 6 是另一家, 对面的座是你的对头 (你坐 1, 对头是 4)。先把牌出完的名次高。"
        "大小: 3 最小, 然后 4 到 10, J Q K A, 2, 小花, 大花最大。",
        "Six players, four packs. Seats 1 3 5 are one side, 2 4 6 the other; the seat across is your opposite "
        "(you sit "
        "at 1, so it is 4). Who gets rid of his cards first is placed first. Low to high: 3, 4 .. 10, J Q K A, "
        "then 2, "
        "the small joker, the big joker.",
    ),
    "lesson.sets.2": (
        "轮到你先出。一手牌是同一点数的一张或几张; 两种点数不能一起出。把 4 4 7 7 7 都选上, 按 Enter 看裁判怎么说。",
        "You lead. A set is one or more cards of one rank; two ranks do not go together. Pick 4 4 7 7 7 and press "
        "Enter: "
        "see what the table says.",
    ),
    "lesson.sets.3": (
        "所以不行。按 Z 清空, 选三张 7 (按 7 再按空格就全选), 按 Enter 出。",
        "So that is no set. Z clears the pick. Pick the three sevens (7, then Space takes all of them), Enter plays.",
    ),
    "lesson.sets.4": (
        "座 2 用三个 8 压住, 别人都过, 又轮到你。应牌要张数相同, 点数更大。试试只出两个 J。",
        "Seat 2 beat it with three eights, the others passed, it is your turn again. An answer needs the same "
        "number of "
        "cards and a higher rank. Try two jacks alone.",
    ),
    "lesson.sets.5": (
        "张数不够。2 和大小花可以贴在别的牌上凑数: 贴的 2 当作那个点数。出 J J 2, 算三个 J。",
        "Too few. A 2 or a joker may be attached to other cards to make up the number; an attached 2 counts as that "
        "rank. Play J J 2: three jacks.",
    ),
    "lesson.sets.6": (
        "没人再压, 这一轮归你, 你接着发牌。贴花的牌点数不变, 但只有更大而且不带大花的规矩才压得住: 要压贴小花的牌, "
        "得用大花。把 4 4 小花 一起出掉。",
        "Nobody beat it: the round is yours, and you lead again. A joker does not raise the rank, but whoever "
        "wants to "
        "beat an attached small joker needs a big one. Play 4 4 and the small joker together.",
    ),
    "lesson.sets.7": (
        "牌出完了: 你是头科, 第一名。牌放下最后一张的那一刻就算走了。",
        "Your hand is empty: you are first, 头科. Going out counts at the moment the last card is put down.",
    ),
    "lesson.gouji.title": ("够级与对头", "Gouji and the opposite"),
    "lesson.gouji.1": (
        "座 6 出三个 K。这是够级牌: 五个 10, 四个 J, 三个 Q, 两个 K, 两个 A, 一个 2, 或带花的任何牌, 更多张也算。"
        "够级牌只有出牌人的对头能应。你不是座 6 的对头 (那是座 3)。试试出三个 A。",
        "Seat 6 played three kings. That is a gouji set: five tens, four jacks, three queens, two kings, two aces,"
        " one "
        "2, or anything with a joker; more cards too. Only the opposite of its player may answer. Seat 6's "
        "opposite is "
        "seat 3, not you. Try your three aces all the same.",
    ),
    "lesson.gouji.2": (
        "裁判说明了: 只有座 3 能应。不能应不算过牌, 你这一轮还有权。座 3 不应, 就是扣牌, 这一轮归座 6。",
        "So it is: only seat 3 may answer. Not being entitled is not a pass; you keep your right in the round. When "
        "seat 3 does not answer, the round closes, and seat 6 has won it.",
    ),
    "lesson.gouji.3": (
        "座 6 又发两个 8。普通牌大家按座次轮流应。这次请过牌: 按 P。过了牌, 这一轮就不能再出, 只有对头的牌例外。",
        "Seat 6 leads two eights. An ordinary set is answered by everybody in turn. Pass this time: press P. Who has "
        "passed plays no more in this round, except on the sets of his own opposite.",
    ),
    "lesson.gouji.4": (
        "座 4, 你的对头, 出了两个 A: 够级。虽然你过了牌, 对头的牌你仍然能应, 而且只有你能应。出两个 2。",
        "Seat 4, your opposite, played two aces: gouji. You have passed, but your opposite's sets you may still "
        "answer, "
        "and nobody but you may answer this one. Play two 2s.",
    ),
    "lesson.gouji.5": (
        "两个 2 也是够级, 只有座 4 能应; 他不应, 这一轮归你。",
        "Two 2s are gouji as well: only seat 4 could answer. He did not, and the round is yours.",
    ),
    "lesson.yield.title": ("过牌与让牌", "Pass and yield"),
    "lesson.yield.1": (
        "座 4 出一个 7。座 5 先被问, 再是座 6, 再是你。看他们怎么做。",
        "Seat 4 played a single 7. Seat 5 is asked first, then seat 6, then you. See what they do.",
    ),
    "lesson.yield.2": (
        "两家都过了。你是座 4 的对头, 中间两座都过了牌, 后面还有人能应: 你可以让牌, 让后面两家先来。按 Y。",
        "Both passed. You are the opposite of seat 4, both seats between have passed, and somebody after you may "
        "still "
        "act: so you may yield, and the next two go first. Press Y.",
    ),
    "lesson.yield.3": (
        "座 2 座 3 都没应, 又问到你。现在要么出, 要么扣。试试再让一次。",
        "Seats 2 and 3 did not answer, so it is back to you: now play, or close by passing. Try to yield once more.",
    ),
    "lesson.yield.4": (
        "不能再让。如果他们有人出了牌, 你的让就成了过牌。现在出 9。",
        "Not twice. (Had one of them played, your yield would have become a pass.) Now play the 9.",
    ),
    "lesson.yield.5": (
        "别人都过了, 只有座 4 能应你的 9; 他也过了, 这一轮归你。",
        "All others had passed, so only seat 4 could answer your 9. He passed too: the round is yours.",
    ),
    "lesson.burn.title": ("烧牌", "Burning"),
    "lesson.burn.1": (
        "座 2 出三个 Q, 够级, 对头是座 5。你不是对头, 但可以烧: 趁没人应, 用更大的牌压住。条件是烧完剩下的牌"
        "每手都能带花: 剩几种点数, 至少要几个花减一。先试烧 K K 小花 (按 U 选烧牌, 再改; 或直接选好按 Enter)。",
        "Seat 2 played three queens, gouji; its opposite is seat 5. You are not, but you may burn: beat it out of "
        "turn, "
        "before anybody answers. You must be able to keep it up: of what is left, every set but the last needs a "
        "joker. "
        "Try to burn with K K and the small joker.",
    ),
    "lesson.burn.2": (
        "剩 K 6 6 9 9 三种点数, 一个花也没有, 烧不下去。改用三个 K 烧: 剩 6 6 9 9 和一个小花, 一个花管一手, "
        "最后一手不用花。",
        "K, 6 and 9 would be left and no joker: that cannot be kept up. Burn with three kings instead: 6 6 9 9 "
        "and one "
        "joker are left. The joker goes with one set, and the last needs none.",
    ),
    "lesson.burn.3": (
        "座 4 是你的对头, 没应, 你发牌。烧牌的人每手都要带花, 最后一手除外。试试只出 6 6。",
        "Seat 4, your opposite, did not answer; you lead. A burner's sets must all hold a joker, except the last one. "
        "Try 6 6 alone.",
    ),
    "lesson.burn.4": ("出 6 6 小花。", "So: 6 6 and the small joker."),
    "lesson.burn.5": ("只剩一手了, 可以不带花。出 9 9。", "One set is left, it needs no joker. Play 9 9."),
    "lesson.burn.6": (
        "烧成了, 你是头科。要是对头, 别的烧牌人或无头的人压住了你的牌, 你就解了烧, 不再受限。",
        "The burn is through and you are first, 头科. Had your opposite, another burner or a headless seat beaten "
        "one of "
        "your sets, you would have been released from the duty.",
    ),
    "lesson.wind.title": ("走牌与接风", "Going out and the wind"),
    "lesson.wind.1": (
        "座 6 出完最后两个 8, 是头科。这是底牌。没人压的话, 离他最近的下家发牌, 那就是你, 叫接风。先试试出 7 7。",
        "Seat 6 put down his last cards, two eights: he is first, 头科. If nobody beats this last hand, the nearest "
        "seat after him leads: you. That is the wind, 接风. First try 7 7.",
    ),
    "lesson.wind.2": (
        "压不住。你最先被问, 所以可以申请接风: 大家都同意, 就马上由你发牌。按 W。",
        "Too low. You are asked first, so you may ask for the wind: if everybody agrees, you lead at once. Press W.",
    ),
    "lesson.wind.3": (
        "都同意了 (有一家不同意, 你就得出或过)。你发牌: 出 K。",
        "All agreed (had one refused, you would have had to play or pass). You lead: play the K.",
    ),
    "lesson.wind.4": (
        "座 6 走了, 他的对头座 3 就无头了。无头是下一课。",
        "Seat 6 is out, so his opposite, seat 3, is headless now. That is the next lesson.",
    ),
    "lesson.headless.title": ("无头", "Headless"),
    "lesson.headless.1": (
        "座 4 走了, 你没有对头了: 你无头。座 2 出三个 K, 够级。有对头的人只能靠对头或烧牌, 无头的人谁的牌都能压, "
        "不用烧; 但也不能烧别人。座 5 先被问。",
        "Seat 4 is out: you have no opposite, you are headless. Seat 2 played three kings, gouji. A headless seat may "
        "beat anybody's set in turn, without burning; but he burns nobody's. Seat 5, the opposite, is asked first.",
    ),
    "lesson.headless.2": ("座 5 要过了。", "Seat 5 is about to pass."),
    "lesson.headless.3": (
        "轮到你, 虽然座 2 不是你的对头。出三个 A。",
        "It is your turn, though seat 2 is not your opposite. Play three aces.",
    ),
    "lesson.headless.4": (
        "座 2 没压。反过来, 无头的人出的牌, 够级也好, 没过牌的人都能压, 连你的队友也能: 现在问座 3。",
        "Seat 2 did not beat it. The other side of it: a headless seat's sets, gouji too, may be beaten by every seat "
        "that has not passed, partners as well. Now seat 3 is asked.",
    ),
    "lesson.headless.5": ("都没压, 这一轮归你。", "Nobody did: the round is yours."),
    "lesson.brawl.title": ("四户乱缠", "The brawl"),
    "lesson.brawl.1": (
        "两家走了, 剩四户: 乱缠。没有够级, 没有烧牌, 没有让牌, 四家按座次轮流。座 2 出三个 K, 先问座 5, 再问座 6。",
        "Two are out, four are left: the brawl. No gouji, no burning, no yielding; the four act in turn. Seat 2 "
        "played "
        "three kings. Seat 5 is asked, then seat 6.",
    ),
    "lesson.brawl.2": (
        "轮到你。三个 K 不再是够级, 谁都能压: 出三个 A。",
        "Your turn. Three kings are not gouji any more: play three aces.",
    ),
    "lesson.brawl.3": ("归你了。发一个 7。", "The round is yours. Lead the 7."),
    "lesson.brawl.4": (
        "座 5 出 9。乱缠里过了牌还能再来。这次先过: 按 P。",
        "Seat 5 played a 9. In the brawl a pass is not final. Pass this time: press P.",
    ),
    "lesson.brawl.5": (
        "座 2 出 J, 座 5 座 6 过, 又问到你: 过了也能再来。出 Q。",
        "Seat 2 played a jack, 5 and 6 passed, and you are asked again, pass or no pass. Play the Q.",
    ),
    "lesson.brawl.6": ("你是第三个走的, 三科。", "You are the third to go out: 三科."),
    "lesson.tribute.title": ("进贡与还贡", "Tribute and its return"),
    "lesson.tribute.1": (
        "有的规则 (青岛, 憋三) 输家要进贡。上一局座 6 是大落, 你是头科: 落贡, 他给你最大的两张, 大花和小花, "
        "已经在你手里。"
        "你要还两张, 什么牌都行。",
        "By some rules (qingdao, biesan) losers pay tribute. In the last deal seat 6 was last, 大落, and you were "
        "first: "
        "he has paid you his two best cards, the big and the small joker; they are in your hand. You return two "
        "cards, "
        "any you like.",
    ),
    "lesson.tribute.2": ("选 3 和 4, 按 Enter 还给他。", "Pick a 3 and a 4, Enter returns them."),
    "lesson.tribute.3": (
        "座 6 不要那张 3: 他原来一张 3 也没有, 这种牌他可以退。4 他有, 就得收下。你要另还一张, "
        "不能再是他退过的点数。试试 3。",
        "Seat 6 rejects the 3: he held none before, and such a card he may refuse. The 4 he has to take. You give "
        "another, of a rank that he has not rejected. Try a 3 all the same.",
    ),
    "lesson.tribute.4": ("还一个 4。", "Return a 4."),
    "lesson.tribute.5": (
        "4 他有, 不能退。进贡还贡的牌大家都看得见。",
        "Fours he holds, so he keeps it. All cards paid and returned are shown to everybody.",
    ),
    "lesson.opening.title": ("开点", "Opening"),
    "lesson.opening.1": (
        "在青岛规则里要开点: 出一手够级, 没人压也没人烧, 你就开了点。不开点, 下一局要给对头点贡。"
        "带大花的不算; 憋三规则里贴 2 带花的都不算。",
        "By the qingdao rules one has to open, 开点: play a gouji set that nobody beats and nobody burns. Who "
        "stays shut "
        "owes his opposite a tribute in the next deal. A set with a big joker does not open; by the biesan rules none "
        "with an attached 2 or a joker does.",
    ),
    "lesson.opening.2": ("出三个 Q。", "Play three queens."),
    "lesson.opening.3": (
        "座 4 不应, 你开了点: 座位上写着「开点」。",
        "Seat 4 did not answer: you have opened, and your seat says so.",
    ),
    "lesson.calls.title": ("预点与明点", "Calls"),
    "lesson.calls.1": (
        "青岛规则: 可以宣布对头开不了点。摸牌以前叫预点, 输赢 4 张; 大家同时回答, 互相看不见。现在还没看牌, 选「不」"
        " (按数字, 或用方向键和 Enter)。",
        "Qingdao again: one may call that one's opposite will stay shut. Before the cards are drawn it is an advance "
        "call, for 4 cards. All answer at once and nobody sees the others' answers. You have no cards yet: say no (by "
        "its digit, or arrows and Enter).",
    ),
    "lesson.calls.2": (
        "牌发下来了。手里没有 2 也没有花的人可以革命, 不打这一局。你有, 不能革命; 不过人人都会被问到, "
        "这样谁也看不出来。答「不」, 按 N。",
        "The cards are drawn. A hand without any 2 or joker may revolt and sit the deal out. Yours has some; but "
        "all are "
        "asked, so that nobody can tell. Answer no: N.",
    ),
    "lesson.calls.3": (
        "看了牌再宣布叫明点, 2 张。宣布座 4 开不了: 他没开, 给你 2 张; 他开了, 你翻车, 给他 2 张。请明点。",
        "With the cards in hand it is a shown call, for 2 cards. Call that seat 4 stays shut: if he does, he owes "
        "you 2; "
        "if he opens, you are overturned and owe him 2. Make the call.",
    ),
    "lesson.calls.4": ("你的明点大家都看见了, 牌局开始。", "Your call is known to all, and play begins."),
    "lesson.threes.title": ("憋三", "Last threes"),
    "lesson.threes.1": (
        "憋三规则: 3 要留到最后, 一手全部出完, 不带 2 不带花。试试现在就出 3 3。",
        "By the biesan rules the threes come last: all of them in one set, without a 2 or a joker. Try to play 3 "
        "3 now.",
    ),
    "lesson.threes.2": ("还有别的牌, 不行。出 9 9。", "Not while other cards are left. Play 9 9."),
    "lesson.threes.3": (
        "归你了。试试 3 3 小花 一起出完。",
        "Yours. Try to go out with 3 3 and the small joker together.",
    ),
    "lesson.threes.4": ("3 不能带花。单出小花。", "Threes take no joker. Play the small joker alone."),
    "lesson.threes.5": ("只剩 3 了。试试只出一个 3。", "Only threes are left. Try a single 3."),
    "lesson.threes.6": ("3 要一手出完: 出 3 3。", "All in one set: play 3 3."),
    "lesson.threes.7": (
        "头科。要是有人压住你最后的别的牌, 你就憋住了: 手里只剩 3, 出不去。",
        "First, 头科. Had somebody beaten your last other set, you would have been stuck with nothing but threes.",
    ),
}
"""Texts by id."""
