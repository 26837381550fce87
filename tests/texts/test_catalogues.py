"""Every text exists in every language, and every text is used."""

import ast
import re
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from domain import catalogue
from domain.table.messages import TABLE_EVENTS
from services.notify.news import ADMITTED, KINDS, TEST, TOURNAMENT_OVER
from services.notify.tournament_notices import ENDINGS, OFFERED
from services.texts import LANGUAGES, telling
from services.texts.catalogues import GENERAL, folder, key_of, texts
from services.texts.error_texts import texts as errors
from services.texts.lessons import lesson
from services.texts.said import page_texts

ROOT = Path(__file__).parents[2]
GAMES = [telling.package_of(type(variant)) for variant in catalogue.VARIANTS.values()]
PACKAGES = list(
    dict.fromkeys(
        each
        for each in (*GAMES, telling.TABLE, telling.TOURNAMENT, telling.CLUB, "domain.kernel", GENERAL)
        if each != "support"
    )
)
OTHERS = [language for language in LANGUAGES if language != "en"]
GUEST = "account guest"
OF_THE_NAMES = {"PLANT_CARD", "RESOURCE_CARD", "yes", "no"}
"""Words that code asks for, not an event."""


def read(package, name):
    return read_po(BytesIO(folder(package).joinpath(name).read_bytes()))


def entries(package, name):
    """Key -> the message, without the header."""
    return {key_of(message)[0]: message for message in read(package, name) if message.id}


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text or ())


def event_types():
    kinds = {kind for variant in catalogue.VARIANTS.values() for kind in variant.decider({}, 2).event_types}
    return {kind for kind in (*kinds, *TABLE_EVENTS) if telling.package_of(kind) in PACKAGES}


def test_there_are_several_languages_and_games():
    assert {"en", "ru"} <= set(LANGUAGES)
    assert len(PACKAGES) >= 6


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_has_every_text_as_it_is_now_and_no_other(package, language):
    english, translated = entries(package, "messages.pot"), entries(package, f"{language}.po")
    assert {key: each.id for key, each in english.items()} == {key: each.id for key, each in translated.items()}
    missing = [key for key, each in translated.items() if each.fuzzy or not all(forms(each.string))]
    assert missing == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_translation_has_a_form_for_every_number_and_the_same_fields(package, language):
    catalog = read(package, f"{language}.po")
    for message in filter(lambda each: each.id, catalog):
        translated = forms(message.string)
        assert len(translated) == (catalog.num_plurals if message.pluralizable else 1), message.context
        for form in translated:
            assert fields(form) == fields(forms(message.id)[-1]), form


def fields(text):
    return {name for part in re.split(r"[\[\]|]", text) for _, name, _, _ in Formatter().parse(part) if name}


def test_english_is_english_and_russian_has_russian_letters():
    for package in PACKAGES:
        for key, text in texts(package, "en").items():
            assert not re.search("[а-яё]", "".join(text.forms), re.IGNORECASE), key
        for key, text in texts(package, "ru").items():
            if key.startswith(("event", "error")):
                assert re.search("[а-яё]", "".join(text.forms), re.IGNORECASE), key


@pytest.mark.parametrize("variant", catalogue.VARIANTS.values(), ids=lambda variant: variant.name)
def test_each_bot_of_a_game_has_a_russian_name(variant):
    for bot in variant.decider({}, variant.players_min).bots:
        assert re.fullmatch("[А-Я][а-я]+", telling.word(bot, "ru")), bot
        assert f'"{bot}":"{telling.word(bot, "ru")}"' in page_texts("ru").decode()


@pytest.mark.parametrize("kind", sorted(event_types(), key=str), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_event_type_has_a_sentence_about_its_own_fields(kind):
    text = texts(telling.package_of(kind), "en")[f"event {kind.__name__}"]
    for form in text.forms:
        assert fields(form) <= set(kind.__struct_fields__)
    assert not text.of or text.of in kind.__struct_fields__


@pytest.mark.parametrize("package", PACKAGES)
def test_no_text_is_there_that_nobody_asks_for(package):
    asked = asked_by(package)
    assert [key for key in texts(package, "en") if key not in asked] == []


def asked_by(package):
    room = ROOT / "domain" if package == telling.TABLE else Path(str(files(package)))
    source = DATA + "\n".join(path.read_text() for path in room.rglob("*.py"))
    found = {f"event {kind.__name__}" for kind in event_types() if telling.package_of(kind) == package}
    found |= {f"notice {kind}" for kind in (*KINDS, TEST) if package == GENERAL}
    found |= {f"notice {TOURNAMENT_OVER} {ending}" for ending in ENDINGS if package == GENERAL}
    found |= {f"notice {ADMITTED} {OFFERED}"} if package == GENERAL else set()
    found |= said_in_mails() | said_by_links() | said_by_statistics() | {GUEST} if package == GENERAL else set()
    found |= {f"error {code}" for code in errors()}  # tests/api/test_texts.py holds those to what is raised
    for name, variant in catalogue.VARIANTS.items():
        if telling.package_of(type(variant)) == package:
            found |= {f"variant {name}", *(f"option {spec.name}" for spec in variant.options)}
            found |= said_by_the_lesson(name)
    words = {key.removeprefix("word ") for key in texts(package, "en") if key.startswith("word ")}
    found |= {
        f"word {word}" for word in words if word in OF_THE_NAMES or re.search(rf"\b{re.escape(word)}\b", source + DATA)
    }
    return found | (said_by_the_terminal() | said_by_the_page() if package == GENERAL else set())


DATA = (
    "\n".join(path.read_text() for path in (ROOT / "domain").rglob("data/*.json"))
    + (ROOT / "services/texts/telling.py").read_text()
)


def said_by_the_lesson(variant):
    found = lesson(variant)
    return {found.end, *found.words.values(), *(step.says for step in found.steps)} if found else set()


def said_by_the_terminal():
    """Return the arguments of `say` and `said`, and of `verbs` (`typed …`)."""
    found = set()
    for path in (ROOT / "services/cli").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                prefix = {"say": "", "said": "", "verbs": "typed "}.get(name)
                if prefix is not None:
                    found.add(prefix + call.args[0].value)
    return found


def said_in_mails():
    """Return the arguments of `mail_text`; each link has the same texts as the page that it leads to."""
    paths = (ROOT / "services/notify/mail.py", ROOT / "services/web/mail_pages.py")
    found = {each for path in paths for each in re.findall(r'mail_text\(\s*"([^"]+)"', path.read_text())}
    found |= {f"{name} {part}" for name in ("confirm", "recover") for part in ("subject", "text")}
    found |= {f"{name} {part}" for name in ("confirm", "stop", "recover") for part in ("page", "button", "done")}
    return {f"mail {each}" for each in (*found, "link ended")}


def said_by_links():
    """The texts of previews of games."""
    source = "".join((ROOT / f"services/web/game_{name}.py").read_text() for name in ("pages", "pictures"))
    return {f"link {each}" for each in re.findall(r'link_text\(["\']([a-z]+)["\']', source)}


def said_by_statistics():
    """The texts of the pages of statistics."""
    source = (ROOT / "services/web/statistics_pages.py").read_text()
    lists = re.findall(r"statistics_text\(([^)]*)\)|for each in \(([^)]*)\)", source)
    return {f"statistics {key}" for names in lists for key in re.findall(r"[\"']([a-z]+)[\"']", "".join(names))}


def said_by_the_page():
    """Return the arguments of `t`."""
    source = "\n".join(path.read_text() for path in (ROOT / "clients/web").rglob("*.js") if "vendor" not in path.parts)
    return set(re.findall(r'\bt\(\s*"([^"]*)"', source))


def test_whatever_terminal_and_page_say_has_a_text():
    assert said_by_the_terminal() | said_by_the_page() <= set(texts(GENERAL, "en"))
    assert (
        "You left; your seat waits. Come back with: turnledger play --resume{server} (game {id})"
        in said_by_the_terminal()
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "Ann запускает станции на 1 город."),
        (2, "Ann запускает станции на 2 города."),
        (5, "Ann запускает станции на 5 городов."),
        (11, "Ann запускает станции на 11 городов."),
        (21, "Ann запускает станции на 21 город."),
    ],
)
def test_numbers_take_the_form_that_the_language_wants(number, told):
    from domain.power_grid.messages import PlantsRun

    event = PlantsRun(0, (), {}, number, {}, {})
    assert telling.sentence(event, "ru", lambda _: "Ann") == told
    assert telling.sentence(event, "en", lambda _: "Ann") == (
        f"Ann runs plants for {number} {'city' if number == 1 else 'cities'}."
    )
