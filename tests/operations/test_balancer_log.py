"""The balancer's log, as deploy/nginx.conf makes it, by a real nginx."""

import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from support.servers import free_port

CONF = (Path(__file__).parents[2] / "deploy/nginx.conf").read_text()


def test_log_format_has_no_address_of_a_caller():
    formats = re.findall(r"log_format[^;]+;", CONF)
    assert len(formats) == 1
    for variable in ("remote_addr", "remote_user", "http_", "$request ", "request_uri", "args", "binary"):
        assert variable not in formats[0]
    assert CONF.count("access_log") == 1
    assert "access_log /dev/stdout turnledger;" in CONF


def _only_logs(log, port):
    """The `log_format` of deploy/nginx.conf before one server: its upstreams need the names of Compose."""
    (form,) = re.findall(r"log_format[^;]+;", CONF)
    return f"""daemon off; pid {log.parent}/pid; error_log {log.parent}/error;
events {{}}
http {{ {form} access_log {log} turnledger; server {{ listen 127.0.0.1:{port}; location / {{ return 204; }} }} }}"""


@pytest.mark.skipif(
    shutil.which("nginx") is None, reason="nginx is a program of the image, not of a developer's machine"
)
def test_line_of_a_call_has_neither_its_address_nor_its_query(tmp_path):
    log, port = tmp_path / "log", free_port()
    (tmp_path / "nginx.conf").write_text(_only_logs(log, port))
    server = subprocess.Popen(["nginx", "-p", str(tmp_path), "-c", "nginx.conf"])
    try:
        transport = httpx.HTTPTransport(retries=10)
        with httpx.Client(transport=transport) as client:
            assert client.get(f"http://127.0.0.1:{port}/mail/recover?t=secret").status_code == 204
    finally:
        server.terminate()
        server.wait(20)
    line = log.read_text()
    assert "GET /mail/recover HTTP/1.1 204" in line
    assert "127.0.0.1" not in line
    assert "secret" not in line
