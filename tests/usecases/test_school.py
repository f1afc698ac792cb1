"""Imports are all or nothing, can be undone, and give reports that pass the checks of documents."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, error_text
from inkwright.llm.models import Abilities
from inkwright.llm.pseudonyms import pseudonyms_in_use
from inkwright.school.reading.settings import ImportSettings
from inkwright.settings import load_settings
from inkwright.usecases.school import (
    find_report,
    import_sample,
    import_school,
    local_names_kept,
    make_report,
    parse_maxima,
    preview_import,
    remove_school,
    undo_import,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

GOOD = "学号,姓名,班级,测验1\n满分,,,60\n1001,甲乙,一班,55\n".encode()
BAD = GOOD + "1002,丙丁,一班,61\n".encode()


def on_store(home: Path, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
            return await work(store)

    return asyncio.run(go())


def test_a_file_with_an_error_brings_nothing_unless_its_row_is_left_out(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        refused = await import_school(store, BAD, "a.csv", owner="me")
        assert (refused.imported, bool(await store.schools.load("me"))) == (None, False)
        kept = await import_school(store, BAD, "folder/a.csv", owner="me", leaves_out=True)
        assert kept.imported is not None
        assert (kept.imported.name, kept.imported.counts) == ("a.csv", {"pupils": 1, "tests": 1, "results": 1})

    on_store(tmp_path, work)


def test_a_known_number_with_another_name_is_an_error_of_its_row(tmp_path: Path) -> None:
    head = "No.,Name,Class,Quiz (10)\n"
    later = f"{head}1001,Kim Lee,1A,2\n1002,Bo Ng,1B,7\n".encode()

    async def work(store: Store) -> None:
        await import_school(store, f"{head}1001,Ann Bee,1A,9\n1002,Bo Ng,1A,5\n".encode(), "a.csv", owner="me")
        seen = await preview_import(store, later, ImportSettings(), owner="me")
        assert [(each.row, each.kind, each.value) for each in seen.read.errors] == [(2, "other_name", "1001: Ann Bee")]
        assert (await import_school(store, later, "b.csv", owner="me")).imported is None
        assert (await import_school(store, later, "b.csv", owner="you")).imported is not None
        assert (await import_school(store, later, "b.csv", owner="me", leaves_out=True)).imported is not None
        school = await store.schools.load("me")
        assert (school.pupils["1001"].name, school.marks["Quiz"]["1001"]) == ("Ann Bee", 9)
        assert (school.pupils["1002"].classes, school.marks["Quiz"]["1002"]) == (("1B",), 7)

    on_store(tmp_path, work)


def test_undo_removes_the_last_import_or_a_named_one_of_this_owner(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await import_school(store, GOOD, "a.csv", owner="me")
        assert first.imported is not None
        await import_sample(store, owner="me", language="en")
        assert (await undo_import(store, None, owner="me")).is_sample
        with pytest.raises(NotFound):
            await undo_import(store, first.imported.id, owner="you")
        await undo_import(store, first.imported.id[:20], owner="me")
        with pytest.raises(NotFound):
            await undo_import(store, None, owner="me")
        await import_sample(store, owner="me", language="zh")
        assert await remove_school(store, owner="me") == 1

    on_store(tmp_path, work)


def test_the_sample_is_clean_and_named_as_a_sample_in_both_languages(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        for language, word in (("en", "Sample"), ("zh", "样本")):
            done = await import_sample(store, owner=language, language=language)  # type: ignore[arg-type]
            assert done.imported is not None
            assert done.imported.is_sample
            assert done.read.errors == []
            school = await store.schools.load(language)
            assert all(each.name.startswith(word) for each in school.data.pupils)
            assert all(each.name.startswith(word) for each in school.data.classes)
            assert school.knowledge_points(school.data.pupils)

    on_store(tmp_path, work)


def test_a_sample_takes_the_place_of_an_earlier_one_and_of_nothing_else(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await import_school(store, GOOD, "a.csv", owner="me")
        languages: tuple[Language, ...] = ("en", "zh", "zh", "en")
        for language in languages:
            assert (await import_sample(store, owner="me", language=language)).imported is not None
        assert [each.name for each in await store.schools.imports("me")] == ["a.csv", "sample.en.csv"]
        real = "学号,姓名,班级,Quiz (20)\nX001,Real Pupil,9Z,7\n".encode()
        assert (await import_school(store, real, "b.csv", owner="me")).imported is None
        assert (await import_school(store, real, "b.csv", owner="you")).imported is not None
        assert (await import_sample(store, owner="you", language="zh")).imported is None

    on_store(tmp_path, work)


def test_reports_pass_the_checks_of_documents(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await import_sample(store, owner="me", language="zh")
        made = await make_report(store, "样本初一(1)班", "docx", owner="me", language="zh")
        assert isinstance(made, Verified)
        pupil = await make_report(store, "X001", "pdf", owner="me", language="en")
        assert isinstance(pupil, Verified)
        assert not pupil.report
        with pytest.raises(InvalidOption):
            await make_report(store, "X001", "pptx", owner="me", language="en")
        school = await store.schools.load("me")
        with pytest.raises(NotFound):
            find_report(school, "Nobody Here", "en")

    on_store(tmp_path, work)


def test_a_report_for_a_name_that_two_pupils_have_offers_both(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        table = "学号,姓名,班级,测验1(10)\n1001,李华,1A,5\n1002,李华,1B,6\n".encode()
        await import_school(store, table, "a.csv", owner="me")
        with pytest.raises(InvalidOption) as caught:
            find_report(await store.schools.load("me"), "李华", "zh")
        for language in ("en", "zh"):
            assert "李华 (1A, 1001), 李华 (1B, 1002)" in " ".join(error_text(language, caught.value))

    on_store(tmp_path, work)


def test_maxima_are_read_as_people_write_them() -> None:
    assert parse_maxima(["Quiz=20", "a=b=5", "100"]) == ({"Quiz": 20, "a=b": 5}, 100)
    for wrong in ("x", "Quiz=", "Quiz=-1", "nan", "1e99"):
        with pytest.raises(InvalidOption):
            parse_maxima([wrong])


def test_work_without_a_store_keeps_the_names_of_the_local_pupils(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    hosted, local = ScriptedModel([], abilities=Abilities(leaves_machine=True)), ScriptedModel([])

    async def hidden(model: ScriptedModel) -> str | None:
        async with local_names_kept(model, settings):
            names = pseudonyms_in_use()
            return names.hide("甲乙") if names else None

    assert asyncio.run(hidden(hosted)) is None
    assert not list(tmp_path.iterdir())
    on_store(tmp_path, lambda store: import_school(store, GOOD, "a.csv", owner=LOCAL_OWNER))
    assert asyncio.run(hidden(local)) is None
    assert str(asyncio.run(hidden(hosted))).startswith("Pupil_")


def test_a_file_without_numbers_names_the_pupils_who_are_there_already(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await import_school(store, GOOD, "a.csv", owner="me")
        later = await import_school(store, "姓名,班级,测验2(10)\n甲乙,一班,9\n".encode(), "b.csv", owner="me")
        assert later.read.errors == []
        assert (await store.schools.load("me")).marks["测验2"] == {"1001": 9}

    on_store(tmp_path, work)
