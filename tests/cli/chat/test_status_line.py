"""The line below the prompt."""

from inkwright.cli.chat.status_line import StatusLine


def test_until_the_models_are_open_it_says_so() -> None:
    assert StatusLine("en").line() == "opening the models …"


def test_model_cost_files_project_and_conversation_stand_in_this_order() -> None:
    status = StatusLine("en", "openai:gpt-5", tokens=12_345, dollars=0.0512, conversation="Rain", files={"a", "b"})
    assert status.line() == "openai:gpt-5 · $0.0512 · 12,345 tokens · 2 files · Rain"
    status.project = "Weather"
    assert status.line() == "openai:gpt-5 · $0.0512 · 12,345 tokens · 2 files · Weather · Rain"


def test_a_price_that_nobody_knows_is_not_shown_as_nothing() -> None:
    assert StatusLine("zh", "ollama:qwen3", tokens=10).line() == "ollama:qwen3 · 10 个 token"


def test_a_tiny_model_is_called_so() -> None:
    assert StatusLine("en", "local", is_tiny=True).line() == "local (tiny, see /model)"


def test_another_conversation_has_spent_nothing() -> None:
    status = StatusLine("en", "m", tokens=1, dollars=1.0, conversation="Rain", files={"a"})
    status.reset("Snow")
    assert status.line() == "m · Snow"
