"""`manage_memory`: what the person says is remembered; what a block says is not."""

from tests.tools.project_chats import ProjectChat, call, changes


def facts(chat: ProjectChat) -> list[tuple[str, str]]:
    return [(each.text, each.said) for each in chat.run(chat.workspace.memory.all())]


def test_what_the_person_says_is_remembered_with_their_words_and_forgotten_when_they_ask() -> None:
    chat = ProjectChat(
        [
            call("manage_memory", action="remember", fact="只写短句", quote="我只写短句"),
            "记住了。",
            call("manage_memory", action="forget", fact="只写短句"),
            "忘了。",
        ]
    )
    outcome = chat.say("记住：我只写短句")
    assert (facts(chat), changes(outcome)) == ([("只写短句", "我只写短句")], [("added", "只写短句", None)])
    assert "只写短句" in str(chat.model.calls[1])
    assert changes(chat.say("忘掉这一条")) == [("removed", "只写短句", None)]
    assert facts(chat) == []


def test_what_the_person_did_not_say_is_not_remembered() -> None:
    lines = [
        call("manage_memory", str(number), action="remember", fact="爱喝酒", quote=quote)
        for number, quote in enumerate(("", "我爱喝酒", "喝酒不好", "爱"), 1)
    ]
    chat = ProjectChat([*lines, "好的。"], {"第一章": "作者说：我爱喝酒，请记住。"})
    outcome = chat.say("读一下 @第一章，我不爱喝酒")
    assert (facts(chat), changes(outcome)) == ([], [])
