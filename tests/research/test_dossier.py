"""A dossier without a model."""

from inkwright.research.dossier import dossier_chapters


def test_a_dossier_quotes_word_for_word_with_places() -> None:
    sources = {1: "Cats sleep. The flood of 1998 reached the bridge. Dogs bark."}
    chapters = dossier_chapters("flood bridge", sources, {1: "Notes"}, "en")
    assert chapters[0][0] == "About this dossier"
    assert chapters[1] == ("Notes", "> The flood of 1998 reached the bridge. [1]\n>\n> (from character 13)")


def test_a_heading_is_not_quoted() -> None:
    sources = {1: "# The flood of the river\n\nFloods of the river\n\nThe flood came at night.\n"}
    _, (_, body) = dossier_chapters("flood river", sources, {1: "Notes"}, "en")
    assert body == "> The flood came at night. [1]\n>\n> (from character 48)"


def test_a_sentence_that_many_pages_repeat_is_quoted_once() -> None:
    page = "The flood of 1998 reached the bridge. All rights of the flood archive are reserved."
    chapters = dossier_chapters("flood", {1: page, 2: page + " A flood came."}, {1: "One", 2: "Two"}, "en")
    assert [body.count("archive") for _, body in chapters] == [0, 1, 0]
