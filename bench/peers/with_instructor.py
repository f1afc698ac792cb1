"""instructor: three of its modes, with its own retries."""

import instructor
from openai import AsyncOpenAI
from pydantic import BaseModel

from bench.peers.asking import MAX_TOKENS, TEMPERATURE, TRIES, Answer, address, run
from bench.tasks import Task


def way(mode: instructor.Mode) -> Answer:
    async def answer(task: Task, seed: int) -> BaseModel:
        client = instructor.from_openai(
            AsyncOpenAI(base_url=f"{address()}/v1", api_key="none", max_retries=0), mode=mode
        )
        found: BaseModel = await client.chat.completions.create(
            model="local",
            messages=[{"role": "user", "content": task.prompt}],
            response_model=task.schema,
            max_retries=TRIES - 1,
            temperature=TEMPERATURE,
            max_tokens=MAX_TOKENS,
            seed=seed,
        )
        return found

    return answer


if __name__ == "__main__":
    run(
        {
            "instructor, JSON schema": way(instructor.Mode.JSON_SCHEMA),
            "instructor, Markdown JSON": way(instructor.Mode.MD_JSON),
            "instructor, tools": way(instructor.Mode.TOOLS),
        }
    )
