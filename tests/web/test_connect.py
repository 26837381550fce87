"""The bridge, with gRPC's own health service behind it: a servicer that knows nothing of HTTP."""

import asyncio
import base64
import gzip
import json
import re
import struct
from contextlib import asynccontextmanager
from functools import partial

import grpc
import httpx
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from services.api.messages.convert import MalformedMessage
from services.platform.callers import Proxies
from services.tlog.tlog_storage import LogStorage
from services.web.app import PAGE, Pages, web_app
from services.web.from_json import from_json
from services.web.http_server import WebServer
from services.web.mail_pages import MailPages
from services.web.metrics import metrics_app
from turnledger.v1 import lobby_pb2, play_pb2

CHECK = "/grpc.health.v1.Health/Check"
WATCH = "/grpc.health.v1.Health/Watch"


class Health(health_pb2_grpc.HealthServicer):
    def __init__(self):
        self.seen = {}
        self.watch_ended = asyncio.Event()

    async def Check(self, request, context):
        self.seen = {"remaining": context.time_remaining(), "metadata": dict(context.invocation_metadata())}
        match request.service:
            case "" | "metadata":
                if request.service:
                    await context.send_initial_metadata((("x-before", "1"), ("x-before", "2")))
                    context.set_trailing_metadata((("x-after", "3"),))
                return health_pb2.HealthCheckResponse(status="SERVING")
            case "bare":
                await context.abort_with_status(rpc_status.to_status(Status(code=13, message="bare")))
            case "slow":
                await asyncio.Event().wait()
            case "bug":
                raise RuntimeError("a secret of ours")
        info = ErrorInfo(reason="UNKNOWN_SERVICE", domain="turnledger", metadata={"service": request.service})
        status = Status(code=5, message="no such service")
        status.details.add().Pack(info)
        return await context.abort_with_status(rpc_status.to_status(status))

    async def Watch(self, request, context):
        try:
            yield health_pb2.HealthCheckResponse(status="SERVING")
            yield health_pb2.HealthCheckResponse(status="NOT_SERVING")
            if request.service == "idle":
                await asyncio.Event().wait()
        finally:
            self.watch_ended.set()


@asynccontextmanager
async def serving(health, ready=True, asked=None, with_page=True, **more):
    async def is_ready():
        if asked is not None:
            asked.append(1)
        return ready

    check = grpc.unary_unary_rpc_method_handler(health.Check)
    watch = grpc.unary_stream_rpc_method_handler(health.Watch)
    app = web_app(
        {"grpc.health.v1.Health": {"Check": check, "Watch": watch}} if with_page else {},
        ready=is_ready,
        **{"origins": ["https://friend.example"], **more},
    )
    server = WebServer(app, "127.0.0.1", 0)
    task = asyncio.create_task(server.serve())
    await server.listening.wait()
    async with httpx.AsyncClient(verify=False, base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
        yield client
    server.end()
    await task


@pytest.fixture
def health():
    return Health()


@pytest.fixture
async def client(health):
    async with serving(health) as opened:
        yield opened


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://friend.example", True),
        ("http://localhost:5173", True),
        ("http://localhost", True),
        ("http://localhost:5173.evil.example", False),
        ("http://localhost.evil.example", False),
        ("http://xlocalhost:5173", False),
        ("https://localhost:5173", False),
    ],
)
async def test_pages_of_an_allowed_host_may_call_on_every_port(health, origin, allowed):
    async with serving(health, origins=["https://friend.example", "http://localhost:*"]) as client:
        asked = {"origin": origin, "access-control-request-method": "POST"}
        answer = await client.options(CHECK, headers=asked)
    assert answer.headers.get("access-control-allow-origin") == (origin if allowed else None)


async def test_a_unary_call_in_json(client, health):
    answer = await client.post(CHECK, json={}, headers={"connect-timeout-ms": "500000", "x-colour": "red"})
    assert (answer.status_code, answer.text) == (200, '{"status":"SERVING"}')
    assert 400 < health.seen["remaining"] <= 500
    assert health.seen["metadata"]["x-colour"] == "red"


async def test_a_unary_call_in_binary(client):
    answer = await client.post(CHECK, content=b"", headers={"content-type": "application/proto"})
    assert health_pb2.HealthCheckResponse.FromString(answer.content).status == 1


async def test_an_error_keeps_its_code_and_details(client):
    answer = await client.post(CHECK, json={"service": "chess"})
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
        404,
        "not_found",
        "no such service",
    )
    (detail,) = answer.json()["details"]
    info = ErrorInfo.FromString(base64.b64decode(detail["value"] + "=="))
    assert (info.reason, info.metadata["service"]) == ("UNKNOWN_SERVICE", "chess")


async def test_who_reads_json_reads_the_details_of_an_error_as_json(client):
    answer = await client.post(CHECK, json={"service": "chess"})
    (detail,) = answer.json()["details"]
    assert detail["debug"] == {
        "reason": "UNKNOWN_SERVICE",
        "domain": "turnledger",
        "metadata": {"service": "chess"},
    }
    headers = {"content-type": "application/connect+json"}
    answer = await client.post(WATCH, content=b"\0\0\0\0\1x", headers=headers)
    ((_, end),) = envelopes(answer.content)
    said = {each["type"]: each["debug"] for each in end["error"]["details"]}
    assert said["google.rpc.ErrorInfo"]["reason"] == "MALFORMED"
    assert said["google.rpc.LocalizedMessage"]["locale"] == "en"


JSON, BINARY = {"content-type": "application/json"}, {"content-type": "application/proto"}


@pytest.mark.parametrize(
    ("content", "headers"),
    [
        (b"{}", JSON),
        (b"", BINARY),
        (b'{"service": "chess"}', JSON | {"accept-language": "ru"}),
        (b"\n\x05chess", BINARY),
        (b'{"service": "bug"}', JSON),
        (b'{"service": "slow"}', JSON | {"connect-timeout-ms": "100", "accept-language": "ru"}),
        (b'{"service": 5}', JSON | {"accept-language": "ru"}),
        (b"{", JSON),
        (b"\xff", BINARY | {"accept-language": "ru"}),
        (b" " * (2**20) + b"{}", JSON),
        (b"{}", JSON | {"connect-timeout-ms": "1e9"}),
        (b"{}", JSON | {"connect-protocol-version": "2"}),
    ],
    ids=[
        "json",
        "binary",
        "refused",
        "refused-binary",
        "bug",
        "late",
        "type",
        "cut",
        "junk",
        "large",
        "time",
        "version",
    ],
)
async def test_a_plain_call_has_the_answer_of_one_that_the_library_takes(client, content, headers):
    """`content-encoding: identity` says nothing, but is more than a plain call has."""
    plain, other = [
        await client.post(CHECK, content=content, headers=headers | more)
        for more in ({}, {"content-encoding": "identity"})
    ]
    assert plain.status_code == other.status_code
    assert plain.headers["content-type"] == other.headers["content-type"]
    assert plain.headers["content-security-policy"] == other.headers["content-security-policy"]
    if plain.headers["content-type"] == "application/json":
        assert plain.json() == other.json()
    else:
        assert plain.content == other.content


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/proto", b"\xff"),
        ("application/json", b""),
        ("application/json", b'{"service": 5}'),
        ("application/json", b'{"service": "\xff"}'),
        ("application/json", b"[" * 50_000),
        ("application/json", b'{"service": "a", "service": "b"}'),
        ("application/json", b"[]"),
        ("application/json", b'"x"'),
        ("application/json", b"null"),
        ("application/json", b"1"),
        ("application/json", b'{"service": ["a"]}'),
        ("application/json", b'{"service": {}}'),
    ],
)
async def test_what_is_no_message_is_refused_with_a_reason(client, kind, body):
    answer = await client.post(CHECK, content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")
    assert re.search(r"grpc.health.v1.HealthCheckRequest|in JSON ", answer.json()["message"])
    assert not re.search(r"codec can't|Error\b|iterable|hashable|expected string|line \d+ of", answer.text)
    info = ErrorInfo.FromString(base64.b64decode(answer.json()["details"][0]["value"] + "=="))
    assert info.reason == "MALFORMED"


def test_json_is_read_strictly_but_for_names_that_are_not_known():
    """The library takes a list for a message without fields: `choice: []` was a move."""
    read = partial(from_json, kind=play_pb2.SubmitRequest)
    assert read(b'{"gameId": "a", "choice": {"option": 1}, "of_tomorrow": [1]}').choice.option == 1
    assert not read(b'{"choice": null}').HasField("choice")
    for wrong, field in (
        (b'{"choice": []}', "choice"),
        (b'{"choice": "x"}', "choice"),
        (b'{"choice": {"option": [1]}}', "choice.option"),
        (b'{"validateOnly": "yes"}', "validate_only"),
        (b'{"expectedVersion": true}', "expected_version"),
        (b'{"command": {"powerGrid": {"runPlants": {"runs": {}}}}}', "command.power_grid.run_plants.runs"),
        (b'{"command": {"powerGrid": {"runPlants": {"runs": [{}, 5]}}}}', "command.power_grid.run_plants.runs[1]"),
    ):
        with pytest.raises(MalformedMessage) as error:
            read(wrong)
        assert error.value.field == field
    with pytest.raises(MalformedMessage) as error:
        from_json(b'{"status": "OPEN"}', lobby_pb2.ListTablesRequest)
    assert error.value.field == "status"


UNFIT = {
    "too large": ("application/json", b'{"service": "%s"}' % (b"x" * 300_000), {}),
    "unpacked too large": ("application/json", gzip.compress(b" " * 1_000_000), {"content-encoding": "gzip"}),
    "not packed": ("application/json", b"{}", {"content-encoding": "gzip"}),
    "no whole frame": ("application/grpc-web", b"\0\0\0\0\x09", {}),
    "no such flag": ("application/grpc-web", b"\x80\0\0\0\0", {}),
    "packed as nothing": ("application/grpc-web", b"\1\0\0\0\0", {}),
}


@pytest.mark.parametrize("name", UNFIT)
async def test_what_the_library_refuses_has_a_reason_too(client, name):
    kind, body, headers = UNFIT[name]
    answer = await client.post(CHECK, content=body, headers={"content-type": kind, **headers})
    assert (answer.status_code == 400) is (kind == "application/json")
    if kind == "application/json":
        details = base64.b64decode(answer.json()["details"][0]["value"] + "==")
    else:
        (packed,) = re.findall(rb"grpc-status-details-bin: *([^\r]+)", answer.content)
        status = Status.FromString(base64.b64decode(packed + b"=="))
        assert status.code == 3
        details = status.details[0].value
    assert ErrorInfo.FromString(details).reason == "MALFORMED"


@pytest.mark.parametrize("path", ["/grpc.health.v1.Health/Nothing", "/no.Service/Nothing"])
async def test_a_method_that_is_none_is_unimplemented(client, path):
    answer = await client.post(path, json={})
    assert (answer.status_code, answer.json()["code"]) == (404, "unimplemented")


async def test_a_method_that_is_none_is_unimplemented_in_the_words_of_grpc_web(client):
    answer = await client.post("/grpc.health.v1.Health/Nothing", headers={"content-type": "application/grpc-web+proto"})
    assert (answer.status_code, answer.headers["grpc-status"], answer.content) == (200, "12", b"")


@pytest.mark.parametrize("headers", [{}, {"accept-encoding": "gzip;q=1"}], ids=["plain", "by the library"])
async def test_what_a_handler_says_beside_its_answer_arrives(client, headers):
    answer = await client.post(CHECK, json={"service": "metadata"}, headers=headers)
    assert answer.headers.get_list("x-before", split_commas=True) == ["1", "2"]
    assert answer.headers["trailer-x-after"] == "3"


async def test_a_handlers_own_error_without_details_is_not_taken_for_the_librarys(client):
    frame = struct.pack(">BI", 0, 6) + health_pb2.HealthCheckRequest(service="bare").SerializeToString()
    answer = await client.post(CHECK, content=frame, headers={"content-type": "application/grpc-web+proto"})
    assert b"grpc-status: 13" in answer.content.lower().replace(b"grpc-status:13", b"grpc-status: 13")


async def test_bytes_in_a_header_that_are_no_text_end_no_call(client):
    for headers in ({"x-colour": b"\xe9"}, {"x-colour-bin": "a"}):
        answer = await client.post(CHECK, json={}, headers=headers)
        assert (answer.status_code, answer.text) == (200, '{"status":"SERVING"}')


@pytest.mark.parametrize(
    ("path", "kind", "takes"),
    [
        (CHECK, "application/x-www-form-urlencoded", "application/json, application/proto"),
        (CHECK, "application/connect+json", "application/json, application/proto"),
        (WATCH, "application/json", "application/connect+json, application/connect+proto"),
        (WATCH, "", "application/connect+json, application/connect+proto"),
    ],
)
async def test_who_names_another_content_type_is_told_which_the_method_takes(client, path, kind, takes):
    answer = await client.post(path, content=b"{}", headers={"content-type": kind} if kind else {})
    assert (answer.status_code, answer.headers["accept-post"]) == (415, takes)
    assert answer.text == "this method takes the content type " + takes.replace(", ", " or ")


async def test_a_content_type_may_be_written_in_any_way(client):
    answer = await client.post(CHECK, content=b"{}", headers={"content-type": "Application/JSON; charset=utf-8"})
    assert answer.status_code == 200


async def test_grpc_is_sent_to_its_own_port(client):
    answer = await client.post(CHECK, content=b"\0\0\0\0\0", headers={"content-type": "application/grpc"})
    assert (answer.status_code, answer.text) == (415, "gRPC has a port of its own")


async def test_a_deadline_ends_the_call(client):
    answer = await client.post(CHECK, json={"service": "slow"}, headers={"connect-timeout-ms": "50"})
    assert answer.json()["code"] == "deadline_exceeded"
    assert ErrorInfo.FromString(base64.b64decode(answer.json()["details"][0]["value"] + "==")).reason == "TOO_LATE"


async def test_the_text_of_an_unexpected_exception_stays_here(client):
    answer = await client.post(CHECK, json={"service": "bug"})
    assert answer.status_code == 500
    assert "secret" not in answer.text


def envelopes(body):
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        yield flags, json.loads(body[5 : 5 + size])
        body = body[5 + size :]


def enveloped(message):
    body = json.dumps(message).encode()
    return struct.pack(">BI", 0, len(body)) + body


async def test_a_stream_comes_as_frames_of_json(client):
    answer = await client.post(WATCH, content=enveloped({}), headers={"content-type": "application/connect+json"})
    assert list(envelopes(answer.content)) == [(0, {"status": "SERVING"}), (0, {"status": "NOT_SERVING"}), (2, {})]


async def test_a_reader_who_leaves_ends_the_stream(client, health):
    headers = {"content-type": "application/connect+json"}
    async with client.stream("POST", WATCH, content=enveloped({"service": "idle"}), headers=headers) as answer:
        await anext(answer.aiter_bytes())
    await asyncio.wait_for(health.watch_ended.wait(), 60)


async def test_grpc_web_is_answered_in_its_own_frames(client):
    headers = {"content-type": "application/grpc-web+proto"}
    answer = await client.post(CHECK, content=struct.pack(">BI", 0, 0), headers=headers)
    flags, size = struct.unpack(">BI", answer.content[:5])
    assert (flags, health_pb2.HealthCheckResponse.FromString(answer.content[5 : 5 + size]).status) == (0, 1)
    assert b"grpc-status: 0" in answer.content[5 + size :].lower().replace(b"grpc-status:0", b"grpc-status: 0")


def in_letters(*frames):
    """Each frame padded by itself, as clients may send and servers do."""
    return b"".join(base64.b64encode(frame) for frame in frames)


def out_of_letters(letters):
    return b"".join(base64.b64decode(part, validate=True) for part in re.findall(rb"[^=]+=*", letters))


async def in_one_byte_steps(body):
    for place in range(len(body)):
        yield body[place : place + 1]


TEXT = {"content-type": "application/grpc-web-text", "accept": "application/grpc-web-text"}


@pytest.mark.parametrize("stepwise", [False, True])
async def test_grpc_web_in_letters_is_answered_in_letters(client, stepwise):
    """The client of the gRPC project (npm `grpc-web`) watches in this form only."""
    message = health_pb2.HealthCheckRequest(service="chess").SerializeToString()
    body = in_letters(struct.pack(">BI", 0, len(message)), message)
    answer = await client.post(CHECK, content=in_one_byte_steps(body) if stepwise else body, headers=TEXT)
    assert answer.headers["content-type"] == "application/grpc-web-text+proto"
    plain = out_of_letters(answer.content)
    (packed,) = re.findall(rb"grpc-status-details-bin: *([^\r]+)", plain)
    info = ErrorInfo.FromString(Status.FromString(base64.b64decode(packed + b"==")).details[0].value)
    assert (plain[0], info.reason, info.metadata["service"]) == (0x80, "UNKNOWN_SERVICE", "chess")


async def test_a_stream_in_letters_comes_frame_by_frame(client, health):
    body = in_letters(struct.pack(">BI", 0, 6) + health_pb2.HealthCheckRequest(service="idle").SerializeToString())
    found = b""
    async with client.stream("POST", WATCH, content=body, headers=TEXT) as answer:
        async for letters in answer.aiter_bytes():
            found += letters
            if len(found) == 2 * len(base64.b64encode(b"\0\0\0\0\2\x08\1")):
                break
    assert found == in_letters(b"\0\0\0\0\2\x08\1", b"\0\0\0\0\2\x08\2")
    await asyncio.wait_for(health.watch_ended.wait(), 60)


@pytest.mark.parametrize("body", [b"AAAAAA", b"AAAA*AAA", b"====", in_letters(struct.pack(">BI", 0, 300_000))])
async def test_letters_that_are_no_message_are_refused_with_a_reason(client, body):
    answer = await client.post(CHECK, content=body, headers=TEXT)
    (packed,) = re.findall(rb"grpc-status-details-bin: *([^\r]+)", out_of_letters(answer.content))
    status = Status.FromString(base64.b64decode(packed + b"=="))
    assert (status.code, ErrorInfo.FromString(status.details[0].value).reason) == (3, "MALFORMED")


@pytest.mark.parametrize(("origin", "allowed"), [("https://friend.example", True), ("https://evil.example", False)])
async def test_only_listed_sites_may_call_from_a_browser(client, origin, allowed):
    headers = {"origin": origin, "access-control-request-method": "POST"}
    answer = await client.options(CHECK, headers=headers | {"access-control-request-headers": "authorization"})
    assert (answer.headers.get("access-control-allow-origin") == origin) is allowed


BY_CLIENT = {
    "connect-web": "authorization, connect-protocol-version, connect-timeout-ms, content-type",
    "a client of Connect that packs": "connect-accept-encoding, connect-content-encoding, content-encoding",
    "grpc-web": "authorization, content-type, grpc-timeout, x-grpc-web, x-user-agent",
    "Grpc.Net.Client.Web": "authorization, content-type, grpc-accept-encoding, grpc-encoding, x-grpc-web, x-user-agent",
}
"""The headers for which a browser asks before the call, in the order in which it names them."""


@pytest.mark.parametrize("name", BY_CLIENT)
async def test_a_listed_site_may_call_with_the_headers_of_its_library(client, name):
    headers = {"origin": "https://friend.example", "access-control-request-method": "POST"}
    answer = await client.options(CHECK, headers=headers | {"access-control-request-headers": BY_CLIENT[name]})
    assert answer.status_code == 200, answer.text


async def test_a_listed_site_may_read_how_an_answer_ended_and_is_packed(client):
    answer = await client.post(CHECK, json={}, headers={"origin": "https://friend.example"})
    shown = set(answer.headers["access-control-expose-headers"].split(", "))
    assert {"grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-encoding"} <= shown


async def _is_ready():
    return True


async def test_metrics_are_made_once_however_many_ask(monkeypatch):
    made = []
    monkeypatch.setattr("services.web.metrics.METRICS_S", 3_600.0)
    monkeypatch.setattr("services.web.metrics.generate_latest", lambda: made.append(1) or b"so it is")
    transport = httpx.ASGITransport(metrics_app(_is_ready))
    async with httpx.AsyncClient(transport=transport, base_url="http://metrics") as client:
        answers = [await client.get("/metrics") for _ in range(5)]
    assert {answer.text for answer in answers} == {"so it is"}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert len(made) == 1


async def test_health_and_the_page_are_served(client, health):
    assert (await client.get("/readyz")).text == "ok"
    assert (await client.get("/metrics")).status_code == 404
    assert "Turnledger" in (await client.get("/")).text
    assert "#### PG-AUC-01 · Nomination turn" in (await client.get("/rules/power_grid.md")).text
    assert (await client.get("/rules/../../README.md")).status_code == 404
    assert (await client.get("/rules/%2e%2e/architecture.md")).status_code == 404
    async with serving(health, ready=False) as waiting:
        said = [(await waiting.get(path)).status_code for path in ("/livez", "/readyz", "/startupz")]
        assert said == [200, 503, 503]


@pytest.mark.parametrize(
    ("header", "language", "running", "red"),
    [("ru-RU,ru;q=0.9", "ru", "идёт", "красный"), ("de", "en", "running", "red"), ("", "en", "running", "red")],
)
async def test_the_page_gets_its_texts_in_the_language_of_the_browser(client, header, language, running, red):
    answer = await client.get("/texts.json", headers={"accept-language": header})
    said = answer.json()
    assert (said["language"], said["texts"]["running"], said["texts"]["red"]) == (language, running, red)
    assert answer.headers["content-language"] == language
    assert "accept-language" in answer.headers["vary"]
    assert answer.headers["cache-control"] == "no-cache"


async def test_texts_that_the_browser_has_are_not_sent_again_and_those_of_before_an_update_are_not_kept(client):
    tags = {
        each: (await client.get("/texts.json", headers={"accept-language": each})).headers["etag"]
        for each in ("en", "ru")
    }
    answers = [
        await client.get("/texts.json", headers={"accept-language": "ru", "if-none-match": tags[each]}) for each in tags
    ]
    assert [(answer.status_code, answer.headers["content-language"]) for answer in answers] == [
        (200, "ru"),
        (304, "ru"),
    ]
    assert (len(answers[1].content), answers[1].headers["etag"]) == (0, tags["ru"])


async def test_the_page_gets_every_form_of_a_text_that_follows_a_number(client):
    said = {each: (await client.get("/texts.json", headers={"accept-language": each})).json() for each in ("en", "ru")}
    assert said["en"]["texts"]["{n} players"] == {"of": "n", "one": "{n} player", "other": "{n} players"}
    russian = {"one": "{n} игрок", "few": "{n} игрока", "many": "{n} игроков"}
    assert said["ru"]["texts"]["{n} players"] == {"of": "n", "other": "{n} игроков"} | russian
    assert said["ru"]["languages"] == {"en": "English", "ru": "русский"}


@pytest.mark.parametrize("path", ["/", "/app.js", "/texts.json", "/readyz", "/no/such/page", "/metrics"])
async def test_the_page_and_whatever_else_the_port_answers_is_bound_to_itself(client, path):
    answer = await client.get(path)
    policy = dict(each.strip().split(" ", 1) for each in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        *("/mail/confirm/", "/mail/stop/", "/mail/recover/", "/mail", "/log", "/log/policy/", "/log/checkpoint/"),
        *("/metrics/", "/readyz/", "/rules", "/games", "//games", "/texts.json/"),
    ],
)
@pytest.mark.parametrize("with_page", [True, False])
async def test_no_answer_leads_to_the_host_that_the_request_names(health, path, with_page):
    """Links in mails carry tokens: a cache or a proxy that forwards any Host header would lead them elsewhere."""
    pages = Pages(mail=MailPages(None, None))
    async with serving(health, pages=pages, logged=LogStorage(None), with_page=with_page) as client:
        for method in ("GET", "POST"):
            answer = await client.request(method, f"{client.base_url}{path}?t=secret", headers={"host": "evil.example"})
            assert answer.status_code in (200, 404, 405), answer
            assert "evil" not in str(answer.headers) + answer.text


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/startupz", "/mail/recover?t=x", "/mail/stop?t=x"])
async def test_answers_of_the_moment_are_not_stored(health, path):
    async with serving(health, pages=Pages(mail=MailPages(None, None))) as client:
        assert (await client.get(path)).headers["cache-control"] == "no-store"


GETS = (
    *("/", "/app.js", "/style.css", "/icon.svg", "/sw.js", "/manifest.webmanifest", "/texts.json", "/openapi.json"),
    *("/reasons.json", "/rules/power_grid.md", "/metrics", "/livez", "/readyz", "/startupz", "/log/policy", "/nothing"),
    *("/mail/confirm?t=x", f"{CHECK}?encoding=json&message=%7B%7D&connect=v1", CHECK, "/log/tile/0/000"),
)


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("packing", ["gzip", "identity"])
async def test_head_has_the_headers_of_get_and_no_body(health, path, packing):
    """RFC 9110, 9.3.2. Only the framing of a body without a length differs: HEAD has none."""
    async with serving(health, pages=Pages(mail=MailPages(None, None))) as client:
        got, head = [
            await client.request(method, path, headers={"accept-encoding": packing}) for method in ("GET", "HEAD")
        ]
        assert (head.status_code, head.content) == (got.status_code, b"")
        headers = [{**answer.headers} for answer in (got, head)]
        for each in headers:
            del each["date"]
            each.pop("transfer-encoding", None)
        assert headers[0] == headers[1]
        if tag := head.headers.get("etag"):
            again = await client.request("HEAD", path, headers={"if-none-match": tag, "accept-encoding": packing})
            assert again.status_code == 304


@pytest.mark.parametrize("zero", ["0", "000"])
@pytest.mark.parametrize("more", [{}, {"connect-accept-encoding": "gzip"}, {"accept-encoding": "gzip;q=1"}])
async def test_a_caller_that_waits_for_zero_milliseconds_named_no_deadline(client, zero, more):
    answer = await client.post(CHECK, json={}, headers={"connect-timeout-ms": zero, **more})
    assert answer.status_code == 200, answer.text


async def test_files_of_the_page_are_packed_kept_and_asked_for_again(client):
    first = await client.get("/app.js", headers={"accept-encoding": "gzip"})
    assert (first.headers["content-encoding"], first.headers["cache-control"]) == ("gzip", "no-cache")
    assert int(first.headers["content-length"]) < len(first.content) / 2
    again = await client.get("/app.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    plain = await client.get("/app.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    assert (await client.get("/texts.json")).headers["content-encoding"] == "gzip"


async def test_the_page_has_nothing_that_its_own_policy_forbids(client):
    page = (await client.get("/")).text
    scripts = [
        (await client.get(f"/{path.relative_to(PAGE)}")).text
        for path in PAGE.rglob("*.js")
        if path.parent.name != "vendor"
    ]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?://", page)
    assert scripts
    for script in scripts:
        assert not re.search(r"innerHTML|insertAdjacentHTML|\beval\(|new Function|setAttribute\(.style", script)


async def test_a_server_without_a_log_has_no_policy_and_a_page_that_asks_for_it_is_no_fault(health):
    async with serving(health) as client:
        answer = await client.get("/log/policy")
        assert (answer.status_code, answer.content) == (204, b"")
        assert (await client.get("/log/checkpoint")).status_code == 404


async def test_the_servers_are_asked_once_however_many_ask_for_their_health(health, monkeypatch):
    monkeypatch.setattr("services.web.probes.HEALTH_S", 60)
    asked = []
    async with serving(health, asked=asked) as client:
        answers = await asyncio.gather(*(client.get("/readyz") for _ in range(50)))
    assert {answer.text for answer in answers} == {"ok"}
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"), ("GET", "/texts.json"), ("GET", "/no/such/page"), ("POST", "/no.Such/Method"),
        ("POST", "/grpc.health.v1.Health/NoSuchMethod"), ("OPTIONS", "/no.Such/Method"), ("GET", "/readyz/"),
    ],
)  # fmt: skip
async def test_an_address_gets_the_page_and_unknown_paths_only_so_often(health, monkeypatch, method, path):
    monkeypatch.setattr("services.web.app.FETCHED", 3)
    monkeypatch.setattr("services.web.app.FETCHED_PER_S", 0.001)
    async with serving(health, proxies=Proxies(("127.0.0.1",))) as client:
        stranger = {"x-forwarded-for": "192.0.2.1"}
        answers = [await client.request(method, path, headers=stranger) for _ in range(4)]
        codes = [answer.status_code for answer in answers]
        assert 429 not in codes[:3]
        assert codes[3] == 429
        assert answers[3].headers["x-content-type-options"] == "nosniff"
        assert int(answers[3].headers["retry-after"]) > 900
        other = await client.request(method, path, headers={"x-forwarded-for": "192.0.2.2"})
        assert other.status_code == codes[0]
        method_of_ours = "/grpc.health.v1.Health/Check"
        assert (await client.post(method_of_ours, json={}, headers=stranger)).status_code == 200


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/startupz"])
async def test_an_address_asks_for_health_only_so_often(health, monkeypatch, path):
    monkeypatch.setattr("services.web.app.ASKED", 3)
    monkeypatch.setattr("services.web.app.ASKED_PER_S", 0.001)
    async with serving(health, proxies=Proxies(("127.0.0.1",))) as client:
        stranger = {"x-forwarded-for": "192.0.2.1"}
        answers = [await client.get(path, headers=stranger) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) > 900
        assert (await client.get(path)).status_code == 200
