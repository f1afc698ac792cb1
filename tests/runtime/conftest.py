"""Databases for the tests of jobs."""

from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url


@pytest.fixture
def file_url(tmp_path: Path) -> URL:
    """An empty database on SQLite."""
    return make_url(f"sqlite:///{tmp_path / 'ink.db'}")
