"""Asks and their answers."""

from sqlalchemy import false, insert, select
from sqlalchemy.exc import IntegrityError

from inkwright.conversation.asks import Answer, Ask
from inkwright.errors import AlreadyAnswered, NotFound
from inkwright.store.database import Database
from inkwright.store.tables import answers, asks, turns


class StoredAsks:
    """Implements `Asks`. The first answer counts, also where two come at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, ask: Ask) -> None:
        row = {"id": ask.id, "turn_id": ask.turn_id, "owner": ask.owner, "body": ask.model_dump_json()}
        await self._database.write(lambda connection: connection.execute(insert(asks), row).close())

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        asked = select(asks.c.body).where(asks.c.id == ask_id, asks.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(asked))
        return Ask.model_validate_json(body) if body else None

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        ask = await self.get(ask_id, owner=owner)
        if ask is None:
            raise NotFound(what_kind="ask", id=ask_id)
        row = {"ask_id": ask_id, "owner": owner, "body": answer.model_dump_json()}
        try:
            await self._database.write(lambda connection: connection.execute(insert(answers), row).close())
        except IntegrityError as problem:
            raise AlreadyAnswered(id=ask_id) from problem
        return ask

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        asked = select(answers.c.body).where(answers.c.ask_id == ask_id, answers.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(asked))
        return Answer.model_validate_json(body) if body else None

    async def waiting(self, *, owner: str) -> list[Ask]:
        """What the person has not answered yet, oldest first. A turn that is over or was replaced asks nothing."""
        is_open = (turns.c.status != "finished") & (turns.c.is_replaced == false())
        asked = (
            select(asks.c.body)
            .join(turns, turns.c.id == asks.c.turn_id)
            .outerjoin(answers, answers.c.ask_id == asks.c.id)
            .where(asks.c.owner == owner, answers.c.ask_id.is_(None), is_open)
            .order_by(asks.c.id)
        )
        bodies = await self._database.read(lambda connection: connection.scalars(asked).all())
        return [Ask.model_validate_json(body) for body in bodies]
