"""Pages of other programs are judged by what any page should be."""

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.webpages.foreign_pages import is_foreign, may_run_here, without_limits, without_promises
from inkwright.artifacts.webpages.issues import page_issue

FOREIGN = page_issue("no_policy")


def kept(*found: Finding, files: tuple[str, ...] = ()) -> list[str]:
    return [each.code for each in without_promises([FOREIGN, *found], files)]


def test_a_page_without_a_policy_is_of_another_program() -> None:
    assert is_foreign([FOREIGN])
    assert not is_foreign([page_issue("url", what="src=a.png")])


def test_links_to_the_web_dialogs_and_forms_are_no_fault_there() -> None:
    for what in (
        "href=https://example.org",
        "href=tel:+123",
        "src=//cdn.example.org/a.js",
        "href=mailto:a@example.org",
    ):
        assert kept(page_issue("url", what=what)) == []
    assert kept(page_issue("dialog", what="print"), page_issue("stores", what="localStorage")) == []
    assert kept(page_issue("element", name="form"), page_issue("no_script")) == []


def test_a_picture_that_is_missing_is_found_and_one_next_to_the_page_is_not() -> None:
    missing = page_issue("url", what="src=images/hive.jpg")
    assert kept(missing) == ["page.url"]
    assert kept(missing, files=("images/hive.jpg",)) == []


def test_scripts_that_reach_out_stay_errors() -> None:
    [found] = without_promises([FOREIGN, page_issue("network", what="fetch")])
    assert found.severity == "error"


def test_a_page_that_needs_the_web_or_a_storage_is_not_run() -> None:
    assert not may_run_here([page_issue("stores", what="localStorage")])
    assert not may_run_here([page_issue("url", what="src=https://cdn.example.org/chart.min.js")])
    assert may_run_here([page_issue("url", what="href=https://example.org")])


def test_what_the_frame_forbids_is_no_fault_of_the_page() -> None:
    blocked = page_issue("run.console", what="Permissions policy violation: The Clipboard API has been blocked")
    thrown = page_issue("run.console", what="ReferenceError: dict is not defined")
    request = page_issue("run.request", what="https://example.org/font.woff")
    assert without_limits([blocked, thrown, request]) == (thrown,)
