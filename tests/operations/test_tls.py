"""With a certificate both ports use TLS; with a client CA both want a client's certificate; probes need neither."""

import asyncio
import json
import os
import ssl
import subprocess
import sys
from asyncio.subprocess import PIPE

import grpc
import httpx
import pytest

from services.main import running
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import accounts_pb2, accounts_pb2_grpc

pytestmark = pytest.mark.servers


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True, timeout=60)


@pytest.fixture
def pki(tmp_path):
    """A CA, and certificates of it for a server and a client."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl(tmp_path, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca", "-days", "2")
    (tmp_path / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    for name in ("server", "client"):
        openssl(tmp_path, "req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl(
            *(tmp_path, "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"),
            *("-out", f"{name}.pem", "-days", "2", "-extfile", "names"),
        )
    return tmp_path


def secured(pki, **more):
    files = {"tls_certificate": pki / "server.pem", "tls_key": pki / "server.key"}
    return settings(pki, metrics="127.0.0.1:0", **files, **more)


def trusting(pki, *, client=False):
    context = ssl.create_default_context(cafile=pki / "ca.pem")
    if client:
        context.load_cert_chain(pki / "client.pem", pki / "client.key")
    return httpx.AsyncClient(verify=context, timeout=60)


async def guest(address, pki, *, client=False):
    pair = [(pki / f"client.{end}").read_bytes() for end in ("key", "pem")] if client else [None, None]
    credentials = grpc.ssl_channel_credentials((pki / "ca.pem").read_bytes(), *pair)
    async with grpc.aio.secure_channel(address, credentials) as channel:
        accounts = accounts_pb2_grpc.AccountsStub(channel)
        found = await accounts.SignInAsGuest(accounts_pb2.SignInAsGuestRequest(), timeout=30)
    return found.tokens.access_token


async def test_http_port_uses_the_certificate_of_the_grpc_port(pki):
    async with running(secured(pki)) as told:
        assert await guest(told.grpc, pki)
        async with trusting(pki) as web:
            assert (await web.get(f"https://{told.http}/readyz")).status_code == 200
            with pytest.raises(httpx.HTTPError):
                await web.get(f"http://{told.http}/readyz")


async def test_kit_and_terminal_call_an_https_address_with_tls(pki):
    authority = (pki / "ca.pem").read_bytes()
    async with running(secured(pki)) as told:
        async with sign_in(f"https://{told.grpc}", credentials=grpc.ssl_channel_credentials(authority)) as me:
            assert (await me.accounts.get_me()).account.account_id
        command = [
            sys.executable,
            "-m",
            "turnledger_server",
            "leaderboard",
            "--json",
            "--server",
            f"https://{told.grpc}",
        ]
        trusting = os.environ | {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": str(pki / "ca.pem")}
        process = await asyncio.create_subprocess_exec(*command, env=trusting, stdout=PIPE, stderr=PIPE)
        out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert json.loads(out) == []


async def test_both_ports_want_the_certificate_of_a_client(pki):
    async with running(secured(pki, tls_client_ca=pki / "ca.pem")) as told:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await guest(told.grpc, pki)
        assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
        async with trusting(pki) as stranger:
            with pytest.raises(httpx.HTTPError):
                await stranger.get(f"https://{told.http}/readyz")
        assert await guest(told.grpc, pki, client=True)
        async with trusting(pki, client=True) as known:
            assert (await known.get(f"https://{told.http}/readyz")).status_code == 200


async def test_probes_of_the_metrics_port_need_no_certificate(pki):
    async with running(secured(pki, tls_client_ca=pki / "ca.pem")) as told, httpx.AsyncClient(timeout=60) as probe:
        for path in ("/livez", "/readyz", "/startupz"):
            assert (await probe.get(f"http://{told.metrics}{path}")).status_code == 200
