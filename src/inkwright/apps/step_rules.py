"""Rules from a step of a conversation to inputs, data, nodes and a tab: no model decides what is computed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from inkwright.agent.conversation_steps import ConversationStep
from inkwright.apps.blueprint import (
    ChartSlot,
    CompareNode,
    FilterCondition,
    FilterNode,
    GroupAggregate,
    GroupNode,
    HighlightRule,
    JoinNode,
    PageSlot,
    QuestionSetSlot,
    QuestionsNode,
    RankNode,
    StatisticsNode,
    SuggestionListSlot,
    TableSlot,
)
from inkwright.apps.drafting import BlueprintDraft
from inkwright.apps.entities import resolve_class, resolve_pupil, resolve_test
from inkwright.apps.run_errors import DataMissing
from inkwright.school.records import Pupil, SchoolClass

StepRule = Callable[[BlueprintDraft, Mapping[str, Any]], None]
_MAX_TOPIC: Final = 1_000
_FOCUS: Final = 3
_WEAK: Final = 0.5


def _class_of(draft: BlueprintDraft, named: object) -> SchoolClass | None:
    return resolve_class(draft.school, str(named)) if named else None


def _class_input(draft: BlueprintDraft, found: SchoolClass) -> str:
    return draft.input("class", found.name if draft.school.class_of_name(found.name) == found else found.id)


def _pupil_name(draft: BlueprintDraft, pupil: Pupil) -> str:
    """Return the name of a pupil, or the number if others have the name too."""
    is_only = [each.name for each in draft.school.data.pupils].count(pupil.name) == 1
    return pupil.name if is_only else pupil.number


def _named(reference: str) -> str:
    """Return the placeholder for the name of an input, which a run fills in."""
    return f"{{{reference.removeprefix('$input.')}}}"


def _statistics_table(draft: BlueprintDraft, source: str, *first: str) -> TableSlot:
    names = (*first, "n", "mean", "median", "sd", "p25", "p75", "pass_rate")
    low = HighlightRule(column="pass_rate", condition="lt", value=draft.school.pass_share, style="warning")
    return TableSlot(
        id="statistics",
        source=source,
        title=draft.text("statistics"),
        columns=draft.columns(*names),
        highlight_rules=[low],
    )


def class_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """A class: its size, the mean of each test, and the statistics of all tests."""
    found = resolve_class(draft.school, str(given.get("class_id", "")))
    params = {"class_id": _class_input(draft, found)}
    results = draft.data("get_class_detail", params, stem="results")
    roster = draft.data("get_class_roster", params, stem="roster")
    tests = draft.statistics("tests", results, by=["test", "maximum"])
    size = draft.node(GroupNode, "size", source=roster, aggregates=[GroupAggregate(function="count", name="pupils")])
    whole = draft.node(
        GroupNode,
        "overall",
        source=results,
        aggregates=[
            GroupAggregate(function="count", column="mark", name="results"),
            GroupAggregate(function="mean", column="share", name="mean_share"),
        ],
    )
    table = _statistics_table(draft, tests, "test", "maximum")
    numbers = draft.numbers(size, "pupils")
    more = draft.numbers(whole, "results", "mean_share")
    slots: list[PageSlot] = [
        numbers.model_copy(update={"items": [*numbers.items, *more.items]}),
        _bars(draft, tests, "test", "mean_share", "pass_rate", title=draft.text("chart.means")),
        table,
        *draft.insight([tests, whole]),
    ]
    draft.tab("class_page", draft.text("tab.class", name=_named(params["class_id"])), slots)


def _bars(draft: BlueprintDraft, source: str, x: str, *series: str, title: str, variant: Any = "bar") -> ChartSlot:
    return ChartSlot(id="chart", title=title, variant=variant, source=source, x=x, series=draft.columns(*series))


def test_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """A test: its statistics and distribution, the pupils in order, and who is absent; by class without a class."""
    test = resolve_test(draft.school, str(given.get("assignment_id", "")))
    found = _class_of(draft, given.get("class_id"))
    of_class = _class_input(draft, found) if found else None
    wanted = draft.input("assignment", test.name, depends_on=[of_class] if of_class else [])
    params = {"assignment_id": wanted, **({"class_id": of_class} if of_class else {})}
    results = draft.data("get_assignment_submissions", params, stem="submissions")
    whole = draft.statistics("statistics", results)
    ranking = draft.node(RankNode, "ranking", source=results, by="mark")
    failed = HighlightRule(column="passed", condition="eq", value=False, style="danger")
    names = ("rank", "pupil_number", "pupil", "class", "mark", "maximum", "share")
    slots: list[PageSlot] = [
        draft.numbers(whole, "n", "mean", "median", "sd", "lowest", "highest", "pass_rate"),
        ChartSlot(id="bands", title=draft.text("chart.distribution"), variant="distribution", source=whole),
        *(_absent(draft, results, of_class) if of_class else _by_class(draft, results)),
        TableSlot(
            id="ranking",
            title=draft.text("ranking"),
            source=ranking,
            columns=draft.columns(*names),
            highlight_rules=[failed],
        ),
        *draft.insight([whole]),
    ]
    name = f"{_named(of_class)} · {_named(wanted)}" if of_class else _named(wanted)
    draft.tab("test_page", draft.text("tab.test", name=name), slots)


def _by_class(draft: BlueprintDraft, results: str) -> list[PageSlot]:
    classes = draft.statistics("classes", results, by=["class"])
    table = _statistics_table(draft, classes, "class").model_copy(update={"title": draft.text("by_class")})
    return [_bars(draft, classes, "class", "mean", "median", title=draft.text("chart.classes")), table]


def _absent(draft: BlueprintDraft, results: str, of_class: str) -> list[PageSlot]:
    roster = draft.data("get_class_roster", {"class_id": of_class}, stem="roster")
    joined = draft.node(JoinNode, "attendance", left=roster, right=results, on=["pupil_number"], kind="left")
    absent = draft.node(
        FilterNode, "absent", source=joined, conditions=[FilterCondition(column="mark", operator="is_empty")]
    )
    columns = draft.columns("pupil_number", "pupil")
    return [TableSlot(id="absent", title=draft.text("absent"), source=absent, columns=columns)]


def pupil_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """A pupil: the mark of each test next to the mean of the class."""
    found = _class_of(draft, given.get("class_id"))
    pupil = resolve_pupil(draft.school, str(given.get("student_id", "")), found)
    of_class = _class_input(draft, found) if found else None
    wanted = draft.input("pupil", _pupil_name(draft, pupil), depends_on=[of_class] if of_class else [])
    params = {"student_id": wanted, **({"class_id": of_class} if of_class else {})}
    grades = draft.data("get_student_grades", params, stem="grades")
    mates = draft.data("get_student_classmates", params, stem="classmates")
    own_mean = [
        GroupAggregate(function="mean", column="mark", name="mean"),
        GroupAggregate(function="ratio", column="mark", of="maximum", name="share"),
    ]
    own = draft.node(GroupNode, "marks", source=grades, by=["test", "maximum"], aggregates=own_mean)
    others = draft.statistics("class_statistics", mates, by=["test"])
    compared = draft.node(CompareNode, "comparison", left=own, right=others, on=["test"], value="mean")
    below = HighlightRule(column="difference", condition="lt", value=0, style="warning")
    columns = [
        draft.column("test"),
        draft.column("left", "number", draft.text("column.mark")),
        draft.column("right", "number", draft.text("column.class_mean")),
        draft.column("difference", "number"),
    ]
    slots: list[PageSlot] = [
        _bars(draft, own, "test", "share", title=draft.text("chart.marks"), variant="line"),
        TableSlot(id="marks", title=draft.text("marks"), source=compared, columns=columns, highlight_rules=[below]),
        *draft.insight([compared]),
    ]
    draft.tab("pupil_page", draft.text("tab.pupil", name=_named(wanted)), slots)


def weakness_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """The knowledge points of a class or a pupil, weakest first, and what to practise."""
    found = resolve_class(draft.school, str(given.get("class_id", "")))
    params = {"class_id": _class_input(draft, found)}
    name = _named(params["class_id"])
    if given.get("student_id"):
        pupil = resolve_pupil(draft.school, str(given["student_id"]), found)
        params["student_id"] = draft.input("pupil", _pupil_name(draft, pupil), depends_on=[params["class_id"]])
        name = _named(params["student_id"])
    results = draft.data("analyze_student_weakness", params, stem="point_results")
    ranked = _ranked_points(draft, results)
    _points_tab(draft, ranked, name)


def _ranked_points(draft: BlueprintDraft, results: str) -> str:
    losses = [
        GroupAggregate(function="loss", column="mark", of="maximum", name="error_rate"),
        GroupAggregate(function="count", column="mark", name="n"),
    ]
    points = draft.node(GroupNode, "points", source=results, by=["knowledge_point"], aggregates=losses)
    return draft.node(RankNode, "weak_points", source=points, by="error_rate")


def _points_tab(draft: BlueprintDraft, ranked: str, name: str) -> None:
    weak = HighlightRule(column="error_rate", condition="ge", value=_WEAK, style="danger")
    slots: list[PageSlot] = [
        _bars(draft, ranked, "knowledge_point", "error_rate", title=draft.text("chart.errors")),
        TableSlot(
            id="points",
            title=draft.text("points"),
            source=ranked,
            columns=draft.columns("rank", "knowledge_point", "error_rate", "n"),
            highlight_rules=[weak],
        ),
        SuggestionListSlot(
            id="focus",
            title=draft.text("focus"),
            source=_focus(draft, ranked),
            heading="knowledge_point",
            details=draft.columns("error_rate"),
            category=draft.text("practise"),
        ),
        *draft.insight([ranked]),
    ]
    draft.tab("points_page", draft.text("tab.points", name=name), slots)


def _focus(draft: BlueprintDraft, ranked: str) -> str:
    conditions = [
        FilterCondition(column="rank", operator="le", value=_FOCUS),
        FilterCondition(column="error_rate", operator="gt", value=0),
    ]
    return draft.node(FilterNode, "focus", source=ranked, conditions=conditions)


def patterns_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """How far a pupil has mastered each knowledge point, next to the class."""
    pupil = resolve_pupil(draft.school, str(given.get("student_id", "")))
    params = {"student_id": draft.input("pupil", _pupil_name(draft, pupil))}
    own_results = draft.data("get_student_error_patterns", params, stem="pattern_results")
    mates = draft.data("get_student_classmates", params, stem="classmates")
    mastery = [GroupAggregate(function="ratio", column="mark", of="maximum", name="mastery")]
    own = draft.node(GroupNode, "mastery", source=own_results, by=["knowledge_point"], aggregates=mastery)
    others = draft.node(GroupNode, "class_mastery", source=mates, by=["knowledge_point"], aggregates=mastery)
    compared = draft.node(
        CompareNode, "mastery_comparison", left=own, right=others, on=["knowledge_point"], value="mastery"
    )
    columns = [
        draft.column("knowledge_point"),
        draft.column("left", "percent", draft.text("column.mastery")),
        draft.column("right", "percent", draft.text("column.class_mastery")),
        draft.column("difference", "percent"),
    ]
    below = HighlightRule(column="difference", condition="lt", value=0, style="warning")
    slots: list[PageSlot] = [
        _bars(draft, own, "knowledge_point", "mastery", title=draft.text("chart.mastery"), variant="radar"),
        TableSlot(id="patterns", title=draft.text("points"), source=compared, columns=columns, highlight_rules=[below]),
        *draft.insight([compared]),
    ]
    draft.tab("patterns_page", draft.text("tab.patterns", name=_named(params["student_id"])), slots)


def classes_rule(draft: BlueprintDraft, _given: Mapping[str, Any]) -> None:
    """All classes with their sizes."""
    classes = draft.data("get_teacher_classes", {}, stem="all_classes")
    total = draft.node(
        GroupNode,
        "school_size",
        source=classes,
        aggregates=[GroupAggregate(function="sum", column="pupils", name="pupils")],
    )
    slots: list[PageSlot] = [
        draft.numbers(total, "pupils"),
        _bars(draft, classes, "class", "pupils", title=draft.text("chart.sizes")),
        TableSlot(
            id="classes",
            title=draft.text("classes"),
            source=classes,
            columns=draft.columns("class", "grade", "subject", "pupils"),
        ),
    ]
    draft.tab("classes_page", draft.text("classes"), slots)


def passages_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """Passages of the library for a query."""
    query = str(given.get("query", "")).strip()[:400]
    params: dict[str, str | int] = {"query": draft.input("text", query or None)}
    number = given.get("n_results")
    if isinstance(number, int) and 1 <= number <= 10:
        params["n_results"] = number
    passages = draft.data("search_teacher_documents", params, stem="passages")
    slots: list[PageSlot] = [
        TableSlot(
            id="passages",
            title=draft.text("passages"),
            source=passages,
            columns=draft.columns("document", "page", "text"),
        ),
        *draft.insight([passages]),
    ]
    draft.tab("passages_page", draft.text("tab.passages", name=_named(str(params["query"]))), slots)


def quiz_rule(draft: BlueprintDraft, given: Mapping[str, Any]) -> None:
    """A quiz on a topic; on the weak points of the class and from passages, if earlier steps found some."""
    topic = draft.input("text", str(given.get("topic", "")).strip()[:_MAX_TOPIC] or None)
    count = given.get("count")
    wanted = count if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= 50 else 5
    weak = next((each for each in draft.nodes if each.id == "weak_points"), None)
    passages = next((each for each in draft.bindings if each.id == "passages"), None)
    focus = f"{_focus(draft, '$compute.weak_points')}.knowledge_point" if weak else None
    material = "$data.passages.text" if passages else None
    if not draft.bindings:
        draft.data("search_teacher_documents", {"query": topic}, stem="passages", required=False)
    made = draft.node(QuestionsNode, "questions", topic=topic, focus=focus, material=material, count=wanted)
    slots: list[PageSlot] = [QuestionSetSlot(id="questions", title=draft.text("questions"), source=made)]
    draft.tab("questions_page", draft.text("questions"), slots)


def compare_classes(draft: BlueprintDraft) -> None:
    """Add a tab that compares the first two classes, if there are several."""
    tests = [each for each in draft.nodes if isinstance(each, StatisticsNode) and each.by == ["test", "maximum"]]
    classes = [each for each in draft.inputs if each.type == "class"]
    if len(tests) < 2 or len(classes) < 2:
        return
    left, right = (f"$compute.{each.output_key}" for each in tests[:2])
    compared = draft.node(CompareNode, "class_comparison", left=left, right=right, on=["test"], value="mean_share")
    labels = [_named(f"$input.{each.id}") for each in classes[:2]]
    columns = [
        draft.column("test"),
        draft.column("left", "percent", labels[0]),
        draft.column("right", "percent", labels[1]),
        draft.column("difference", "percent"),
    ]
    chart = ChartSlot(
        id="chart", title=draft.text("chart.means"), source=compared, x="test", series=columns[1:3], variant="bar"
    )
    table = TableSlot(id="comparison", title=draft.text("comparison"), source=compared, columns=columns)
    draft.tab("comparison_page", draft.text("tab.comparison", names=" · ".join(labels)), [chart, table])


RULES: Final[Mapping[str, StepRule]] = {
    "get_class_detail": class_rule,
    "get_assignment_submissions": test_rule,
    "get_student_grades": pupil_rule,
    "analyze_student_weakness": weakness_rule,
    "get_student_error_patterns": patterns_rule,
    "get_teacher_classes": classes_rule,
    "search_teacher_documents": passages_rule,
    "generate_quiz_questions": quiz_rule,
}
"""The steps that an app can repeat, by tool. A class list next to other steps only led to them."""


def can_compile(step: ConversationStep) -> bool:
    """Whether an app can repeat a step."""
    return step.tool in RULES


def apply_rules(draft: BlueprintDraft, steps: Sequence[ConversationStep]) -> list[tuple[ConversationStep, DataMissing]]:
    """Add the parts of each step; return the steps whose class, pupil or test no longer exists."""
    failed: list[tuple[ConversationStep, DataMissing]] = []
    for step in steps:
        try:
            RULES[step.tool](draft, step.arguments)
        except DataMissing as problem:
            failed.append((step, problem))
    compare_classes(draft)
    return failed
