"""The program as a person runs it: help, wrong commands, errors as sentences, exit codes."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.cli.command_registry import find_commands
from inkwright.cli.main import main, run_command_line
from inkwright.tools.registry import all_tools
from tests.clocks import PATIENCE
from tests.each import each
from tests.programs import run_program

all_tools()
_HOME = tempfile.TemporaryDirectory(prefix="home-")
MADE = "|".join(DELIVERABLES)


def inkwright(
    *arguments: str, stdin: str | bytes = "", cwd: Path | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run the whole program in a process of its own. Its home is never that of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("INKWRIGHT_", "LC_", "LANG"))}
    given = stdin.encode() if isinstance(stdin, str) else stdin
    usual = {"PYTHONUTF8": "1", "LANG": "C.UTF-8", "INKWRIGHT_HOME": _HOME.name}
    done = run_program(arguments, stdin=given, cwd=cwd, env={**kept, **usual, **environ})
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


GREETING = """
from dataclasses import dataclass

@dataclass(frozen=True)
class GreetOptions:
    name: str

def add_arguments(parser):
    parser.parse_into(GreetOptions)
    parser.add_argument("name")

def run(options, shell):
    shell.say(options.name)
    return 0
"""
WITH_DROPPED_IN = (
    "import sys; from inkwright.cli import commands; commands.__path__.append(sys.argv[1]);"
    "from inkwright.cli.main import main; sys.exit(main(sys.argv[2:]))"
)
"""A program whose package of commands also includes a folder."""


def drop_in_command(folder: Path, name: str, source: str) -> None:
    """Write the module of a command into the folder."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")


def with_dropped_in(folder: Path, *words: str, program: str = WITH_DROPPED_IN) -> subprocess.CompletedProcess[str]:
    """Run the program with the commands of the folder too."""
    environ = {**os.environ, "INKWRIGHT_HOME": str(folder / "home"), "LANG": "C.UTF-8"}
    run = [sys.executable, "-c", program, str(folder), *words]
    return subprocess.run(run, capture_output=True, text=True, env=environ, check=False)


def test_a_command_module_in_the_package_is_found_listed_and_run(tmp_path: Path) -> None:
    drop_in_command(tmp_path, "greet", GREETING)
    assert (with_dropped_in(tmp_path, "greet", "Ann").stdout, with_dropped_in(tmp_path, "greet").returncode) == (
        "Ann\n",
        2,
    )
    listed = [line.split()[0] for line in with_dropped_in(tmp_path).stdout.splitlines() if line.startswith("  ")]
    assert listed[listed.index("files") + 1] == "greet"


def test_no_notice_about_a_slow_model_is_printed_where_others_are_served(tmp_path: Path) -> None:
    program = WITH_DROPPED_IN.replace(".append(", ".insert(0, ")
    threads = GREETING.replace("options.name)", "[each.name for each in __import__('threading').enumerate()])")
    for name in ("serve", "greet"):
        drop_in_command(tmp_path, name, threads)
    served, greeted = (with_dropped_in(tmp_path, name, "Ann", program=program).stdout for name in ("serve", "greet"))
    assert ("wait notices" in served, "wait notices" in greeted) == (False, True)


def test_the_help_lists_what_most_people_need_first_and_then_by_name() -> None:
    names = find_commands()
    assert names[:6] == ("start", "chat", "example", "ask", "make", "resume")
    assert [*names[6:]] == sorted(names[6:])


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(arguments: tuple[str, ...]) -> None:
    done = inkwright(*arguments)
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("tour", "parse", "doctor", "settings"))


def test_help_speaks_chinese_where_the_environment_does() -> None:
    assert "用法：" in inkwright("--help", LANG="zh_CN.UTF-8").stdout
    assert "解析模型的回复" in inkwright("parse", "--help", LANG="zh_CN.UTF-8").stdout


def helped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> str:
    """What `inkwright WORDS --help` says in this process, on an English machine."""
    monkeypatch.setenv("INKWRIGHT_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(home)
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    return capsys.readouterr().out


@each("command", ["", *find_commands()])
def test_help_is_complete_chinese_where_the_flag_or_the_settings_say_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    words = [command] if command else []
    by_flag = helped(monkeypatch, capsys, tmp_path, "--language", "zh", *words)
    assert helped(monkeypatch, capsys, tmp_path, *words).startswith("usage: ")
    (tmp_path / "inkwright.toml").write_text('language = "zh"\n', encoding="utf-8")
    assert helped(monkeypatch, capsys, tmp_path, *words) == by_flag
    told = by_flag.split("\n\n", 1)[1]
    explained = [line for line in told.splitlines() if re.match("  +(--?)?[a-z][^ ]*( [A-Z]+)?  +[^ ]", line)]
    assert by_flag.startswith("用法：")
    assert [line for line in explained if not re.search("[\u4e00-\u9fff]", line)] == []


def test_the_version_is_told() -> None:
    assert inkwright("--version").stdout == "inkwright 0.1.0\n"


def test_an_unknown_command_suggests_the_near_one() -> None:
    done = inkwright("prase")
    assert done.returncode == 2
    assert "Did you mean 'parse'?" in done.stderr


def test_a_wrong_setting_is_a_sentence_with_the_next_step(tmp_path: Path) -> None:
    done = inkwright("settings", INKWRIGHT_LANGUAGE="fr", cwd=tmp_path)
    assert done.returncode == 2
    assert "$INKWRIGHT_LANGUAGE" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_mistake_of_ours_is_told_and_its_traceback_kept(tmp_path: Path) -> None:
    drop_in_command(tmp_path, "broken", GREETING.replace("shell.say(options.name)", "1 / 0"))
    done = with_dropped_in(tmp_path, "broken", "Ann")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in (tmp_path / "home" / "errors.log").read_text(encoding="utf-8")


def test_a_full_disk_is_told_in_a_sentence_and_a_closed_output_in_none() -> None:
    door = f"{sys.executable} -m inkwright.cli.main tour"
    full = subprocess.run(["sh", "-c", f"{door} > /dev/full"], capture_output=True, text=True, check=False)
    assert (full.returncode, full.stderr.count("no space left on device"), len(full.stderr.splitlines())) == (1, 1, 1)
    closed = subprocess.run(["sh", "-c", f"{door} >&- <&-"], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")


def test_the_language_may_be_said_behind_the_command_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "quiz.md").write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    said = [
        inkwright(*words, cwd=tmp_path).stdout
        for words in (
            ("--language", "zh", "quiz", "lint", "quiz.md"),
            ("quiz", "lint", "quiz.md", "--language", "zh"),
            ("quiz", "--language=zh", "lint", "quiz.md"),
        )
    ]
    assert said == [said[0]] * 3
    assert said[0] != inkwright("quiz", "lint", "quiz.md", cwd=tmp_path).stdout
    assert "--language" in inkwright("quiz", "--help").stdout


def test_who_stops_it_is_answered_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    (tmp_path / "quiz.md").write_text("# T\n\n## Is water wet?\nAnswer: true\n", encoding="utf-8")
    words = ["quiz", "take", "quiz.md", "--language", "zh"]
    environ = {**os.environ, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "INKWRIGHT_HOME": str(tmp_path / "home")}
    with subprocess.Popen(
        [sys.executable, "-m", "inkwright.cli.main", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environ,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stdout.readline() == b"T\n"
        running.send_signal(signal.SIGINT)
        shown, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 14
    # Just after the title the program has not begun with the first question yet.
    assert "已停" in (shown + told).decode()


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = f"{sys.executable} -m inkwright.cli.main tour | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_output_that_the_terminal_cannot_show_is_replaced_and_nothing_breaks() -> None:
    done = inkwright("tour", PYTHONUTF8="0", PYTHONIOENCODING="ascii", LANG="C", LC_ALL="C")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_an_error_is_told_in_the_language_that_was_chosen_not_that_of_the_machine(tmp_path: Path) -> None:
    done = inkwright("render", "nothing.md", "-o", "x.pptx", "--language", "zh", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("错误")


@pytest.mark.parametrize(
    ("words", "english", "chinese"),
    [
        (
            ("make",),
            f"the following arguments are required: {MADE}",
            f"缺少参数 {MADE}",
        ),
        (("make", "doc", "x", "--colour-me"), "unrecognized arguments: --colour-me", "不认识的参数 --colour-me"),
        (("permissions", "remove", "x"), "argument N: invalid int value: 'x'", "参数 N：'x' 不是整数"),
    ],
)
def test_wrong_words_are_told_in_the_language_of_the_person_with_the_next_step(
    words: tuple[str, ...], english: str, chinese: str
) -> None:
    told, told_in_chinese = inkwright(*words), inkwright(*words, LANG="zh_CN.UTF-8")
    assert (told.returncode, told_in_chinese.returncode) == (2, 2)
    assert f": error: {english}\n" in told.stderr
    assert told.stderr.endswith("--help` for usage.\n")
    assert f": 错误：{chinese}\n" in told_in_chinese.stderr
    assert told_in_chinese.stderr.endswith("--help` 查看可以写什么。\n")
    chosen = inkwright("--language", "zh", *words)
    assert chosen.stderr == told_in_chinese.stderr


def test_a_missing_library_is_named_with_the_command_that_repairs_the_installation(tmp_path: Path) -> None:
    source = "def add_arguments(parser):\n    pass\n\ndef run(options, shell):\n    import no_such_library\n"
    drop_in_command(tmp_path, "greet", source)
    done = with_dropped_in(tmp_path, "greet")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: The library no_such_library is missing")
    assert "Repair it: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_whose_name_looks_like_an_option_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    (tmp_path / "-quiz.md").write_text("## Two and two?\nAnswer: 4\n", encoding="utf-8")
    assert run_command_line(["quiz", "convert", "-quiz.md", "--to", "gift", "-o", "-"], "en") == 0
    assert "Two and two?" in capsys.readouterr().out
    assert not (tmp_path / "-").exists()
    assert run_command_line(["quiz", "convert", "-quiz.md", "--to", "docx", "-o", "-"], "en") == 2
    assert "docx is not a text format." in capsys.readouterr().err
