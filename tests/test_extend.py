"""The front door for extensions: all names exist, and each is imported when it is used."""

import subprocess
import sys

import pytest

from inkwright import extend


def test_every_name_of_the_front_door_exists() -> None:
    assert sorted(extend.__all__) == sorted(extend._HOME_OF) == dir(extend)
    assert all(getattr(extend, name) is not None for name in extend.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'AgentTol'"):
        _ = extend.AgentTol


def test_a_command_of_a_package_loads_no_slides() -> None:
    code = "from inkwright.extend import OK, Shell; import sys; print([x for x in sys.modules if '.slides' in x])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
