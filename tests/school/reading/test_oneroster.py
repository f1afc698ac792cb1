"""OneRoster packages: only pupils, only what is needed, and every row that names nothing is reported."""

import io
import zipfile

from inkwright.school.reading.oneroster import is_oneroster, read_oneroster
from inkwright.school.reading.settings import ImportSettings, SchoolFile

PARTS = {
    "users.csv": "sourcedId,status,givenName,familyName,phone,password\n"
    "S1,,Amy,Chan,900,Secret\nS2,,小明,王,,\nT1,,Grace,Lee,,\n",
    "roles.csv": "sourcedId,userSourcedId,role\n1,S1,student\n2,S2,student\n3,T1,teacher\n",
    "classes.csv": "sourcedId,status,title,grades,subjects\nc1,,1A,07,Maths\nc2,tobedeleted,1B,,\n",
    "enrollments.csv": "sourcedId,classSourcedId,userSourcedId,role\n"
    "1,c1,S1,student\n2,c1,S2,student\n3,c1,T1,teacher\n",
    "lineItems.csv": "sourcedId,title,assignDate,resultValueMax\nl1,Quiz,2026-01-01,20\n",
    "results.csv": "sourcedId,lineItemSourcedId,studentSourcedId,score\n1,l1,S1,12.5\n2,l1,S2,\n",
}


def read(known: dict[str, str] | None = None, **changes: str) -> SchoolFile:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        for name, text in {**PARTS, **{f"{stem}.csv": text for stem, text in changes.items()}}.items():
            if text:
                package.writestr(name, text)
    assert is_oneroster(made.getvalue())
    return read_oneroster(made.getvalue(), ImportSettings(known=known or {}))


def errors(found: SchoolFile) -> list[tuple[str | None, int | None, str | None, str]]:
    return [(each.part, each.row, each.column, each.kind) for each in found.errors]


def test_pupils_have_their_names_classes_and_marks_and_nothing_private() -> None:
    found = read()
    assert found.errors == []
    assert [(each.name, each.classes) for each in found.data.pupils] == [("Amy Chan", ("c1",)), ("王小明", ("c1",))]
    assert [(each.name, each.grade, each.subject) for each in found.data.classes] == [("1A", "07", "Maths")]
    assert [(each.test, each.mark) for each in found.data.results] == [("Quiz", 12.5)]
    assert not any(secret in repr(found.data) for secret in ("900", "Secret"))
    assert {(each.kind, each.column) for each in found.problems} == {
        ("dropped_column", "phone"),
        ("dropped_column", "password"),
        ("absent_mark", "score"),
    }


def test_rows_that_name_nothing_are_reported_where_they_are() -> None:
    results = PARTS["results.csv"] + "3,l9,S1,1\n4,l1,S9,1\n5,l1,S1,21\n6,l1,S1,-1\n"
    enrolled = PARTS["enrollments.csv"] + "4,c9,S1,student\n5,c1,S9,student\n"
    assert errors(read(results=results, enrollments=enrolled)) == [
        ("enrollments.csv", 5, "classSourcedId", "orphan_enrollment"),
        ("enrollments.csv", 6, "userSourcedId", "orphan_enrollment"),
        ("results.csv", 4, "lineItemSourcedId", "orphan_result"),
        ("results.csv", 5, "studentSourcedId", "orphan_result"),
        ("results.csv", 6, "score", "mark_over_maximum"),
        ("results.csv", 7, "score", "negative_mark"),
    ]


def test_users_that_are_twice_there_or_have_no_name_are_reported_once() -> None:
    users = PARTS["users.csv"] + "S1,,Amy,Chan,,\n"
    assert errors(read(users=users)) == [("users.csv", 5, "sourcedId", "duplicate_pupil")]
    nameless = PARTS["users.csv"].replace("Amy,Chan", ",")
    assert errors(read(users=nameless)) == [("users.csv", 2, "givenName", "missing_name")]
    assert [each.name for each in read(users=nameless).data.pupils] == ["王小明"]


def test_a_known_user_with_another_name_is_left_out_with_the_marks() -> None:
    found = read(known={"S1": "Kim Chan", "S2": "王小明"})
    assert errors(found) == [("users.csv", 2, "sourcedId", "other_name")]
    assert [each.number for each in found.data.pupils] == ["S2"]
    assert found.data.results == ()


def test_a_maximum_that_is_missing_refuses_the_package() -> None:
    found = read(lineItems="sourcedId,title,resultValueMax\nl1,Quiz,\n")
    assert errors(found) == [("lineItems.csv", 2, "resultValueMax", "missing_maximum")]
    assert not found.can_leave_out


def test_learning_objectives_are_knowledge_points_unless_they_are_mere_keys() -> None:
    key = "0f6c1e0a-9c1f-4d9e-8a55-000000000001"
    rows = f"sourcedId,lineItemSourcedId,source,learningObjectiveId\n1,l1,unknown,Ratio\n2,l1,case,{key}\n"
    found = read(lineItemLearningObjectiveIds=rows)
    assert [each.knowledge_point for each in found.data.tests] == ["Ratio"]
    assert [each.value for each in found.problems if each.kind == "unnamed_objective"] == [key]


def test_a_maximum_that_the_package_does_not_name_is_that_of_the_person() -> None:
    made = io.BytesIO()
    parts = {**PARTS, "lineItems.csv": "sourcedId,title,assignDate,resultValueMax\nl1,Quiz,2026-01-01,\n"}
    with zipfile.ZipFile(made, "w") as package:
        for name, text in parts.items():
            package.writestr(name, text)
    found = read_oneroster(made.getvalue(), ImportSettings(maximum=20))
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Quiz", 20)]
