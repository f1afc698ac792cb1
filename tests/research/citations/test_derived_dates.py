"""Dates and numbers that follow from the source are found in it."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

TRIAL = "Holt arrested Pell on 9 August 1921. Pell was acquitted a year later."
STORM = "台风于7月31日登陆，次日转向北方。"
STAFF = "Under Dunne, the staff doubled to 60."
ERUPTION = "Mount Terra last erupted in 1846."


@each(
    ("claim", "source", "expected"),
    [
        ("Pell was acquitted in 1922 [1].", TRIAL, []),
        ("Pell was acquitted in 1923 [1].", TRIAL, ["date"]),
        ("台风8月1日转向北方[1]。", STORM, []),
        ("台风8月2日转向北方[1]。", STORM, ["date"]),
        ("Under Dunne, the staff grew from 30 to 60 [1].", STAFF, []),
        ("Under Dunne, the staff grew from 20 to 60 [1].", STAFF, ["number"]),
        ("Mount Terra last erupted in the mid-19th century [1].", ERUPTION, []),
        ("Mount Terra last erupted in the eighteenth century [1].", ERUPTION, ["date"]),
    ],
)
def test_a_date_is_reckoned_as_the_source_says(claim: str, source: str, expected: list[str]) -> None:
    assert [problem.kind for problem in check_sentence(claim, {1: source})] == expected
