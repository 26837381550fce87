"""A club's name and description (CL-FOUND), and its end (CL-CLOSE)."""

from domain.club.messages import ADMISSIONS, ChangeClub, CloseClub, ClubChanged, ClubClosed, ClubFounded, Profile
from domain.club.rights import check_decisions, check_owner, check_reason
from domain.club.state import Club
from domain.kernel.decision import Decision
from domain.kernel.dice import SEED_BYTES, commitment
from domain.kernel.refused import Refused
from domain.kernel.text import is_text, is_title

NAME_MAX = 60
DESCRIPTION_MAX = 2_000


def found_club(profile: Profile, founder: str, club_id: str, secret: bytes) -> ClubFounded:
    """`secret`: 32 bytes from the operating system's randomness."""
    assert len(secret) == SEED_BYTES
    check(profile)
    return ClubFounded(club_id, founder, profile, commitment(secret), secret.hex())


def change(decided: Decision[None, Club], command: ChangeClub, actor: str) -> None:
    check_owner(decided.state, actor, "CL-FOUND-03")
    check(command.profile)
    check_decisions(decided.state)
    decided.record(ClubChanged(command.profile))


def close(decided: Decision[None, Club], command: CloseClub, actor: str) -> None:
    check_owner(decided.state, actor, "CL-CLOSE-01")
    check_reason(command.reason, "CL-CLOSE-01")
    decided.record(ClubClosed(command.reason))


def check(profile: Profile) -> None:
    name, description = profile.name, profile.description
    if not 1 <= len(name) <= NAME_MAX or not is_title(name):
        raise Refused("CLUB_NAME_INVALID", "CL-FOUND-01", length_max=NAME_MAX)
    if len(description) > DESCRIPTION_MAX or not is_text(description):
        raise Refused("DESCRIPTION_INVALID", "CL-FOUND-01", length_max=DESCRIPTION_MAX)
    if profile.admission not in ADMISSIONS:
        raise Refused("ADMISSION_INVALID", "CL-FOUND-01", known=ADMISSIONS)
