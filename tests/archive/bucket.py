"""A stand-in for an S3-compatible server: PUT and GET of objects, the errors that such servers give, and no more.

Registries of Python packages bring no real one. Against one of these the same tests run when TURNLEDGER_TEST_S3 names
its bucket (`s3://BUCKET`, with the variables AWS_… for the rest); `make archive-test` builds one, and does that.
"""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

_ERROR = b'<?xml version="1.0" encoding="UTF-8"?><Error><Code>%b</Code><Message>%b</Message></Error>'


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]
    refuses: list[int]
    """Statuses of the next answers, whatever is asked."""

    def do_PUT(self):
        content = self.rfile.read(int(self.headers["content-length"]))
        if self._may():
            self.objects[self.path] = content
            self._answer(200, b"", etag='"stored"')

    def do_GET(self):
        if self._may():
            found = self.objects.get(self.path)
            if found is None:
                self._answer(404, _ERROR % (b"NoSuchKey", b"The specified key does not exist."))
            else:
                self._answer(200, found, etag='"stored"', last_modified="Mon, 23 Nov 2026 12:00:00 GMT")

    def log_message(self, *_):
        pass

    def _may(self):
        if self.refuses:
            self._answer(self.refuses.pop(0), _ERROR % (b"ServiceUnavailable", b"Please try again."))
            return False
        if "AWS4-HMAC-SHA256 Credential=key/" not in self.headers.get("authorization", ""):
            self._answer(403, _ERROR % (b"AccessDenied", b"Not signed."))
            return False
        return True

    def _answer(self, status, content, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def bucket():
    """Its URL, its objects by path, and its next refusals."""

    class Handler(_Handler):
        objects, refuses = {}, []

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", Handler.objects, Handler.refuses
    finally:
        server.shutdown()
        server.server_close()
