"""What is repaired at once reads as what is repaired value by value, and everything else is left alone."""

from collections.abc import Iterator
from itertools import product

from inkwright.parsing.json_repair import parse_damaged
from inkwright.parsing.json_structure import parse_structure
from tests.each import each

RECORDS = (
    '[{"id": 1, "name": "Question 1", "tags": ["a", "b"], "points": 1.5}, {"id": 2, "name": "It\'s", "tags": [1, 2]}]',
    '{"标题": "第一，二", "n": {"x": null, "y": [true, "z"]}, "last": "say: hi"}',
)
CHANGES = (
    ("}, {", "}\n{"),
    (', "', ' "'),
    (', "', '; "'),
    ('", "', '"、"'),
    (", ", "，"),
    ('": ', '"= '),
    ('": "', '" "'),
    ('"b"], "', '"b", "'),
    ("}, {", ", {"),
    ('", "tags"', ', "tags"'),
    (' "name"', ' name"'),
    ('"name"', '"name'),
    ('"Question', '"The "big" Question'),
    ('"Question 1"', "Question 1"),
    ('"Question 1"', "TRUE"),
    ('"Question 1"', ""),
    ('"Question 1"', '"Question" + " 1"'),
    ('"Question 1"', 'ObjectId("Question 1")'),
    ('["a", "b"]', '("a", "b")'),
    ('"a", "b"', '"a",, "b"'),
    ("true", "True"),
    ("null", "None"),
    ("]", "}"),
    ('"b"]', '"b"}'),
    ("1.5}", "1.5"),
    ('"z"]}', '"z"]'),
    ('"', "“"),
    ('"', "`"),
    ('"', ""),
    ("[", "[,"),
    ("{", "{\n\n"),
    ('"', "'"),
    ('"Question 1"', "“Question 1”"),
    ('"Question 1"', "1/2"),
    ('"Question 1"', "it's 50%"),
    ('"Question 1"', "'It's new'"),
    ('"Question 1"', "0x1F"),
    ('"id"', "id"),
    ('"n"', "n"),
    ('"Question 1"', '"""Question 1"""'),
    ('"Question', '"Question\n'),
    ('"a", "b"', "a, b c"),
    ('"z"]', '"z"'),
    ('true, "z"]}', 'true, "z"'),
    ("[true", "[[1, 2], true"),
    (", ", ", // next\n"),
    (", ", ", <!-- next -->"),
)


def damaged_texts() -> Iterator[str]:
    """The records with one damage and with two, everywhere or once."""
    for record, first, second in product(RECORDS, CHANGES, CHANGES):
        yield record.replace(*first).replace(*second)
        yield record.replace(*first, 1).replace(*second, 1)


def test_it_reads_what_the_repair_parser_reads() -> None:
    read = 0
    for text in damaged_texts():
        found = parse_structure(text)
        if found is not None:
            read += 1
            repaired = parse_damaged(text)
            assert (repaired.state, repaired.value, repaired.end) == ("complete", found.value, found.end), text
    assert read > 200


@each(
    ("text", "value"),
    [
        ('{"a": 1 "b": [1, 2], "c": None}', {"a": 1, "b": [1, 2], "c": None}),
        ("{“a”： “b”，“c”： 1}", {"a": "b", "c": 1}),
        ('{"a": "b, "c": 1}', {"a": "b", "c": 1}),
        ('[{"a": 1, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": [1, 2, "b": 3}', {"a": [1, 2], "b": 3}),
        ('{"a": "x" + "y"}', {"a": "xy"}),
        ('{"a": 1/2, "b": [x, 0x1F], c: "d"}', {"a": "1/2", "b": ["x", 31], "c": "d"}),
        ('[{"a": {"b": 1, "c": [1, [2, 3], "d": 2}}, {"a": 1}]', [{"a": {"b": 1, "c": [1, [2, 3]], "d": 2}}, {"a": 1}]),
        ('[{"a": {"b": {"c": 1}}, {"a": 2}]', [{"a": {"b": {"c": 1}}}, {"a": 2}]),
        ("{'a': 'it's' 'b': True}", {"a": "it's", "b": True}),
        ("{\"a\": \"x\", 'b': 'it's'}", {"a": "x", "b": "it's"}),
        ('{"a" "b", "c": 1}', {"a": "b", "c": 1}),
        ('{"a": "1\n2" "b": 3}', {"a": "1\n2", "b": 3}),
        ('{"a": """b""", "c": "d"}', {"a": "b", "c": "d"}),
    ],
)
def test_damage_with_one_meaning_is_repaired(text: str, value: object) -> None:
    found = parse_structure(text)
    assert found is not None
    assert (found.value, found.end) == (value, len(text))


@each(
    "text",
    [
        '{"a": "x" y", "b": 1}',
        '{"a": "5" name": "Tom"}',
        '["a" = 1]',
        "[[True]]",
        "{“a”: ‘b’}",
        '{"a": [[1}',
        '{"a": [}',
        '{"a": [1]',
        "[[1}, 2]",
        '{"a": "[1" "b": 2}',
        '{"a": 1,\n\n"b" 2}',
        '{"a": [1 [2]]}',
        '{"a": "b',
    ],
)
def test_all_other_damage_is_left_to_the_repair_parser(text: str) -> None:
    assert parse_structure(text) is None
