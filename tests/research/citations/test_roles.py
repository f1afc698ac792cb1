"""Who did what to whom, and who holds which office."""

from inkwright.research.citations.roles import exchanges_roles, gives_office_to_another, offices_in

_SOURCE = "The builder Nordbygg was sued by Karin Moe. The chief engineer was Margit Solberg."


def test_an_exchange_is_found_in_active_and_passive() -> None:
    assert exchanges_roles("Nordbygg sued Karin Moe", _SOURCE)
    assert exchanges_roles("Karin Moe was sued by Nordbygg", _SOURCE)
    assert not exchanges_roles("Karin Moe sued Nordbygg", _SOURCE)


def test_an_office_has_one_holder() -> None:
    assert {office.holder.text for office in offices_in(_SOURCE)} == {"Nordbygg", "Margit Solberg"}
    assert gives_office_to_another("Karin Moe was the chief engineer", _SOURCE)
    assert not gives_office_to_another("Solberg was the chief engineer", _SOURCE)
    assert not gives_office_to_another("Karin Moe was the editor", _SOURCE)


def test_words_between_commas_and_adjectives_of_nations_hide_nobody() -> None:
    source = "Brightwell Ltd, founded in Leeds in 1987, was bought by the Dutch group Verhoeven in 2014."
    assert exchanges_roles("Verhoeven was bought by Brightwell", source)
    assert not exchanges_roles("Verhoeven bought Brightwell", source)


def test_a_maker_is_named_by_the_participle_alone_too() -> None:
    source = "Designed by the engineer Marta Lindqvist, it opened in 1932. The council, chaired by Johan Berg, paid."
    assert exchanges_roles("The bridge was designed by Johan Berg", source)
    assert not exchanges_roles("The bridge was designed by Marta Lindqvist", source)
