"""256 short English words, one for each byte, by which people compare fingerprints aloud."""

from __future__ import annotations

from typing import Final

_TEXT: Final = """
acorn actor alarm album amber anchor ankle apple apron arrow aunt autumn bacon badge bagel bamboo
banjo barn basil basket beach bean bear beetle bell bench berry bird blanket boat bone book
boot bottle bowl box branch bread brick bridge broom brush bucket butter button cabin cactus cake
camel camera canal candle canoe carpet carrot castle cello chain chair chalk cheese cherry chess circle
circus citrus clay cliff clock cloud clover coat cobra coffee coin comet copper coral cotton cousin
crab crane crayon cricket crown cube curtain daisy dance deer desert desk diamond dolphin donkey door
dragon drum duck eagle earth echo elbow elephant elm engine falcon farm feather fence fern fiddle
field finger flag flame flute forest fork fossil fox frog fruit galaxy garden garlic gate ghost
giant ginger glass globe glove goat gold goose grape grass guitar hammer harbor hat hawk hazel
helmet heron hill honey horse hotel house ice igloo ink iron island ivory jacket jelly jewel
jungle kayak kettle key king kitchen kite kiwi knee ladder lake lamp lantern leaf lemon lentil
letter lily lion lizard lobster lotus magnet mango maple marble market mask meadow melon mirror mitten
monkey moon moss motor mouse museum napkin needle nest ninja noodle nurse oak ocean octopus olive
onion orange orbit otter owl oxygen paddle paint palace panda paper parrot peach peanut pearl pencil
pepper piano pigeon pilot pine pirate planet plum pocket pony potato prince pumpkin puzzle queen rabbit
radio rain raven ribbon rice river robot rocket rope saddle salmon sand scarf violin walnut zebra
"""

WORDS: Final[tuple[str, ...]] = tuple(_TEXT.split())
"""The words, by the value of the byte they stand for. Their order is part of the protocol between people."""
