"""Ratings computed a second time, by the rules TB-RATE and the figures of docs/decisions/0011-leaderboards.md and 0053,
from exported files alone. Shares nothing with the service but what reads a file."""

from datetime import UTC, datetime
from math import exp, sqrt

from domain import stored
from domain.history.file import take_apart
from tests.projections.second_standing import STANDING, OfDemo

MEAN, DOUBT, BETA, TAU, KAPPA = 25.0, round(25 / 3, 6), 25 / 6, 25 / 300, 0.0001
SETTLED, A_MONTH, A_SEASON = 6.5, 1.0, 5.0**2


def moved(before, ranks, weights):
    """Weng and Lin 2011, algorithm 4 (Plackett-Luce). `before`: mean and doubt; answers the same after the game."""
    squares = [doubt**2 + TAU**2 for _, doubt in before]
    scale = sqrt(sum(square + BETA**2 for square in squares))
    strength = [exp(mean / scale) for mean, _ in before]
    behind = [sum(strength[s] for s in range(len(ranks)) if ranks[s] >= ranks[q]) for q in range(len(ranks))]
    ties = [ranks.count(rank) for rank in ranks]
    after = []
    for i, (mean, doubt) in enumerate(before):
        ahead = [q for q in range(len(ranks)) if ranks[q] <= ranks[i]]
        share = {q: strength[i] / behind[q] for q in ahead}
        gain = sum(((q == i) - share[q]) / ties[q] for q in ahead)
        certainty = sum(share[q] * (1 - share[q]) / ties[q] for q in ahead)
        new_mean = mean + squares[i] / scale * gain
        new_doubt = sqrt(squares[i] * max(1 - sqrt(squares[i]) / scale * squares[i] / scale**2 * certainty, KAPPA))
        after.append((mean + weights[i] * (new_mean - mean), doubt + weights[i] * (new_doubt - doubt)))
    return [(round(mean, 6), round(doubt, 6)) for mean, doubt in after]


def ratings(files):
    """Mean and doubt of all players after each game: by (bots, slow, variant, month) with "" for all variants and all
    time, and by player, a list."""
    found, met, known = {}, {}, {}
    for at, kind, variant, ranks in sorted((game for game in map(_played, files) if game), key=lambda game: game[0]):
        month = datetime.fromtimestamp(at, UTC).strftime("%Y-%m")
        weights = _weights(list(ranks), _of_all(found, kind, month), month, met, known)
        boards = [(*kind, of, when) for of in ("", variant) for when in ("", month)]
        before = {board: [_before(found, board, month, each) for each in ranks] for board in boards}
        for board in boards:
            for player, (mean, doubt) in zip(ranks, moved(before[board], [*ranks.values()], weights), strict=True):
                found.setdefault(board, {}).setdefault(player, []).append((month, mean, doubt))
    return {board: {name: [each[1:] for each in went] for name, went in of.items()} for board, of in found.items()}


def _of_all(found, kind, month):
    return lambda player: _before(found, (*kind, "", ""), month, player)


def _before(found, board, month, player):
    """The rating before a game: wider by the months without one, and by the season."""
    went = found.get(board, {}).get(player)
    if board[3] and not went:
        mean, doubt = _before(found, (*board[:3], ""), month, player)
        return mean, _wider(doubt, A_SEASON)
    if not went:
        return MEAN, DOUBT
    last, mean, doubt = went[-1]
    years, months = (int(now) - int(then) for now, then in zip(month.split("-"), last.split("-"), strict=True))
    idle = 12 * years + months - 1
    return mean, _wider(doubt, idle * A_MONTH) if idle > 0 else doubt


def _wider(doubt, variance):
    return max(doubt, min(DOUBT, round(sqrt(doubt**2 + variance), 6)))


def _weights(players, before, month, met, known):
    """TB-RATE-04 and TB-RATE-08. Counts the game, too."""
    often, knew = {}, {each: len(known.get(each, ())) for each in players}
    for one in players:
        known.setdefault(one, set()).update(set(players) - {one})
        for other in players:
            if one < other:
                often[one, other] = met[one, other, month] = met.get((one, other, month), 0) + 1
    weights = []
    for one in players:
        shares = []
        for other in players:
            if other != one:
                settled = before(other)[1] <= SETTLED
                sure = 1 if settled else min(1, (1 + knew[other]) / (1 + knew[one]))
                shares.append(sure / often[min(one, other), max(one, other)])
        weights.append(sum(shares) / len(shares))
    return weights


def _played(content):
    """When a game ended, on which list it counts, its variant, and the best place of each player; None if it counts for
    no player."""
    records = [stored.codec().read(row) for row in take_apart(content).rows]
    opened, rated, names, bots, moved_in, course = None, False, [], False, set(), None
    for record in records:
        event, name = record.event, type(record.event).__name__
        if name == "GameOpened":
            opened, rated = event, event.rated
        if name == "GameBegan":
            rated = rated and not any(occupant.guest is True for occupant in event.seats)
            names = [occupant.account or f"bot:{occupant.bot}" for occupant in event.seats]
            bots = any(not occupant.account or occupant.program is True for occupant in event.seats)
            course = Course(STANDING.get(opened.variant.partition("/")[0], OfDemo)(len(names)))
        if course:
            course.follow(event)
        if record.envelope.command and record.envelope.actor in names and hasattr(event, "player"):
            moved_in.add(event.player)
        if name == "GameFinished" and not event.standings:
            return None
        if name == "GameFinished":
            best = {}
            for rank, seat in sorted((rank, seat) for seat, rank in course.places(event.standings, moved_in).items()):
                best.setdefault(names[seat], rank)
            slow = _slow(opened.terms.clock if opened.terms else None)
            at = record.envelope.at.timestamp()
            return (at, (bots, slow), opened.variant, best) if rated and len(best) > 1 else None
    return None


def _slow(clock):
    return clock is None or clock.move_s + clock.increment_s >= 3_600 or clock.bank_s >= 43_200


class Course:
    """The players who left a game, and the standing at that moment."""

    def __init__(self, standing):
        self.standing, self.deadlines, self.gone = standing, (), []

    def follow(self, event):
        name = type(event).__name__
        self.standing.follow(event)
        if name == "ClocksSet":
            self.deadlines = [each.deadline_ms for each in event.seats]
        if name == "SeatResigned":
            moment = self.deadlines[event.place] if event.cause == "TIME" else f"resigned {len(self.gone)}"
            self.gone.append((event.place, moment, self.standing.worth()))

    def places(self, standings, counted):
        """The later a player left, the earlier it is put between the others, on a line of numbers."""
        left = {seat for seat, _, _ in self.gone}
        line = {each.player: float(each.rank) for each in standings if each.player not in left}
        leavers = [each for each in self.gone if each[0] in counted]
        while leavers:
            moment = leavers[-1][1]
            together = [each for each in leavers if each[1] == moment]
            leavers = leavers[: -len(together)]
            line |= {seat: _between(line, seat, worth) for seat, _, worth in together}
        return {seat: 1 + sum(other < place for other in line.values()) for seat, place in line.items()}


def _between(line, seat, worth):
    """Behind as many as ranked at least as well, at least one, and all that tie with the last of these."""
    number = max(1, sum(worth[other] >= worth[seat] for other in line))
    behind = sorted(line.values())[number - 1]
    next_one = min((place for place in line.values() if place > behind), default=behind + 1)
    return behind + (next_one - behind) * number / (len(line) + 1)
