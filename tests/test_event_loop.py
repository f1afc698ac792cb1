"""The event loop stays free while large input is read: no step of it takes a large part of the work.

A step is measured in the computing time of its own thread, and compared with the same work done at once in this
thread, so that neither a busy nor a slow machine changes the result."""

import asyncio
import gc
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.text_requests import late_request, parse_text_request, words_around
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.lint import check_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.verification import CHECKERS, verify
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.authoring.extraction import extract_document
from inkwright.grounding.documents import StudyDocumentOptions, study_document_from
from inkwright.grounding.read import read_material
from inkwright.grounding.source import Source, no_choice
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.usecases.turns import send_message
from tests.agent.turn_services import OWNER, ROUTE, Stores
from tests.authoring.author_contexts import Room

SENTENCE = "The river grows wider as it flows down to the **sea** and carries sand, \\n stones and $x^2$ with it. "
CHAT = ROUTE.model_copy(update={"intent": "chat", "expected_mode": "answer", "candidate_tools": ()})
PART = 0.5
"""A step of the loop takes less than this part of the work."""


async def longest_step(work: Callable[[], Awaitable[Any]]) -> float:
    """The longest computing time of one step of this loop while the work is done."""
    loop, steps, last = asyncio.get_running_loop(), [0.0], time.thread_time()
    beating: asyncio.Handle

    def beat() -> None:
        nonlocal last, beating
        now = time.thread_time()
        steps.append(now - last)
        last = now
        beating = loop.call_later(0.001, beat)

    beating = loop.call_soon(beat)
    await work()
    beating.cancel()
    beat()
    beating.cancel()
    return max(steps)


def computing_time(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def is_free(at_once: Callable[[], object], work: Callable[[int], Awaitable[Any]]) -> bool:
    """Whether the loop stays free. `work` gets how often its input is repeated: it is done with a small one first, so
    that everything is loaded.
    """

    async def go() -> float:
        await work(1)
        return await longest_step(lambda: work(0))

    gc.collect()
    gc.disable()
    try:
        whole = min(computing_time(at_once) for _ in range(2))
        return asyncio.run(go()) < PART * whole
    finally:
        gc.enable()


def said(model: ScriptedModel, route: Any) -> Awaitable[Any]:
    return send_message(Stores().turn_services(model), "About rivers.", route, owner=OWNER)


def test_the_arguments_of_a_call_are_parsed_beside_the_loop() -> None:
    def arguments(count: int) -> str:
        return json.dumps({"title": "Rain", "body": "$\\frac{1}{2}$ \n" * (count or 30_000)})

    async def work(count: int) -> None:
        made = ToolCall("1", "make_note", arguments(count))
        await said(ScriptedModel([made, *["It is made."] * 9]), ROUTE)

    assert is_free(lambda: parse_json_reply(arguments(0), None), work)


def test_a_long_answer_is_searched_for_requests_beside_the_loop() -> None:
    text = SENTENCE * 20_000

    def at_once() -> None:
        _ = parse_text_request(text), late_request(text), words_around(text)

    async def work(count: int) -> None:
        reply = SENTENCE * count if count else text
        await said(ScriptedModel([lambda _: reply, *['{"false": []}'] * 3]), CHAT)

    assert is_free(at_once, work)


def notes(count: int) -> str:
    return "".join(
        f"# Part {n}\n\nThe Nile {n} is a river of {n} km in Egypt. Erosion {n} is the process by which it carries"
        f" soil away. In 18{n % 90 + 10} the Rhine {n} was made straight because ships were larger.\n\n"
        for n in range(count)
    )


def test_study_notes_are_taken_from_a_long_file_beside_the_loop() -> None:
    def at_once() -> None:
        material = read_material([Source("notes.md", notes(150))])
        asyncio.run(study_document_from(material, StudyDocumentOptions("notes", "Rivers", 1), no_choice))

    async def work(count: int) -> None:
        await extract_document(
            Room(lambda _: '{"number": 1}').bench(sources=[Source("notes.md", notes(3 if count else 150))]),
            "Rivers",
            "notes",
        )

    assert is_free(at_once, work)


def page(count: int) -> Draft:
    body = "".join(f'<p class="c{n}">{SENTENCE}</p>' for n in range(count))
    style = "".join(f".c{n} {{ color: teal }}\n" for n in range(count))
    script = "".join(f"function f{n}(a) {{ return a + {n}; }}\n" for n in range(count))
    return build_page(PageParts(title="Rivers", html=f"<h1>Rivers</h1>{body}", css=style, js=script))


def quiz(count: int) -> Draft:
    questions = [
        {"id": f"q{n}", "order": n, "questionType": "SINGLE_CHOICE", "question": f"{n}? {SENTENCE * 3}",
         "options": [SENTENCE, str(n)], "correctAnswer": "A"}
        for n in range(1, count + 1)
    ]  # fmt: skip
    quiz = Quiz.model_validate({"title": "Rivers", "questions": questions})
    return Draft("quiz", "r.quiz.json", "R", {"r.quiz.json": quiz.model_dump_json(by_alias=True).encode()})


@pytest.mark.parametrize(("draft", "check"), [(page, check_page), (quiz, check_quiz)])
def test_large_files_are_checked_beside_the_loop(
    draft: Callable[[int], Draft], check: Callable[[Draft], object]
) -> None:
    large, small = draft(600), draft(2)

    async def work(count: int) -> None:
        await verify(small if count else large, CHECKERS, may_run=False)

    assert is_free(lambda: check(large), work)
