"""A page that does not work is never announced: the tools, the vault and the check command report the same."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from inkwright import ScriptedModel
from inkwright.agent.tools import Flawed
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import CHECKERS
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.clock import SystemClock
from inkwright.conversation.events import Data
from inkwright.conversation.turns import Delivered, Failed, Outcome
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.generate_interactive_html import TOOL as SIMPLE
from inkwright.tools.registry import all_tools
from inkwright.tools.request_interactive_content import TOOL as IN_PARTS
from inkwright.usecases.render import check_file
from inkwright.usecases.turns import send_message
from tests.agent.golden_requests import call, made_in
from tests.agent.turn_services import OWNER, ROUTE, Stores
from tests.authoring.author_contexts import Room
from tests.each import each
from tests.tools.test_request_interactive_content import ORDER, writer

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="CHROMIUM IS NOT INSTALLED: no page is run")

TITLE: Final = "Rain drops"
HTML: Final = '<main id="drops"><h1>Rain</h1><button id="drop" type="button">Drop</button><p id="count">0</p></main>'
JS: Final = (
    "let n = 0;\nconst count = document.getElementById('count');\n"
    "document.getElementById('drop').addEventListener('click', () => { n += 1; count.textContent = String(n); });"
)


class BadPage(NamedTuple):
    """A page that does not work, and the code of the finding that says why."""

    code: str
    js: str
    html: str = HTML


READ: Final = {
    "prose": BadPage("page.syntax", "Sorry, I cannot write this."),
    "Chinese prose": BadPage("page.syntax", "抱歉，我不能写这个。"),
    "prose after code": BadPage("page.syntax", f"{JS}\n\nThis script counts the drops."),
    "a script that was cut off": BadPage("page.syntax", JS[:-20]),
    "an empty script": BadPage("page.no_script", ""),
    "a script of remarks": BadPage("page.no_script", "// the script\n/* comes later */"),
    "an id that is missing": BadPage("page.no_such_id", f"{JS}\ndocument.getElementById('cloud').hidden = true;"),
    "nothing at all": BadPage("page.empty", "", "<div></div>"),
}
"""Pages that are refused without running them."""

RUN: Final = {
    "one word": BadPage("page.run.console", "Sorry"),
    "an error at load": BadPage("page.run.console", f"{JS}\nstart();"),
    "a rejected promise": BadPage("page.run.console", f"{JS}\nPromise.reject(new Error('lost'));"),
    "an error a moment later": BadPage("page.run.console", f"{JS}\nsetTimeout(() => null.x, 20);"),
    "an error on the console": BadPage("page.run.console", f"{JS}\nconsole.error('no data');"),
    "an id that is computed and missing": BadPage(
        "page.run.console", f"{JS}\nconst where = ['cloud'];\ndocument.getElementById(where[0]).hidden = true;"
    ),
    "an error on click": BadPage("page.run.console", "document.getElementById('drop').onclick = () => go();"),
    "a button that does nothing": BadPage("page.run.dead", "let n = 0;"),
    "an empty body": BadPage("page.run.blank", "let n = 0;", "<div></div>"),
}
"""Pages that are refused after running them."""


def bad_pages() -> list[BadPage]:
    return [*READ.values(), *(RUN.values() if find_chromium() else ())]


def stubborn(page: BadPage) -> Callable[[Request], Any]:
    """A model that makes the page, writes the same part whenever it is to be fixed, and claims success."""

    def answer(request: Request) -> Any:
        if not request.tools:
            return f"```\n{page.js}\n```" if ": the js." in str(request.messages[0]["content"]) else f"```\n{HTML}\n```"
        if not any(message["role"] == "tool" for message in request.messages):
            return call(SIMPLE.name, title=TITLE, html=f"{page.html}<script>{page.js}</script>")
        return call("deliver", message="Here is your page.", artifacts=made_in(request) or ["art_1"])

    return answer


def memory_vault() -> MemoryVault:
    return MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock())


def turn(model: ScriptedModel) -> tuple[Outcome, Stores]:
    stores = Stores(vault=memory_vault())
    services = stores.turn_services(model, tools=list(all_tools().values()))
    return asyncio.run(send_message(services, "A page to count drops.", ROUTE, owner=OWNER)), stores


def built(page: BadPage) -> Any:
    return build_page(PageParts(title=TITLE, html=page.html, js=page.js), "Rain drops.html")


def told(findings: tuple[Finding, ...]) -> list[str]:
    return [found.summary("en") for found in findings]


@each("page", bad_pages())
def test_the_tool_the_vault_and_the_check_report_the_same(page: BadPage) -> None:
    draft = built(page)
    kept = asyncio.run(memory_vault().keep(draft, owner=OWNER, turn_id="turn_1"))
    assert not isinstance(kept, Verified)
    assert page.code in [found.code for found in kept]
    checked = asyncio.run(check_file(draft.name, draft.main, "en", office=None))
    room = Room(lambda _: "```\n```")
    called = room.call(SIMPLE, title=TITLE, html=f"{page.html}<script>{page.js}</script>")
    assert isinstance(called, Flawed)
    assert told(kept) == told(checked.findings) == told(called.findings)
    assert room.vault.snapshot()["artifacts"] == []


@each("page", bad_pages())
def test_a_turn_with_a_bad_page_announces_nothing(page: BadPage) -> None:
    outcome, stores = turn(ScriptedModel(stubborn(page)))
    assert isinstance(outcome, Failed)
    assert outcome.artifacts == ()
    assert stores.vault.snapshot()["artifacts"] == []
    announced = [event.name for event in stores.shown if isinstance(event, Data) and event.name.endswith("content")]
    assert announced == []


@needs_chromium
@each("bad", [RUN["an error at load"].js, READ["an empty script"].js, RUN["a button that does nothing"].js])
def test_the_findings_of_the_run_go_back_to_the_model_and_its_new_script_is_delivered(bad: str) -> None:
    room = Room(writer(html=HTML, js=[bad, JS]))
    done = room.made(IN_PARTS, **ORDER)
    assert done.artifacts[0].is_run is True
    asked = room.prompts()[-1]
    assert ": the js." in asked
    assert any(words in asked for words in ("start is not defined", "no script", "has no effect"))


@needs_chromium
def test_a_good_page_was_run_and_its_reference_says_so() -> None:
    outcome, _ = turn(ScriptedModel(stubborn(BadPage("", JS))))
    assert isinstance(outcome, Delivered)
    assert [(made.is_run, made.artifact_kind) for made in outcome.artifacts] == [(True, "html")]


def test_without_a_browser_the_reference_says_that_the_page_was_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    outcome, stores = turn(ScriptedModel(stubborn(BadPage("", JS))))
    assert isinstance(outcome, Delivered)
    [made] = outcome.artifacts
    assert made.is_run is False
    verified = asyncio.run(stores.vault.get(made.id, owner=OWNER))
    assert verified is not None
    assert verified.is_run is False
    content = asyncio.run(stores.vault.read(made.id, owner=OWNER)) or b""
    checked = asyncio.run(check_file(made.name, content, "en", office=None))
    assert (checked.is_good, checked.was_rendered) == (True, False)


@each("page", READ.values())
def test_without_a_browser_what_can_be_read_is_still_refused(
    page: BadPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    kept = asyncio.run(memory_vault().keep(built(page), owner=OWNER, turn_id="turn_1"))
    assert not isinstance(kept, Verified)
    assert page.code in [found.code for found in kept]


def test_a_browser_that_does_not_start_is_a_warning_and_the_page_was_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    kept = asyncio.run(memory_vault().keep(built(BadPage("", JS)), owner=OWNER, turn_id="turn_1"))
    assert isinstance(kept, Verified)
    assert kept.is_run is False
    assert [(found.code, found.severity) for found in kept.report] == [("page.run.unrun", "warning")]
