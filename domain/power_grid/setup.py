"""The draws before the first move, and the events that begin a game with them (PG-SET-01 to PG-SET-11)."""

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.power_grid import readings
from domain.power_grid.atlas import are_connected, legal_regions
from domain.power_grid.messages import (
    AUCTION,
    STAGE_3,
    TURN_ORDER,
    Card,
    GameStarted,
    PhaseBegan,
    PlantMarket,
    Player,
    Robot,
    RobotBuilt,
    RoundBegan,
    TurnOrderDetermined,
)  # fmt: skip
from domain.power_grid.modules import robot_tiles
from domain.power_grid.phases import turn_order
from domain.power_grid.rules import Decision, Ruleset

COLOURS = ("red", "blue", "green", "yellow", "purple", "black")
SEED_DIGITS = 64


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that chance or the host decides. Written by hand it begins a puzzle, a test or an imported game.

    `colours`: one a seat. `order`: seats in the first turn order. `deck`: top card first, the Stage 3 card included.
    `seed`: 32 bytes in hex, for the shuffle before stage 3. `robots`: seats that play by tiles.
    """

    colours: tuple[str, ...]
    regions: tuple[str, ...]
    order: tuple[Seat, ...]
    deck: tuple[Card, ...]
    removed_blind: tuple[Card, ...]
    seed: str
    robots: tuple[Robot, ...] = ()


def draw(rules: Ruleset, table: Table, dice: Dice) -> Setup:
    check_colours(rules, table.colours)
    regions = () if rules.drafts_regions else rules.regions or drawn_regions(rules, dice)
    shuffled = dice.roll("deck").shuffle(shuffled_cards(rules))
    removed, pile = shuffled[: rules.limits.removed_blind], shuffled[rules.limits.removed_blind :]
    figures = rules.deck
    if figures.near_top:
        top = (*pile[: figures.near_top_among], *figures.near_top)
        pile = (*dice.roll("deck/near_top").shuffle(top), *pile[figures.near_top_among :])
    return Setup(
        colours=table.colours,
        regions=regions,
        order=dice.roll("order").shuffle(table.seats),
        deck=(figures.top, *pile, STAGE_3),
        removed_blind=removed,
        seed=dice.seed.hex(),
        robots=robot_tiles.drawn(rules, table, dice),
    )


def drawn_regions(rules: Ruleset, dice: Dice) -> tuple[str, ...]:
    return dice.roll("regions").choice(legal_regions(rules.atlas.board, rules.limits.regions))


def shuffled_cards(rules: Ruleset) -> tuple[Card, ...]:
    """The plants that are neither laid out, nor out of the game, nor set aside."""
    figures = rules.deck
    apart = (*figures.current, *figures.future, *figures.near_top, figures.top)
    return tuple(card for card in rules.cards if card not in apart)


def check_colours(rules: Ruleset, colours: tuple[str, ...]) -> None:
    if len(colours) != rules.limits.players:
        raise Refused("PLAYER_COUNT_INVALID", "PG-CNT-01", players=len(colours), needed=rules.limits.players)
    if len(dict.fromkeys(colours)) != len(colours) or any(colour not in COLOURS for colour in colours):
        raise Refused("DUPLICATE_PLAYER", "PG-SET-01", colours=colours, known=COLOURS)


def check_regions(rules: Ruleset, regions: tuple[str, ...]) -> None:
    board, count = rules.atlas.board, rules.limits.regions
    known = tuple(region.id for region in board.regions)
    if len(dict.fromkeys(regions)) != len(regions):
        raise Refused("MALFORMED_COMMAND", "PG-SET-02", regions=regions)
    unknown = tuple(region for region in regions if region not in known)
    if unknown:
        raise Refused("UNKNOWN_REGION", "PG-SET-02", unknown=unknown, known=known)
    if len(regions) != count:
        raise Refused("REGION_COUNT_INVALID", "PG-SET-02", regions=len(regions), needed=count)
    if board.regions_must_touch and not are_connected(board, regions):
        raise Refused("REGIONS_NOT_ADJACENT", "PG-SET-02", regions=regions)


def check(rules: Ruleset, setup: Setup) -> None:
    """Refuses a set-up that cannot be: wrong people, regions, order or cards."""
    check_colours(rules, setup.colours)
    if rules.drafts_regions:
        if setup.regions:
            raise Refused("MALFORMED_COMMAND", "PG-SET-12", regions=setup.regions)
    else:
        check_regions(rules, setup.regions)
    if rules.regions and sorted(rules.regions) != sorted(setup.regions):
        raise Refused("MALFORMED_COMMAND", "PG-SET-02", regions=setup.regions, chosen=rules.regions)
    if sorted(setup.order) != list(range(rules.limits.players)):
        raise Refused("MALFORMED_COMMAND", "PG-SET-04", order=setup.order)
    laid_out = (*rules.deck.current, *rules.deck.future)
    expected = [card for card in (*rules.cards, STAGE_3) if card not in laid_out]
    given = [*setup.deck, *setup.removed_blind]
    blind = rules.limits.removed_blind
    if sorted(given, key=str) != sorted(expected, key=str) or len(setup.removed_blind) != blind:
        raise Refused(
            "MALFORMED_COMMAND", "PG-SET-09", deck_size=len(setup.deck), removed_blind=len(setup.removed_blind)
        )
    robot_tiles.check(rules, setup.robots)
    if STAGE_3 in setup.removed_blind or not is_seed(setup.seed):
        raise Refused("MALFORMED_COMMAND", "PG-SET-10", seed_digits=len(setup.seed))


def is_seed(text: str) -> bool:
    return len(text) == SEED_DIGITS and all(digit in "0123456789abcdef" for digit in text)


def started(rules: Ruleset, setup: Setup) -> GameStarted:
    check(rules, setup)
    return GameStarted(
        ruleset=rules.name,
        edition=tuple(edition.id for edition in rules.editions),
        map=rules.map,
        regions=setup.regions,
        players=tuple(Player(Seat(seat), colour) for seat, colour in enumerate(setup.colours)),
        options=readings.recorded(rules.options),
        cash=rules.starting_money,
        resource_market=rules.market,
        reserve=rules.reserve,
        plant_market=PlantMarket(rules.deck.current, rules.deck.future),
        deck_size=len(setup.deck),
        deck=setup.deck,
        removed_blind=setup.removed_blind,
        seed=setup.seed,
        uranium_track=rules.uranium_track,
        uranium_store=0,
        renovation_pile=rules.renovation_pile,
    )


def begin_first_round(decision: Decision, setup: Setup) -> None:
    decision.record_all(
        [RobotBuilt(**asdict(robot), cash=robot_tiles.starting_cash(decision.rules, robot)) for robot in setup.robots]
    )
    decision.record(RoundBegan(1))
    decision.record(PhaseBegan(TURN_ORDER))
    keys = [turn_order.sort_key(decision.rules, decision.state, seat) for seat in setup.order]
    placed = tuple(decision.rules.placed(decision.rules, decision.state, keys))
    decision.record(TurnOrderDetermined(tuple([key.player for key in placed]), "LOT", placed))
    if not decision.rules.drafts_regions:
        decision.record(PhaseBegan(AUCTION))
