"""One table says how a turn or an error ends the program."""

from typing import get_args

import pytest

from inkwright.cli.exit_codes import error_exit_code, turn_exit_code
from inkwright.conversation.asks import AskKind
from inkwright.conversation.turns import (
    Answered,
    ArtifactRef,
    Asked,
    Delivered,
    Failed,
    MissingItem,
    Outcome,
    Receipt,
)
from inkwright.errors import InkwrightError, InvalidOption, ModelDenied, ModelUnknown

MADE = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="quiz", name="q.json", title="Q", size=1)
SHORT = Receipt(made=(MADE,), missing=(MissingItem(thing="quiz", name="q.json", unit="questions", asked=10, made=3),))
ASKED = Asked(message="Which?", ask_id="ask_1")


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Answered(message="Yes."), 0),
        (Delivered(message="Here.", artifacts=(MADE,)), 0),
        (Failed(code="unproven", message="No."), 1),
        (ASKED, 11),
        (Delivered(message="Here are ten.", artifacts=(MADE,), receipt=SHORT), 13),
        (Answered(message="It cannot be done.", receipt=Receipt(missing=(MissingItem(thing="pdf"),))), 1),
    ],
    ids=["answered", "delivered", "failed", "asked", "fewer than asked for", "nothing of what was asked for"],
)
def test_each_outcome_has_a_code(outcome: Outcome, code: int) -> None:
    assert turn_exit_code(outcome) == code


def test_an_open_ask_is_told_by_its_kind() -> None:
    codes = {kind: turn_exit_code(ASKED, kind) for kind in get_args(AskKind)}
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
