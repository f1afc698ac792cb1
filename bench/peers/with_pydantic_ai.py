"""pydantic-ai: its three output modes, with its own retries."""

from typing import Any

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from bench.peers.asking import MAX_TOKENS, TEMPERATURE, TRIES, Answer, address, run
from bench.tasks import Task


def way(mode: Any) -> Answer:
    async def answer(task: Task, seed: int) -> BaseModel:
        model = OpenAIChatModel("local", provider=OpenAIProvider(base_url=f"{address()}/v1", api_key="none"))
        agent: Agent[None, BaseModel] = Agent(
            model,
            output_type=mode(task.schema),
            retries={"output": TRIES - 1},
            model_settings={"temperature": TEMPERATURE, "max_tokens": MAX_TOKENS, "seed": seed},
        )
        return (await agent.run(task.prompt)).output

    return answer


if __name__ == "__main__":
    run(
        {
            "pydantic-ai, native": way(NativeOutput),
            "pydantic-ai, prompted": way(PromptedOutput),
            "pydantic-ai, tools": way(ToolOutput),
        }
    )
