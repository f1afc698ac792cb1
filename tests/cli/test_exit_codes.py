"""One table says how a turn or an error ends the program."""

from typing import get_args

import pytest

from inkwright.cli.exit_codes import error_exit_code, turn_exit_code
from inkwright.conversation.asks import AskKind
from inkwright.errors import InkwrightError, InvalidOption, ModelDenied, ModelUnknown


@pytest.mark.parametrize(("outcome", "code"), [("answered", 0), ("delivered", 0), ("failed", 1), ("asked", 11)])
def test_each_outcome_has_a_code(outcome: str, code: int) -> None:
    assert turn_exit_code(outcome) == code


def test_an_open_ask_is_told_by_its_kind() -> None:
    codes = {kind: turn_exit_code("asked", kind) for kind in get_args(AskKind)}
    assert codes == {"clarification": 11, "outline_edit": 12, "permission": 10}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidOption(option="--port", value=-1, allowed="0 to 9"), 2),
        (ModelUnknown(model="m", problem="?"), 2),
        (ModelDenied(model="m", problem="no key", variable="KEY"), 1),
    ],
    ids=lambda value: getattr(value, "code", value),
)
def test_what_the_caller_can_fix_is_wrong_usage(error: InkwrightError, code: int) -> None:
    assert error_exit_code(error) == code
