"""The shapes of results: which columns a node gives."""

from inkwright.apps.blueprint import AiTextNode, JoinNode
from inkwright.apps.checking import check_blueprint
from inkwright.apps.node_shapes import joined_columns, node_references
from inkwright.apps.shapes import TableShape
from tests.apps.blueprints import small


def test_a_join_names_each_column_once() -> None:
    left, right = {"test": "text", "mean": "number"}, {"test": "text", "mean": "number", "goal": "number"}
    joined = joined_columns(left, right, ["test"])  # type: ignore[arg-type]
    assert joined.names == {"mean_2": "mean", "goal": "goal"}


def test_every_reference_of_a_node_is_known_with_its_field() -> None:
    join = JoinNode(id="a", output_key="a", left="$data.x", right="$data.y", on=["k"])
    assert node_references(join) == [("left", "$data.x"), ("right", "$data.y")]
    text = AiTextNode(id="a", output_key="a", prompt="p", evidence=["$data.x"])
    assert node_references(text) == [("evidence[0]", "$data.x")]


def test_statistics_have_the_columns_of_their_groups_first() -> None:
    shape = check_blueprint(small()).results["tests"]
    assert isinstance(shape, TableShape)
    assert [*shape.columns][:3] == ["test", "n", "mean"]
    assert not shape.is_single
