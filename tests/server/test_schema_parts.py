"""The data of message parts in the OpenAPI description: what the stream sends is what generated clients expect."""

import jsonschema_rs

from inkwright.conversation.message_stream import message_parts
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.server.schema_parts import data_part_schemas
from tests.conversation.samples import EVENTS

OWN = ("conversation", "tool-progress", "ask", "warning", "error", "outcome")
URL = "/api/artifacts/{id}/file"


def test_the_data_of_every_part_is_as_it_is_described() -> None:
    schemas = data_part_schemas()
    known = schemas["DataParts"]["properties"]
    wrong: list[tuple[str, str]] = []
    seen = set()
    for part in message_parts(EVENTS, URL):
        name = part["type"].removeprefix("data-")
        if name not in OWN:
            continue
        seen.add(name)
        schema = {**known[name], "components": {"schemas": schemas}}
        wrong += [(name, problem.message) for problem in jsonschema_rs.validator_for(schema).iter_errors(part["data"])]
    assert wrong == []
    assert seen == set(OWN)


def test_the_payloads_of_tools_are_described_with_the_address_of_their_file() -> None:
    schemas = data_part_schemas()
    assert {WIRE_PREFIX + name for name in schemas["DataParts"]["properties"]} >= artifact_event_types()
    assert {"artifactId", "filename", "url"} <= schemas["FileReady"]["properties"].keys()
