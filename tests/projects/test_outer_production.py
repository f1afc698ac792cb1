"""Outer production: one block for each channel, from the inner content, and never two for the same channel."""

import asyncio
from typing import Any

import pytest

from inkwright.errors import InvalidOption, NotFound
from inkwright.projects.blocks import BlockConstraints, BlockSettings
from inkwright.projects.outer_production import (
    add_channel_blocks,
    apply_channel,
    inner_content,
    known_channels,
    require_channels,
)
from inkwright.projects.presets import Channel, Preset
from tests.usecases.test_project_runs import Course, states


def channel_blocks(course: Course, *names: str, sources: tuple[str, ...] = ()) -> list[str]:
    async def go() -> list[str]:
        channels = await require_channels(course.workspace, names)
        return [each.block_id for each in await add_channel_blocks(course.workspace, channels, sources)]

    return asyncio.run(go())


def own_channel(course: Course, name: str, **limits: Any) -> None:
    channel = Channel("Blog", f"BLOCK<{name}>", BlockConstraints(**limits))
    preset = Preset("preset_1", "me", name, asyncio.run(course.workspace.project()).created, channel)
    asyncio.run(course.workspace.stores.presets.put(preset))


def test_each_channel_has_one_block_from_the_inner_content_however_often_it_is_asked_for() -> None:
    course = Course()
    course.add("意图", content="why", phase="intent")
    chapter = course.add("Chapter", content="Rivers flow.", phase="produce_inner")
    first = channel_blocks(course, "X", "小红书", "x")
    assert len(first) == 2
    assert channel_blocks(course, "小红书", "X") == first[::-1]
    tree = asyncio.run(course.workspace.tree())
    assert tree.paths()[-3:] == ["Outer production", "Outer production/X", "Outer production/小红书"]
    posts = [block for _, block in tree.walk() if block.parent_id]
    assert {block.depends_on for block in posts} == {(chapter,)}
    assert {tree.phase(block) for block in posts} == {"produce_outer"}
    assert posts[0].constraints == BlockConstraints(max_length=280, max_hashtags=2, counting="weighted", platform="X")


def test_content_without_phases_is_written_from_and_research_is_not() -> None:
    course = Course()
    course.add("Goals", content="g", phase="intent")
    course.add("Scores", content="{}", content_kind="json")
    course.add("Empty", auto_generate=False)
    text = course.add("Text", content="t")
    group = asyncio.run(course.workspace.add("Part", settings=BlockSettings(block_type="group"))).block_id
    asyncio.run(course.workspace.add("Inside", "i", parent_id=group))
    assert inner_content(asyncio.run(course.workspace.tree())) == (text, group)


def test_without_content_or_with_an_unknown_channel_nothing_is_added() -> None:
    course = Course()
    with pytest.raises(InvalidOption, match="Name blocks to write from"):
        channel_blocks(course, "X")
    course.add("Text", content="t")
    with pytest.raises(NotFound):
        channel_blocks(course, "X", "Nowhere")
    with pytest.raises(InvalidOption):
        channel_blocks(course)
    assert asyncio.run(course.workspace.tree()).paths() == ["Text"]


def test_a_channel_of_ones_own_comes_before_the_shipped_one() -> None:
    course = Course()
    own_channel(course, "x", max_length=100)
    found = asyncio.run(known_channels(course.workspace))
    assert [each.name for each in found] == ["x", "LinkedIn", "小红书", "微博"]
    assert found[0].channel.constraints.max_length == 100


def test_a_text_over_the_limit_is_asked_for_once_more_and_then_has_failed() -> None:
    replies = ["#a #b #c too many", "Still far too long for this small channel."]
    course = Course(lambda _name: replies.pop(0))
    course.add("Text", content="t")
    own_channel(course, "Small", max_length=30, max_hashtags=1)
    (block,) = channel_blocks(course, "Small")
    result = course.run(only=(block,))
    assert (states(result), replies) == ({"Outer production/Small": "failed"}, [])
    assert asyncio.run(course.workspace.read(block)).text == ""
    assert asyncio.run(course.workspace.block(block)).status == "failed"


def test_the_second_text_is_saved_if_it_keeps_the_limits() -> None:
    replies = ["#a #b #c too many", "Rivers flow. #river"]
    course = Course(lambda _name: replies.pop(0))
    course.add("Text", content="t")
    own_channel(course, "Small", max_length=30, max_hashtags=1)
    (block,) = channel_blocks(course, "Small")
    assert states(course.run(only=(block,))) == {"Outer production/Small": "generated"}
    assert asyncio.run(course.workspace.read(block)).text == "Rivers flow. #river"


def test_posts_are_stale_when_the_inner_content_changes() -> None:
    course = Course()
    course.add("Text", content="t")
    own_channel(course, "Small")
    (block,) = channel_blocks(course, "Small")
    course.run(only=(block,))
    course.write("Text", "Another text.")
    assert asyncio.run(course.workspace.block(block)).needs_regeneration


def test_a_block_gets_the_task_and_the_limits_of_a_channel_also_of_a_shipped_one() -> None:
    course = Course()
    block = asyncio.run(course.workspace.add("Post")).block_id

    async def given(channel: Channel) -> BlockSettings:
        await apply_channel(course.workspace, block, channel)
        return (await course.workspace.block(block)).settings

    own = asyncio.run(given(Channel("blog", "Write a post.", BlockConstraints(max_length=280), ("One.", "Two."))))
    assert own.prompt == "Write a post."
    assert own.constraints == BlockConstraints(max_length=280, example="One.", platform="blog")
    (named,) = asyncio.run(require_channels(course.workspace, ["X"]))
    shipped = asyncio.run(given(named.channel))
    assert "X" in shipped.prompt
    assert shipped.constraints.max_length == 280
