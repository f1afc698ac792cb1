"""A message that is meant, and one that a text quotes or explains."""

from inkwright.parsing.quotation import is_quoted
from tests.each import each


@each(
    ("before", "after"),
    [
        ("An example:\n\n", "\n\nNow you know how it looks."),
        ("", "\n\nThat was an example of the format."),
        ("For example:\n", ""),
        ("Here is an example for you:\n", ""),
        ("A clarification looks like this:\n", "\n"),
        ("The model sends:\n\n", "\n\nand the program opens a form."),
        ("", "\nThe terminal then opens a form."),
        ("", "\nThe field `questions` holds the questions."),
        ("# Protocol\n\nThere are two types.\n\n", "\n\nThe second type is shorter."),
        ("澄清请求的格式如下：\n\n", "\n\n终端会打开一个表单。"),
        ("例如：\n", ""),
        ("", "\n以上是一个示例。"),
        ("Send `", "` to open a form."),
        ("If you send ", " then a form opens."),
        ("> ", "\n\nis what it wrote."),
        ("| body | `", "` |\n"),
        ("1. Read it.\n2. Check it.\n\n", "\n\n3. Open the form."),
        ("(a) the request\n\n", "\n\n(b) the answer"),
        ("- clarifications are read\n\n", "\n\n- outlines too"),
        ("user: hi\nassistant: ", "\nuser: 1A"),
        ("10:02 model: ", "\n10:03 user: 1A"),
        ("Structured messages have a title.\n\n", "\n\nOptions are a list."),
        ("结构化消息有两种。\n\n", "\n\n两种都有标题。"),
    ],
)
def test_a_message_that_is_introduced_explained_or_named_in_a_sentence_is_quoted(before: str, after: str) -> None:
    assert is_quoted(before, after)


@each(
    ("before", "after"),
    [
        ("", ""),
        ("Sure! I need one thing first:\n\n", ""),
        ("", "\nPlease answer so that I can continue."),
        ("I need one thing.\n\n", "\n\nOnce you answer, I will start."),
        ("好的，我需要先确认一点：\n\n", "\n\n回答之后我就开始写。"),
        ("好的。", "谢谢！"),
        ("Please answer: ", " Thanks!"),
        ("Could you give me an example of your data? I need to know:\n", "\nThank you."),
        ("Please give me an example:\n", "\n"),
        ("Which format do you want? Please choose:\n\n", "\n\nI can make all of them."),
        ("", "\n\nThis will help me choose the right format for the document."),
        ("Please fill in this form:\n\n", "\n\nThe fields are optional."),
        ("## Before I start\n\nI need to know:\n\n", "\n\nThanks!"),
        ("1. ", "\n\nThanks."),
        ("1. Level\n\n", ""),
        ("- one question\n\n", "\n\nThat is all."),
        ("What kind of message shall it be?\n\n", "\n\nBoth message kinds work."),
        ("The deck will have two parts.\n\n", "\n\nAny part can still be changed."),
        ("年级还没确定。\n\n", "\n\n其余都清楚了。"),
    ],
)
def test_a_message_to_the_person_is_meant(before: str, after: str) -> None:
    assert not is_quoted(before, after)


@each(
    "before, after",
    [("第一步：登录。\n\n第二步：等待。\n\n", "\n\n第三步：回答。"), ("第十章 请求\n", "\n\n第十一章 回答")],
)
def test_steps_may_have_chinese_numbers(before: str, after: str) -> None:
    assert is_quoted(before, after)
