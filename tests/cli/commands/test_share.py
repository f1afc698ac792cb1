"""`inkwright share`: links are made, listed and revoked."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.documents.source_file import source_text
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.authoring.document_writer import draft_document
from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import share
from inkwright.cli.commands.share import checked_address
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_taking import hand_in
from inkwright.usecases.school import import_school
from inkwright.usecases.sharing import SharedArtifact, ShareRequest, share_artifact
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.commands.test_project import shell_of


def run(folder: Path, *words: str, language: Language = "en", code: int = 0) -> str:
    """What `inkwright share` says in this process."""
    parser, shell = CommandParser(language), shell_of(folder, "", language)
    share.add_arguments(parser)
    assert share.run(parser.parse_options(words)[1], shell) == code
    written: str = shell.out.getvalue()  # type: ignore[attr-defined]
    return written


def stored(folder: Path) -> str:
    async def go() -> Any:
        async with open_store(shell_of(folder, "", "en").settings) as store:
            draft = draft_document(source_text("Rain", "plain", "en", "It rains.\n"), "pdf")
            return await store.vault.keep(draft, owner=LOCAL_OWNER, turn_id="turn_1")

    identity: str = asyncio.run(go()).id
    return identity


def test_a_file_is_shared_listed_and_revoked(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path) == "No share links.\n"
    artifact = stored(tmp_path)
    url = run(tmp_path, "new", artifact, "--days", "7", "--address", "https://inkwright.example/").strip()
    assert url.startswith("https://inkwright.example/s/")
    assert "Rain" in capsys.readouterr().err
    (row,) = json.loads(run(tmp_path, "list", "--address", "https://inkwright.example", "--json"))
    assert (row["url"], row["target"], row["latest"], row["download"]) == (url, artifact, False, False)
    assert "open until" in run(tmp_path, "list")
    assert "不再显示" in run(tmp_path, "revoke", row["id"], language="zh")
    assert "revoked" in run(tmp_path, "list")


def test_a_link_for_this_machine_says_so(tmp_path: Path, capsys: Any) -> None:
    run(tmp_path, "new", stored(tmp_path), "--latest", "--download")
    assert "Only this machine" in capsys.readouterr().err


def test_what_does_not_exist_is_neither_shared_nor_revoked(tmp_path: Path) -> None:
    for words in (("new", "art_0"), ("new", ""), ("revoke", "share_0"), ("revoke", "")):
        with pytest.raises(NotFound):
            run(tmp_path, *words)


@pytest.mark.parametrize(
    "wrong", ["", "inkwright.example", "ftp://a", "http://", "http://a:x", "http://u@a", "http://a/?q", "http://[::1"]
)
def test_an_address_is_that_of_a_service(wrong: str) -> None:
    with pytest.raises(InvalidOption):
        checked_address(wrong)


QUIZ = {
    "title": "Rain",
    "questions": [{"questionType": "LONG_ANSWER", "question": "Why?", "correctAnswer": "Clouds", "points": 4}],
}


def handed_in(folder: Path) -> str:
    """Share a quiz that one student hands in; return the id of the share."""

    async def go() -> str:
        async with open_store(shell_of(folder, "", "en").settings) as store:
            quiz = Quiz.model_validate(QUIZ)
            draft = Draft("quiz", "Rain.quiz.json", "Rain", {"Rain.quiz.json": write_json(quiz)})
            kept = await store.vault.keep(draft, owner=LOCAL_OWNER, turn_id="turn_1")
            record = await store.records.get(kept.id, LOCAL_OWNER)  # type: ignore[union-attr]
            assert record is not None
            made = await share_artifact(store, record, ShareRequest())
            form = {"name": ["Ann"], "q0": ["It rains."]}
            assert isinstance(await hand_in(store, SharedArtifact(made, record), form), Submission)
            return made.id

    return asyncio.run(go())


def test_results_are_shown_graded_written_and_matched(tmp_path: Path) -> None:
    identity = handed_in(tmp_path)
    assert "1 answer to grade" in run(tmp_path, "results", identity)
    (row,) = json.loads(run(tmp_path, "results", identity, "--json"))
    with pytest.raises(InvalidOption):
        run(tmp_path, "mark", identity, row["id"], "1", "5")
    for wrong in ("nan", "many"):
        with pytest.raises(InvalidOption):
            run(tmp_path, "mark", identity, row["id"], "1", wrong)
    assert "3 of 4 points" in run(tmp_path, "mark", identity, row["id"], "1", "3")
    run(tmp_path, "results", identity, "-o", str(tmp_path / "results.csv"))
    assert (tmp_path / "results.csv").read_text("utf-8-sig").splitlines()[1].endswith(",3,4,3")
    with pytest.raises(NotFound):
        run(tmp_path, "class", identity, "1A")
    marks = tmp_path / "a.csv"
    marks.write_text("学号,姓名,班级,测验1\n满分,,,60\n1,Bob,1A,55\n", "utf-8")
    asyncio.run(imported(tmp_path, marks.read_bytes()))
    assert "nobody in the class" in run(tmp_path, "class", identity, "1A", code=1)
    done = json.loads(run(tmp_path, "class", identity, "1A", "--match", f"{row['id']}=1", "--json"))
    assert done["tests"] == ["Rain"]
    with pytest.raises(InvalidOption):
        run(tmp_path, "class", identity, "1A", "--match", "x")


async def imported(folder: Path, content: bytes) -> None:
    async with open_store(shell_of(folder, "", "en").settings) as store:
        assert (await import_school(store, content, "a.csv", owner=LOCAL_OWNER)).imported


@pytest.mark.parametrize("wrong", ["soon", "2020-01-01", "9999-99-99", "0001-01-01 00:00"])
def test_a_deadline_is_a_time_in_the_future(tmp_path: Path, wrong: str) -> None:
    handed_in(tmp_path)
    with pytest.raises(InvalidOption):
        run(tmp_path, "new", "Rain.quiz.json", "--closes", wrong)
