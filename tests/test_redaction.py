"""Redaction: no secret survives, however it is written, and ordinary words do."""

import time

from inkwright.redaction import redact
from tests.each import each

KEY = "sk-proj-abcdefgh12345678"
SECRETS = [
    KEY,
    f"Authorization: Bearer {KEY}",
    f"{{'authorization': 'Bearer {KEY}', 'a': 1}}",
    f"https://api.example.com/v1?key=1&api_key={KEY}",
    f"postgresql://me:{KEY}@db/ink",
    f"postgresql://me:a/b@{KEY}@db/ink",
    f"password={KEY}",
    f'"x-api-key": "{KEY}"',
    f"token : {KEY}",
    f"BEARER   {KEY}",
]


@each("text", SECRETS)
def test_a_key_is_hidden_wherever_it_stands(text: str) -> None:
    assert "abcdefgh" not in redact(text)
    assert "abcdefgh" not in redact(text, KEY)


@each("key", ["plainword99", 'odd"\\key', "秘密的钥匙", "a b c d e"])
def test_a_known_secret_is_hidden_however_it_is_written(key: str) -> None:
    assert redact(f"{key} {key!r} {key!s}", key).count("***") == 3


@each("text", ["The task-list is ready.", "model openai:gpt-5", "http://127.0.0.1:8080/v1#qwen3", "a@b.example", ""])
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text, "", None, "abc") == text


@each("piece", ["://a:", "bearer ", "token=", "sk-", "@", "password: "])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        text = piece * count
        start = time.perf_counter()
        redact(text, "secret")
        return time.perf_counter() - start

    seconds(1_000)
    short, long = (min(seconds(count) for _ in range(3)) for count in (4_000, 32_000))
    assert long < 8 * 4 * short + 0.05
