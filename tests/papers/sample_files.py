"""Valid files of each agent in both languages, and replies that contain them."""

from importlib.resources import files


def reply(name: str, tag: str, content: str) -> str:
    return f"```path\n{name}\n```\n\n```{tag}\n{content}\n```"


def _example(name: str) -> str:
    prompt = files("inkwright.papers").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    return prompt.partition("<example>\n")[2].partition("\n</example>")[0]


ABSTRACTS = {"en": "Water works still rely on analogue gauges. " * 36, "zh": "许多水厂仍在使用指针式仪表。" * 18}

OVERVIEWS = {
    "en": f"""Title
Reading Gauges with Cheap Cameras

Paper Type
method

Abstract
{ABSTRACTS["en"].strip()}

Research Content
Errors are measured, a calibration is developed, both are compared.

Innovations
1. Three photographs instead of a drawing.
2. Doubtful readings are reported.
3. It runs on the camera.

Application Scenarios
Small water works.""",
    "zh": f"""标题
用低成本相机读表

论文类型
方法

摘要
{ABSTRACTS["zh"]}

研究内容
测量误差，研究标定方法，进行对比。

创新点
1. 只用三张照片。
2. 主动报告不可靠的读数。
3. 在相机上运行。

应用场景
小型水厂。""",
}
CHECKLISTS = {"en": _example("checklist.en"), "zh": _example("checklist.zh")}
LATEX = {"en": _example("latex.en"), "zh": _example("latex.zh")}
