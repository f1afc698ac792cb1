"""`inkwright history`: what a person, a pipe and a program see of earlier conversations."""

import asyncio
import io
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.agent.rule_planner import NoModel
from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import history
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import width
from inkwright.conversation.turns import TurnState
from inkwright.errors import CallerError, InvalidOption, NotFound, TurnRunning
from inkwright.i18n import Language
from inkwright.llm.call_log import LoggedModel
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import Settings, load_settings
from inkwright.tools.registry import all_tools
from inkwright.usecases.make import DeliverableRequest, make_deliverable
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import CALLS_FILE, LOCAL_OWNER, FileCallLog, open_store
from inkwright.usecases.turns import send_message
from tests.agent.test_run import answer, call
from tests.agent.turn_services import ROUTE
from tests.cli.commands.test_models import at_a_terminal
from tests.cli.test_main import inkwright

TALK = ROUTE.model_copy(update={"expected_mode": "answer"})
NOTE = "# 雨\n\n## 从哪里来\n\n- 海洋\n- 云\n"


def settings_of(folder: Path, color: str = "never") -> Settings:
    return load_settings(flags={"color": color}, environ={}, folder=folder, home=folder)


async def talk(settings: Settings) -> None:
    """Three conversations: one about a river with a question and a failure, a deck by rule, one in Chinese."""
    async with open_store(settings) as store:
        asks = call("ask_user", question="For whom?")
        script: list[ScriptLine] = [answer("Because of\nthe WATER."), asks, ModelBusy(model="m", problem="429")]
        desk = store.turn_services(ScriptedModel(script), [], lambda _, __: None)
        for said in ("Why do rivers bend?", "Make it simpler.", "Again!"):
            await send_message(desk, said, TALK, owner=LOCAL_OWNER, conversation_id="conv_aaaa0001")
        await store.attachments.add("conv_rain", "雨.md", NOTE, owner=LOCAL_OWNER)
        planned = store.turn_services(NoModel(), list(all_tools().values()), lambda _, __: None)
        await make_deliverable(planned, DeliverableRequest("slides", "雨", "conv_rain"))
        desk = store.turn_services(ScriptedModel([answer("\x1b[31m因为水流有快有慢。")]), [], lambda _, __: None)
        await send_message(desk, "河流为什么会弯曲？", TALK, owner=LOCAL_OWNER, conversation_id="conv_aaaa0002")
        other = store.turn_services(ScriptedModel([answer("water water")]), [], lambda _, __: None)
        await send_message(other, "secret water", TALK, owner="another", conversation_id="conv_secret")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which people have talked; nobody changes it."""
    folder = tmp_path_factory.mktemp("home")
    asyncio.run(talk(settings_of(folder)))
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The same, to be changed."""
    asyncio.run(talk(settings_of(tmp_path)))
    return tmp_path


def run(folder: Path, *words: str, language: Language = "en", color: str = "never") -> tuple[int, str]:
    out = io.StringIO()
    parser = CommandParser(language)
    history.add_arguments(parser)
    shell = Shell(settings_of(folder, color), language, out, io.BytesIO())
    return history.run(parser.parse_options(words)[1], shell), out.getvalue()


def run_json(folder: Path, *words: str) -> Any:
    code, said = run(folder, *words, "--json")
    assert code == 0
    return json.loads(said)


def test_where_nothing_was_said_the_next_step_is_told(tmp_path: Path) -> None:
    assert run(tmp_path) == (0, "No conversations yet. Start one: inkwright make slides NOTE.md\n")
    assert run_json(tmp_path, "list") == {"total": 0, "conversations": []}
    assert run(tmp_path, "search", "雨") == (0, "No matches for “雨” in messages or attached files.\n")


def test_the_list_is_newest_first_and_its_columns_stand_below_each_other(kept: Path) -> None:
    code, said = run(kept)
    rows = [re.split(r"\s{2,}", row) for row in said.splitlines()[1:4]]
    assert code == 0
    assert [(row[1], row[2]) for row in (rows[0], rows[2])] == [
        ("河流为什么会弯曲？", "1"),
        ("Why do rivers bend?", "3"),
    ]
    lines = said.splitlines()[1:4]
    assert len({width(line[: line.rindex("  20")]) for line in lines}) == 1
    assert "conv_secret" not in said


def test_a_part_of_the_list_says_how_to_see_the_rest(kept: Path) -> None:
    _, said = run(kept, "list", "--limit", "1", "--offset", "1")
    assert "Conversations 2 to 2 of 3. Show older ones with --offset 2." in said
    assert run(kept, "--offset", "9") == (0, "There are only 3 conversations.\n")
    assert [row["turns"] for row in run_json(kept, "--limit", "2")["conversations"]] == [1, 1]


def test_a_conversation_is_shown_with_how_each_turn_ended(kept: Path) -> None:
    code, said = run(kept, "show", "aaaa0001")
    assert code == 0
    shown = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE", said)
    busy = shown[shown.index("Again!") :].splitlines()[3]
    assert shown == (
        "Why do rivers bend?\nconv_aaaa0001  DATE\n\n"
        "You\n  Why do rivers bend?\n\nInkwright\n  Because of\n  the WATER.\n✓ answered\n\n"
        "You\n  Make it simpler.\n\nInkwright\n  For whom?\n? waiting for an answer\n\n"
        f"You\n  Again!\n\nInkwright\n{busy}\n✗ failed (model_busy)\n"
    )


def test_the_calls_of_a_turn_are_shown_where_they_are_wanted(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    log = FileCallLog(tmp_path / CALLS_FILE)

    async def speak() -> None:
        async with open_store(settings) as store:
            model = LoggedModel(ScriptedModel([answer("Because of the water.")], name="m"), log)
            desk = store.turn_services(model, [], lambda _, __: None)
            await send_message(desk, "Why do rivers bend?", TALK, owner=LOCAL_OWNER, conversation_id="conv_aaaa0001")

    asyncio.run(speak())
    _, said = run(tmp_path, "show", "conv_aaaa0001", "--calls")
    assert re.search(r"^  chat · m · .+ read, .+ written · \d+\.\d s · accepted$", said, re.MULTILINE)
    (exchange,) = run_json(tmp_path, "show", "conv_aaaa0001", "--calls")["exchanges"]
    assert [(each["purpose"], each["verdict"], each["turn_id"]) for each in exchange["calls"]] == [
        ("chat", "accepted", exchange["turn"]),
        ("judge", "accepted", exchange["turn"]),
    ]
    assert "calls" not in run_json(tmp_path, "show", "conv_aaaa0001")["exchanges"][0]


def test_what_was_made_is_shown_by_name_and_id_and_the_events_where_they_are_wanted(kept: Path) -> None:
    deck = next(row["id"] for row in run_json(kept)["conversations"] if not row["id"].startswith("conv_aaaa"))
    _, said = run(kept, "show", deck, language="zh")
    assert re.search(r"✓ 已交付，打开检查过\n  来源：雨\.md\n  雨\.pptx \(v1, art_[0-9a-f]{32}\)\n$", said)
    assert "turn_started" not in said
    _, said = run(kept, "show", deck, "--events")
    kinds = re.findall(r"^ +(\d+)  (\w+)", said, re.MULTILINE)
    assert kinds[0] == ("1", "turn_started")
    assert kinds[-1][1] == "turn_finished"
    told = run_json(kept, "show", deck, "--events")["exchanges"][0]
    assert told["outcome"]["kind"] == "delivered"
    assert [event["kind"] for event in told["events"]][-1] == "turn_finished"
    assert "events" not in run_json(kept, "show", deck)["exchanges"][0]


def test_nothing_that_was_said_steers_the_terminal(kept: Path) -> None:
    for words in (("show", "conv_aaaa0002"), ("search", "因为"), ("list",)):
        assert "\x1b" not in run(kept, *words)[1]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["water"], "  Inkwright: Because of the »WATER«."),
        (["of", "the"], None),
        (["会弯曲"], "  You: 河流为什么»会弯曲«？"),
        (["100%"], None),
    ],
)
def test_words_are_found_whatever_their_capitals_and_their_place_is_marked(
    kept: Path, words: list[str], line: str | None
) -> None:
    code, said = run(kept, "search", *words)
    assert code == 0
    assert said.splitlines()[1:2] == ([line] if line else [])
    assert "secret" not in said


def test_in_colour_the_place_is_marked_by_colour(kept: Path) -> None:
    _, said = run(kept, "search", "WATER", color="always")
    assert "\x1b[33mWATER\x1b[0m" in said
    assert "»" not in said


def test_a_search_for_programs_names_the_message_and_the_place(kept: Path) -> None:
    (found,) = run_json(kept, "search", "会弯曲")["found"]
    assert {key: found[key] for key in ("conversation", "before", "found", "behind")} == {
        "conversation": "conv_aaaa0002",
        "before": "河流为什么",
        "found": "会弯曲",
        "behind": "？",
    }


def test_an_empty_search_is_refused(kept: Path) -> None:
    with pytest.raises(InvalidOption, match="at least one character"):
        run(kept, "search", " ")


def test_an_ambiguous_beginning_lists_what_it_may_mean(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(kept, "show", "conv_aaaa") == (2, "")
    said = capsys.readouterr().err
    assert "'conv_aaaa' matches 2 conversations" in said
    assert "conv_aaaa0001  Why do rivers bend?" in said


@pytest.mark.parametrize("written", ["nothing", "conv_secret", "", "conv_aaaa00011"])
def test_what_is_not_there_or_another_persons_is_not_found(kept: Path, written: str) -> None:
    with pytest.raises(NotFound):
        run(kept, "show", written)


def test_nothing_is_deleted_where_nobody_can_be_asked(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(own, "delete", "conv_aaaa0001") == (11, "")
    assert "--yes" in capsys.readouterr().err
    assert run_json(own)["total"] == 3


def test_a_deleted_conversation_is_gone_and_its_files_stay(own: Path) -> None:
    deck = next(row["id"] for row in run_json(own)["conversations"] if not row["id"].startswith("conv_aaaa"))
    code, said = run(own, "delete", deck, "--yes")
    assert (code, said.startswith("Deleted: ")) == (0, True)
    assert run_json(own, "delete", "conv_aaaa0001", "--yes") == {"deleted": "conv_aaaa0001"}
    assert run_json(own)["total"] == 1
    assert run_json(own, "search", "water")["found"] == []

    async def files() -> list[str]:
        async with open_store(settings_of(own)) as store:
            return [record.name for record in await store.records.newest(LOCAL_OWNER, limit=9, offset=0)]

    assert asyncio.run(files()) == ["雨.pptx"]


@pytest.mark.parametrize(("typed", "left"), [("n\n", 3), ("\x04", 3), ("是\n", 2)])
def test_a_person_at_the_terminal_is_asked(own: Path, typed: str, left: int) -> None:
    command = [sys.executable, "-m", "inkwright.cli.main", "history", "delete", "conv_aaaa0001"]
    code, _, seen = at_a_terminal(command, typed, own)
    assert code == 0
    assert "Permanently delete “Why do rivers bend?” (3 turns)? [y/N]" in seen
    assert run_json(own)["total"] == left


def test_an_exported_conversation_is_markdown_or_json(kept: Path, tmp_path: Path) -> None:
    code, said = run(kept, "export", "conv_aaaa0002", "-o", str(tmp_path / "river.md"), language="zh")
    assert code == 0
    written = (tmp_path / "river.md").read_text(encoding="utf-8")
    assert written.splitlines()[0] == "# 河流为什么会弯曲？"
    assert written.endswith("## Inkwright 说\n\n\x1b[31m因为水流有快有慢。\n\n*已回答*\n")
    assert str(tmp_path / "river.md") in said
    run(kept, "export", "conv_aaaa0002", "-o", str(tmp_path / "river.json"))
    told = json.loads((tmp_path / "river.json").read_text(encoding="utf-8"))
    assert told == run_json(kept, "export", "conv_aaaa0002")
    assert [message["role"] for message in told["exchanges"][0]["messages"]] == ["user", "assistant"]
    assert "engine" not in json.dumps(told)
    assert run(kept, "export", "conv_aaaa0002", language="zh") == (0, written)


def test_an_export_replaces_nothing_unasked_and_has_one_of_two_forms(kept: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "talk.md")
    for flags in ((), (), ("--overwrite",)):
        run(kept, "export", "conv_aaaa0001", "-o", target, *flags)
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["talk (2).md", "talk.md"]
    with pytest.raises(CallerError, match=r"\.md, \.json"):
        run(kept, "export", "conv_aaaa0001", "-o", "talk.docx")


def test_the_whole_program_remembers_what_another_run_of_it_did(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_text(NOTE, encoding="utf-8")
    home = {"INKWRIGHT_HOME": str(tmp_path / "home")}
    made = inkwright("make", "slides", "雨.md", "-o", "out", "--model", "rule", cwd=tmp_path, **home)
    assert made.returncode == 0, made.stderr
    listed = inkwright("history", "--json", cwd=tmp_path, **home)
    (row,) = json.loads(listed.stdout)["conversations"]
    shown = inkwright("history", "show", row["id"], cwd=tmp_path, **home)
    assert (shown.returncode, "雨.pptx" in shown.stdout) == (0, True)
    missing = inkwright("history", "show", "nothing", cwd=tmp_path, **home)
    assert (missing.returncode, "No conversation 'nothing' found." in missing.stderr) == (2, True)


async def edit(settings: Settings) -> None:
    """The second message of the conversation about a river is replaced by another."""
    async with open_store(settings) as store:
        said = await store.conversations.messages("conv_aaaa0001", owner=LOCAL_OWNER)
        await store.conversations.replace_from("conv_aaaa0001", said[2].id, owner=LOCAL_OWNER)
        desk = store.turn_services(ScriptedModel([answer("In short: water.")]), [], lambda _, __: None)
        await send_message(desk, "Shorter, please.", TALK, owner=LOCAL_OWNER, conversation_id="conv_aaaa0001")


def test_what_was_replaced_is_shown_and_exported_where_it_is_asked_for_and_marked(own: Path) -> None:
    asyncio.run(edit(settings_of(own)))
    _, said = run(own, "show", "conv_aaaa0001")
    assert "Make it simpler." not in said
    assert said.endswith("You\n  Shorter, please.\n\nInkwright\n  In short: water.\n✓ answered\n")
    assert next(row["turns"] for row in run_json(own)["conversations"] if row["id"] == "conv_aaaa0001") == 2
    _, said = run(own, "show", "conv_aaaa0001", "--all")
    assert re.findall(r"^(?:You|Inkwright).*", said, re.MULTILINE) == [
        *("You", "Inkwright"),
        *("You (replaced)", "Inkwright (replaced)") * 2,
        *("You", "Inkwright"),
    ]
    assert "You (replaced)\n  Make it simpler.\n\nInkwright (replaced)\n  For whom?\n? waiting for an answer\n" in said
    assert "## 你说（已替换）\n\nMake it simpler." in run(own, "export", "conv_aaaa0001", "--all", language="zh")[1]
    assert "Make it simpler." not in run(own, "export", "conv_aaaa0001")[1]
    every = [each for told in run_json(own, "show", "conv_aaaa0001", "--all")["exchanges"] for each in told["messages"]]
    assert [each.get("replaced", False) for each in every] == [False, False, True, True, True, True, False, False]


@pytest.mark.parametrize(("words", "found"), [("海洋", "海洋"), ("从哪里来", "从哪里来")])
def test_words_of_an_attached_file_are_found_and_the_file_is_named(kept: Path, words: str, found: str) -> None:
    hits = run_json(kept, "search", words)["found"]
    assert [(hit["conversation"], hit["file"], hit["found"]) for hit in hits] == [("conv_rain", "雨.md", found)]
    assert "in the file 雨.md: " in run(kept, "search", words)[1]
    assert "文件 雨.md：" in run(kept, "search", words, language="zh")[1]


def test_letters_that_are_not_english_are_found_whatever_their_size(tmp_path: Path) -> None:
    async def say() -> None:
        async with open_store(settings_of(tmp_path)) as store:
            desk = store.turn_services(ScriptedModel([answer("ЙОД и Ёж")]), [], lambda _, __: None)
            await send_message(desk, "Ärger im Éclair", TALK, owner=LOCAL_OWNER, conversation_id="conv_1")
            await store.attachments.add("conv_1", "note.md", "Über ÖL", owner=LOCAL_OWNER)

    asyncio.run(say())
    found = {words: [hit["found"] for hit in run_json(tmp_path, "search", words)["found"]] for words in FOREIGN}
    assert found == FOREIGN


FOREIGN = {
    "ärger": ["Ärger"],
    "ÄRGER": ["Ärger"],
    "Ärger": ["Ärger"],
    "йод": ["ЙОД"],
    "über öl": ["Über ÖL"],
    "öde": [],
}


@pytest.mark.parametrize("written", ["-1", "x", "1000001", "1e3", "²", "9" * 5_000])
def test_a_number_that_is_none_is_told_in_the_persons_language(
    kept: Path, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, told in (("en", "a whole number from 0 to 1000000"), ("zh", "应为 0 到 1000000 之间的整数")):
        with pytest.raises(SystemExit):
            run(kept, f"--offset={written}", language=language)  # type: ignore[arg-type]
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--limit=0",), ("list", "--limit=0"), ("search", "water", "--limit=0")])
def test_nothing_at_all_is_not_what_anybody_looks_for(
    kept: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for language, told in (("en", "a whole number from 1 to 1000000"), ("zh", "应为 1 到 1000000 之间的整数")):
        with pytest.raises(SystemExit):
            run(kept, *words, language=language)  # type: ignore[arg-type]
        assert told in capsys.readouterr().err


def test_a_message_that_was_replaced_is_found_as_such_and_how_to_see_it_is_told(own: Path) -> None:
    asyncio.run(edit(settings_of(own)))
    _, said = run(own, "search", "simpler")
    assert said.splitlines()[1:] == [
        "  You (replaced): Make it »simpler«.",
        "Show replaced messages: inkwright history show ID --all",
    ]
    assert "你说（已替换）：" in run(own, "search", "simpler", language="zh")[1]
    assert [hit["replaced"] for hit in run_json(own, "search", "simpler")["found"]] == [True]
    assert ["replaced" in hit for hit in run_json(own, "search", "Shorter")["found"]] == [False]
    assert "--all" not in run(own, "search", "Shorter")[1]


def test_a_search_that_finds_more_than_it_shows_says_so_and_how_to_see_more(kept: Path) -> None:
    for words in ("雨", "a"):
        every = run_json(kept, "search", words)
        assert (len(every["found"]) > 1, every["has_more"]) == (True, False)
        some = run_json(kept, "search", words, "--limit", "1")
        assert (some["found"], some["has_more"]) == (every["found"][:1], True)
        assert run(kept, "search", words, "--limit", "1")[1].endswith(
            "There are more results. Show them with --limit 2.\n"
        )
        assert "There are more results" not in run(kept, "search", words, "--limit", str(len(every["found"])))[1]


def test_words_that_are_too_long_to_look_for_are_refused(kept: Path) -> None:
    assert run(kept, "search", "%" * 500)[0] == 0
    with pytest.raises(InvalidOption, match="Give at most 500 characters"):
        run(kept, "search", "x" * 60_000)


def test_an_empty_project_is_named_where_nothing_was_said_in_it(kept: Path, tmp_path: Path) -> None:
    async def make() -> None:
        async with open_store(settings_of(tmp_path)) as store:
            await open_project(store, "My rain", owner=LOCAL_OWNER)

    asyncio.run(make())
    told = "The project My rain has no conversations yet. Start one: inkwright chat --project 'My rain'\n"
    assert run(tmp_path, "list", "--project", "My rain") == (0, told)
    assert "项目 My rain 里" in run(tmp_path, "list", "--project", "My rain", language="zh")[1]


def test_a_name_that_is_no_utf_8_is_exported_as_often_as_any_other(kept: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(kept, "export", "conv_aaaa0001", "-o", os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.md"))[0] == 0
    assert sorted(os.listdir(os.fsencode(tmp_path))) == [b"bad\xff (2).md", b"bad\xff.md"]


def test_a_conversation_in_which_a_turn_still_runs_is_not_deleted(own: Path) -> None:
    async def begin(held_until: float) -> None:
        async with open_store(settings_of(own)) as store:
            turn = TurnState(id="turn_z", conversation_id="conv_aaaa0002", owner=LOCAL_OWNER, message="x", route=TALK)
            await store.conversations.save_turn(turn.model_copy(update={"held_until": held_until}))

    asyncio.run(begin(time.time() + 60))
    with pytest.raises(TurnRunning):
        run(own, "delete", "conv_aaaa0002", "--yes")
    asyncio.run(begin(0))
    assert run(own, "delete", "conv_aaaa0002", "--yes")[0] == 0
