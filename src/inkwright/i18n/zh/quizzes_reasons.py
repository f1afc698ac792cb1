"""Reasons and phrases about quiz formats, in Chinese."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "quiz.convert.file": "要读取的测验：{known}",
    "quiz.convert.formats": "各种格式，以及保存不了的内容：",
    "quiz.convert.key": "在最后附上答案（{known}）；默认不附",
    "quiz.lacks.as_blank": "题干带空的简答题（成为填空题）",
    "quiz.lacks.blank_points": "不能平分给各空的分值",
    "quiz.lacks.blanks_as_pairs": "多个空（成为匹配题）",
    "quiz.lacks.blanks_differ": "没有答案的空",
    "quiz.lacks.cards": "分值、题型和选项反馈",
    "quiz.lacks.join": "；",
    "quiz.lacks.key_inside": "保密的答案（答案在网页源码里）",
    "quiz.lacks.no_distractors": "干扰项",
    "quiz.lacks.no_explanation": "综合题的解析",
    "quiz.lacks.no_feedback": "选项反馈",
    "quiz.lacks.no_glyph": "自带字体之外的字符，例如表情符号",
    "quiz.lacks.no_key": "答案、解析和反馈（不加 --key 时）",
    "quiz.lacks.no_labels": "难度、知识点、标签和编号",
    "quiz.lacks.no_model_answer": "参考答案",
    "quiz.lacks.no_points": "分值",
    "quiz.lacks.no_title": "标题和语言",
    "quiz.lacks.order_as_pairs": "排序题（成为匹配题）",
    "quiz.lacks.parts_apart": "综合题（各小题单独成题）",
    "quiz.lacks.quoted": "开头像公式的单元格（前面加引号）",
    "quiz.lacks.shown_order": "各项最初显示的顺序",
    "quiz.lacks.tex_shown": "部分公式（显示为 TeX）",
    "reason.quizzes.format_taken": "已有同名或同扩展名的格式。",
    "reason.quizzes.key_formats": "只有这些格式可以选择带或不带答案：{known}。",
    "reason.quizzes.unknown_file": "测验可从这些文件读取：{known}。",
    "reason.quizzes.unknown_output": "文件名应以其中之一结尾：{known}；或者用 --to 说明。",
    "reason.quizzes.unknown_format": "请从这些格式中选择：{known}。",
}
