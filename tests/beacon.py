"""A beacon of the tests' own: a chain whose key they have, and relays on free ports that tell the truth or do not."""

import json
from collections.abc import Callable
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from domain.kernel.beacon import Beacon

SECRET_KEY = Scalar(0x5EED_BEAC04)
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
GENESIS_S = 1_600_000_000
CHAIN = sha256(b"a chain of the tests").hexdigest()


def a_beacon(lead_s=6, period_s=3, genesis_s=GENESIS_S, key=SECRET_KEY):
    return Beacon(CHAIN, (G2Point() * key).to_compressed_bytes().hex(), genesis_s, period_s, lead_s)


def signed(number, key=SECRET_KEY):
    """The signature of a round, as the chain gives it: 96 hex digits."""
    point = G1Point.hash_to_curve(sha256(number.to_bytes(8, "big")).digest(), TAG)
    return (point * key).to_compressed_bytes().hex()


def honest(number):
    return 200, {"round": number, "randomness": "", "signature": signed(number)}


@contextmanager
def relay(answer: Callable[[int], tuple[int, object]] = honest):
    """The URL of a relay, and the rounds that it was asked for. `answer`: HTTP status and JSON of a round."""
    asked: list[int] = []

    class Relay(BaseHTTPRequestHandler):
        def do_GET(self):
            chain, _, number = self.path.lstrip("/").partition("/public/")
            assert chain == CHAIN
            asked.append(int(number))
            status, said = answer(int(number))
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
