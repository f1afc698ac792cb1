"""LibreOffice for tests: one for each process of them, or a loud skip."""

import pytest

from inkwright.artifacts.rendering.office import Office, find_office


@pytest.fixture(scope="session")
def office() -> Office:
    """LibreOffice with a profile of its own."""
    program = find_office()
    if program is None:
        pytest.skip(
            "LIBREOFFICE IS NOT INSTALLED: nothing is judged as it is shown "
            "(apt-get install libreoffice-impress-nogui libreoffice-writer-nogui libreoffice-math-nogui)"
        )
    return Office(program, seconds=300)
