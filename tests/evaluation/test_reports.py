"""Reports: every dimension once, true quotes, and suggestions at a passage that occurs once."""

from typing import Any

from inkwright.evaluation.choices import TargetText
from inkwright.evaluation.quotes import folded
from inkwright.evaluation.reports import ReportChecker, RoleReport
from inkwright.projects.evaluations import EvaluatedTarget
from tests.each import each

TEXT = "Rain falls on hills. It is not warm. Rain falls again."
TARGET = EvaluatedTarget(block_id="block_1", path="A", text_version=1, characters=len(TEXT), sha256="")
CHECKER = ReportChecker({1: TargetText(TARGET, TEXT, folded(TEXT))}, "en", said="Ann: I like snow a lot")


def report(suggestions: tuple[dict[str, Any], ...] = (), **changes: Any) -> RoleReport:
    quote = {"text": changes.pop("text", 1), "quote": changes.pop("quote", "Rain falls on hills.")}
    found = {"dimension": "style", "score": 5, "reason": "ok", "quotes": [quote], **changes}
    return RoleReport.model_validate({"dimensions": [found], "suggestions": list(suggestions)})


def suggestion(**changes: Any) -> dict[str, Any]:
    return {"text": 1, "anchor": "It is not warm.", "replacement": "It is cold.", "reason": "shorter", **changes}


@each(
    "given",
    [
        report(),
        report((suggestion(),)),
        report((suggestion(replacement=""),)),
        report(reason="It says “It is not warm”, and Ann says “I like snow a lot”; “so”."),
    ],
)
def test_true_reports_are_accepted(given: RoleReport) -> None:
    assert CHECKER.report_problem(given, ["style"]) is None


@each(
    "given",
    [
        report(dimension="structure"),
        report(quote="Rain fell on hills."),
        report(quote="warm. Rain falls"),
        report(text=2),
        report(reason="It says “It is warm today”."),
        report((suggestion(anchor="Rain falls"),)),
        report((suggestion(anchor="It is not cold."),)),
        report((suggestion(text=3),)),
        report((suggestion(replacement="It  is not warm."),)),
    ],
)
def test_false_reports_are_refused_with_a_reason(given: RoleReport) -> None:
    assert CHECKER.report_problem(given, ["style"])


def test_structured_texts_get_no_suggestions() -> None:
    checker = ReportChecker({1: TargetText(TARGET, TEXT, folded(TEXT), is_structured=True)}, "zh")
    assert "结构化" in str(checker.report_problem(report((suggestion(),)), ["style"]))
