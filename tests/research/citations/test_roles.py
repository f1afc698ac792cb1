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
