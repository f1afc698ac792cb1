"""Events are a closed set, read from JSON by their kind."""

import pytest
from pydantic import ValidationError

from inkwright.conversation.events import EVENTS, TextAppended, Warned


def test_an_event_is_read_from_its_json() -> None:
    event = Warned(code="by_rule", message="No model.")
    assert EVENTS.validate_json(EVENTS.dump_json(event)) == event
    assert EVENTS.validate_python({"kind": "text_grew", "text_id": "t", "text": "x"}) == TextAppended(
        text_id="t", text="x"
    )


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        EVENTS.validate_python({"kind": "rain"})
