"""A small blueprint for tests, as JSON, which each test changes."""

import copy
from typing import Any

from inkwright.apps.blueprint import Blueprint

SMALL: dict[str, Any] = {
    "name": "A class",
    "dataContract": {
        "inputs": [
            {"id": "class", "type": "class", "default": "1A"},
            {"id": "when", "type": "date_range", "required": False},
        ],
        "bindings": [
            {
                "id": "results",
                "source": "tool",
                "toolName": "get_class_detail",
                "params": {"class_id": "$input.class", "dates": "$input.when"},
            },
            {
                "id": "fixed",
                "source": "static",
                "rows": [{"test": "Quiz 1", "goal": 10}, {"test": "Quiz 2", "goal": 12.5}],
            },
        ],
    },
    "computeGraph": {
        "nodes": [
            {
                "type": "statistics",
                "id": "n1",
                "outputKey": "tests",
                "source": "$data.results",
                "value": "mark",
                "maximum": "maximum",
                "by": ["test"],
            },
            {
                "type": "group",
                "id": "n2",
                "outputKey": "all",
                "source": "$data.results",
                "aggregates": [{"function": "count", "name": "count"}],
            },
            {
                "type": "join",
                "id": "n3",
                "outputKey": "joined",
                "left": "$compute.tests",
                "right": "$data.fixed",
                "on": ["test"],
            },
            {"type": "rank", "id": "n4", "outputKey": "ranked", "source": "$compute.tests", "by": "mean"},
            {
                "type": "filter",
                "id": "n5",
                "outputKey": "low",
                "source": "$compute.ranked",
                "conditions": [{"column": "mean", "operator": "lt", "value": 10}],
            },
            {"type": "ai_text", "id": "n6", "outputKey": "text", "prompt": "Write.", "evidence": ["$compute.tests"]},
        ]
    },
    "pageComposition": {
        "tabs": [
            {
                "id": "page",
                "title": "Class {class}",
                "slots": [
                    {
                        "type": "kpi_grid",
                        "id": "numbers",
                        "items": [{"label": "Results", "value": "$compute.all.count", "format": "integer"}],
                    },
                    {
                        "type": "table",
                        "id": "table",
                        "source": "$compute.joined",
                        "columns": [
                            {"column": "test", "label": "Test"},
                            {"column": "goal", "label": "Goal", "format": "number"},
                        ],
                    },
                    {
                        "type": "chart",
                        "id": "chart",
                        "source": "$compute.tests",
                        "x": "test",
                        "series": [{"column": "mean", "label": "Mean"}],
                    },
                    {"type": "markdown", "id": "text", "text": "$compute.text", "variant": "insight"},
                    {"type": "suggestion_list", "id": "low", "source": "$compute.low", "heading": "test"},
                ],
            }
        ]
    },
}


def small(*changes: tuple[str, Any]) -> Blueprint:
    """The blueprint with some values replaced: `computeGraph.nodes.0.source` is the path of one."""
    return Blueprint.model_validate(written(*changes))


def written(*changes: tuple[str, Any]) -> dict[str, Any]:
    value: Any = copy.deepcopy(SMALL)
    for path, new in changes:
        *parents, last = path.split(".")
        target = value
        for part in parents:
            target = target[int(part)] if isinstance(target, list) else target[part]
        if isinstance(target, list):
            target[int(last)] = new
        else:
            target[last] = new
    return dict(value)
