"""What is completed: commands, files of the workspace and nothing outside of it, and given words."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from inkwright.cli.terminal.completion import ChatCompleter, complete_path, mentioned_names
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommand, SlashCommands


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    (work / "lessons" / "deep").mkdir(parents=True)
    (work / "my folder").mkdir()
    for name in ("Notes.md", "notes 2.md", "笔记.md", ".hidden", "lessons/one.md", "my folder/x.md"):
        (work / name).write_text("")
    (tmp_path / "secret.md").write_text("")
    (work / "escape").symlink_to(tmp_path)
    (work / "stolen.md").symlink_to(tmp_path / "secret.md")
    (work / "inner").symlink_to(work / "lessons")
    return work


def completed(workspace: Path, typed: str, words: tuple[str, ...] = ()) -> list[str]:
    """The line as it is with each completion."""
    commands = SlashCommands("en", lambda _line: None)

    async def run(_typed: str) -> NextStep:
        return "stay"

    def models(typed: str) -> Iterable[str]:
        return ["local", "openai:gpt-5"]

    commands.add(SlashCommand("model", "cli.command.models", run, models))
    completer = ChatCompleter(commands, workspace, lambda: words)
    found = completer.get_completions(Document(typed), CompleteEvent())
    return [typed[: len(typed) + each.start_position] + each.text for each in found]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("/", ["/help", "/model", "/quit"]),
        ("/mo", ["/model"]),
        ("/model ", ["/model local", "/model openai:gpt-5"]),
        ("/model o", ["/model openai:gpt-5"]),
        ("/help x", []),
        ("say /he", []),
        ("plain words", []),
        ("mail me@no", []),
        ("see @no", ["see @Notes.md", 'see @"notes 2.md"']),
        ('see @"no', ["see @Notes.md", 'see @"notes 2.md"']),
        ("请看 @笔", ["请看 @笔记.md"]),
        ("比较（@笔", ["比较（@笔记.md"]),
        ("@lessons/", ["@lessons/deep/", "@lessons/one.md"]),
        ("@my", ['@"my folder/']),
        ('@"my folder/', ['@"my folder/x.md"']),
        ("@.h", ["@.hidden"]),
        ("@inner/o", ["@inner/one.md"]),
        ("/model local @笔", ["/model local @笔记.md"]),
        ("@../", []),
        ("@../se", []),
        ("@/etc/pass", []),
        ("@~/", []),
        ("@escape/", []),
        ("@st", []),
        ("@es", []),
        ("@nosuch/", []),
    ],
)
def test_what_is_offered(workspace: Path, typed: str, lines: list[str]) -> None:
    assert completed(workspace, typed) == lines


def test_everything_in_the_workspace_is_offered_but_what_is_hidden_or_leads_out(workspace: Path) -> None:
    assert completed(workspace, "@") == [
        "@Notes.md",
        "@inner/",
        "@lessons/",
        '@"my folder/',
        '@"notes 2.md"',
        "@笔记.md",
    ]


def test_given_words_come_first(workspace: Path) -> None:
    assert completed(workspace, "@n", ("note-block", "Other", "New block")) == [
        "@note-block",
        '@"New block"',
        "@Notes.md",
        '@"notes 2.md"',
    ]


@pytest.mark.parametrize("typed", ["@blo", "@block:Ch", "@cha", "@intro"])
def test_a_word_with_a_prefix_is_found_by_what_stands_behind_it(workspace: Path, typed: str) -> None:
    assert '@"block:Chapter 1/Introduction."' in completed(workspace, typed, ("block:Chapter 1/Introduction.",))


def test_a_name_that_ends_as_a_sentence_does_is_quoted_and_comes_back_whole(workspace: Path) -> None:
    (line,) = completed(workspace, "@block:W", ("block:Why?",))
    assert (line, mentioned_names(line)) == ('@"block:Why?"', ["block:Why?"])


def test_what_a_message_names() -> None:
    message = '看 @笔记.md，和 @"notes 2.md"（@a/b.md）. Mail a@b.c, @笔记.md @ and @x.md.'
    assert mentioned_names(message) == ["笔记.md", "notes 2.md", "a/b.md", "x.md"]


def test_a_path_is_completed_as_far_as_it_can_only_go_on_one_way(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    monkeypatch.setenv("HOME", str(workspace))
    assert complete_path("les") == ("lessons/", [])
    assert complete_path("lessons/") == ("lessons/", ["deep/", "one.md"])
    assert complete_path("~/no") == ("~/notes 2.md", [])
    assert complete_path(f"{workspace}/my") == (f"{workspace}/my folder/", [])
    assert complete_path("nothing") == ("nothing", [])
    assert complete_path("no/such/folder") == ("no/such/folder", [])
    assert complete_path(".hi") == (".hidden", [])


def test_a_file_of_a_subfolder_is_found_by_its_name_alone(workspace: Path) -> None:
    (workspace / "lessons" / "deep" / "Only.md").write_text("")
    assert completed(workspace, "@only") == ["@lessons/deep/Only.md"]
    assert completed(workspace, "@one") == ["@lessons/one.md"]
    assert completed(workspace, "@x") == ['@"my folder/x.md"']
    assert completed(workspace, "@secret") == []
