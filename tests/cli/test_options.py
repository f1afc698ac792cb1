"""Groups of options that commands share."""

from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.options import ConsentOptions, OutputOptions, TurnOptions, add_turn_flags


def test_the_flags_of_a_turn_fill_every_group() -> None:
    parser = CommandParser("en")
    parser.parse_into(TurnOptions)
    add_turn_flags(parser)
    assert parser.parse_options([])[1] == TurnOptions()
    words = ["-o", "out", "--model", "m", "--yes", "--try-anyway", "--answers", "a.json", "--overwrite", "--json"]
    assert parser.parse_options(words)[1] == TurnOptions(
        output=Path("out"),
        model="m",
        overwrite=True,
        try_anyway=True,
        answers="a.json",
        printing=OutputOptions(json=True),
        consent=ConsentOptions(yes=True, json=True),
    )


def test_programs_that_read_json_get_no_notes_and_are_not_asked() -> None:
    assert (OutputOptions().has_notes, OutputOptions(json=True).has_notes, OutputOptions(quiet=True).has_notes) == (
        True,
        False,
        False,
    )
    assert (ConsentOptions().may_ask, ConsentOptions(json=True).may_ask) == (True, False)
