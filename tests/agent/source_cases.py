"""Conversations with several files: what each message should use.

A step is (files that come with the message, the message, what it uses, what it makes). An artifact is named by its
kind and number: `quiz1` is the first quiz.
"""

from typing import NamedTuple


class Step(NamedTuple):
    """One message of a conversation."""

    attached: tuple[str, ...]
    message: str
    used: tuple[str, ...]
    made: str = ""


TITLES = {
    "coffee.md": "Coffee",
    "tea.md": "A short history of tea",
    "茶.md": "茶的历史",
    "咖啡.md": "咖啡",
    "rivers.pdf": "Rivers of Asia",
    "rain.xlsx": "",
    "notes.md": "Volcanoes",
    "chapter 2.docx": "Photosynthesis",
}
TEXTS = {
    "coffee.md": "Coffee is brewed from roasted beans. Caffeine keeps people awake. Brazil exports most of it.",
    "tea.md": "Tea comes from China. Green tea is not fermented. The leaves are dried.",
    "茶.md": "茶起源于中国，是世界三大饮料之一。绿茶不发酵。",
    "咖啡.md": "咖啡豆经过烘焙。咖啡因使人清醒。巴西出口最多。",
    "rivers.pdf": "The Yangtze is the longest river of Asia.",
    "rain.xlsx": "| Month | mm |",
    "notes.md": "A volcano is a mountain that opens to a pool of molten rock.",
    "chapter 2.docx": "Plants make sugar from light.",
}
COFFEE = Step(("coffee.md",), "Make a quiz from @coffee.md", ("coffee.md",), "quiz")
TEA = Step(("tea.md",), "Make a quiz from @tea.md", ("tea.md",), "quiz")
BOTH = Step(("coffee.md", "tea.md"), "Here are two files", ("coffee.md", "tea.md"))
ZH_COFFEE = Step(("咖啡.md",), "用 @咖啡.md 做一份测验", ("咖啡.md",), "quiz")
ZH_TEA = Step(("茶.md",), "用 @茶.md 做一份测验", ("茶.md",), "quiz")
THREE = Step(("coffee.md", "tea.md", "rivers.pdf"), "Three files for you", ("coffee.md", "tea.md", "rivers.pdf"))

CONVERSATIONS: tuple[tuple[Step, ...], ...] = (
    # A file that the message names wins, whatever was used before.
    (ZH_COFFEE, ZH_TEA),
    (COFFEE, TEA, Step((), "Now slides from coffee.md", ("coffee.md",), "pptx")),
    (COFFEE, TEA, Step((), "Make a quiz from the coffee note", ("coffee.md",))),
    (COFFEE, TEA, Step((), "Make slides about coffee", ("coffee.md",))),
    (COFFEE, TEA, Step((), 'Make flashcards from "A short history of tea"', ("tea.md",))),
    (COFFEE, TEA, Step((), "Use COFFEE this time, five questions", ("coffee.md",))),
    (ZH_COFFEE, ZH_TEA, Step((), "用咖啡做一份幻灯片", ("咖啡.md",))),
    (ZH_COFFEE, ZH_TEA, Step((), "根据《咖啡》出5道题", ("咖啡.md",))),
    (ZH_TEA, ZH_COFFEE, Step((), "用关于茶的那份笔记再做一份测验", ("茶.md",))),
    (ZH_TEA, ZH_COFFEE, Step((), "把茶.md整理成讲义", ("茶.md",))),
    # By order and number.
    (ZH_COFFEE, ZH_TEA, Step((), "用最开始那份材料出一份测验", ("咖啡.md",))),
    (
        Step(("coffee.md", "tea.md"), "Here are two files", ("coffee.md", "tea.md")),
        Step((), "A quiz about coffee", ("coffee.md",)),
    ),
    (THREE, Step((), "Make a quiz from the second file", ("tea.md",))),
    (THREE, Step((), "Make slides from the first and third files", ("coffee.md", "rivers.pdf"))),
    (THREE, Step((), "用第二个文件做一份测验", ("tea.md",))),
    (THREE, Step((), "用第一和第三个文件做幻灯片", ("coffee.md", "rivers.pdf"))),
    (THREE, Step((), "A summary of the last file, please", ("rivers.pdf",))),
    (THREE, Step((), "用最后一个文件做总结", ("rivers.pdf",))),
    (THREE, Step((), "Make one quiz from all files", ("coffee.md", "tea.md", "rivers.pdf"))),
    (THREE, Step((), "用所有文件做一份测验", ("coffee.md", "tea.md", "rivers.pdf"))),
    (THREE, Step((), "all files except the pdf", ("coffee.md", "tea.md"))),
    (THREE, Step((), "用前两个文件做一份文档", ("coffee.md", "tea.md"))),
    (COFFEE, TEA, Step((), "Make slides from both files", ("coffee.md", "tea.md"))),
    (ZH_COFFEE, ZH_TEA, Step((), "用这两个文件做一份测验", ("咖啡.md", "茶.md"))),
    (COFFEE, TEA, Step((), "Now the same with the other one", ("coffee.md",))),
    (ZH_COFFEE, ZH_TEA, Step((), "用另一个文件再做一份", ("咖啡.md",))),
    # What was made is a source too.
    (COFFEE, TEA, Step((), "Make slides from the first file and the quiz", ("coffee.md", "quiz2"))),
    (COFFEE, Step((), "Turn the quiz into slides", ("quiz1",))),
    (ZH_TEA, Step((), "把刚才的测验变成幻灯片", ("quiz1",))),
    (COFFEE, TEA, Step((), "Slides from tea.md and from the quiz", ("tea.md", "quiz2"))),
    (COFFEE, Step((), "Make the quiz harder", ("quiz1",))),
    (COFFEE, Step(("tea.md",), "Translate the quiz with the words of @tea.md", ("quiz1", "tea.md"))),
    # What is to be made again is no source.
    (COFFEE, Step(("tea.md",), "Make the quiz again, this time from @tea.md", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "Redo the quiz with @tea.md", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "I want the same quiz for @tea.md", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "@tea.md: make that quiz again", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "Now the quiz from @tea.md", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "A quiz from @tea.md, like the quiz before", ("tea.md",))),
    (COFFEE, Step((), "Do the quiz again", ("coffee.md",))),
    (ZH_COFFEE, Step(("茶.md",), "用 @茶.md 重新做那份测验", ("茶.md",))),
    (ZH_COFFEE, Step(("茶.md",), "用 @茶.md 做一份新的，和刚才的测验一样", ("茶.md",))),
    (ZH_COFFEE, Step(("茶.md",), "@茶.md 做一份新的", ("茶.md",))),
    # Without a name: what was used last, if the message refers to it.
    (COFFEE, TEA, Step((), "Make slides from it", ("tea.md",))),
    (COFFEE, Step((), "Now make slides", ("coffee.md",))),
    (COFFEE, Step((), "10 more questions, please", ("coffee.md",))),
    (COFFEE, Step((), "make it harder", ("coffee.md",))),
    (COFFEE, Step((), "What does the text say about Brazil?", ("coffee.md",))),
    (COFFEE, Step((), "Who exports most of the caffeine?", ("coffee.md",))),
    (COFFEE, TEA, Step((), "same text, but a PDF", ("tea.md",))),
    (ZH_COFFEE, ZH_TEA, Step((), "再来10道判断题", ("茶.md",))),
    (ZH_COFFEE, Step((), "用上面的文件做一份幻灯片", ("咖啡.md",))),
    (ZH_COFFEE, Step((), "它说了什么？", ("咖啡.md",))),
    (ZH_COFFEE, Step((), "题目改难一点", ("咖啡.md",))),
    (COFFEE, Step((), "What is 2 + 2?", ()), Step((), "Now slides from it", ("coffee.md",))),
    # A new topic uses none.
    (COFFEE, Step((), "Make a quiz about volcanoes", ())),
    (COFFEE, Step((), "Explain how a bicycle stays upright", ())),
    (COFFEE, Step((), "Thanks!", ())),
    (ZH_COFFEE, Step((), "做一份关于火山的测验", ())),
    (ZH_COFFEE, Step((), "谢谢", ())),
    # What came with the message is used, and what it joins.
    (COFFEE, Step(("tea.md",), "Make a quiz", ("tea.md",))),
    (COFFEE, Step(("tea.md",), "Compare it with @tea.md", ("tea.md", "coffee.md"))),
    (ZH_COFFEE, Step(("茶.md",), "把它和 @茶.md 对比一下", ("茶.md", "咖啡.md"))),
    (COFFEE, TEA, Step((), "Slides from tea.md, not coffee.md", ("tea.md",))),
    (ZH_COFFEE, ZH_TEA, Step((), "不要用茶.md，用咖啡.md", ("咖啡.md",))),
    # A message that brings files and chooses among them, and words that are just words.
    (Step(("coffee.md", "tea.md"), "Here are @coffee.md and @tea.md. A quiz from the second one.", ("tea.md",)),),
    (Step(("咖啡.md", "茶.md"), "有 @咖啡.md 和 @茶.md，用第一个文件做测验", ("咖啡.md",)),),
    (TEA, Step(("coffee.md",), "Slides from @coffee.md for people who like tea", ("coffee.md",))),
    (TEA, Step(("coffee.md",), "Compare @coffee.md with tea", ("coffee.md", "tea.md"))),
    (COFFEE, TEA, Step((), "Compare the two", ("coffee.md", "tea.md"))),
    (ZH_COFFEE, ZH_TEA, Step((), "两个都用，做一份幻灯片", ("咖啡.md", "茶.md"))),
    (ZH_COFFEE, ZH_TEA, Step((), "請用另一個檔案再做一份測驗", ("咖啡.md",))),
    (THREE, Step((), "slides from the last two files", ("tea.md", "rivers.pdf"))),
    (THREE, Step((), "a quiz from everything but the tea one", ("coffee.md", "rivers.pdf"))),
    (COFFEE, TEA, Step((), "Do the same for coffee", ("coffee.md",))),
    # Names that are ordinary words, and kinds of files.
    (
        Step(("notes.md",), "Hello", ("notes.md",)),
        COFFEE,
        Step((), "Take notes of what is important in it", ("coffee.md",)),
    ),
    (Step(("notes.md",), "Hello", ("notes.md",)), COFFEE, Step((), "A quiz from my notes", ("notes.md",))),
    (
        Step(("rain.xlsx", "rivers.pdf"), "Two", ("rain.xlsx", "rivers.pdf")),
        COFFEE,
        Step((), "a quiz from the spreadsheet", ("rain.xlsx",)),
    ),
    (
        Step(("rain.xlsx", "rivers.pdf"), "两个", ("rain.xlsx", "rivers.pdf")),
        ZH_TEA,
        Step((), "用那个 PDF 做测验", ("rivers.pdf",)),
    ),
    (
        Step(("chapter 2.docx",), "Hi", ("chapter 2.docx",)),
        COFFEE,
        Step((), "5 slides of chapter 2", ("chapter 2.docx",)),
    ),
    # By what only the text speaks of.
    (COFFEE, TEA, Step((), "Make a quiz from the file about caffeine", ("coffee.md",))),
    (TEA, COFFEE, Step((), "slides from the note that mentions green leaves", ("tea.md",))),
    (THREE, TEA, Step((), "What does the one about the Yangtze say?", ("rivers.pdf",))),
    (ZH_COFFEE, ZH_TEA, Step((), "用提到巴西的那份文件做测验", ("咖啡.md",))),
    (ZH_TEA, ZH_COFFEE, Step((), "用講綠茶的那篇做一份幻燈片", ("茶.md",))),
    (COFFEE, TEA, Step((), "Make a quiz from the file about volcanoes", ())),
    (THREE, Step((), "Which of these mentions caffeine?", ("coffee.md",))),
    (THREE, Step((), "the one where beans are roasted, as slides", ("coffee.md",))),
    (COFFEE, Step(("notes.md",), "Hello", ("notes.md",)), Step((), "Is Brazil an exporter of coffee?", ("coffee.md",))),
    (ZH_TEA, ZH_COFFEE, Step(("rivers.pdf",), "好", ("rivers.pdf",)), Step((), "讲绿茶的那份做成测验", ("茶.md",))),
    # Several that come with the message, of which it names some.
    (Step(("coffee.md", "tea.md"), "A worksheet from @tea.md", ("tea.md",)),),
    (Step(("coffee.md", "tea.md"), "Slides from the tea note", ("tea.md",)),),
    (Step(("咖啡.md", "茶.md"), "讲茶的那份，做成测验", ("茶.md",)), Step((), "另一份也做", ("咖啡.md",))),
    (Step(("咖啡.md", "茶.md"), "用茶.md做测验", ("茶.md",)), Step((), "第一个呢？列个提纲", ("咖啡.md",))),
    # With a slip of the finger.
    (COFFEE, TEA, Step((), "a quiz from @cofee.md", ("coffee.md",))),
    (COFFEE, Step(("notes.md",), "Hi", ("notes.md",)), Step((), "slides from the cofee file pls", ("coffee.md",))),
    # Both, without a noun; the one that is left; none at all; by format and by a number that is written apart.
    (THREE, Step((), "now the first two in one document", ("coffee.md", "tea.md"))),
    (BOTH, Step((), "Leave out the first one. Slides from the other, please", ("tea.md",))),
    (Step(("咖啡.md", "茶.md"), "用茶.md做测验", ("茶.md",)), Step((), "剩下那份也做", ("咖啡.md",))),
    (Step(("coffee.md", "tea.md"), "don't use any file: write a poem on rain", ()),),
    (
        Step(("coffee.md", "rivers.pdf"), "hi", ("coffee.md", "rivers.pdf")),
        Step((), "a quiz from the md", ("coffee.md",)),
    ),
    # A file in another language, by elimination.
    (COFFEE, Step(("茶.md",), "Hi", ("茶.md",)), Step((), "one paragraph about the herb file", ("茶.md",))),
    # One of two.
    (BOTH, Step((), "Make a quiz from the latter", ("tea.md",))),
    (BOTH, Step((), "Slides of the former, please", ("coffee.md",))),
    (BOTH, Step((), "用前者做一份测验", ("coffee.md",))),
    (BOTH, Step((), "用后者做一份测验", ("tea.md",))),
    (BOTH, Step((), "Make a quiz from them", ("coffee.md", "tea.md"))),
    (BOTH, Step((), "What does it say about caffeine?", ("coffee.md", "tea.md"))),
)
