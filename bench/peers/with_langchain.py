"""LangChain: its retry parser around its pydantic parser."""

from langchain_classic.output_parsers import RetryWithErrorOutputParser
from langchain_core.output_parsers import PydanticOutputParser
from langchain_core.prompt_values import StringPromptValue
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

from bench.peers.asking import MAX_TOKENS, TEMPERATURE, TRIES, address, run
from bench.tasks import Task


async def answer(task: Task, seed: int) -> BaseModel:
    model = ChatOpenAI(
        model="local",
        base_url=f"{address()}/v1",
        api_key="none",
        temperature=TEMPERATURE,
        max_tokens=MAX_TOKENS,
        seed=seed,
        max_retries=0,
    )
    plain = PydanticOutputParser(pydantic_object=task.schema)
    parser = RetryWithErrorOutputParser.from_llm(model, plain, max_retries=TRIES - 1)
    prompt = StringPromptValue(text=f"{task.prompt}\n\n{plain.get_format_instructions()}")
    reply = await model.ainvoke(prompt.to_messages())
    found: BaseModel = await parser.aparse_with_prompt(str(reply.content), prompt)
    return found


if __name__ == "__main__":
    run({"LangChain, retry parser": answer})
