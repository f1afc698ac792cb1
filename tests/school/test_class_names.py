"""Names of classes resolve in every way that people write them."""

from inkwright.school.class_names import mentioned_classes, names_class
from inkwright.school.records import SchoolClass
from tests.each import each

CLASSES = [
    SchoolClass(name, name)
    for name in ("1A", "1B", "2A", "初一(1)班", "初一(2)班", "七年级3班", "高一A班", "Chess club")
]


@each(
    "text, expected",
    [
        ("1A", ["1A"]),
        ("Form 1A", ["1A"]),
        ("form 1a", ["1A"]),
        ("中一A", ["1A"]),
        ("S1A and 2A", ["1A", "2A"]),
        ("Class 1-B", ["1B"]),
        ("１Ａ", ["1A"]),
        ("初一1班", ["初一(1)班"]),
        ("初一（１）班", ["初一(1)班"]),
        ("初一(二)班", ["初一(2)班"]),
        ("七年级1班", ["初一(1)班"]),
        ("初一三班", ["七年级3班"]),
        ("高一A", ["高一A班"]),
        ("chess club", ["Chess club"]),
        ("11A", []),
        ("the 25th percentile, test 1 and 2", []),
    ],
)
def test_a_class_is_found_by_any_of_its_names(text: str, expected: list[str]) -> None:
    found = mentioned_classes(text, CLASSES)
    assert [each.name for mention in found for each in mention.classes] == expected


def test_a_section_alone_may_be_several_classes_and_a_grade_is_all_of_them() -> None:
    [section] = mentioned_classes("一班考得怎么样", CLASSES)
    assert [each.name for each in section.classes] == ["初一(1)班"]
    [grade] = mentioned_classes("Form 1 results", CLASSES)
    assert (grade.is_grade, {"1A", "1B"} <= {each.name for each in grade.classes}) == (True, True)


def test_a_class_that_does_not_exist_is_named_without_candidates() -> None:
    [unknown] = mentioned_classes("How is 5D?", CLASSES)
    assert (unknown.written, unknown.classes) == ("5D", ())
    assert names_class("How is 5D?")
    assert not names_class("How are you?")
