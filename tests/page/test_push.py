"""The service worker's treatment of a notice from a push service (docs/notices.md)."""

import json

import pytest

from support.browser import until

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""


def test_a_notice_is_shown_by_the_service_worker_and_a_newer_one_of_the_game_in_its_place(visit):
    visitor = visit(service_workers="allow")
    visitor.context.grant_permissions(["notifications"])
    page = visitor.open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools, registrations = visitor.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")

    def ours():
        return [each["registrationId"] for each in registrations if each["scopeURL"].startswith(visitor.url)]

    until(ours, page)
    url = f"{visitor.url}/#/game/1"
    for text in ("It is your turn.", "Your time is running out."):
        notice = {"title": "Power Grid", "text": text, "tag": "game-1", "url": url}
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": visitor.url, "registrationId": ours()[0], "data": json.dumps(notice)},
        )
        until(lambda text=text: text in [each["body"] for each in page.evaluate(SHOWN)], page)
    assert page.evaluate(SHOWN) == [
        {"title": "Power Grid", "body": "Your time is running out.", "tag": "game-1", "data": url}
    ]
