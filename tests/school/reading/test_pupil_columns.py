"""Pupils are known by their number, by the number in the class, or by class and name."""

from tests.school.reading.test_tables import kinds, read


def test_numbers_within_a_class_and_missing_numbers_still_name_one_pupil() -> None:
    in_class = read("班別,班號,姓名,測驗 (20)", "1A,1,陳大文,12", "1B,1,黃一心,15")
    assert [each.number for each in in_class.data.pupils] == ["1A-1", "1B-1"]
    assert kinds(in_class) == ["class_numbers"]
    german = read("Nr,Name,Vorname,Klasse,Test (20)", "1,Müller,Jürgen,7b,12")
    assert [(each.number, each.name) for each in german.data.pupils] == [("7b-1", "Jürgen Müller")]
    without = read("Last Name,First Name,Quiz (20)", "Doe,Jane,18", class_name="Period 3")
    assert [(each.number, each.name) for each in without.data.pupils] == [("Period 3/Jane Doe", "Jane Doe")]
    assert kinds(without) == ["no_numbers"]
    twice = read("Name,Class,Quiz (20)", "Jane Doe,8A,18", "Jane Doe,8A,17", "Jane Doe,8B,16")
    assert [(each.kind, each.row) for each in twice.errors] == [("duplicate_pupil", 3)]


def test_a_pupil_without_a_number_is_the_one_who_was_imported_before() -> None:
    found = read("Name,Class,Quiz (20)", "jane doe,8A,18", known_numbers={("8a", "jane doe"): "S7"})
    assert [each.pupil for each in found.data.results] == ["S7"]
    same = read("ID,Name,Class,Quiz (20)", 'S7,"Doe Jane",8A,18'.replace('"', ""), known={"S7": "Jane Doe"})
    assert same.errors == []
