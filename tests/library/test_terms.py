"""Terms: what is indexed of a text, what is looked for, and where it is found."""

from inkwright.library.terms import index_terms, matches, query_words
from tests.each import each


@each(
    ("text", "terms"),
    [
        ("", ""),
        ("光合作用", "光合 合作 作用 用"),
        ("水", "水"),
        ("The cells' lives", "the cell life live"),
        ("３,000元", "3 000 元"),
        ("觀察 snake_case", "观察 察 snake case"),
        ("¡Éxito! Straße", "exito éxito strasse"),
        ("*NEAR(\"x'", "near x"),
    ],
)
def test_a_text_is_indexed_by_plain_words_and_pairs_of_characters(text: str, terms: str) -> None:
    assert index_terms(text) == terms


@each(
    ("query", "forms"),
    [
        ("What is photosynthesis?", [("photosynthesis",)]),
        ("光合作用是什么？", [("光合", "合作", "作用")]),
        ("李雷和韩梅梅", [("李雷",), ("韩梅", "梅梅")]),
        ("水", [("水",)]),
        ("什么", [("什么",)]),
        ("?!", []),
    ],
)
def test_a_query_is_about_its_telling_words(query: str, forms: list[tuple[str, ...]]) -> None:
    assert [form for word in query_words(query) for form in word.forms] == forms


def test_one_character_is_a_prefix_and_is_left_out_beside_longer_words() -> None:
    assert [word.is_prefix for word in query_words("孔")] == [True]
    assert [word.forms for word in query_words("植物 孔")] == [(("植物",),)]


def test_a_long_query_is_cut() -> None:
    assert len(query_words(" ".join(f"word{number}" for number in range(10_000)))) <= 24


def test_the_places_of_a_query_in_a_text() -> None:
    text = "Leaves and 葉子: leaf, 光合作用的光"

    found = matches(text, query_words("leaf 叶子 光合作用"))

    assert [text[start:end] for start, end in found] == ["Leaves", "葉子", "leaf", "光合作用"]
