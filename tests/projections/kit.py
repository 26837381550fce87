"""Views in memory over a log that is only a list, taken along by hand."""

from projections.boards import Boards
from projections.leaders import Leaders
from projections.lists import Lists
from projections.memory_view import MemoryView
from projections.projector import BATCH, Projector
from projections.read import ReadSide
from tests.projections.histories import CODEC, ListLog


async def caught_up(log, targets, batch=BATCH):
    projector = Projector(log, CODEC.read, targets)
    await projector.resume()
    while await projector.step(batch):
        pass
    return projector


class Service:
    def __init__(self):
        self.log = ListLog()
        self.views = [
            (Boards(), MemoryView("boards")),
            (Lists(), MemoryView("lists")),
            (Leaders(), MemoryView("leaders")),
        ]
        self.read = ReadSide({projection.name: view for projection, view in self.views})

    async def catch_up(self):
        """What a follower does; the read side then."""
        await caught_up(self.log, [(projection, await view.live()) for projection, view in self.views])
        return self.read
