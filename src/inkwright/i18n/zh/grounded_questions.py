"""Chinese messages: questions made from the user's own text."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "grounding.blank": "根据材料填空：\n{sentence}",
    "grounding.choice": "根据材料，横线处应填入哪一项？\n{sentence}",
    "grounding.matching": "根据材料，将左边的名称与右边的说明配对。",
    "grounding.cell": "根据材料中的表格，“{row}”的“{column}”是哪一项？",
    "grounding.named": "材料中，下面这段话说明的是哪个名称？\n{meaning}",
    "grounding.no_such_type": "没有更好的模型，无法从材料中出 {types} 类型的题目。",
    "grounding.shortfall": "这份材料只能出 {count} 道合格的题目，你要求的是 {asked} 道：单独就能读懂，又写明数字、名称或定义的句子不多。",
    "grounding.source": "材料原文：“{quote}”（{place}）",
    "grounding.statement": "根据材料：{sentence}",
    "grounding.steps": "按照材料中的顺序排列下列步骤（{lead}）。",
    "grounding.why": "关于“{topic}”，用哪一句出题最好？",
}
