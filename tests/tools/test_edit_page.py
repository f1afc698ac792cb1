"""One part of a page is rewritten; the others stay."""

from typing import Any

import pytest

from inkwright.agent.tools import Evidence
from inkwright.errors import NotFound
from inkwright.tools.edit_page import TOOL as EDIT
from inkwright.tools.edit_page import EditPage
from inkwright.tools.request_interactive_content import TOOL as REQUEST
from tests.authoring.author_contexts import Room
from tests.tools.test_request_interactive_content import CSS, ORDER, parts_of, writer


def test_making_it_blue_changes_the_styles_and_nothing_else() -> None:
    room = Room(writer(css=[CSS, "main { color: blue; background: #fff; }"]))
    first = room.call(REQUEST, **ORDER)
    before = parts_of(room, first)
    assert isinstance(first, Evidence)
    page = first.artifacts[0].id
    done = room.call(EDIT, room.context(turn="turn_2"), artifact_id=page, part="css", instruction="make it blue")
    after = parts_of(room, done)
    assert (after.html, after.js) == (before.html, before.js)
    assert "blue" in after.css
    assert isinstance(done, Evidence)
    assert done.artifacts[0].version == 2


def test_a_page_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NotFound):
        Room().call(EDIT, artifact_id="art_none", part="css", content="a {}")


@pytest.mark.parametrize("given", [{}, {"content": "x", "instruction": "y"}, {"part": "svg", "content": "x"}])
def test_invalid_arguments_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        EditPage.model_validate({"artifact_id": "a", "part": "css", **given})
