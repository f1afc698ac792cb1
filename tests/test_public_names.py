"""The public names: all of them exist, are imported lazily, and nothing else is public."""

import subprocess
import sys

import pytest

import inkwright


def test_every_promised_name_is_there_and_no_other() -> None:
    assert set(inkwright.__all__) == {"__version__", *inkwright._HOME_OF}
    assert all(getattr(inkwright, name) is not None for name in inkwright.__all__)
    assert dir(inkwright) == sorted(inkwright.__all__)


def test_a_name_that_is_not_promised_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'parse_everything'"):
        _ = inkwright.parse_everything


def test_the_names_of_the_section_parser_are_one_function() -> None:
    assert inkwright.simple_section_parser is inkwright.simple_parser


@pytest.mark.parametrize(
    ("statement", "forbidden"),
    [
        ("import inkwright", ("pydantic", "pyjson5", "jsonschema_rs", "argparse", "asyncio")),
        ("import inkwright.cli.main", ("pydantic", "pyjson5", "jsonschema_rs", "asyncio", "inkwright.parsing")),
    ],
)
def test_nothing_heavy_is_imported_at_the_door(statement: str, forbidden: tuple[str, ...]) -> None:
    code = f"{statement}; import sys; print([name for name in {forbidden!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
