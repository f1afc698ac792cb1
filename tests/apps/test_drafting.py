"""What several steps share is in a blueprint once."""

from inkwright.apps.blueprint import MarkdownSlot, RankNode
from inkwright.apps.drafting import BlueprintDraft
from tests.apps.samples import school


def draft() -> BlueprintDraft:
    return BlueprintDraft("en", school())


def test_the_same_input_data_and_node_are_one_and_others_get_another_name() -> None:
    made = draft()
    assert [made.input("class", name) for name in ("1A", "1B", "1A")] == [
        "$input.class",
        "$input.class_2",
        "$input.class",
    ]
    params = {"class_id": "$input.class"}
    assert made.data("get_class_detail", params, stem="r") == made.data("get_class_detail", params, stem="r")
    nodes = [made.node(RankNode, "k", source="$data.r", by=column) for column in ("mark", "share", "mark")]
    assert nodes == ["$compute.k", "$compute.k_2", "$compute.k"]


def test_a_tab_with_the_same_content_is_not_added_again() -> None:
    made = draft()
    for _ in range(2):
        made.tab("page", "Page", [MarkdownSlot(id="x", text="Same")])
    assert [tab.id for tab in made.tabs] == ["page"]


def test_texts_of_a_model_are_part_of_the_app_only_if_they_are_wanted() -> None:
    assert draft().insight(["$data.r"]) == []
    (slot,) = BlueprintDraft("zh", school(), has_text=True).insight(["$data.r"])
    assert slot.title == "分析"
