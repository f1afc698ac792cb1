"""A statement belongs to the one who made it."""

from inkwright.research.citations.speakers import is_said_by_another
from tests.each import each

_ZH = "教师会会长冯伟明批评，培训时间不足，只有六小时；局方则指培训时间将增至12小时。"
_EN = (
    "The minister, Ada Holm, said that the new bridge would open in May. Peter Lund argued that the toll was too high."
)


@each(
    "claim, source, expected",
    [
        ("教师会会长冯伟明表示，培训时间将增至12小时。", _ZH, True),
        ("局方表示，培训时间将增至12小时。", _ZH, False),
        ("冯伟明指出，培训时间不足。", _ZH, False),
        ("Peter Lund said that the new bridge would open in May.", _EN, True),
        ("According to Ada Holm, the toll was too high.", _EN, True),
        ("According to Lund, the toll was too high.", _EN, False),
    ],
)
def test_the_words_of_one_speaker_are_not_those_of_another(claim: str, source: str, expected: bool) -> None:
    assert is_said_by_another(claim, source) is expected
