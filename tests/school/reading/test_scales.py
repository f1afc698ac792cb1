"""Columns of marks that name their maximum themselves."""

from tests.school.reading.test_tables import kinds, read


def test_a_column_in_which_each_mark_names_the_same_maximum_has_this_maximum() -> None:
    found = read("ID,Name,Class,Test 1,Test 2", "1,Ann Lee,8A,32/40,85%", "2,Bob Ray,8A,Abs,70.5 %", maximum=10)
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Test 1", 40), ("Test 2", 100)]
    assert [each.mark for each in found.data.results] == [32, 85, 70.5]
    assert [kind for kind in kinds(found) if kind != "absent_mark"] == ["fraction_column", "percent_column"]
    mixed = read("ID,Name,Class,Test (40)", "1,Ann Lee,8A,32/40", "2,Bob Ray,8A,15/20", "3,Cy Fox,8A,7")
    assert [(each.kind, each.row) for each in mixed.errors] == [("fraction_mark", 2), ("fraction_mark", 3)]
