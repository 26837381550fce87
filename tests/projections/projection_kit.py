"""Views in memory over a log that is only a list, taken along by hand."""

from projections.folds.boards import Boards
from projections.folds.leaders import Leaders
from projections.folds.lists import Lists
from projections.read import Queries
from projections.stores.memory_view import MemoryView
from services.projection_runner.projector import BATCH, Projector
from support.histories import CODEC, ListLog


async def caught_up(log, targets, batch=BATCH, codec=CODEC, **more):
    projector = Projector(log, codec.read, targets, **more)
    await projector.resume()
    while await projector.step(batch):
        pass
    return projector


async def content(generation):
    """Return all that it shows, but the moments at which games changed for it."""
    names = [name async for some in generation.names() for name in some]
    shown = [name for name in names if "changed." not in name and not name.startswith(":passed")]
    return {
        name: held
        for name, held in zip(shown, await generation.dump(shown), strict=True)
        if held and not name.endswith(":origin")
    }


class Service:
    def __init__(self):
        self.log = ListLog()
        self.views = [
            (Boards(), MemoryView("boards")),
            (Lists(), MemoryView("lists")),
            (Leaders(), MemoryView("leaders")),
        ]
        self.read = Queries({projection.name: view for projection, view in self.views})

    async def catch_up(self):
        """Run the projections; then return the queries."""
        await caught_up(self.log, [(projection, await view.live()) for projection, view in self.views])
        return self.read
