"""What a form has only tags for: difficulty and knowledge point are written as tags, and read back from them."""

from typing import Any, Final

from inkwright.artifacts.quizzes.specs import Question

_DIFFICULTY: Final = "difficulty:"
_KNOWLEDGE: Final = "knowledge:"


def labels_of(question: Question) -> list[str]:
    """All tags of a question, those first that stand for something else."""
    found = [f"{_DIFFICULTY}{question.difficulty}"] if question.difficulty else []
    if question.knowledge_point:
        found.append(f"{_KNOWLEDGE}{question.knowledge_point}")
    return [*found, *question.tags]


def fields_of(labels: list[str]) -> dict[str, Any]:
    """The fields of a question that its tags stand for."""
    found: dict[str, Any] = {}
    for label in labels:
        if label.startswith(_DIFFICULTY) and label.removeprefix(_DIFFICULTY) in ("easy", "medium", "hard"):
            found["difficulty"] = label.removeprefix(_DIFFICULTY)
        elif label.startswith(_KNOWLEDGE) and "knowledgePoint" not in found:
            found["knowledgePoint"] = label.removeprefix(_KNOWLEDGE)
        else:
            found.setdefault("tags", []).append(label)
    return found
