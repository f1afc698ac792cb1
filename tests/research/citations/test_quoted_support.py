"""Quotes that carry a sentence, and plausible ones that do not."""

from inkwright.research.citations.quoted_support import difference_from
from tests.each import each

_BRIDGE = (
    "The bridge at Halden was designed by Ruth Amsel. Her rival Karl Brandt built it for 4.2 million crowns, and it "
    "opened in May 1962. The ferry had stopped in 1961. Some of the workers were hired in the town. The council "
    "refused to pay for lamps. A second bridge is planned. Traffic has fallen since the tunnel, but tolls have gone up."
)
_FILM = "1934年的《渔歌》连映八十四天，打破了当时的纪录。1932年起，戏院专映国产片。影院拒绝退票。部分座位是木制的。"


@each(
    ("sentence", "quote"),
    [
        ("Amsel is the designer of the Halden bridge.", "The bridge at Halden was designed by Ruth Amsel."),
        ("Karl Brandt's price was 4.2 million crowns.", "Her rival Karl Brandt built it for 4.2 million crowns"),
        ("Money for lamps was not given by the council.", "The council refused to pay for lamps."),
        ("影片一共映了84天，是当时的最高纪录。", "1934年的《渔歌》连映八十四天，打破了当时的纪录。"),
        ("The film was on for 84 days.", "1934年的《渔歌》连映八十四天，打破了当时的纪录。"),
    ],
)
def test_other_words_are_no_difference(sentence: str, quote: str) -> None:
    assert difference_from(sentence, [quote], [_BRIDGE, _FILM]) is None


@each(
    ("sentence", "quote", "kind"),
    [
        (
            "The bridge at Halden was designed by Karl Brandt.",
            "The bridge at Halden was designed by Ruth Amsel.",
            "name",
        ),
        ("The ferry stopped in 1962.", "The ferry had stopped in 1961.", "value"),
        ("His rival Amsel built what Karl Brandt planned.", "Karl Brandt built what his rival Amsel planned", "order"),
        ("All of the workers were hired in the town.", "Some of the workers were hired in the town.", "relation"),
        ("The council agreed to pay for lamps.", "The council refused to pay for lamps.", "relation"),
        ("A second bridge was built.", "A second bridge is planned.", "relation"),
        ("The ferry stopped because of the bridge.", "The ferry had stopped in 1961.", "relation"),
        ("Tolls have fallen, but traffic has gone up.", "Traffic has fallen since the tunnel, but tolls have", "order"),
        (
            "The ferry stopped in 1961, which angered the villagers and fishermen upstream.",
            "The ferry had stopped in 1961.",
            "words",
        ),
        ("因为打破了纪录，戏院专映国产片。", "1932年起，戏院专映国产片。", "relation"),
        ("影院同意退票。", "影院拒绝退票。", "relation"),
        ("所有座位都是木制的。", "部分座位是木制的。", "relation"),
    ],
)
def test_what_the_quoted_words_lack_is_a_difference(sentence: str, quote: str, kind: str) -> None:
    found = difference_from(sentence, [quote], [_BRIDGE, _FILM])
    assert found is not None
    assert found.kind == kind


def test_a_part_that_only_moves_is_no_exchange() -> None:
    passage = "The council chose the northern route in 1962 after a long debate."
    assert (
        difference_from("After a long debate, the council chose the northern route in 1962.", [passage], [passage])
        is None
    )


def test_nothing_is_carried_by_no_quote() -> None:
    assert difference_from("The ferry stopped.", [], [_BRIDGE]) is not None
