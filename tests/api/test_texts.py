"""Every refusal says to the person, in English or Russian, what is wrong."""

import base64
import re
from pathlib import Path

import grpc
import httpx
import pytest
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import LocalizedMessage

from domain.kernel.refused import Refused
from reference.raised import raised
from services.api.gate.status import CODES, status_of
from services.texts import LANGUAGES
from services.texts.catalogues import GENERAL
from services.texts.catalogues import texts as texts_of
from services.texts.error_texts import chosen, fields, localized, texts
from tests.api.api_kit import RUSSIA, next_to_act, two_at_a_table
from turnledger import ServiceError, sign_in
from turnledger.errors import service_error
from turnledger.v1 import accounts_pb2, power_grid_pb2

ROOT = Path(__file__).parents[2]


def test_the_walk_finds_plain_chosen_and_api_codes():
    assert {"BID_NOT_HIGHER", "NO_FREE_START_SLOT", "STEP_CLOSED", "TOKEN_EXPIRED", "TOO_FAST"} <= set(raised())


def test_every_code_that_can_be_given_has_a_text_in_both_languages_and_no_other_has():
    assert set(raised()) == set(texts())
    for code, by_language in texts().items():
        assert set(by_language) == set(LANGUAGES), code
        assert re.search("[а-я]", by_language["ru"]), code
        assert not re.search("[а-я]", by_language["en"]), code


@pytest.mark.parametrize("code", sorted(texts()))
def test_a_text_stands_without_facts_and_names_only_facts_that_are_given(code):
    given = [place.facts for place in raised()[code] if place.raises == "Refused"]
    for text in texts()[code].values():
        bare = localized_parts_dropped(text)
        assert "{" not in bare
        assert bare.endswith((".", "'"))
        for part in fields(text):
            assert part, f"{text}: brackets without a fact"
            assert not given or any(part <= facts for facts in given), f"nobody gives {part}"


def localized_parts_dropped(text):
    return re.sub(r"\[[^\]]*\]", "", text)


def test_the_guide_says_of_each_reason_that_is_no_rules_what_to_do_and_under_which_code():
    guide = (ROOT / "docs/errors.md").read_text()
    rows = re.findall(r"^\| ([A-Z_]+) \| (`[^|]*) \|", guide, re.MULTILINE)
    told = [(reason, code) for code, cell in rows for reason in re.findall("`([A-Z_]+)`", cell)]
    code_of = dict(told)
    assert len(code_of) == len(told)
    ours = {key.removeprefix("error ") for key in texts_of(GENERAL, "en") if key.startswith("error ")}
    assert ours | (CODES.keys() & code_of.keys()) == code_of.keys()
    source = (ROOT / "services/api/gate/status.py").read_text()
    given = re.findall(r'StatusFields\(\s*Code\.([A-Z_]+), "([A-Z_]+)"', source)
    assert len(given) > 15
    for code, reason in [*given, *((Code.Name(code), reason) for reason, code in CODES.items())]:
        assert code_of.get(reason, code) == code


def test_a_text_is_filled_with_the_facts_of_the_refusal():
    says = localized("BID_BELOW_MINIMUM", {"bid": 13, "minimum": 14}, "en")
    assert says.message == "The bid is too low: 13. The lowest bid is 14."
    assert says.locale == "en"


def test_what_is_not_given_is_left_out():
    assert localized("BID_BELOW_MINIMUM", {"minimum": 14}, "").message == "The bid is too low. The lowest bid is 14."
    assert localized("BID_BELOW_MINIMUM", {"bid": None}, "").message == "The bid is too low."


def test_lists_amounts_and_words_of_the_rules_are_written_for_people():
    says = localized("FUEL_EXCEEDS_STORAGE", {"stock": {"coal": 3, "oil": 1}}, "ru", "power_grid")
    assert says.message == "Ваши станции не вместят столько топлива. У вас: уголь 3, мазут 1."
    says = localized("RESOURCE_NOT_USABLE", {"not_usable": ("oil",), "usable": ("coal", "gas")}, "en", "card_game")
    assert says.message == "None of your plants uses this: oil. They use: coal, gas."


def test_a_command_for_another_step_of_the_running_phase_is_told_the_step():
    facts = {"phase": "bureaucracy", "needed": "bureaucracy", "step": "uranium_sale"}
    says = localized("WRONG_PHASE", facts, "en", "power_grid")
    assert says.message.endswith("Now: bureaucracy. It belongs to: bureaucracy. Its step: uranium sale.")


def test_cards_steps_and_portions_of_colony_61_are_called_by_their_names():
    says = localized("LAID_CARDS_NOT_PAYABLE", {"cards": ("mine-2", "warehouse-1")}, "ru", "colony61")
    assert says.message == "Нужно суметь оплатить все выкладываемые карты, кроме одной: Шахта 2, Склад 1."
    says = localized("BONUS_INVALID", {"bonus": "resonator-1", "target": "mine-2"}, "en", "colony61")
    assert says.message == "This bonus cannot be used there: Resonator 1 → Mine 2."
    says = localized("STEP_CLOSED", {"turn": 3, "step": "DECIDE"}, "ru", "colony61")
    assert says.message == "Этот шаг хода уже закончен. Сейчас: ход 3, постройка или переработка."
    says = localized("PORTION_SUM_WRONG", {"portion": "RECYCLE", "amount": 10, "cubes": 9}, "en", "colony61")
    assert says.message == "The cubes do not add up to the income: recycling. Due: 10, taken: 9."


def test_what_people_have_to_type_is_told_as_it_is_typed():
    says = localized("UNKNOWN_COLONY", {"colony": "moon", "known": ("transit_hub", "ice_satellite")}, "ru")
    assert says.message == "Такой колонии нет: moon. Есть: transit_hub, ice_satellite."


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        ("en;q=0.5, RU;q=0.7", "ru"),
        ("de-DE, fr;q=0.9", "en"),
        ("de, ru;q=0.1", "ru"),
        ("ru;q=0", "en"),
        ("ru;q=nonsense", "en"),
        ("*", "en"),
        (",;;,,", "en"),
    ],
)
def test_the_language_is_the_one_asked_for_most_and_english_otherwise(header, language):
    assert chosen(header) == language


def test_a_code_that_nobody_knows_has_its_developers_message_only():
    assert localized("OF_ANOTHER_PROGRAM", {}, "ru") is None
    assert status_of(Refused("OF_ANOTHER_PROGRAM", "XX-01")).message == "OF_ANOTHER_PROGRAM by XX-01"


async def test_a_refused_bid_is_explained_in_the_language_of_the_client(server):
    async with sign_in(server.grpc, "Ann", language="ru-RU,en;q=0.5") as ann, sign_in(server.grpc, "Bob") as bob:
        games = await two_at_a_table(ann, bob, RUSSIA)
        game, options = await next_to_act(*games)
        move = options.options[0].first
        nominate = power_grid_pb2.PowerGridCommand.NominatePlant(plant=move.power_grid.nominate_plant.plant, bid=9999)
        move.power_grid.CopyFrom(power_grid_pb2.PowerGridCommand(nominate_plant=nominate))
        with pytest.raises(ServiceError) as caught:
            await game.submit(move)
        assert caught.value.reason == "BID_EXCEEDS_CASH"
        russian = "На такую ставку не хватит денег: 9999. У вас 50."
        english = "You cannot pay this bid: 9999. You have 50."
        assert caught.value.says == (russian if game is games[0] else english)
        assert caught.value.legal.commands


async def test_who_is_not_signed_in_is_told_so_in_the_language_of_the_header(server):
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        ask = channel.unary_unary("/turnledger.v1.Accounts/GetMe", response_deserializer=accounts_pb2.GetMeResponse)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await ask(b"", metadata=(("accept-language", "ru"),))
    assert service_error(caught.value).says == "Сначала войдите."


@pytest.mark.parametrize(("asked", "name"), [("ru-RU, en;q=0.5", "Гость"), ("en-GB", "Guest"), ("xx", "Guest")])
async def test_guests_without_a_name_get_one_in_the_language_of_the_header(server, asked, name):
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        answered = accounts_pb2.SignInAsGuestResponse.FromString
        ask = channel.unary_unary("/turnledger.v1.Accounts/SignInAsGuest", response_deserializer=answered)
        answer = await ask(b"", metadata=(("accept-language", asked),))
    assert re.fullmatch(f"{name} [0-9]{{9}}", answer.account.display_name)


async def test_a_browser_gets_the_text_in_its_language_too(server):
    async with httpx.AsyncClient(
        verify=False, base_url=f"http://{server.http}", headers={"accept-language": "ru-RU,ru"}
    ) as browser:
        answer = await browser.post("/turnledger.v1.Accounts/GetMe", json={})
    packed = {each["type"]: each["value"] for each in answer.json()["details"]}
    says = LocalizedMessage.FromString(base64.b64decode(packed["google.rpc.LocalizedMessage"] + "=="))
    assert (says.locale, says.message) == ("ru", "Сначала войдите.")
