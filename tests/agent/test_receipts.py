"""The receipt: what was made, changed and is missing, from the ledger and the route alone."""

from inkwright.agent.receipts import TurnFacts, build_receipt, receipt_text, untried_things
from inkwright.conversation.turns import ArtifactRef, LedgerEntry, RequestedItem, RouterResult

TOOLS = {"docx": "generate_docx", "quiz": "generate_quiz_questions", "pptx": "generate_pptx", "html": "make_study_page"}


def made(
    name: str, kind: str = "docx", *, id_: str = "", tool: str = "", changes: str | None = None, **more: object
) -> LedgerEntry:
    """An entry of the ledger."""
    fields = {
        "id": id_ or f"art_{name}",
        "artifact_version": 1,
        "artifact_kind": kind,
        "title": name,
        "size": 1,
        **more,
    }
    artifact = ArtifactRef.model_validate({"name": name, **fields})
    return LedgerEntry(artifact=artifact, tool=tool or TOOLS.get(kind, "mine"), call_id="c", changes=changes)


def route(*requested: tuple[str, int | None], refines: str | None = None) -> RouterResult:
    items = tuple(RequestedItem(thing=thing, count=count) for thing, count in requested)
    return RouterResult(intent="content_create", confidence=1, requested=items, refines=refines)


def told(facts: TurnFacts) -> list[str]:
    return receipt_text(build_receipt(facts), "en").splitlines()


def test_two_things_that_were_made_are_both_told() -> None:
    quiz = made("Rain.quiz.json", "quiz", units={"questions": 10})
    assert told(TurnFacts(route(("doc", None), ("quiz", 10)), [made("Rain.docx"), quiz])) == [
        "Made: Rain.docx (docx), Rain.quiz.json (quiz, 10 questions)."
    ]


def test_of_two_things_that_were_asked_for_the_missing_one_is_told() -> None:
    facts = TurnFacts(route(("doc", None), ("quiz", 10)), [made("Rain.docx")])
    assert told(facts) == ["Made: Rain.docx (docx).", "Not made: a quiz."]
    assert untried_things(build_receipt(facts), {"generate_docx"}) == ["quiz"]
    assert untried_things(build_receipt(facts), {"generate_docx", "generate_quiz_questions"}) == []


def test_two_documents_need_two_documents() -> None:
    twice = route(("doc", None), ("doc", None))
    one = TurnFacts(twice, [made("A.docx")])
    assert told(one)[1:] == ["Not made: a Word document."]
    assert untried_things(build_receipt(one), {"generate_docx"}) == ["doc"]
    assert untried_things(build_receipt(one), {"generate_docx"}, {"generate_docx"}) == []
    assert told(TurnFacts(twice, [made("A.docx"), made("B.docx")])) == ["Made: A.docx (docx), B.docx (docx)."]


def test_fewer_questions_than_asked_for_are_told() -> None:
    facts = TurnFacts(route(("quiz", 10)), [made("Rain.quiz.json", "quiz", units={"questions": 3})])
    assert told(facts)[1:] == ["Incomplete: Rain.quiz.json has 3 questions, not 10 questions."]


def test_other_units_than_the_ones_that_were_asked_for_are_not_compared() -> None:
    facts = TurnFacts(route(("doc", 5)), [made("Rain.docx", units={"headings": 3})])
    assert told(facts) == ["Made: Rain.docx (docx, 3 headings)."]


def test_a_tool_that_failed_is_told_with_its_reason_whether_it_was_asked_for_or_not() -> None:
    failures = {"render_pdf": "The disk is full."}
    for asked in (route(("pdf", None)), route(), None):
        assert told(TurnFacts(asked, [], failures)) == [
            "Nothing was made or changed.",
            "Not made: a PDF (The disk is full).",
        ]


def test_a_tool_that_no_line_knows_is_covered() -> None:
    entry = made("agenda.ics", "ics", tool="make_calendar", units={"events": 4})
    assert told(TurnFacts(route(("make_calendar", 5)), [entry])) == [
        "Made: agenda.ics (ics, 4 events).",
        "Incomplete: agenda.ics has 4 events, not 5 events.",
    ]
    assert told(TurnFacts(None, [], {"make_calendar": ""}))[1:] == ["Not made: make_calendar."]


def test_a_new_version_of_something_older_is_a_change() -> None:
    changed = made("Rain.docx", id_="art_2", changes="art_1", artifact_version=2)
    assert told(TurnFacts(route(refines="art_1"), [changed])) == ["Changed: Rain.docx (docx, version 2)."]


def test_what_was_made_and_then_changed_in_the_same_turn_was_made() -> None:
    first = made("Rain.docx", id_="art_1")
    second = made("Rain.docx", id_="art_2", changes="art_1", artifact_version=2)
    assert told(TurnFacts(None, [first, second])) == ["Made: Rain.docx (docx)."]


def test_a_change_that_was_asked_for_and_done_to_another_file_is_missing() -> None:
    refined = made("Rain.docx", id_="art_1").artifact
    facts = TurnFacts(route(refines="art_1"), [made("Snow.docx", id_="art_2")], {}, refined)
    assert told(facts) == ["Made: Snow.docx (docx).", "Not changed: Rain.docx."]


def test_a_name_that_could_be_a_statement_is_quoted() -> None:
    facts = TurnFacts(None, [made("Rain (emailed, 9 slides).docx"), made("Snow-2 v1.docx", id_="art_2")])
    assert told(facts) == ["Made: “Rain (emailed, 9 slides).docx” (docx), Snow-2 v1.docx (docx)."]


def test_a_page_that_was_not_run_says_so() -> None:
    assert told(TurnFacts(None, [made("Drops.html", "html", is_run=False)])) == ["Made: Drops.html (page, not run)."]


def test_the_receipt_speaks_chinese_too() -> None:
    facts = TurnFacts(route(("quiz", 10), ("pdf", None)), [made("雨.quiz.json", "quiz", units={"questions": 3})])
    assert receipt_text(build_receipt(facts), "zh").splitlines() == [
        "已制作：雨.quiz.json（测验，3 道题）。",
        "不完整：雨.quiz.json 只有 3 道题，要求 10 道题。",
        "未制作：PDF。",
    ]
