"""What may be quoted: whole sentences that stand alone, together with those that qualify them."""

from inkwright.grounding.statements import content_sections, statements_of
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, material_of, read, text_of


def quoted(text: str) -> list[str]:
    material = read(text)
    return [each.text(material.language) for each in statements_of(material)]


@each(
    "text, found",
    [
        # A qualification is quoted with the statement, or neither is.
        ("Ada Lovelace wrote the first program in 1843. However, some historians dispute it.",
         ["Ada Lovelace wrote the first program in 1843. However, some historians dispute it."]),
        ("In 1990 Anna Berg took the money. But this was never proved in court, and the three witnesses who had spoken "
         "of it in public took back every word of what they had said about the bank, its owner, his two brothers, "
         "their many friends in the city and the empty safe in the cellar of the old house.", []),
        ("In 1990 Anna Berg led a bank in Rome. According to the police, Anna Berg took the money in 1991.",
         ["In 1990 Anna Berg led a bank in Rome. According to the police, Anna Berg took the money in 1991."]),
        ("Prosecutors in Berlin alleged a theft in 1990. Anna Berg took the money in 1991.",
         ["Prosecutors in Berlin alleged a theft in 1990."]),
        ("公元626年，李世民即位。但是有人认为这一记载并不可靠。",
         ["公元626年，李世民即位。但是有人认为这一记载并不可靠。"]),
        # What leans on something that is not quoted is left out.
        ("In 1931 alone, there were 2,294 bank failures in America.", []),
        ("As a result, Rome became the capital of Italy.", []),
        # What leans on its neighbour follows it.
        ("Rome is the capital of Italy. It was also a republic.",
         ["Rome is the capital of Italy. It was also a republic."]),
        ("See Figure 3. It was also a republic.", []),
        ("Rome is shown in Figure 3. See the map of Rome below.", []),
        ("这一制度在唐朝得到发展。因此长安成为大都市。", []),
        # Fragments, questions, remarks on code, and the words of others.
        ("Rome, the capital of Italy", []),
        ("Is Rome the capital of Italy?", []),
        ("```\nx = 1\n```\nPython binds the name to a value.", []),
        ("> Rome is the capital of Italy.", []),
        ("We visited Rome in 1990.", []),
    ],
)  # fmt: skip
def test_a_statement_is_whole_or_not_quoted(text: str, found: list[str]) -> None:
    assert quoted(f"# Rome\n\n{text}\n") == found


@each(
    "text, kept",
    [
        ("- gold\n- silver\n", True),
        ("Rome had two metals:\n\n- gold\n- silver\n", True),
        ("This means:\n\n- gold\n- silver\n", False),
        ("- gold\n  - coins\n  - rings\n- silver\n", False),
        ("By the end you will be able to:\n\n- name gold\n- name silver\n", False),
        ("Which metal is best?\n\n1. gold\n2. silver\n", False),
        ("- Smith et al. On gold. Vol. 3\n- Jones. On silver. https://a.b\n", False),
        ("- Rome had gold.\n- It had silver.\n", False),
    ],
)
def test_a_list_is_quoted_whole_with_its_lead_or_not_at_all(text: str, kept: bool) -> None:
    [section] = content_sections(read(f"# Metals\n\n{text}"))
    assert bool(section.listings) is kept


def test_exercises_and_references_are_not_content() -> None:
    text = "# Rome\n\nRome is a city.\n\n## Review Questions\n\nRome is a lake.\n\n## 参考文献\n\nRome is a sea.\n"
    assert [section.title for section in content_sections(read(text))] == ["Rome"]


@each("name", SAMPLES)
def test_every_statement_is_in_the_text_in_its_order(name: str) -> None:
    found = statements_of(material_of(name))
    assert found
    lines = [each.location.line for each in found]
    assert lines == sorted(lines)
    assert all(each.first.sentence.text[:12] in " ".join(text_of(name).split()) for each in found)
