"""The wording of a message decides whether the person is asked first, or gets a proposal."""

from inkwright.agent.request_wording import only_asks, orders_change, replaces_unasked
from tests.each import each

OLD = "\n".join(f"第{number}行写的是海上的第{number}天。" for number in range(30))


@each(
    "message",
    [
        "What do you think about the end?",
        "Is the tone ok for teens?",
        "Why is it so long? Does it help?",
        "Any thoughts on it?",
        "你觉得第一章怎么样？",
        "這一段是不是太長了？",
        "要不要删掉这一段？",
        "怎么把它写得更好？",
        "帮我看看有没有错别字",
        "How would you shorten it?",
        "請問它的字數是多少？",
    ],
)
def test_a_message_that_only_asks(message: str) -> None:
    assert only_asks(message)


@each(
    "message",
    [
        "Shorten the end.",
        "Could you shorten the end?",
        "Why is it so long? Shorten it.",
        "怎么这么长，改短一点",
        "把第一章改短一点，好吗？",
        "可以把它改短吗？",
        "請刪掉最後一句",
        "Could we cut the last line?",
        "Check it and fix the typos",
        "看看有没有错别字，有就改掉",
        "报名",
        "",
    ],
)
def test_a_message_that_says_more(message: str) -> None:
    assert not only_asks(message)


@each(
    "said, new, is_unasked",
    [
        ("把第3行的“海上”改成“河上”", "只剩一句。", True),
        ("把第3行的“内容”改成“正文”", "只剩一句。", True),
        ("把它改成一首诗", "海啊海。", False),
        ("Correct the date in line 3", "Only this.", True),
        ("把第3行的“海上”改成“河上”", OLD.replace("第3行写的是海上", "第3行写的是河上"), False),
        ("重寫這一章", "全新的一章。", False),
        ("Translate it into English", "The sea.", False),
        ("第一章就这样：海很大。船很小，风很急。", "海很大。船很小，风很急。", False),
    ],
)
def test_a_text_that_is_replaced_although_less_was_asked_for(said: str, new: str, is_unasked: bool) -> None:
    assert replaces_unasked(said, OLD, new) is is_unasked


def test_a_short_text_may_change_as_a_whole() -> None:
    assert not replaces_unasked("改一个字", "海很大。", "河很长。")


def test_a_short_text_does_not_change_as_a_whole_if_only_a_word_of_it_should() -> None:
    assert replaces_unasked("Fix the typo", "Rivers begin in the hills and reach the sea.", "A text about old trains.")
    assert replaces_unasked("請把錯字改一下", "河流从高山流下，最后流入大海。", "这里讲的全是别的事。")
    assert not replaces_unasked("Fix the typo", "Rivers begin in the hils.", "Rivers begin in the hills.")


@each(
    "message, is_order",
    [
        ("In it say mountains, not hills", True),
        ("hills -> mountains", True),
        ("它的“高山”應為“大山”", True),
        ("把它的高山改成大山", True),
        ("Could you make it shorter?", True),
        ("请对它使用技能“通俗化”。", True),
        ("請使用中文回答我關於它的問題", False),
        ("我觉得它的开头有点拖沓，你看呢", False),
        ("Summarise it in one line", False),
        ("Give me feedback on it", False),
        ("給它打個分", False),
        ("說說它的優缺點", False),
        ("List the mistakes; don't touch it", False),
        ("Take out the sentence about hills", True),
        ("and one more sentence about hills in it", True),
        ("它的高山错了，是大山", True),
        ("Did you take out the sentence about hills?", False),
        ("它的高山错了，是吗？", False),
        ("I'm not sure it works", False),
        ("你会怎么改它", False),
        ("What if it began with the sea?", False),
    ],
)
def test_only_words_that_order_a_change_are_an_order(message: str, is_order: bool) -> None:
    assert orders_change(message) is is_order
