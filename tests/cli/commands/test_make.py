"""`inkwright make`: a request or a note becomes a checked file; what a person, a pipe and a program see of it."""

import asyncio
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation

from inkwright import ModelBusy, ScriptedModel, ToolCall
from inkwright.artifacts.text_extraction import extract_text
from inkwright.cli.commands import make as cli_make
from inkwright.cli.options import ConsentOptions, OutputOptions, TurnOptions
from inkwright.cli.shell import Shell
from inkwright.llm.models import Abilities
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import load_settings
from inkwright.usecases.store import open_store
from tests.agent.test_run import call, deliver
from tests.artifacts.slides.sample_slides import picture
from tests.cli.test_main import inkwright
from tests.llm.fake_provider import Answer, FakeProvider, openai_stream, texts

NOTE = "# Rain\n\n## Where it comes from\n\n- Sea\n- Clouds\n\n## Where it goes\n\n- Rivers\n- Ground\n"
DECK = {"title": "Rain", "slides": [{"title": "Where it comes from", "bullets": ["Sea", "Clouds"]}]}
PLAN = ToolCall("1", "generate_pptx", json.dumps(DECK))


def make(
    folder: Path,
    model: Any,
    *,
    deliverable: str = "slides",
    request: str = "",
    sources: Sequence[str] | None = None,
    pictures: Path | None = None,
    **flags: Any,
) -> tuple[int, list[str]]:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")
    shell = Shell(settings, "en", out, io.BytesIO())
    note = folder / "note.md"
    note.write_text(NOTE, encoding="utf-8")
    options = cli_make.MakeOptions(
        deliverable,
        request,
        (str(note),) if sources is None else tuple(sources),
        pictures=pictures,
        turn=turn_options(folder / "out", **flags),
    )

    async def go() -> int:
        async with open_store(settings) as store:
            return await cli_make.make_with_store(options, shell, store, model and (lambda _: model))

    return asyncio.run(go()), out.getvalue().splitlines()


def turn_options(folder: Path, *, yes: bool = False, answers: str | None = None, **printing: bool) -> TurnOptions:
    consent = ConsentOptions(yes=yes, json=printing.get("json", False))
    return TurnOptions(folder, answers=answers, printing=OutputOptions(**printing), consent=consent)


def decks(folder: Path) -> list[str]:
    return [path.name for path in sorted((folder / "out").glob("*.pptx"))]


def test_events_are_shown_as_lines_and_the_file_is_there(tmp_path: Path) -> None:
    code, lines = make(tmp_path, ScriptedModel([PLAN, deliver]))
    assert code == 0
    assert lines[0] == "… make slides"
    assert lines[-3:-1] == ["Your note is ready.", "Sources: note.md"]
    assert lines[-1].startswith(f"Wrote {tmp_path / 'out' / 'Rain.pptx'}")
    assert decks(tmp_path) == ["Rain.pptx"]


def test_with_json_every_line_is_an_event_and_the_last_names_the_files(tmp_path: Path) -> None:
    code, lines = make(tmp_path, ScriptedModel([PLAN, deliver]), json=True)
    told = [json.loads(line) for line in lines]
    assert code == 0
    assert [event["kind"] for event in told[:-1]][0::100] == ["turn_started"]
    assert told[-2]["outcome"]["kind"] == "delivered"
    paths = [str(tmp_path / "out" / "Rain.pptx")]
    path = str(tmp_path / "note.md")
    sources: list[dict[str, Any]] = [
        {"name": "note.md", "reason": "named", "id": None, "path": path, "places": [], "parts": []}
    ]
    made = told[-1].pop("made")
    assert [(each["name"], each["artifact_version"], each["units"]) for each in made] == [
        ("Rain.pptx", 1, {"slides": 2})
    ]
    assert told[-1] == {
        "outcome": "delivered",
        "paths": paths,
        "changed": [],
        "missing": [],
        "changes": [],
        "words": "checked",
        "sources": sources,
    }


def test_a_weak_model_is_not_asked_to_plan_and_the_note_decides(tmp_path: Path) -> None:
    weak = ScriptedModel([], abilities=Abilities(is_weak=True))
    code, lines = make(tmp_path, weak)
    assert code == 0
    assert weak.calls == []
    assert "No AI model was used" in lines[-3]
    assert decks(tmp_path) == ["Rain.pptx"]


def test_a_lie_gives_no_file_and_exit_code_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lie = call("deliver", message="Done!", artifacts=["art_1"])
    code, lines = make(tmp_path, ScriptedModel([lie, lie]))
    assert code == 1
    assert decks(tmp_path) == []
    assert "Done!" not in "\n".join(lines)
    assert "The model reported something that did not happen" in capsys.readouterr().err


def test_what_was_made_before_a_failure_is_kept(tmp_path: Path) -> None:
    code, _ = make(tmp_path, ScriptedModel([PLAN, ModelBusy(model="m", problem="429")]))
    assert code == 1
    assert decks(tmp_path) == ["Rain.pptx"]


def test_a_question_where_nobody_can_be_asked_is_exit_code_eleven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = make(tmp_path, ScriptedModel([call("ask_user", question="For whom?")]))
    assert code == 11
    assert "For whom?" in capsys.readouterr().err


OUTLINE = call(
    "propose_pptx_outline",
    title="Rain",
    outline=[{"title": "Where it comes from", "key_points": ["Sea", "Clouds"]}],
)


def test_an_outline_that_nobody_can_agree_to_is_exit_code_twelve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = make(tmp_path, ScriptedModel([OUTLINE]))
    assert (code, decks(tmp_path)) == (12, [])
    assert "This question still needs an answer" in capsys.readouterr().err


def test_with_yes_the_outline_is_adopted_and_the_deck_has_its_titles(tmp_path: Path) -> None:
    code, _ = make(tmp_path, ScriptedModel([OUTLINE, PLAN, deliver]), yes=True)
    assert (code, decks(tmp_path)) == (0, ["Rain.pptx"])


def test_answers_come_from_a_file_one_after_the_other(tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps([{"1": "Class 5"}, {"status": "adopted"}]), encoding="utf-8")
    model = ScriptedModel([call("ask_user", question="For whom?"), OUTLINE, PLAN, deliver])
    code, _ = make(tmp_path, model, answers=str(answers))
    assert (code, decks(tmp_path)) == (0, ["Rain.pptx"])
    assert "For whom? → Class 5" in model.calls[1].messages[-1]["content"]


def photos(folder: Path) -> Path:
    (folder / "photos" / "trip").mkdir(parents=True)
    (folder / "photos" / "trip" / "sea.png").write_bytes(picture())
    (folder / "secret.png").write_bytes(picture())
    return folder / "photos"


def pictures_of(folder: Path) -> list[list[str]]:
    """The alternative texts of the pictures on each slide of the made deck, after the title slide."""
    [path] = (folder / "out").iterdir()
    slides = [*Presentation(str(path)).slides][1:]
    return [
        [each.element.find(".//{*}cNvPr").get("descr") for each in slide.shapes if is_picture(each)] for slide in slides
    ]


def is_picture(shape: Any) -> bool:
    return hasattr(shape, "image")


def test_by_rule_a_note_shows_pictures_of_the_given_folder_and_of_no_other(tmp_path: Path) -> None:
    note = tmp_path / "trip.md"
    text = "# Trip\n\n## Sea\n\n![The sea](trip/sea.png)\n\n## Home\n\n![Mine](../secret.png)\n\n- One\n- Two\n"
    note.write_text(text, encoding="utf-8")
    code, _ = make(tmp_path, None, sources=[str(note)], pictures=photos(tmp_path))
    assert (code, pictures_of(tmp_path)) == (0, [["The sea"], []])


def test_a_model_is_told_the_names_of_the_pictures_and_can_show_them(tmp_path: Path) -> None:
    slide = {"layout": "image", "title": "Sea", "image": "trip/sea.png", "alt": "Waves"}
    model = ScriptedModel([ToolCall("1", "generate_pptx", json.dumps({"title": "Rain", "slides": [slide]})), deliver])
    code, _ = make(tmp_path, model, pictures=photos(tmp_path))
    assert (code, pictures_of(tmp_path)) == (0, [["Waves"]])
    assert "by their names: trip/sea.png" in json.dumps(model.calls[0].messages)


def test_a_folder_of_pictures_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = inkwright("make", "slides", "-", "--pictures", "nowhere", "--model", "rule", cwd=tmp_path, stdin=NOTE)
    assert (done.returncode, "nowhere: no such file" in done.stderr) == (2, True)


@pytest.mark.parametrize(("thing", "name"), [("doc", "Rain.docx"), ("pdf", "Rain.pdf")])
def test_a_note_becomes_a_document_without_a_model(tmp_path: Path, thing: str, name: str) -> None:
    code, lines = make(tmp_path, None, deliverable=thing)
    assert code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == [name]
    assert "No AI model was used" in lines[-3]


def test_words_alone_are_too_little_for_a_model_that_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = make(tmp_path, None, request="Slides about rain", sources=[])
    assert code == 1
    assert "--from FILE" in capsys.readouterr().err


def test_the_whole_program_makes_a_deck_by_rule(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_text("# 雨\n\n## 从哪里来\n\n- 海洋\n- 云\n", encoding="utf-8")
    done = inkwright("make", "slides", "雨.md", "-o", "out", "--model", "rule", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "out/雨.pptx\n")
    again = inkwright("make", "slides", "雨.md", "-o", "out", "--model", "rule", "--quiet", cwd=tmp_path)
    assert again.stdout == "out/雨 (2).pptx\n"


def enveloped(envelope: dict[str, Any]) -> Answer:
    """A call as a model writes it that has no tools."""
    return openai_stream(texts(json.dumps(envelope)))


def called(name: str, arguments: dict[str, Any]) -> Answer:
    """A call as a model streams it that has tools."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    delta = {"tool_calls": [{"index": 0, "id": f"id_{name}", "type": "function", "function": function}]}
    return openai_stream([delta], finish="tool_calls")


ANSWER = {"message": "Here it is."}


@pytest.mark.parametrize("has_tools", [True, False], ids=["with tools", "without tools"])
def test_the_whole_program_makes_a_deck_with_a_model_behind_a_wire(tmp_path: Path, has_tools: bool) -> None:
    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    if has_tools:
        script = [called("generate_pptx", DECK), called("answer", ANSWER)]
    else:
        script = [enveloped({"tool": "generate_pptx", "args": DECK}), enveloped({"tool": "answer", "args": ANSWER})]
    with FakeProvider(script) as server:
        environ = {
            "INKWRIGHT_HOME": str(tmp_path / "home"),
            "OPENAI_API_KEY": "sk-secret-secret",
            "OPENAI_BASE_URL": f"{server.url}/v1",
        }
        name = "openai:gpt-5" if has_tools else f"{server.url}/v1#m"
        done = inkwright("make", "slides", "note.md", "-o", "out", "--model", name, cwd=tmp_path, **environ)
    assert done.returncode == 0, done.stderr
    assert "Here it is." in done.stdout
    assert decks(tmp_path) == ["Rain.pptx"]
    assert "sk-secret" not in done.stdout + done.stderr


@pytest.mark.parametrize(("content", "said"), [("", "the file is empty"), (None, "no such file")])
def test_a_note_that_is_none_is_a_sentence(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "note.md").write_text(content)
    done = inkwright("make", "slides", "note.md", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_quiz_is_made_from_a_note_and_is_a_file_that_opens(tmp_path: Path) -> None:
    questions = [{"questionType": "TRUE_FALSE", "question": "Rain comes from clouds.", "correctAnswer": True}]
    script: list[ScriptLine] = [
        call("generate_quiz_questions", topic="Rain", count=1),
        json.dumps({"questions": questions}),
        deliver,
    ]
    code, _ = make(tmp_path, ScriptedModel(script), deliverable="quiz")
    assert code == 0
    sheet, page = sorted((tmp_path / "out").iterdir())
    assert (sheet.name, page.name) == ("Rain.docx", "Rain.html")
    assert "Rain comes from clouds." in page.read_text(encoding="utf-8")
    assert "Rain comes from clouds." in extract_text(sheet.name, sheet.read_bytes())


def test_a_quiz_and_a_page_are_drawn_from_the_note_without_a_model(tmp_path: Path) -> None:
    written = (
        "# Bees\n\nNectar is a sweet juice that flowers make. Pollen is a fine powder from flowers. "
        "Honey is food that bees make. Wax is a soft material from which bees build cells.\n"
    )
    (tmp_path / "bees.md").write_text(written, encoding="utf-8")
    made: list[tuple[str, str]] = [("quiz", "Bees.docx"), ("page", "Bees (2).html")]
    for thing, name in made:
        assert make(tmp_path, None, deliverable=thing, sources=[str(tmp_path / "bees.md")])[0] == 0
        assert (tmp_path / "out" / name).exists()


def test_a_folder_and_a_file_that_is_not_there_are_told_in_the_language_of_the_person(tmp_path: Path) -> None:
    (tmp_path / "rivers").mkdir()
    for given, told in (("./rivers", "这是文件夹；请写出其中的文件"), ("rain.md", "没有这个文件或文件夹")):
        done = inkwright("make", "quiz", given, "--model", "rule", cwd=tmp_path, LANG="zh_CN.UTF-8")
        assert (done.returncode, done.stderr.splitlines()) == (
            2,
            [f"错误：无法读取 {given}：{told}。", "请检查文件名、文件内容和读取权限。"],
        )


def test_a_failure_is_told_once(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    done = inkwright("make", "quiz", "rivers", "--model", "rule", "--yes", cwd=tmp_path, INKWRIGHT_HOME=home)
    assert done.returncode == 1
    assert (done.stdout + done.stderr).count("Nothing was made.") == 1
