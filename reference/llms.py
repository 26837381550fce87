"""`/llms.txt` of a server: what it is and where a language model finds more (https://llmstxt.org)."""

from domain import catalogue
from reference import contract
from reference.raised import ROOT

_RULES = ROOT / "docs/rules"
_HEAD = (
    "# Turnledger\n\n"
    "> A server for economic board games: clients send commands over gRPC or Connect (JSON over HTTP), printed rules"
    " decide, and every game can be verified.\n\n"
    "A language model plays with the tools of `turnledger mcp`, an MCP server (`pip install 'turnledger[mcp]'`):"
    " list_tables, join_table, open_table, my_options, list_commands, give_command, explain, look_back, board_at."
    " A server may offer them by HTTP, too: `protected_resources` of `/.well-known/oauth-authorization-server` has the"
    " address."
    " A program calls the API: sign in with `Accounts.SignInAsGuest`, take a seat with `Lobby.QuickMatch` or"
    " `Lobby.CreateTable`, ask `Play.ListOptions`, answer with `Play.Submit` and a choice of two numbers.\n"
)


def text() -> str:
    variants = ", ".join(f"`{name}`" for name in catalogue.VARIANTS if name != "demo")
    services = [
        f"- `{service.full_name}`: {_first_sentence(contract.comment(service.full_name))}"
        for service in contract.services()
    ]
    rules = [f"- [{_title(path.name)}](/rules/{path.name})" for path in sorted(_RULES.glob("*.md"))]
    contract_files = [
        "- [OpenAPI](/openapi.json): every method as HTTP, with its fields and limits",
        "- [AsyncAPI](/asyncapi.yaml): streams and webhooks",
        "- [JSON Schemas](/schemas.json): every message",
        "- [Reason codes](/reasons.json): why a command may be refused, with the rule and a sentence",
    ]
    lines = [_HEAD, f"Variants: {variants}.", "", "## Contract", "", *contract_files]
    lines += ["", "## Rules", "", *rules, "", "## Services", "", *services]
    return "\n".join(lines) + "\n"


def _first_sentence(comment: str) -> str:
    return " ".join(comment.split()).partition(". ")[0].rstrip(".")


def _title(name: str) -> str:
    return (_RULES / name).read_text().partition("\n")[0].removeprefix("# ")
