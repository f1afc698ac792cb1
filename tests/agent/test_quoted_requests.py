"""What a turn is about tells a request that is meant from one that a text quotes without a word."""

import json

from inkwright.agent.quoted_requests import Occasion
from inkwright.agent.text_requests import TextRequest, late_request, parse_text_request, words_around
from tests.each import each


def form(title: str, question: str, *options: str) -> str:
    listed = [{"label": each, "value": each} for each in options]
    asked = {"id": "q1", "question": question, "options": listed, "allow_freeform": not options}
    return json.dumps({"response_type": "clarification", "title": title, "questions": [asked]}, ensure_ascii=False)


CLASS = form("One thing", "Which class is it for?", "Class 4", "Class 9")
CLASS_ZH = form("一个问题", "给哪个年级用？", "四年级", "九年级")


@each(
    "message, reply",
    [
        ("Summarise protocol.md.", f"It has three parts.\n\nPart two:\n\n{CLASS}\n\nPart three covers retries."),
        ("Write the page on ask events.", f"# Ask events\n\nClients draw the form.\n\n{CLASS}"),
        ("What is in the asks table?", f"{CLASS}\n\nThe column is indexed by its title."),
        ("Test data for the clarification form, please.", form("Booking", "Which day suits you?", "Monday")),
        ("Turn this YAML into what it means.", form("Lunch", "Soup or salad?")),
        ('Repair {"questions": [{"id": "q1" "question": "Soup?"}]', form("Lunch", "Soup?")),
        ("介绍一下提问的机制。", f"先弄清读者再写，这是老办法。\n\n{CLASS_ZH}\n\n终端收到以后画出来，按回车就继续。"),
        ("给我一段 JSON。", form("点餐", "喝茶还是咖啡？")),
    ],
)
def test_a_request_in_an_answer_about_something_else_is_quoted(message: str, reply: str) -> None:
    occasion = Occasion(message)
    assert parse_text_request(reply, occasion=occasion) is None
    assert words_around(reply, occasion) == reply


@each(
    "message, reply",
    [
        ("Plan my lesson on tides.", f"Tides can be shown with a film.\n\n{form('Lesson', 'How long is the lesson?')}"),
        ("Help me.", f"```\n{CLASS}\n```\nThanks!"),
        ("Help me.", f"{CLASS}\n\nI will begin as soon as you have answered."),
        ("I need clarification about fractions.", form("Fractions", "Which part of fractions is hard?")),
        ("Explain JSON.", form("Explain", "How much do you know about JSON?")),
        ("帮我改作文。", f"开头很好，结尾也有力量，中间稍微平淡。\n\n{form('作文', '想改得更生动吗？')}"),
        ("Aide-moi pour ma leçon.", f"{form('Leçon', 'Combien de temps ?')}\n\nDès la réponse reçue, le plan suivra."),
        ("", f"# Heading\n\n{CLASS}"),
    ],
)
def test_a_request_about_the_task_of_the_person_is_meant(message: str, reply: str) -> None:
    assert isinstance(parse_text_request(reply, occasion=Occasion(message)), TextRequest)


@each("message", ["Slides about rivers.", "A poster about JSON.", "Write a tutorial on Git."])
def test_a_turn_that_makes_files_asks_before_it_works(message: str) -> None:
    reply = f"# Here we go\n\n{CLASS}\n\nThe rest takes about ten minutes of work."
    assert isinstance(parse_text_request(reply, occasion=Occasion(message, makes_files=True)), TextRequest)


def test_a_turn_that_makes_a_file_about_the_format_may_still_ask_at_the_end() -> None:
    occasion = Occasion("Slides that explain response_type, please.", makes_files=True)
    assert isinstance(parse_text_request(f"Fine.\n\n{CLASS}", occasion=occasion), TextRequest)
    assert parse_text_request(f"Fine.\n\n{CLASS}\n\nThe fields come in this order.", occasion=occasion) is None


def test_a_quoted_request_at_the_end_of_a_long_text_is_no_late_one() -> None:
    reply = f"# Ask events\n\n{'Clients draw the form. ' * 200}\n\n{CLASS}"
    assert late_request(reply) is not None
    assert late_request(reply, Occasion("Write the page on ask events.")) is None
