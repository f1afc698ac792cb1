"""Sentences in the words and the order of their source."""

from inkwright.research.citations.alignment import is_restated
from tests.each import each

ENGLISH = "The Halden bridge, which opened in 1962, is 412 metres long. Critics say that Brandt did not build it."
CHINESE = "青河大桥于1998年10月通车，由工程师周敏设计，大桥全长1.6公里，主跨460米。"


@each(
    ("claim", "source", "expected"),
    [
        ("The Halden bridge is 412 m long.", ENGLISH, False),  # 1962 would be left out
        ("The bridge, which opened in 1962, is 412 metres long.", ENGLISH, True),
        ("In 1962, the Halden bridge opened.", ENGLISH, True),
        ("Brandt built it.", ENGLISH, False),
        ("Brandt did not build it.", ENGLISH, False),
        ("A dam is 412 metres long.", ENGLISH, False),
        ("大桥主跨460米", CHINESE, False),  # the rest of its sentence says who designed it
        ("青河大桥全长1.6公里。", "青河大桥全长1.6公里，主跨460米。", True),
        ("大桥主跨1.6公里", CHINESE, False),
        ("青河大桥由周敏设计", CHINESE, False),
    ],
)
def test_only_the_same_words_in_the_same_order_confirm(claim: str, source: str, *, expected: bool) -> None:
    assert is_restated(claim, [source]) is expected
