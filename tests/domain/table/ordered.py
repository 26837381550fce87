"""A table whose seats have standing orders, carried out as the server does, over a history as a store would hold it."""

from msgspec import UNSET

from domain.history.order_progress import Followed, due, follow_on
from domain.kernel.ids import Seat
from domain.kernel.orders import Stop
from domain.kernel.refused import Refused
from domain.table import standing_orders, taking_orders
from domain.table.messages import OpenTable, OrderGiven, StartGame, TakeSeat
from tests.domain.history.book import Book

PLAYERS = ("ann", "bob", "cy", "dee", "eve", "fay")


class Ordered(Book):
    """`ends`: (account, reason) as players get them. `seat_of` by account."""

    def __init__(self, variant="power_grid/russia", players=3, seed="orders", terms=UNSET, **how):
        super().__init__(OpenTable(variant, players, rated=False, seed=seed, terms=terms), **how)
        self.desks, self.begun, self.ends, self.followed = {}, {}, [], []
        seats = [(player, TakeSeat()) for player in PLAYERS[:players]]
        self.execute(*seats, ("ann", StartGame()))

    @property
    def state(self):
        return self.aggregate.play

    @property
    def board(self):
        return self.aggregate.rules.view(self.state, None)

    def seat(self, account):
        return self.aggregate.seat_of(account)

    @property
    def account_to_act(self):
        """The account that the game waits for."""
        return self.aggregate.occupants[self.aggregate.to_act[0]].account

    def order(self, account, *items, phase="", ignore=()):
        """Gives a standing order, which is carried out at once as far as it applies."""
        seat = self.seat(account)
        desk = self.desks.get(seat, standing_orders.SeatOrders())
        standing = taking_orders.order(desk, self.aggregate, account, items, phase, ignore)
        if desk.standing:
            self._end(seat, standing_orders.replaced())
        self.desks[seat] = standing_orders.evolve(self.desks.get(seat, desk), OrderGiven(seat, standing))
        self.begun[seat] = Followed(self.aggregate), len(self.rows)
        return self.settle()

    def play(self, *given):
        """Commands of the players, each followed by what is due."""
        for account, command in given:
            self.execute((account, command))
            self.settle()
        return self

    def act(self, kind, *, until=None):
        """Every seat to act gives the first offered command of a kind, until the condition holds."""
        while not until(self):
            seat = self.aggregate.to_act[0]
            option = next(o for o in self.aggregate.rules.options(self.state, seat) if isinstance(o.nth(0), kind))
            self.play((self.aggregate.occupants[seat].account, option.nth(0)))
        return self

    def settle(self):
        """The server's action after every command: at most one command of an order per version."""
        while any(list(map(self._one, self.desks))):
            pass
        return self

    def standing(self, account):
        desk = self.desks.get(self.seat(account))
        return desk.standing if desk else None

    def _one(self, seat):
        standing = self.desks[seat].standing
        if standing is None:
            return False
        first, after = self.begun[seat]
        found = follow_on(first, seat, standing, map(self.codec.read, self.rows[after:]))
        what = due(found, seat, standing)
        if what is None:
            return False
        if isinstance(what, Stop):
            self._end(seat, what)
            return False
        self.request = standing_orders.request_of(self.aggregate, seat, standing, found.progress.followed)
        before = len(self.rows)
        try:
            self.execute((self.aggregate.occupants[seat].account, what))
        except Refused as refused:
            self.request = ""
            self._end(seat, standing_orders.refused(refused.code))
            return False
        self.followed.append((seat, type(self.codec.read(self.rows[before]).event).__name__))
        return True

    def _end(self, seat, stop):
        desk = self.desks[seat]
        self.desks[seat] = standing_orders.evolve(
            desk, standing_orders.ended(seat, desk.standing, stop, self.aggregate.version)
        )
        self.ends.append((self.aggregate.occupants[Seat(seat)].account, stop.reason))
