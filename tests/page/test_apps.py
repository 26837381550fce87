"""Letting an app of others in, by clicks: three real places, the page, our server and the app."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from support.browser import PATIENCE_MS, PHONE, Service
from tests.apps.kit import AppOfTest
from tests.page.test_shell import SESSION, violations

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def app_site():
    """An app with a document at /app and a page at /back; yields its address."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):  # the library's name
            address = f"http://{self.headers['host']}"
            body, kind = b"<title>Back</title><h1>Welcome back</h1>", "text/html"
            if self.path == "/app":
                found = {
                    "client_id": f"{address}/app",
                    "client_name": "Card Stats",
                    "redirect_uris": [f"{address}/back"],
                }
                body, kind = json.dumps(found).encode(), "application/json"
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Tests print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def house():
    """A server that people know as localhost, and an app of others."""
    server = Service()
    server.settings = {"PUBLIC_URL": f"http://localhost:{server.port}", "WEBHOOKS_PRIVATE": "true"}
    with server, app_site() as site:
        yield server.settings["PUBLIC_URL"], AppOfTest(server.settings["PUBLIC_URL"], f"{site}/app", f"{site}/back")


def lead(page, app):
    """Come from the app, as its link does."""
    page.goto(f"{app.server}/oauth/authorize?{app.query()}")


def test_app_is_let_in_listed_and_signed_out_by_its_user(house, visit):
    url, app = house
    page = visit(url).open()
    lead(page, app)
    expect(page.get_by_role("heading", name="An app asks")).to_be_visible()
    main = page.get_by_role("main")
    expect(main).to_contain_text(f"Card Stats of {urlsplit(app.client_id).netloc} wants to act as you.")
    expect(main).to_contain_text("Read games, with your own hand")
    assert violations(page) == {}
    name = page.evaluate(SESSION)["account"]["displayName"]
    page.get_by_role("button", name=f"Let it in as {name}").click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    returned = dict(parse_qsl(urlsplit(page.url).query))
    assert (returned["state"], returned["iss"]) == (app.state, url)
    form = {"grant_type": "authorization_code", "code": returned["code"], "redirect_uri": app.redirect_uri}
    form |= {"client_id": app.client_id, "code_verifier": app.verifier}
    token = httpx.post(f"{url}/oauth/token", data=form, trust_env=False).json()["access_token"]
    headers = {"authorization": f"Bearer {token}"}
    found = httpx.post(f"{url}/turnledger.v1.Accounts/GetMe", json={}, headers=headers, trust_env=False).json()
    assert found["account"]["displayName"] == name

    page.goto(url)
    page.get_by_role("button", name="Account: ").click()
    page.get_by_role("button", name="Apps", exact=True).click()
    expect(page.locator(".rows li")).to_contain_text("Card Stats")
    assert violations(page) == {}
    page.get_by_role("button", name="Sign out: Card Stats").click()
    expect(page.get_by_text("You are signed in to no app.")).to_be_visible()
    gone = httpx.post(f"{url}/turnledger.v1.Accounts/GetMe", json={}, headers=headers, trust_env=False)
    assert gone.status_code == 401


def test_app_is_refused_on_a_phone_in_russian_and_a_wrong_one_is_not_offered(house, visit):
    url, app = house
    visitor = visit(url, locale="ru-RU", viewport=PHONE)
    visitor.allowed = ("400",)
    page = visitor.open()
    lead(page, app)
    expect(page.get_by_role("heading", name="Приложение просит доступ")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("хочет действовать от вашего имени")
    assert violations(page) == {}
    page.get_by_role("button", name="Отказать").click()
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    returned = dict(parse_qsl(urlsplit(page.url).query))
    assert (returned["error"], returned["state"], returned["iss"]) == ("access_denied", app.state, url)
    page.goto(f"{url}/oauth/authorize?{app.query(redirect_uri='https://evil.example/')}")
    expect(page.get_by_role("alert")).to_contain_text("Доступ не дан")
    expect(page.get_by_role("button", name="Разрешить")).to_have_count(0)


def test_device_is_let_in_by_its_code_on_a_phone(house, visit):
    url, app = house
    asked = {"client_id": app.client_id, "scope": "openid games:read"}
    device = httpx.post(f"{url}/oauth/device", data=asked, trust_env=False).json()
    visitor = visit(url, viewport=PHONE)
    visitor.allowed = ("400",)
    page = visitor.open()
    page.goto(device["verification_uri"])
    expect(page.get_by_role("heading", name="An app asks")).to_be_visible()
    assert violations(page) == {}
    page.get_by_label("The code that your device shows").fill(device["user_code"].lower())
    page.get_by_role("button", name="Continue").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text(f"Card Stats of {urlsplit(app.client_id).netloc} wants to act as you.")
    expect(main).to_contain_text("Recognise you")
    expect(main).to_contain_text(f"shows this code: {device['user_code'].lower()}")
    assert violations(page) == {}
    page.get_by_role("button", name="Let it in as").click()
    expect(page.get_by_role("status").filter(has_text="Your device is signed in now.")).to_be_visible()
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": device["device_code"]}
    tokens = httpx.post(f"{url}/oauth/token", data=form | {"client_id": app.client_id}, trust_env=False).json()
    assert tokens["scope"] == "openid games:read"
    page.goto(device["verification_uri_complete"])
    expect(page.get_by_role("alert")).to_contain_text("No device waits with this code.")
