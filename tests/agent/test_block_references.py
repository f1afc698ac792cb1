"""Blocks that a message names only to consult them: marked in any case, or beside one that is to be changed."""

from inkwright.agent.block_references import consulted
from inkwright.projects.tree import BlockTree
from tests.each import each
from tests.projects.test_tree import block

TREE = BlockTree([block("a", "A"), block("b", "B", None, 2), block("ab", "A B", None, 3)])


@each(
    "message, marked",
    [
        ("参考 @A 修改 @B", "always"),
        ("参考@A修改@B", "always"),
        ("请根据「A」写 @B", "always"),
        ("Use @A to change @B", "always"),
        ("change @B based on @a", "always"),
        ("对照@A检查并修改@B", "always"),
        ("参考A修改B", "always"),
        ("以@A为准修改@B", "beside_another"),
        ("让@B和@A一致", "beside_another"),
        ("把@A里的要点写进@B", "beside_another"),
        ("rewrite @B in the style of @A", "beside_another"),
        ("shorten @B so that it matches @A", "beside_another"),
        ("修改 @A", None),
        ("从@A里删掉第二句", None),
        ("remove the second sentence from @A", None),
        ("修改@A和@B", None),
        ("可以@A改短，@B改长", None),
        ("参考 @A 修改 @A 和 @B", None),
        ("修改 @B", None),
        ("参考 @A B 修改 @A", None),
    ],
)
def test_a_block_is_a_reference(message: str, marked: str | None) -> None:
    found = TREE.get("a")
    assert found is not None
    assert consulted(message, found, TREE) == marked
