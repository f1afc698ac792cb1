"""An interactive page: its parts are written in parallel and checked together."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from inkwright.agent.tools import Evidence, Flawed
from inkwright.artifacts.webpages.assemble import disassemble_page
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedOutput
from inkwright.tools.request_interactive_content import TOOL as REQUEST
from tests.authoring.author_contexts import OWNER, Room

HTML = '<main id="drops"><button id="drop" type="button">Drop</button><p id="count">0</p></main>'
CSS = "main { color: #123; background: #fff; }"
JS = (
    "let n = 0;\nconst count = document.getElementById('count');\n"
    "document.getElementById('drop').addEventListener('click', () => { n += 1; count.textContent = String(n); });"
)
PLAN = json.dumps({"elements": [{"id": "drop", "what": "a button"}, {"id": "count", "what": "a number"}]})
ORDER: dict[str, Any] = {
    "title": "Rain drops",
    "description": "Count drops.",
    "sections": [{"id": "drops", "type": "game", "desc": "Press to count."}],
}


def writer(**codes: str | list[str]) -> Callable[[Request], ScriptedOutput]:
    """A model that writes the part it is asked for; of a list one after the other."""
    given = {"html": HTML, "css": CSS, "js": JS, **codes}

    def said(request: Request) -> ScriptedOutput:
        asked = str(request.messages[0]["content"])
        if "You plan" in asked:
            return PLAN
        named = {"the markup of": "html", "the styles of": "css", "the script of": "js"}
        part = next((part for words, part in named.items() if words in asked), None)
        part = part or next(name for name in given if f": the {name}." in asked)
        code = given[part]
        if isinstance(code, list):
            code = code.pop(0)
        return f"```{part}\n{code}\n```"

    return said


def parts_of(room: Room, done: Any) -> PageParts:
    assert isinstance(done, Evidence)
    content = asyncio.run(room.vault.read(done.artifacts[0].id, owner=OWNER))
    assert content is not None
    parts = disassemble_page(content.decode())
    assert parts is not None
    return parts


def test_a_page_is_written_in_three_parts_and_each_is_shown_as_it_grows() -> None:
    room = Room(writer())
    done = room.call(REQUEST, **ORDER)
    parts = parts_of(room, done)
    assert (parts.html, parts.css, parts.js) == (HTML, CSS, JS)
    names = [event.name for event in room.shown]
    assert names[0] == "interactive-content-start"
    for part in ("html", "css", "js"):
        written = "".join(event.payload["content"] for event in room.shown if event.name == f"interactive-{part}-delta")
        assert written.strip() == {"html": HTML, "css": CSS, "js": JS}[part]
        assert names.index(f"interactive-{part}-complete") > names.index(f"interactive-{part}-delta")


def test_the_page_itself_is_shown_to_the_person_and_not_told_to_the_model() -> None:
    done = Room(writer()).call(REQUEST, **ORDER)
    assert isinstance(done, Evidence)
    assert HTML not in json.dumps(done.facts)
    event = REQUEST.announce(done.artifacts[0], {**done.facts, **done.shown})
    assert (event.name, event.payload["html"], event.payload["title"]) == ("interactive-content", HTML, "Rain drops")


def test_a_part_that_breaks_the_contract_is_fixed_alone() -> None:
    room = Room(writer(js=["document.getElementById('cloud').textContent = 'x';", JS]))
    parts = parts_of(room, room.call(REQUEST, **ORDER))
    assert (parts.html, parts.css, parts.js) == (HTML, CSS, JS)
    last = str(room.model.calls[-1].messages[0]["content"])
    assert "cloud" in last
    assert len(room.model.calls) == 5


def test_an_empty_part_is_asked_for_once_more() -> None:
    room = Room(writer(html=["", HTML]))
    assert parts_of(room, room.call(REQUEST, **ORDER)).html == HTML


def test_a_page_that_stays_wrong_is_not_kept() -> None:
    bad = "fetch('https://example.org/x');"
    room = Room(writer(js=[bad, bad, bad, bad]))
    done = room.call(REQUEST, **ORDER)
    assert isinstance(done, Flawed)
    assert any("network" in each.message("en") for each in done.findings)
