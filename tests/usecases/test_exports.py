"""The formats of artifacts: all that this machine can make, and what each cannot hold."""

from datetime import UTC, datetime

from inkwright.artifacts.quizzes.formats.registry import writable_formats
from inkwright.artifacts.rendering.office import find_office
from inkwright.artifacts.vault import ArtifactRecord
from inkwright.usecases.exports import export_formats, is_stored_quiz


def record(kind: str, name: str, *others: str) -> ArtifactRecord:
    return ArtifactRecord(
        id="art_1",
        version=1,
        kind=kind,
        name=name,
        title="Rain",
        size=1,
        sha256="0",
        report=(),
        made_at=datetime(2026, 1, 31, tzinfo=UTC),
        owner="me",
        turn_id="turn_1",
        digests=dict.fromkeys((name, *others), "0"),
    )


def test_a_deck_is_its_own_format_first_and_says_what_the_others_lack() -> None:
    formats = {each.name: each for each in export_formats(record("pptx", "Rain.pptx"), "en")}
    assert next(iter(formats)) == "pptx"
    assert formats["pptx"].lacks == ()
    assert formats["md"].lacks == ("layout", "images")
    assert ("pdf" in formats) is (find_office() is not None)
    assert "zip" not in formats


def test_an_artifact_of_several_files_can_be_downloaded_whole() -> None:
    names = [each.name for each in export_formats(record("tex", "Rain.tex", "rain.png"), "en")]
    assert names[0] == "tex"
    assert names[-1] == "zip"


def test_a_quiz_has_every_format_in_the_language_of_the_reader() -> None:
    quiz = record("quiz", "Rain.quiz.json")
    assert is_stored_quiz(quiz)
    english, chinese = (export_formats(quiz, language) for language in ("en", "zh"))
    assert {each.name for each in english} == {each.name for each in writable_formats()}
    assert [each.name for each in english] == [each.name for each in chinese]
    assert [each.lacks for each in english] != [each.lacks for each in chinese]
    assert any(each.has_key for each in english)


def test_a_kind_of_another_package_has_its_own_format_alone() -> None:
    assert [each.name for each in export_formats(record("recipe", "Rain.recipe"), "en")] == ["recipe"]
