"""Names and their sources."""

from inkwright.research.citations.names import is_named_in, names_in
from tests.each import each


@each(
    ("sentence", "source", "is_there"),
    [
        ("Garrick stepped down.", "Labour leader Owen Garrick resigned.", True),
        ("Kenyan runners won.", "Runners from Kenya won.", True),
        ("The Qinglan River (青岚江) is long.", "青岚江全长1,126公里。", True),
        ("哈蒙案（Harmon）宣判。", "Harmon v. Delphine was decided.", True),
        ("Knut Solberg designed it.", "It was designed by Lars Henriksen.", False),
        ("局长高志远表示同意。", "局长何静怡表示同意。", False),
        ("They sold it in Malaysia.", "主要销往马来西亚。", True),
        ("They sold it in Russia.", "主要销往马来西亚。", False),
        ("Zhao Lei led the study.", "沈怀远教授说。", False),
        ("The Ancient Tea Tree Rules apply.", "《古茶树保护办法》施行。", True),
        ("Shen Huaiyuan led the study.", "沈怀远教授说。", True),
    ],
)
def test_a_name_is_found_by_surname_original_or_translation(sentence: str, source: str, *, is_there: bool) -> None:
    names = names_in(sentence)
    assert names
    assert all(is_named_in(name, source) for name in names) is is_there


def test_common_words_at_the_start_are_no_names() -> None:
    assert names_in("Illness cost the attackers more lives.") == []
