"""Names do not leave: on the wire there are tokens, and in the reply there are names again, also where it streams."""

import asyncio
import json
from typing import Any

from inkwright.llm.hosted import HostedModel, ModelEndpoint
from inkwright.llm.models import CallPiece, Piece, ReasoningPiece, Reply, Request, StartedOver, TextPiece, ToolCall
from inkwright.llm.pseudonyms import Pseudonyms, names_hidden
from tests.each import each
from tests.llm.fake_provider import FakeProvider, Received, openai_reply, openai_stream, texts

NAMES = {
    "王小明": "Pupil",
    "Amy Chan": "Pupil",
    'Ann "Q" Bee': "Pupil",
    "20250001": "PupilNo",
    "Amy": "NamePart",
    "小明": "NamePart",
}
HIDDEN = Pseudonyms(NAMES)


@each(
    "text",
    [
        "王小明 did well",
        "初一的王小明考了多少",
        "AMY CHAN and amy chan",
        "Amy is here, 小明 too",
        "number 20250001.",
        json.dumps({"name": "王小明", "other": 'Ann "Q" Bee'}),
        json.dumps({"name": "王小明", "other": 'Ann "Q" Bee'}, ensure_ascii=False),
    ],
)
def test_no_name_is_left_in_a_hidden_text(text: str) -> None:
    hidden = HIDDEN.hide(text).lower()
    assert not any(name.lower() in hidden or json.dumps(name)[1:-1].lower() in hidden for name in NAMES)


def test_other_words_and_longer_numbers_stay() -> None:
    text = "amyloid, 202500011, Pupil_9999, chanting"
    assert HIDDEN.hide(text) == text
    assert HIDDEN.restore(text) == text


def test_a_reply_gets_its_names_back_and_arguments_stay_json() -> None:
    token = HIDDEN.hide('Ann "Q" Bee')
    reply = HIDDEN.reply(Reply(f"{token} did well", calls=(ToolCall("c", "t", json.dumps({"who": token})),)))
    assert reply.text == 'Ann "Q" Bee did well'
    assert json.loads(reply.calls[0].arguments) == {"who": 'Ann "Q" Bee'}


def test_a_token_that_is_split_between_pieces_is_one_name() -> None:
    heard: list[Piece] = []
    listener = HIDDEN.listener(heard.append)
    token = HIDDEN.hide("王小明")
    for char in f"P {token}, {token}":
        listener(ReasoningPiece(char))
        listener(TextPiece(char))
    listener(CallPiece(0, "t", f'{{"a": "{token[:4]}'))
    listener(CallPiece(0, "t", f'{token[4:]}"}}'))
    listener.finish()
    assert "".join(piece.text for piece in heard if isinstance(piece, TextPiece)) == "P 王小明, 王小明"
    assert "".join(piece.text for piece in heard if isinstance(piece, ReasoningPiece)) == "P 王小明, 王小明"
    arguments = "".join(piece.arguments for piece in heard if isinstance(piece, CallPiece))
    assert json.loads(arguments) == {"a": "王小明"}


def test_a_reply_that_starts_over_forgets_what_waited() -> None:
    heard: list[Piece] = []
    listener = HIDDEN.listener(heard.append)
    listener(TextPiece("Pup"))
    listener(StartedOver("m", "r"))
    listener.finish()
    assert heard == [StartedOver("m", "r")]


def _endpoint(server: FakeProvider, provider: str) -> ModelEndpoint:
    return ModelEndpoint(provider, "gpt-5", base_url=f"{server.url}/v1", api_key="k")


def _echo(received: Received) -> Any:
    said = str(received.body["messages"][-1]["content"])
    return openai_stream(texts(*said)) if received.body.get("stream") else openai_reply(said)


def test_a_hosted_model_sees_tokens_and_the_person_sees_names() -> None:
    heard: list[Piece] = []
    message = "王小明 and Amy Chan, 20250001"

    async def ask(model: HostedModel) -> tuple[str, str]:
        request = Request([{"role": "user", "content": message}])
        with names_hidden(HIDDEN):
            return (await model.reply(request)).text, (await model.reply(request, heard.append)).text

    with FakeProvider(_echo) as server:
        assert asyncio.run(ask(HostedModel("m", _endpoint(server, "openai")))) == (message, message)
    assert "".join(piece.text for piece in heard if isinstance(piece, TextPiece)) == message
    wire = json.dumps([each.body for each in server.received], ensure_ascii=False)
    assert len(server.received) == 2
    assert not any(name in wire or json.dumps(name)[1:-1] in wire for name in NAMES)


def test_a_server_on_this_machine_gets_the_names() -> None:
    async def ask(model: HostedModel) -> str:
        with names_hidden(HIDDEN):
            return (await model.reply(Request([{"role": "user", "content": "王小明"}]))).text

    with FakeProvider(_echo) as server:
        model = HostedModel("m", _endpoint(server, "lmstudio"))
        assert asyncio.run(ask(model)) == "王小明"
    assert not model.abilities.leaves_machine
    assert "王小明" in json.dumps(server.received[0].body, ensure_ascii=False)
