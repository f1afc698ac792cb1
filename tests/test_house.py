"""House rules that no linter checks. `make house` prints the same figures."""

import ast

from bench import house

_MODULES = house.modules()
_BANNED = {"utils", "helpers", "manager", "service", "base", "common", "v2", "data", "misc"}


def test_every_module_is_short_and_says_what_it_is_for() -> None:
    assert {each.name for each in _MODULES if each.text.count("\n") > 500} == set()
    assert {each.name for each in _MODULES if not ast.get_docstring(each.tree)} == set()
    assert {each.name for each in _MODULES if _BANNED & set(each.path.stem.split("_"))} == set()


def test_every_function_fits_on_a_screen_and_most_are_short() -> None:
    lengths = house.function_lengths(_MODULES)
    assert lengths[-1] <= 40
    assert lengths[len(lengths) * 95 // 100] <= 20


def test_no_public_class_name_occurs_twice() -> None:
    assert house.repeated_classes(_MODULES) == {}


def test_no_module_name_occurs_twice_in_a_package_except_in_parallel_folders() -> None:
    assert house.repeated_modules(_MODULES) == {}


def test_no_modules_import_each_other() -> None:
    assert house.import_cycles(_MODULES) == []


def test_nine_of_ten_modules_have_a_test_at_the_mirrored_path() -> None:
    named = [module for module in _MODULES if not module.is_package]
    assert len(house.unmirrored(_MODULES)) <= len(named) // 10


def test_docstrings_comments_messages_and_docs_are_in_plain_english() -> None:
    texts = {
        "docstrings": house.docstrings(_MODULES),
        "comments": house.comments(_MODULES),
        "messages": house.messages(),
        "docs": house.documents(),
    }
    rates = {name: house.odd_english(each) for name, each in texts.items()}
    assert {name: odd.most_common(10) for name, (rate, odd) in rates.items() if rate > 2} == {}
