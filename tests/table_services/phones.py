"""Google and Apple, as far as notices need them: real servers that check their callers and record the notices."""

import asyncio
import json
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import parse_qs

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key as generate_rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, RequestReceived, StreamEnded
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

NOTHING = b"{}"
ACCOUNT = "s@games-1.iam.gserviceaccount.com"


@cache
def rsa():
    """Like Google's: making one takes a while."""
    return generate_rsa(65537, 2048)


def pem(private):
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_pem(private):
    return private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


@dataclass
class Google:
    """The token endpoint and FCM, on one port. `answers`: the next ones of FCM: status, headers, body."""

    answers: list = field(default_factory=list)
    token_answers: list = field(default_factory=list)
    claims: list = field(default_factory=list)
    messages: list = field(default_factory=list)
    good_for_s: int = 3600

    async def __aenter__(self):
        self._private = rsa()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()

    def account(self):
        """The content of its file, with fields that we do not read."""
        names = {"project_id": "games-1", "client_email": ACCOUNT, "type": "service_account", "private_key_id": "k1"}
        return names | {"private_key": pem(self._private), "token_uri": f"{self.url}/t"}

    async def _serve(self, reader, writer):
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
                headers = {
                    name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
                }
                body = await reader.readexactly(int(headers["content-length"]))
                path = head[0].split()[1]
                status, more, said = self._token(body) if path == "/t" else self._message(path, headers, body)
                more = "".join(f"{name}: {value}\r\n" for name, value in more.items())
                writer.write(f"HTTP/1.1 {status} X\r\n{more}content-length: {len(said)}\r\n\r\n".encode() + said)
                await writer.drain()
        writer.close()

    def _token(self, body):
        form = {name: value for name, (value,) in parse_qs(body.decode()).items()}
        assert form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
        token = jwt.decode(form["assertion"], RSAKey.import_key(public_pem(self._private)), algorithms=["RS256"])
        self.claims.append(token.header | token.claims)
        if self.token_answers:
            return self.token_answers.pop(0)
        given = {"access_token": f"access-{len(self.claims)}", "expires_in": self.good_for_s, "token_type": "Bearer"}
        return 200, {}, json.dumps(given).encode()

    def _message(self, path, headers, body):
        assert path == "/v1/projects/games-1/messages:send"
        self.messages.append((headers["authorization"], json.loads(body)["message"]))
        return self.answers.pop(0) if self.answers else (200, {}, NOTHING)


def refusal(code):
    """https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode"""
    kind = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
    return json.dumps({"error": {"details": [{"@type": "x", "more": 1}, {"@type": kind, "errorCode": code}]}}).encode()


@dataclass
class Apple:
    """HTTP/2 alone, over TLS. Answers 403 to whom it does not know. `answers`: the next ones: status, headers, body."""

    team: str = "TEAM567890"
    key_id: str = "KEY4567890"
    answers: list = field(default_factory=list)
    calls: list = field(default_factory=list)
    tokens: set = field(default_factory=set)
    connections: int = 0

    async def __aenter__(self):
        self.private = generate_private_key(SECP256R1())
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._server_tls())
        self.url = f"https://localhost:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()

    def _server_tls(self):
        private, now = generate_private_key(SECP256R1()), datetime.now(UTC)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        made = x509.CertificateBuilder(name, name, private.public_key(), x509.random_serial_number())
        made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        self.certificate = made.sign(private, SHA256()).public_bytes(Encoding.PEM).decode()
        both = self._folder / "apple.pem"
        both.write_text(pem(private) + self.certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(both)
        context.set_alpn_protocols(["h2"])
        return context

    def trusted(self):
        return ssl.create_default_context(cadata=self.certificate)

    def at(self, folder):
        self._folder = folder
        return self

    async def _serve(self, reader, writer):
        self.connections += 1
        assert writer.get_extra_info("ssl_object").selected_alpn_protocol() == "h2"
        connection = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        headers, bodies = {}, {}
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                for event in connection.receive_data(data):
                    if isinstance(event, RequestReceived):
                        headers[event.stream_id], bodies[event.stream_id] = dict(event.headers), b""
                    elif isinstance(event, DataReceived):
                        bodies[event.stream_id] += event.data
                    elif isinstance(event, StreamEnded):
                        status, more, said = self._answer(headers[event.stream_id], bodies[event.stream_id])
                        connection.send_headers(event.stream_id, [(":status", str(status)), *more.items()])
                        connection.send_data(event.stream_id, said, end_stream=True)
                writer.write(connection.data_to_send())
                await writer.drain()
        writer.close()

    def _answer(self, headers, body):
        scheme, _, token = headers["authorization"].partition(" ")
        try:
            read = jwt.decode(token, ECKey.import_key(public_pem(self.private)), algorithms=["ES256"])
        except JoseError:
            return 403, {}, b'{"reason":"InvalidProviderToken"}'
        if (scheme, read.header["kid"], read.claims["iss"]) != ("bearer", self.key_id, self.team):
            return 403, {}, b'{"reason":"InvalidProviderToken"}'
        self.tokens.add((token, read.claims["iat"]))
        self.calls.append((headers, json.loads(body)))
        return self.answers.pop(0) if self.answers else (200, {}, b"")
