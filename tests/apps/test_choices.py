"""The inputs of an app offer what exists: classes, the tests and pupils of a class, documents."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from inkwright.agent.rule_planner import NoModel
from inkwright.application import Inkwright
from inkwright.apps.bindings import DataSources
from inkwright.apps.blueprint import AppInput, Blueprint, DataContract
from inkwright.apps.choices import MAX_CHOICES, input_choices
from inkwright.school.school import School
from inkwright.usecases.library import LibraryImport
from tests.apps.blueprints import small
from tests.apps.samples import school, school_data

CLASS = AppInput(id="class", type="class", default="1A")
TEST = AppInput(id="test", type="assignment", depends_on=["class"])
PUPIL = AppInput(id="pupil", type="pupil", depends_on=["class"])
FILE = AppInput(id="file", type="file")


def asking(*inputs: AppInput) -> Blueprint:
    contract = DataContract(inputs=list(inputs), bindings=small().data_contract.bindings)
    return small().model_copy(update={"data_contract": contract})


def values(given: dict[str, Any], *inputs: AppInput, known: School | None = None) -> dict[str, list[str]]:
    sources = DataSources("local", known or school(), None)
    found = asyncio.run(input_choices(asking(*inputs), given, sources))
    return {name: [each.value for each in choices] for name, choices in found.items()}


def test_classes_tests_and_pupils_that_exist_are_offered() -> None:
    found = values({}, CLASS, AppInput(id="test", type="assignment"), AppInput(id="pupil", type="pupil"))
    assert (found["class"], found["test"]) == (["1A", "1B"], ["Quiz 0", "Quiz 1", "Quiz 2"])
    assert len(found["pupil"]) == 12


def test_a_class_narrows_the_pupils_that_depend_on_it_and_one_that_nobody_knows_does_not() -> None:
    assert {each[:3] for each in values({"class": "1B"}, CLASS, TEST, PUPIL)["pupil"]} == {"S01"}
    assert {each[:3] for each in values({}, CLASS, TEST, PUPIL)["pupil"]} == {"S00"}
    assert len(values({"class": "9Z"}, CLASS, PUPIL)["pupil"]) == 12


def test_two_classes_of_one_name_are_offered_by_their_ids() -> None:
    data = school_data()
    twins = tuple(replace(each, name="1A") for each in data.classes)
    assert values({}, CLASS, known=School(replace(data, classes=twins)))["class"] == ["c0", "c1"]


def test_a_text_and_a_range_of_dates_have_no_choices_and_long_lists_are_cut() -> None:
    known = school(pupils=300)
    found = values({}, AppInput(id="topic", type="text"), AppInput(id="dates", type="date_range"), known=known)
    assert found == {"topic": [], "dates": []}
    assert len(values({}, AppInput(id="pupil", type="pupil"), known=known)["pupil"]) == MAX_CHOICES


def test_documents_that_were_read_are_offered_and_those_that_were_not_are_not(tmp_path: Path) -> None:
    async def offered() -> list[str]:
        async with Inkwright.open(home=tmp_path, model=NoModel()) as inkwright:
            library = inkwright.store.library
            adding = LibraryImport(library=library, owner="local", vision=None)
            for name in ("rain.md", "empty.md"):
                (tmp_path / name).write_text("# Rain\n\nRain falls." if name == "rain.md" else "")
                await adding.add(tmp_path / name)
            found = await input_choices(asking(FILE), {}, DataSources("local", school(), library))
            return [each.value for each in found["file"]]

    assert asyncio.run(offered()) == ["rain.md"]
    assert values({}, FILE) == {"file": []}
