"""The protocols of project and block stores are what the database implements."""

import inspect
from typing import Any

import pytest

from inkwright.projects.protocols import Blocks, Presets, Projects, Proposals
from inkwright.store.blocks import StoredBlocks
from inkwright.store.presets import StoredPresets
from inkwright.store.projects import StoredProjects
from inkwright.store.proposals import StoredProposals


def signatures(store: type) -> dict[str, dict[str, Any]]:
    """Return the parameters of each public method, with their kinds and defaults."""
    return {
        name: {each.name: (each.kind, each.default) for each in inspect.signature(method).parameters.values()}
        for name, method in inspect.getmembers(store, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }


@pytest.mark.parametrize(
    ("protocol", "store"),
    [(Projects, StoredProjects), (Blocks, StoredBlocks), (Proposals, StoredProposals), (Presets, StoredPresets)],
)
def test_the_database_implements_exactly_the_methods_of_the_protocol(protocol: type, store: type) -> None:
    assert signatures(store) == signatures(protocol)


@pytest.mark.parametrize("protocol", [Projects, Blocks, Proposals, Presets])
def test_every_method_is_documented_and_limited_to_one_owner(protocol: type) -> None:
    for name, parameters in signatures(protocol).items():
        assert inspect.getdoc(getattr(protocol, name)), name
        assert name in ("add", "save", "put") or "owner" in parameters, name
