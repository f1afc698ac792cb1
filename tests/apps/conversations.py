"""Forty sample conversations in English and Chinese, as a capable model would have led them: their tool calls."""

from collections.abc import Mapping, Sequence
from typing import Any

Call = tuple[str, Mapping[str, Any]]

_CLASS: Call = ("get_class_detail", {"class_id": "1A"})
_OTHER: Call = ("get_class_detail", {"class_id": "c1"})
_LIST: Call = ("get_teacher_classes", {})
_TEST: Call = ("get_assignment_submissions", {"assignment_id": "Quiz 1", "class_id": "1A"})
_ALL: Call = ("get_assignment_submissions", {"assignment_id": "Quiz 0"})
_PUPIL: Call = ("get_student_grades", {"student_id": "S00002"})
_NAMED: Call = ("get_student_grades", {"student_id": "Pupil 1 3", "class_id": "1B"})
_WEAK: Call = ("analyze_student_weakness", {"class_id": "1A"})
_WEAK_PUPIL: Call = ("analyze_student_weakness", {"class_id": "1A", "student_id": "S00002"})
_PATTERNS: Call = ("get_student_error_patterns", {"student_id": "S00002"})
_SEARCH: Call = ("search_teacher_documents", {"query": "fractions"})
_QUIZ: Call = ("generate_quiz_questions", {"topic": "Fractions", "count": 2})
_DECK: Call = ("generate_pptx", {"title": "Fractions"})
_RUBRIC: Call = ("list_available_rubrics", {})

_SHAPES: Sequence[tuple[str, str, Sequence[Call]]] = (
    ("How is 1A doing?", "1A 班怎么样？", [_CLASS]),
    ("Compare 1A and 1B.", "比较 1A 和 1B。", [_CLASS, _OTHER]),
    ("How did 1A do in Quiz 1?", "1A 的 Quiz 1 考得如何？", [_LIST, _TEST]),
    ("Which class was best in Quiz 0?", "Quiz 0 哪个班最好？", [_ALL]),
    ("What are the marks of S00002?", "S00002 的成绩？", [_PUPIL]),
    ("And Pupil 1 3 of 1B?", "1B 的 Pupil 1 3 呢？", [_NAMED]),
    ("What is 1A weak in?", "1A 哪里薄弱？", [_WEAK]),
    ("What should S00002 practise?", "S00002 该练什么？", [_WEAK_PUPIL, _PATTERNS]),
    ("Which are my classes?", "我有哪些班？", [_LIST]),
    ("What do my notes say about fractions?", "资料里怎么讲分数？", [_SEARCH]),
    ("A quiz on what 1A got wrong.", "针对 1A 的错题出题。", [_WEAK, _QUIZ]),
    ("A quiz from my notes.", "用我的资料出题。", [_SEARCH, _QUIZ]),
    ("A quiz on fractions.", "出分数的题。", [_QUIZ]),
    ("Everything about 1A.", "1A 的全部情况。", [_LIST, _CLASS, _TEST, _WEAK, _PUPIL]),
    ("1A, then 1A again.", "再看一次 1A。", [_CLASS, _CLASS]),
    ("Slides about what 1A is weak in.", "做一份 1A 薄弱点的幻灯片。", [_WEAK, _DECK]),
    ("Rubrics and Quiz 1.", "评分标准和 Quiz 1。", [_RUBRIC, _TEST]),
    (
        "Two tests of 1A.",
        "1A 的两次测验。",
        [_TEST, ("get_assignment_submissions", {"assignment_id": "Quiz 2", "class_id": "1A"})],
    ),
    ("Two pupils.", "两名学生。", [_PUPIL, ("get_student_grades", {"student_id": "S00003"})]),
    ("The whole school and one pupil.", "全校和一名学生。", [_ALL, _PATTERNS]),
)
CONVERSATIONS: Sequence[tuple[str, Sequence[Call]]] = [
    *((english, called) for english, _, called in _SHAPES),
    *((chinese, called) for _, chinese, called in _SHAPES),
]
