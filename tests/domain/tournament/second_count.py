"""Standings counted a second time, from the events alone. Shares no line with domain/tournament: where the two
differ, the catalogue says which one misreads."""

from fractions import Fraction
from functools import cache

BREAKS = {"LEAGUE": ("wins", "seconds", "share"), "SWISS": ("strength", "wins", "share"), "KNOCKOUT": ("wins", "share")}
BREAKS["ARENA"] = ("wins", "seconds", "share")


def worth(points, seats, rank, together):
    """Return the points of a place that `together` entrants share."""
    taken = range(rank, rank + together)
    if points == "places":
        each = [Fraction(seats - place, seats - 1) for place in taken]
    else:
        table = [Fraction(text) for text in points.split("-")]
        each = [table[place - 1] for place in taken]
    return sum(each) / together


class Count:
    def __init__(self, events):
        self.terms = next(event.terms for event in events if type(event).__name__ == "TournamentOpened")
        self.seats, self.rounds, self.unscored, self.results, self.byes = {}, {}, {}, {}, []
        self.out, self.gone, self.divisions = set(), set(), ()
        for event in events:
            getattr(self, type(event).__name__, lambda _: None)(event)
        self.points = cache(self.points)  # each is asked for by all opponents, and nothing happens any more

    def TournamentStarted(self, event):
        self.divisions = event.divisions

    def PlayerJoined(self, event):
        self.divisions = ((*self.divisions[0], event.entrant),)

    def PlayerReplaced(self, event):
        self.divisions = tuple(
            (*division, event.by) if event.entrant in division else division for division in self.divisions
        )

    def GamesPairedAnew(self, event):
        for pairing, before in zip(event.pairings, event.instead_of, strict=True):
            self.seats[pairing.table], self.rounds[pairing.table] = pairing.seats, self.rounds[before]

    def PlayerWithdrawn(self, event):
        self.gone.add(event.entrant)

    def PlayerDisqualified(self, event):
        self.out.add(event.entrant)
        self.gone.add(event.entrant)

    def RoundPaired(self, event):
        for pairing in event.pairings:
            self.seats[pairing.table], self.rounds[pairing.table] = pairing.seats, event.round
        self.byes += [(event.round, entrant) for entrant in event.byes]

    def ResultRecorded(self, event):
        self.results[event.table] = event.standings
        self.unscored[event.table] = event.unscored

    def ResultCorrected(self, event):
        self.decided(event.table)
        self.results[event.table] = event.standings

    def GameAnnulled(self, event):
        self.decided(event.table)
        self.results.pop(event.table, None)

    def decided(self, table):
        """Record an official's decision before the server's result."""
        self.unscored.setdefault(table, [entrant for entrant in self.seats[table] if entrant in self.gone])

    def games_of(self, entrant):
        for table, standings in self.results.items():
            if entrant in self.seats[table] and entrant not in self.unscored.get(table, ()):
                seat = self.seats[table].index(entrant)
                yield table, next((each for each in standings if each.player == seat), None), standings

    def points(self, entrant):
        total = Fraction(0)
        if self.terms.form == "SWISS":
            whole = self.terms.seats
            mean = sum(worth(self.terms.points, whole, place, 1) for place in range(1, whole + 1)) / whole
            total += mean * [who for _, who in self.byes].count(entrant)
        for _, mine, standings in self.games_of(entrant):
            if mine and any(each.won or each.score or each.rank > 1 for each in standings):
                together = [each.rank for each in standings].count(mine.rank)
                total += worth(self.terms.points, len(standings), mine.rank, together)
        return total

    def row(self, entrant):
        games = list(self.games_of(entrant))
        shares, strength = [], Fraction(0)
        for table, mine, standings in games:
            best = max([each.score for each in standings if each.rank == 1], default=0)
            if mine and best > 0:
                shares.append(min(Fraction(1), max(Fraction(0), Fraction(mine.score, best))))
            for other in self.seats[table]:
                if other != entrant and other not in self.unscored.get(table, ()):
                    strength += self.points(other)
        return {
            "entrant": entrant,
            "points": self.points(entrant),
            "played": len(games),
            "wins": sum(1 for _, mine, _ in games if mine and mine.won),
            "seconds": sum(1 for _, mine, _ in games if mine and mine.rank == 2),
            "strength": strength,
            "share": int(1_000_000 * sum(shares) / len(shares)) if shares else 0,
            "byes": [who for _, who in self.byes].count(entrant),
        }

    def last(self, entrant):
        """The last round that was played, and the place there."""
        rounds = [(number, 0) for number, who in self.byes if who == entrant]
        for table, mine, _ in self.games_of(entrant):
            rounds.append((self.rounds[table], mine.rank if mine else len(self.seats[table])))
        return max(rounds, default=(0, 0), key=lambda each: each[0])

    def ranks(self, division):
        """Rank -> entrants; 0 for those who were disqualified."""
        form = self.terms.form
        breaks = self.terms.tie_breaks or BREAKS[form]

        def measure(entrant):
            row = self.row(entrant)
            own = [row["points"], *(row[name] for name in breaks)]
            if form == "KNOCKOUT":
                number, place = self.last(entrant)
                own = [number, -place, *own]
            return own

        measures = {entrant: measure(entrant) for entrant in division if entrant not in self.out}
        found = {entrant: 0 for entrant in division if entrant in self.out}
        for entrant, mine in measures.items():
            found[entrant] = 1 + sum(other > mine for other in measures.values())
        return found
