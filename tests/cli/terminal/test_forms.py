"""Questions at the terminal: each key on a pipe, the same on a real pty, and what tmux really shows."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from inkwright.cli.terminal.form_state import FormState
from inkwright.cli.terminal.forms import fill_form, page_fragments
from inkwright.conversation.asks import Answer, Ask, AskOption, AskQuestion, QuestionAnswer
from tests.cli.terminal.real_terminals import Typed, in_tmux, needs_tmux, squeezed, widest
from tests.cli.terminal.sample_asks import AUDIENCE, CHINESE, CLARIFICATION, LENGTH, OPEN, clarification, permission
from tests.clocks import PATIENCE

UP, DOWN, LEFT, BACK = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[Z"
ENTER, TAB, CTRL_C = "\r", "\t", "\x03"
ENGINEERS = QuestionAnswer(id="audience", value="engineers", label="Engineers")
EXECUTIVES = QuestionAnswer(id="audience", value="executives", label="Executives")


def typed(ask: Ask, keys: str) -> Answer:
    """The answer of a form into which these keys are typed."""

    async def fill() -> Answer:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys)
            return await asyncio.wait_for(fill_form(ask, "en"), 20)

    return asyncio.run(fill())


def answered(*answers: QuestionAnswer) -> Answer:
    return Answer(status="answered", answers=answers)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (ENTER, ENGINEERS),
        (DOWN + ENTER, EXECUTIVES),
        (UP + UP + ENTER, EXECUTIVES),
        ("2", EXECUTIVES),
        ("92", EXECUTIVES),
        ("x0 2", EXECUTIVES),
        (DOWN + TAB + "新员工 only" + ENTER, EXECUTIVES.model_copy(update={"note": "新员工 only"})),
    ],
)
def test_arrows_digits_and_notes_choose_an_option_which_is_sent_at_once(keys: str, answer: QuestionAnswer) -> None:
    assert typed(clarification(AUDIENCE), keys) == answered(answer)


@pytest.mark.parametrize(
    "keys",
    [
        "1" + LEFT + "2" + "1" + ENTER,
        "1" + BACK + "2" + "1" + ENTER,
        "11" + "1" + "2" + ENTER,
        "11" + UP + UP + ENTER + "2" + DOWN + DOWN + DOWN + ENTER,
    ],
)
def test_of_several_answers_each_can_be_changed_until_all_are_sent(keys: str) -> None:
    said = typed(clarification(AUDIENCE, LENGTH), keys)
    assert [each.label for each in said.answers] == ["Executives", "1-2 pages"]


def test_other_opens_a_field_for_own_words() -> None:
    assert typed(clarification(LENGTH), "4" + "一千五百字" + ENTER) == answered(
        QuestionAnswer(id="length", value="一千五百字")
    )


def test_what_is_not_sent_is_not_answered() -> None:
    assert typed(CLARIFICATION, "1" + "1" + "soon" + ENTER + CTRL_C) == Answer(status="cancelled")


@pytest.mark.parametrize("keys", [CTRL_C, "1" + CTRL_C, "14" + "wor" + CTRL_C, "11" + CTRL_C, TAB + "no" + CTRL_C])
def test_ctrl_c_cancels_the_whole_at_every_moment(keys: str) -> None:
    assert typed(CLARIFICATION, keys) == Answer(status="cancelled")


def test_a_permission_is_one_key_and_enter_alone_denies() -> None:
    def said(keys: str) -> str | None:
        return typed(permission(), keys).answers[0].value

    assert (said("1"), said("2"), said(ENTER)) == ("once", "remember", "deny")


def test_a_form_is_filled_in_on_a_real_terminal(tmp_path: Path) -> None:
    form = Typed(tmp_path, "form", CLARIFICATION.model_dump_json())
    form.see("1/3", "Who is the audience?", "1. Engineers", "(recommended)", "They read code.", "Esc skip").type(DOWN)
    form.see("❯ 2. Exec").type(TAB).see("Note:").type("new ones\r")
    form.see("2/3", "other…", "e.g. 1500 words").type("4").see("Your answer:").type("\x1b")
    form.see("Esc skip").type("\x1b").see("3/3", "By when?", "a date").type("周五\r")
    form.see("Review your answers:", "Executives (new ones)", "(skipped)", "周五", "❯ 4. Send").type("\r")
    form.see("Who is the audience? → ", "Executives (new ones)")
    assert form.result() == answered(
        EXECUTIVES.model_copy(update={"note": "new ones"}),
        QuestionAnswer(id="length", skipped=True),
        QuestionAnswer(id="deadline", value="周五"),
    ).model_dump(mode="json")


@pytest.mark.parametrize(
    "keys", [[], ["1/3", "1"], ["1/3", "1", "2/3", "4", "Your answer:", "w"], ["1/3", "\t", "Note:"]]
)
def test_ctrl_c_leaves_the_terminal_sane(tmp_path: Path, keys: list[str]) -> None:
    form = Typed(tmp_path, "form", CLARIFICATION.model_dump_json())
    for number, key in enumerate(keys):
        _ = form.type(key) if number % 2 else form.see(key)
    form.see("Ctrl+C cancel").type(CTRL_C).see("Cancelled. No answer was given.")
    assert form.result()["status"] == "cancelled"


def test_keys_that_were_typed_before_the_form_was_there_answer_nothing(tmp_path: Path) -> None:
    form = Typed(tmp_path, "form", clarification(AUDIENCE).model_dump_json()).type("\r\r22\r\r")
    form.see("❯ 1. Engineers").type("3")
    assert form.result()["answers"][0]["value"] == "general"


def test_a_form_is_seen_where_the_output_goes_into_a_file(tmp_path: Path) -> None:
    form = Typed(tmp_path, "form", clarification(AUDIENCE).model_dump_json(), into="> result.txt")
    form.see("❯ 1. Engineers").type("2").see("→ Executives").over()
    result = (tmp_path / "result.txt").read_text()
    assert result.startswith('RESULT {"version": 1, "status": "answered"')
    assert "\x1b" not in result


@needs_tmux
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_form_is_drawn_whole_at_every_width_in_chinese(tmp_path: Path, columns: int) -> None:
    ask = clarification(CHINESE, OPEN, title="还需要几个细节")
    with in_tmux(tmp_path, "form", ask.model_dump_json(), "zh", columns=columns) as tmux:
        shown = tmux.see("Ctrl+C 取消")
        assert (
            "还需要几个细节\n1/2  这份课件采用哪种风格？\n❯ 1. 课堂  （推荐）\n  2. 编辑部\n  3. 其他……  例如：手绘\n"
            in shown
        )
        assert "↑↓或数字Enter选定Tab加备注Esc跳过Ctrl+C取消" in squeezed(shown).replace("·", "")
        assert widest(shown) <= columns
        tmux.type("3").see("你的回答：")
        tmux.type("-l", "水墨").see("水墨")
        tmux.type("Enter").see("2/2  By when?")
        tmux.type("Escape").see("请核对你的回答")
        assert "  1. 这份课件采用哪种风格？ → 水墨\n  2. By when? → （已跳过）\n❯ 3. 发送" in tmux.screen()
        tmux.type("Enter").see("OVER")
        assert '"value": "水墨"' in squeezed(tmux.screen()).replace('"value":', '"value": ')


@needs_tmux
def test_a_form_survives_that_its_window_changes_its_size(tmp_path: Path) -> None:
    with in_tmux(tmp_path, "form", CLARIFICATION.model_dump_json(), columns=100) as tmux:
        tmux.see("Ctrl+C cancel")
        tmux.resize(40).wait(lambda shown: widest(shown) <= 40 and "❯ 1. Engineers" in shown)
        tmux.type("Down").see("❯ 2. Executives")
        tmux.resize(120).type("Down").see("❯ 3. General readers")
        assert '"status": "cancelled"' in tmux.type("C-c").see("OVER").replace('":"', '": "')


@needs_tmux
def test_a_long_list_scrolls_in_a_low_window(tmp_path: Path) -> None:
    options = tuple(AskOption(label=f"Option {number}", value=str(number)) for number in range(1, 41))
    ask = clarification(AskQuestion(id="q", question="Which?", options=options, allow_freeform=False))
    with in_tmux(tmp_path, "form", ask.model_dump_json(), lines=10) as tmux:
        tmux.see("❯ 1. Option 1")
        tmux.type("Up").see("❯ 40. Option 40")
        assert "Option 1\n" not in tmux.type("Enter").see("→ Option 40")


def test_space_and_digits_switch_several_choices_and_enter_sends_them() -> None:
    several = AUDIENCE.model_copy(update={"multi_select": True})
    assert typed(clarification(several), " " + DOWN + " " + ENTER) == answered(ENGINEERS, EXECUTIVES)
    assert typed(clarification(several), "121" + ENTER) == answered(EXECUTIVES)


def test_alt_enter_starts_a_new_line_of_an_answer() -> None:
    words = typed(clarification(OPEN), "Friday" + "\x1b\r" + "or Monday" + ENTER)
    assert words == answered(QuestionAnswer(id="deadline", value="Friday\nor Monday"))


def test_a_form_that_nobody_fills_in_ends_when_its_time_is_over() -> None:
    async def fill() -> Answer:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text("1")
            return await asyncio.wait_for(fill_form(CLARIFICATION, "en", seconds=0.01), 20)

    with pytest.raises(TimeoutError):
        asyncio.run(fill())


def test_left_at_the_start_of_a_field_goes_back_and_keeps_the_text() -> None:
    keys = "1" + "my words" + LEFT * 8 + LEFT + "2" + ENTER + ENTER
    said = QuestionAnswer(id=OPEN.id, value="my words")
    assert typed(clarification(AUDIENCE, OPEN), keys) == answered(EXECUTIVES, said)


def test_left_inside_of_a_field_moves_the_cursor() -> None:
    keys = "1" + "bc" + LEFT * 2 + "a" + ENTER + ENTER
    assert typed(clarification(AUDIENCE, OPEN), keys).answers[1].value == "abc"


def test_tab_completes_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "river notes.md").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def fill() -> Answer:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text("le" + TAB + "ri" + TAB + ENTER)
            asked = fill_form(clarification(OPEN), "en", at_once=True, completes_paths=True)
            return await asyncio.wait_for(asked, PATIENCE)

    assert asyncio.run(fill()).answers[0].value == "lessons/river notes.md"


def test_a_question_with_several_choices_says_so() -> None:
    several = AUDIENCE.model_copy(update={"multi_select": True})
    for question, is_said in ((several, True), (AUDIENCE, False)):
        pages = FormState(clarification(question), at_once=False)
        drawn = "".join(part[1] for part in page_fragments(clarification(question), pages, "en", 80))
        assert ("You may choose more than one" in drawn) == is_said
