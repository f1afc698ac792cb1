"""YAML from anybody: plain values alone, no aliases, no depths, no Python."""

from typing import Any, Final

from inkwright.errors import InvalidOption

MAX_DEPTH: Final = 12
MAX_NODES: Final = 20_000


def read_yaml(source: str) -> Any:
    """The value. Text that is no YAML, or too deep, too large or full of aliases, is an InvalidOption."""
    import yaml  # noqa: PLC0415 - comes with an extra

    try:
        # The loader in C is ten times as fast; both know plain values alone.
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _refuse_excess(yaml, loader, source)
        return yaml.load(source, Loader=loader)  # noqa: S506 - a safe loader, whichever it is
    except (yaml.YAMLError, ValueError) as problem:
        told = " ".join(str(problem).split())[:300]
        raise InvalidOption(option="YAML", value=source[:80], allowed=f"It cannot be read: {told}") from problem


def _refuse_excess(yaml: Any, loader: Any, source: str) -> None:
    """The events come one by one, without recursion: nothing is built of what is refused."""
    depth = 0
    for number, event in enumerate(yaml.parse(source, Loader=loader)):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("aliases (`*name`) are not read")
        if isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            depth += 1
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            depth -= 1
        if depth > MAX_DEPTH or number > MAX_NODES:
            raise ValueError(f"more than {MAX_DEPTH} levels or {MAX_NODES} values")
