"""The front door for extensions."""

from inkwright import extend


def test_every_name_of_the_front_door_exists() -> None:
    assert set(extend.__all__) <= set(dir(extend))
