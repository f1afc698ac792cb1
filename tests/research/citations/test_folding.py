"""One form for comparison."""

from inkwright.research.citations.folding import folded, is_chinese, plain_letters


def test_wide_and_traditional_characters_become_plain_ones_at_the_same_place() -> None:
    text = "颱風於２０２１年，增長５％"
    assert folded(text) == "台风于2021年，增长5%"
    assert len(folded(text)) == len(text)


def test_accents_do_not_count() -> None:
    assert plain_letters("Élodie Müller") == "elodie muller"


def test_the_main_language_is_seen() -> None:
    assert is_chinese("“磐石三号”采用7纳米工艺（Rock Three）")
    assert not is_chinese("The Qinglan River (青岚江) is long")
