"""A file for one viewer of a running game, by itself: spelled as an exporter spells it, in order, each event known or
withheld, and nothing in it that is not the viewer's."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.history.adjudicate import Fault, Wrong, quoted
from domain.history.codec import UNREADABLE, Codec, UnknownTopic, link_of
from domain.history.file import SPELLINGS, File, ViewBody, is_viewer, seat_of, written
from domain.history.record import EventRow
from domain.history.spelling import (
    EnvelopeCheck,
    Misspelled,
    has_long_number,
    has_loud_digits,
    is_link,
    lexical_fault,
    row_fault,
)
from domain.kernel import privacy
from domain.kernel.messages import Event
from domain.table.aggregate import FINISHED


def check_seen(file: File, codec: Codec) -> None:
    """Raises Wrong."""
    viewer, seats = file.header.viewer, len(file.header.players)
    if not is_viewer(viewer, seats):
        raise Wrong(Fault("HEADER", "format", f"viewer is {quoted(written(viewer))}, the game has {seats} seats"))
    _Seen(file, codec).check(file.rows)
    if file.footer.chain != link_of(file.rows[-1]) or file.footer.secret or file.header.status == FINISHED:
        raise Wrong(Fault("FOOTER", "format", "not the footer of a running game seen by one viewer"))


class _Seen:
    def __init__(self, file: File, codec: Codec) -> None:
        self._codec, self._viewer, self._spelling = codec, seat_of(file.header.viewer), SPELLINGS[file.header.format]
        self._envelopes = EnvelopeCheck(self._spelling)
        self._asked: tuple[str, str] | None = None
        self._requests = set[tuple[str, str]]()

    def check(self, rows: Sequence[EventRow]) -> None:
        for place, row in enumerate(rows):
            if row.version != place + 1:
                raise Wrong(Fault("GAP", "format", f"version {row.version} follows {place}", row.version, row.topic))
            if odd := self._fault(row):
                raise Wrong(Fault(odd.code, "format", odd.says, row.version, row.topic))

    def _fault(self, row: EventRow) -> Misspelled | None:
        try:
            body = msgspec.json.decode(row.body, type=ViewBody)
            event = self._codec.read(row).event if body.event is not UNSET else None
        except (*UNREADABLE, UnknownTopic) as error:
            return row_fault(row, self._spelling) or Misspelled("EVENT", str(error))
        if (event is None) == bool(row.topic):
            return Misspelled("EVENT", "an event is withheld with its topic")
        told = replace(body, event=self._codec.stored_as(event, row.topic)) if event else ViewBody(chain=body.chain)
        if written(told) != row.body:
            odd = row_fault(row, self._spelling) if event else lexical_fault(row.body)
            return odd or Misspelled("MEMBERS", "its members are not all there, in order")
        if not is_link(body.chain) or has_loud_digits(row.body):
            return Misspelled("HEX", "links and digests are 64 small hex digits")
        if has_long_number(row.body) and (odd := lexical_fault(row.body)):
            return odd
        return self._envelope_fault(body) or self._private(event) if event else None

    def _envelope_fault(self, body: ViewBody) -> Misspelled | None:
        at, actor, request_id = body.at, body.actor, body.request_id
        if not isinstance(at, datetime) or not isinstance(actor, str) or not isinstance(request_id, str):
            return Misspelled("MEMBERS", "an event has a moment, an actor and a request")
        continues = self._asked == (actor, request_id)
        if odd := self._envelopes.fault(at, actor, request_id, continues=continues):
            return odd
        self._asked = (actor, request_id)
        if not continues and self._asked in self._requests:
            return Misspelled("REQUEST_REPEATED", "the request was answered before, or its events are torn")
        self._requests.add(self._asked)
        return None

    def _private(self, event: Event) -> Misspelled | None:
        shown = privacy.redact(event, self._viewer) == event
        return None if shown else Misspelled("PRIVATE", "tells what this viewer may not know")
