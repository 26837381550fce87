"""The seats that play by tiles, with their tiles (RB-01, RB-02)."""

from collections.abc import Iterator

from msgspec import Struct

from domain.kernel.ids import Seat
from domain.power_grid.messages import Robot


class RobotSeats(Struct, frozen=True, tag=True):
    robots: tuple[Robot, ...]

    def phase_began(self, name: str) -> "RobotSeats":
        return self

    def joined_by(self, robot: Robot) -> "RobotSeats":
        return RobotSeats((*self.robots, robot))

    def at(self, seat: Seat) -> Robot | None:
        return next((robot for robot in self.robots if robot.player == seat), None)

    def broken(self) -> Iterator[str]:
        seats = [robot.player for robot in self.robots]
        if len(set(seats)) != len(seats):
            yield f"robots: a seat is there twice in {seats}"
