"""A state that a player may be in, made of the table's view alone: what the view does not tell is dealt."""

from domain.card_game.branching import redeal
from domain.card_game.figures import LAST
from domain.card_game.fuel import FuelCard
from domain.card_game.messages import TRUST, CardUnits, Row
from domain.card_game.rules import Rules
from domain.card_game.state import Auction, Fuel, Plants, Player, State, Trust
from domain.card_game.view import CardGameBoard, Owner
from domain.kernel.dice import SEED_BYTES, Dice


def assumed(rules: Rules, board: CardGameBoard, dice: Dice) -> State:
    """Asked while there are moves to weigh: in the phases of auctions and of fuel. Whether a plant was demolished in
    this round the table does not show: it is thought not."""
    auction = Auction(board.bought, board.passed, board.lot, board.scrap)
    state = State(
        colours=tuple([player.colour for player in board.players]),
        players=tuple([player_of(owner) for owner in board.players]),
        plants=plants(rules, board),
        fuel=fuel(rules, board),
        seed="00" * SEED_BYTES,
        trust=trust(board),
        renovation=renovation(rules, board),
        bank=-sum([player.cash for player in board.players]),
        row=board.row,
        round=board.round,
        phase=board.phase,
        last_round=board.last_round,
        auction=auction,
        waiting=board.waiting,
        ranking=board.ranking,
    )
    return redeal(rules, state, dice)


def player_of(owner: Owner) -> Player:
    return Player(owner.cash, tuple([plant.card for plant in owner.plants]), units(owner.stock))


def units(stock: tuple[FuelCard, ...]) -> tuple[CardUnits, ...]:
    return tuple([CardUnits(card.card, card.units) for card in stock])


def plants(rules: Rules, board: CardGameBoard) -> Plants:
    """Deal the removed plants among the unseen ones: as many small and large plants as were removed."""
    owned = [plant.card for player in board.players for plant in player.plants]
    company = [plant.card for plant in board.trust.plants] if board.trust else []
    offer = tuple([offered.plant.card for offered in board.offer])
    below = tuple([plant.card for plant in board.under_last_round_card])
    outlook = (*[plant.card for plant in board.outlook], *([LAST] if board.last_round_card == "MARKET" else []))
    seen = {*owned, *company, *offer, *outlook, *below, *board.plants_out}
    small = [card for card in rules.cards.small() if card not in seen]
    large = [card for card in rules.cards.large() if card not in seen]
    if board.last_round_card == "DECK":
        out = (*small[: rules.setup.removed_small], *large[: rules.setup.removed_large])
        left = [card for card in (*small, *large) if card not in out]
        deck: Row = (*with_top(rules, board, left), LAST, *below)
    else:
        left = [*small, *large]
        deck = tuple(with_top(rules, board, left)[: board.deck_size])
        out = tuple([card for card in left if card not in deck])
    return Plants(offer, outlook, deck, out, board.plants_out, board.discount, board.last_round_card)


def with_top(rules: Rules, board: CardGameBoard, pile: list[str]) -> list[str]:
    """Put a card on top that has the back of the real top card."""
    top = next((card for card in pile if rules.cards.backs[card] == board.top_back), None)
    return pile if top is None else [top, *[card for card in pile if card != top]]


def fuel(rules: Rules, board: CardGameBoard) -> Fuel:
    columns = tuple([tuple(sorted([card.card for card in column.cards])) for column in board.columns])
    discard = tuple([card.card for card in board.discard_pile])
    stocks = [player.stock for player in board.players] + ([board.trust.stock] if board.trust else [])
    held = [card.card for stock in stocks for card in stock]
    seen = {*held, *discard, *board.leftover_pile, *[card for column in columns for card in column]}
    pool = pool_of(rules, board)
    deck = tuple([card for card in pool if card not in seen])
    return Fuel(columns, deck[: board.resource_deck_size], discard, board.leftover_pile, board.reshuffles)


def pool_of(rules: Rules, board: CardGameBoard) -> list[str]:
    """Resource cards that can be in the deck: the standard ones of so many players, then those that came with a
    shuffle."""
    standard = rules.cards.standard(rules.setup.marks)
    figures = rules.cards.figures
    return [*standard, *([card.id for card in (*figures.plus, *figures.plus_plus)] if board.reshuffles else [])]


def trust(board: CardGameBoard) -> Trust | None:
    if board.trust is None:
        return None
    due = TRUST in board.row and not board.bought and not board.passed
    return Trust(tuple([plant.card for plant in board.trust.plants]), units(board.trust.stock), not due)


def renovation(rules: Rules, board: CardGameBoard) -> tuple[int, ...]:
    """The pile's order is printed: what is left of it from the top card on."""
    if board.compensations is None:
        return ()
    pile = rules.compensation.pile()
    return pile[pile.index(board.compensations.card) :]
