"""`inkwright token`: manage the tokens that give access to the service."""

import asyncio
from dataclasses import asdict, dataclass

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.shell import Shell, printable
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.store.tokens import AccessToken
from inkwright.usecases.store import LOCAL_OWNER, open_store


@dataclass(frozen=True, slots=True)
class TokenNewOptions:
    """Options of `inkwright token new`."""

    name: str
    owner: str = LOCAL_OWNER
    json: bool = False


@dataclass(frozen=True, slots=True)
class TokenListOptions:
    """Options of `inkwright token list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class TokenRevokeOptions:
    """Options of `inkwright token revoke`."""

    id: str
    json: bool = False


TokenOptions = TokenNewOptions | TokenListOptions | TokenRevokeOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(TokenListOptions)
    actions = parser.add_actions("token")
    new = actions.add("new", TokenNewOptions, has_json=True)
    new.add_argument("name", metavar="NAME", help=parser.text("token.name"))
    new.add_argument("--owner", metavar="OWNER", default=LOCAL_OWNER, help=parser.text("token.owner"))
    actions.add("list", TokenListOptions, has_json=True)
    revoke = actions.add("revoke", TokenRevokeOptions, has_json=True)
    revoke.add_argument("id", metavar="ID", help=parser.text("token.id"))


def run(options: TokenOptions, shell: Shell) -> int:
    match options:
        case TokenNewOptions():
            return asyncio.run(_new(options, shell))
        case TokenRevokeOptions():
            return asyncio.run(_revoke(options, shell))
        case TokenListOptions():
            return asyncio.run(_list(options, shell))


async def _new(options: TokenNewOptions, shell: Shell) -> int:
    """Make a token. Its secret is printed once, alone on the standard output."""
    async with open_store(shell.settings) as store:
        token, secret = await store.tokens.new(options.owner, options.name[:128])
    if options.json:
        print_json(shell, {**asdict(token), "token": secret})
        return OK
    shell.note(shell.text("token.made", owner=printable(token.owner)))
    shell.say(secret)
    return OK


async def _list(options: TokenListOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        found = await store.tokens.all()
    if options.json:
        print_json(shell, [asdict(token) for token in found])
        return OK
    for token in found:
        shell.say(_row(token, shell))
    if not found:
        shell.say(shell.text("token.none"))
    return OK


def _row(token: AccessToken, shell: Shell) -> str:
    owner, name = printable(token.owner), printable(token.name)
    return shell.text("token.row", id=token.id, owner=owner, name=name, created=token.created_at[:10])


async def _revoke(options: TokenRevokeOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        found = [token for token in await store.tokens.all() if token.id.startswith(options.id) and options.id]
        if len(found) != 1:
            raise NotFound(what_kind=Reason("token.word"), id=options.id)
        await store.tokens.revoke(found[0].id)
    if options.json:
        print_json(shell, asdict(found[0]))
    else:
        shell.say(shell.text("token.revoked", id=found[0].id, name=printable(found[0].name)))
    return OK
