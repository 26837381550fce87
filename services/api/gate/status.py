"""Maps every error to its google.rpc.Status (AIP-193), with one function per class of errors. An error without a
function is internal, and its status contains only an id.

Each status has ErrorInfo (`reason`, facts in `metadata`, domain `turnledger`), BadRequest, PreconditionFailure and
RetryInfo where they apply, and a LocalizedMessage for people. Texts of exceptions never reach a caller.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import singledispatch

import msgspec
import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, PreconditionFailure, RetryInfo
from google.rpc.status_pb2 import Status
from msgspec import Struct

from domain.kernel.device_keys import KEYS_MAX
from domain.kernel.refused import Fact, Refused
from projections.read.games import NotShown
from projections.stores.interface import ViewUnavailable
from services.accounts.account import NameRefused, UnknownAccount
from services.accounts.app_storage import APPS_MAX
from services.accounts.device_keys import DeviceKeyRefused
from services.accounts.oidc import IssuerUnavailable
from services.accounts.passkeys import PasskeyRefused
from services.accounts.password import LENGTH_MAX, LENGTH_MIN
from services.accounts.personal_tokens import TOKENS_MAX, PersonalTokensFull
from services.accounts.program_storage import PROGRAMS_MAX, ProgramRefused
from services.accounts.proof import ProofNeeded
from services.accounts.sign_in import PasswordRefused
from services.accounts.tokens import Unauthenticated
from services.accounts.with_issuer import LinkRefused
from services.api.gate.api_errors import Draining, NotAllowed, NotPossible, RefusedMove
from services.api.gate.grants import GrantMissing, grant_word
from services.api.gate.masks import MaskRefused
from services.api.gate.scopes import SESSION, ScopeMissing, word
from services.api.messages.convert import MalformedMessage
from services.application.command_errors import (
    Contended,
    ExpectedVersionMismatch,
    RequestReused,
    UnknownGame,
    UnknownVersion,
)
from services.apps.apps import AppRequestRefused, AppsFull, AppTooFast, AppUnknown, DeviceUnknown, NoApps
from services.clubs.club_errors import UnknownClub
from services.history.branches import AlreadyHere, WrongFile
from services.observe.bounds import Causes
from services.observe.metrics import BUGS
from services.platform.rate_limiter import TooFast, TooMany
from services.store.archive.objects import ArchiveUnavailable, Damaged, NotInArchive
from services.store.interface import QueueFull, StoreUnavailable
from services.texts.error_texts import localized
from services.tournaments.tournament_errors import UnknownTournament
from turnledger.v1.play_pb2 import Refusal

DOMAIN = "turnledger"
RETRY_STORE_S = 1.0
RETRY_ISSUER_S = 5.0
RETRY_CONTENDED_S = 0.05
RETRY_DRAINING_S = 2.0
_causes = Causes()
"""Causes of internal errors: each is logged in full once, however often it happens again."""
log = structlog.get_logger(__name__)

CODES = {
    "ADVANCE_INVALID": Code.INVALID_ARGUMENT,
    "CLOCK_INVALID": Code.INVALID_ARGUMENT,
    "MALFORMED_COMMAND": Code.INVALID_ARGUMENT,
    "EVENT_NAME_INVALID": Code.INVALID_ARGUMENT,
    "MOVING_INVALID": Code.INVALID_ARGUMENT,
    "CLUB_NAME_INVALID": Code.INVALID_ARGUMENT,
    "DESCRIPTION_INVALID": Code.INVALID_ARGUMENT,
    "ADMISSION_INVALID": Code.INVALID_ARGUMENT,
    "REQUEST_TEXT_INVALID": Code.INVALID_ARGUMENT,
    "PLAYERS_INVALID": Code.INVALID_ARGUMENT,
    "PLAYER_COUNT_INVALID": Code.INVALID_ARGUMENT,
    "POINTS_INVALID": Code.INVALID_ARGUMENT,
    "RATING_RANGE_INVALID": Code.INVALID_ARGUMENT,
    "REASON_NEEDED": Code.INVALID_ARGUMENT,
    "ROUNDS_INVALID": Code.INVALID_ARGUMENT,
    "SEATS_INVALID": Code.INVALID_ARGUMENT,
    "STANDINGS_INVALID": Code.INVALID_ARGUMENT,
    "TERMS_INVALID": Code.INVALID_ARGUMENT,
    "UNKNOWN_BOT": Code.INVALID_ARGUMENT,
    "UNKNOWN_COLOUR": Code.INVALID_ARGUMENT,
    "UNKNOWN_OPTION": Code.INVALID_ARGUMENT,
    "UNKNOWN_OPTION_VALUE": Code.INVALID_ARGUMENT,
    "UNKNOWN_VARIANT": Code.INVALID_ARGUMENT,
    "DEVICE_SIGNATURE_WRONG": Code.PERMISSION_DENIED,
    "DEVICE_UNKNOWN": Code.PERMISSION_DENIED,
    "INVITE_NEEDED": Code.PERMISSION_DENIED,
    "PROGRAM_NOT_INVITED": Code.PERMISSION_DENIED,
    "REMOVED_BY_HOST": Code.PERMISSION_DENIED,
    "MEMBERS_ONLY": Code.PERMISSION_DENIED,
    "MUTED": Code.PERMISSION_DENIED,
    "NOT_A_PLAYER": Code.PERMISSION_DENIED,
    "NOT_A_SPECTATOR": Code.PERMISSION_DENIED,
    "NOT_AN_OFFICER": Code.PERMISSION_DENIED,
    "NOT_AN_OFFICIAL": Code.PERMISSION_DENIED,
    "NOT_AN_OPERATOR": Code.PERMISSION_DENIED,
    "NOT_INVITED": Code.PERMISSION_DENIED,
    "NOT_A_MEMBER": Code.PERMISSION_DENIED,
    "NOT_THE_HOST": Code.PERMISSION_DENIED,
    "NOT_THE_OWNER": Code.PERMISSION_DENIED,
    "CLUB_BY_INVITATION": Code.PERMISSION_DENIED,
    "PUT_OUT_BEFORE": Code.PERMISSION_DENIED,
    "NOT_YOUR_SEAT": Code.PERMISSION_DENIED,
    "MEMBER_PROTECTED": Code.PERMISSION_DENIED,
    "OFFICIAL_PLAYS_THERE": Code.PERMISSION_DENIED,
    "OPERATOR_SITS_HERE": Code.PERMISSION_DENIED,
}
"""Reason codes of the rules with another code than FAILED_PRECONDITION."""


class StatusFields(Struct, frozen=True):
    """`message` is for the developer, in English; what the person reads goes by `reason` and `facts`."""

    code: int
    reason: str
    message: str
    facts: Mapping[str, Fact]
    details: tuple[Message, ...] = ()


def status_of(error: Exception, accept_language: str = "") -> Status:
    """Return the status for the caller. An internal error is logged with the id that the caller gets."""
    told = _fields(error)
    metadata = {name: _text(fact) for name, fact in told.facts.items()}
    info = ErrorInfo(reason=told.reason, domain=DOMAIN, metadata=metadata)
    game = error.game if isinstance(error, RefusedMove) else ""
    says = localized(told.reason, told.facts, accept_language, game)
    details = (info, *told.details, *((says,) if says else ()))
    return Status(code=told.code, message=told.message, details=[_packed(detail) for detail in details])


def _packed(detail: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(detail)
    return packed


def _text(fact: Fact) -> str:
    return fact if isinstance(fact, str) else msgspec.json.encode(fact).decode()


def _retry(seconds: float) -> RetryInfo:
    delay = Duration()
    delay.FromTimedelta(timedelta(seconds=seconds))
    return RetryInfo(retry_delay=delay)


@singledispatch
def _fields(error: Exception) -> StatusFields:
    """Find the function of an error by its class, or by the nearest base class. An error without one is internal."""
    cause = _causes.of(error)
    BUGS.labels("call").inc()
    if cause.times == 1:
        log.error("internal error", incident=cause.incident, exc_info=error)
    said = f"our mistake; the operator finds it as {cause.incident}"
    return StatusFields(Code.INTERNAL, "INTERNAL", said, {"incident": cause.incident})


@_fields.register
def _refused(error: Refused, *details: Message) -> StatusFields:
    code = CODES.get(error.code, Code.FAILED_PRECONDITION)
    facts = {"rule": error.rule} | error.facts
    figures = ", ".join(f"{name} {_text(fact)}" for name, fact in error.facts.items())
    said = f"{error.code} by {error.rule}" + (f": {figures}" if figures else "")
    detail: Message
    if code == Code.INVALID_ARGUMENT:
        violation = BadRequest.FieldViolation(field=_text(error.facts.get("field", "")), description=said)
        detail = BadRequest(field_violations=[violation])
    else:
        broken = PreconditionFailure.Violation(type=error.code, subject=error.rule, description=said)
        detail = PreconditionFailure(violations=[broken])
    whole = Refusal(rule=error.rule)
    whole.facts.update(msgspec.to_builtins(error.facts))
    return StatusFields(code, error.code, said, facts, (detail, *details, whole))


@_fields.register
def _refused_move(error: RefusedMove) -> StatusFields:
    return _refused(error.refused, error.legal)


@_fields.register
def _malformed(error: MalformedMessage) -> StatusFields:
    violation = BadRequest.FieldViolation(field=error.field, description=error.problem)
    said = f"{error.field}: {error.problem}" if error.field else error.problem
    return StatusFields(
        Code.INVALID_ARGUMENT, "MALFORMED", said, {"field": error.field}, (BadRequest(field_violations=[violation]),)
    )


@_fields.register
def _mask_refused(error: MaskRefused) -> StatusFields:
    said = "must name fields that there are, and at least one that can be changed"
    violation = BadRequest.FieldViolation(field="update_mask", description=said)
    return StatusFields(
        Code.INVALID_ARGUMENT, "MASK_INVALID", said, {"path": error.path}, (BadRequest(field_violations=[violation]),)
    )


@_fields.register
def _unauthenticated(error: Unauthenticated) -> StatusFields:
    return StatusFields(Code.UNAUTHENTICATED, error.reason, _WRONG.get(error.reason, _NO_TOKEN), {})


@_fields.register
def _proof_needed(error: ProofNeeded) -> StatusFields:
    said = "the account has no password: send owner_proof, a fresh answer of its passkey or a fresh code of its issuer"
    return StatusFields(Code.FAILED_PRECONDITION, "PROOF_NEEDED", said, {"ways": error.ways})


_WRONG = {
    "NAME_OR_PASSWORD_WRONG": "no account of this name has this password",
    "RECOVERY_WRONG": "the link or the code is none, was used or has ended",
    "PASSKEY_WRONG": "no passkey of an account here, or its challenge was used, has ended or is of another page",
    "BANNED": "an operator has shut this account out",
    "ISSUER_REFUSED": "the issuer does not stand for this code, or for this nonce: lead the browser there again",
}
_NO_TOKEN = "call Accounts.SignInAsGuest or RefreshTokens and send `authorization: Bearer <access token>`"  # noqa: S105


@_fields.register
def _scope_missing(error: ScopeMissing) -> StatusFields:
    if error.scope == SESSION:
        said = "a token with scopes may not call this: use the tokens of a sign-in"
        return StatusFields(Code.PERMISSION_DENIED, "SIGN_IN_NEEDED", said, {})
    said = f"the token lacks the scope {word(error.scope)}: make one with it by Accounts.CreatePersonalToken"
    return StatusFields(Code.PERMISSION_DENIED, "SCOPE_MISSING", said, {"scope": word(error.scope)})


@_fields.register
def _grant_missing(error: GrantMissing) -> StatusFields:
    word = grant_word(error.grant)
    reason = "GRANT_MISSING" if error.is_staff else "NOT_AN_OPERATOR"
    said = f"this needs the grant {word}, or that TURNLEDGER_OPERATORS names the account"
    return StatusFields(Code.PERMISSION_DENIED, reason, said, {"grant": word})


@_fields.register
def _personal_tokens_full(_: PersonalTokensFull) -> StatusFields:
    said = "the account has as many personal tokens as it may have: revoke one"
    return StatusFields(Code.FAILED_PRECONDITION, "PERSONAL_TOKENS_FULL", said, {"tokens_max": TOKENS_MAX})


@_fields.register
def _app_unknown(error: AppUnknown) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, "APP_UNKNOWN", error.said, {})


@_fields.register
def _app_request_refused(error: AppRequestRefused) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, "APP_REQUEST_INVALID", error.said, {})


@_fields.register
def _apps_full(_: AppsFull) -> StatusFields:
    said = "the account is signed in to as many apps as it may be: revoke one"
    return StatusFields(Code.FAILED_PRECONDITION, "APPS_FULL", said, {"apps_max": APPS_MAX})


@_fields.register
def _device_unknown(_: DeviceUnknown) -> StatusFields:
    said = "no device waits with this code: it was mistyped, answered, or is over ten minutes old"
    return StatusFields(Code.FAILED_PRECONDITION, "DEVICE_CODE_UNKNOWN", said, {})


@_fields.register
def _no_apps(_: NoApps) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, "NO_APPS", "the operator has set no TURNLEDGER_PUBLIC_URL", {})


@_fields.register
def _link_refused(error: LinkRefused) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, error.reason, _LINKS[error.reason], {})


_LINKS = {
    "NO_ISSUER": "this service signs nobody in with an issuer",
    "ISSUER_TAKEN": "this person is linked to another account: SignInWithIssuer signs in to it",
    "ALREADY_LINKED": "this account is linked to another person",
}


@_fields.register
def _device_key_refused(error: DeviceKeyRefused) -> StatusFields:
    said = _DEVICE_KEYS[error.reason]
    if error.reason != "DEVICE_KEY_INVALID":
        return StatusFields(Code.FAILED_PRECONDITION, error.reason, said, {"keys_max": KEYS_MAX})
    violation = BadRequest.FieldViolation(field="public_key", description=said)
    return StatusFields(Code.INVALID_ARGUMENT, error.reason, said, {}, (BadRequest(field_violations=[violation]),))


@_fields.register
def _program_refused(error: ProgramRefused) -> StatusFields:
    facts = {"programs_max": PROGRAMS_MAX} if error.reason == "PROGRAMS_FULL" else {}
    return StatusFields(Code.FAILED_PRECONDITION, error.reason, _PROGRAMS[error.reason], facts)


@_fields.register
def _passkey_refused(error: PasskeyRefused) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, error.reason, _PASSKEYS[error.reason], {})


_PASSKEYS = {
    "NO_PASSKEYS": "this service has no domain that passkeys are for",
    "PASSKEY_NOT_PROVEN": "no answer to a challenge of this account's, or not from a page of this service: begin again",
    "PASSKEY_TAKEN": "it is another account's",
    "PASSKEYS_FULL": "the account has as many passkeys as it may have: remove one",
    "LAST_PASSKEY": "nobody could sign in to the account without it",
}
_PROGRAMS = {
    "NAME_NEEDED": "a guest owns no programs: UpgradeMe gives the account a name",
    "PROGRAMS_FULL": "the account has as many programs as it may have: delete one",
    "NOT_A_PROGRAM": "only a program declines challenges; a player ignores them",
}
_DEVICE_KEYS = {
    "DEVICE_KEY_INVALID": "an Ed25519 key of 64 hexadecimal digits, for which not anybody can sign",
    "DEVICE_KEY_NOT_PROVEN": "the key has not signed the id of this account",
    "DEVICE_KEYS_FULL": "the account has as many keys as it may have: take one away",
    "NAME_NEEDED": "a guest has no keys: UpgradeMe gives the account a name",
}


@_fields.register
def _not_allowed(error: NotAllowed) -> StatusFields:
    return StatusFields(Code.PERMISSION_DENIED, error.reason, error.said, {})


@_fields.register
def _not_possible(error: NotPossible) -> StatusFields:
    return StatusFields(Code.FAILED_PRECONDITION, error.reason, error.said, {})


@_fields.register
def _unknown_game(error: UnknownGame) -> StatusFields:
    return StatusFields(Code.NOT_FOUND, "UNKNOWN_GAME", "no such game", {"game_id": error.game_id})


@_fields.register
def _unknown_tournament(error: UnknownTournament) -> StatusFields:
    facts: dict[str, Fact] = {"tournament_id": error.tournament_id, "event_id": error.tournament_id}
    return StatusFields(Code.NOT_FOUND, "UNKNOWN_TOURNAMENT", "no such tournament", facts)


@_fields.register
def _unknown_club(error: UnknownClub) -> StatusFields:
    return StatusFields(Code.NOT_FOUND, "UNKNOWN_CLUB", "no such club", {"club_id": error.club_id})


@_fields.register
def _unknown_version(error: UnknownVersion) -> StatusFields:
    facts: dict[str, Fact] = {
        "game_id": error.game_id,
        "version": error.version,
        "current_version": error.current,
    }
    said = "the store has lost your event at this version and has another one" if error.is_replaced else ""
    return StatusFields(Code.OUT_OF_RANGE, "UNKNOWN_VERSION", said or "the game has no such version", facts)


@_fields.register
def _not_shown(error: NotShown) -> StatusFields:
    """The game exists: the store was asked before its board."""
    facts: dict[str, Fact] = {"game_id": error.game_id, "min_version": error.version, "version": error.reached}
    return StatusFields(
        Code.UNAVAILABLE, "VIEW_BEHIND", "the view is not there yet", facts, (_retry(RETRY_CONTENDED_S),)
    )


@_fields.register
def _view_away(_: ViewUnavailable) -> StatusFields:
    said = "the views do not answer; commands are not affected"
    return StatusFields(Code.UNAVAILABLE, "VIEW_AWAY", said, {}, (_retry(RETRY_STORE_S),))


@_fields.register
def _unknown_account(error: UnknownAccount) -> StatusFields:
    return StatusFields(Code.NOT_FOUND, "UNKNOWN_ACCOUNT", "no such account", {"account_id": error.account_id})


@_fields.register
def _name_refused(error: NameRefused) -> StatusFields:
    if error.reason == "NAME_TAKEN":
        return StatusFields(Code.ALREADY_EXISTS, error.reason, "somebody has this name", {"name": error.name})
    said = "not the account's name: nothing happened" if error.reason == "NAME_DIFFERS" else _NAMES
    violation = BadRequest.FieldViolation(field="display_name", description=said)
    detail = BadRequest(field_violations=[violation])
    return StatusFields(Code.INVALID_ARGUMENT, error.reason, said, {"name": error.name}, (detail,))


_NAMES = "a name has 1-32 letters, digits, single spaces and - _ . ', one alphabet a word, and is none of the staff's"


@_fields.register
def _password_refused(error: PasswordRefused) -> StatusFields:
    if error.reason == "ALREADY_NAMED":
        return StatusFields(Code.FAILED_PRECONDITION, error.reason, "only a guest's account can be upgraded", {})
    facts: dict[str, Fact] = {"field": "password", "least": LENGTH_MIN, "most": LENGTH_MAX}
    said = f"must have {LENGTH_MIN}-{LENGTH_MAX} characters"
    violation = BadRequest.FieldViolation(field="password", description=said)
    return StatusFields(Code.INVALID_ARGUMENT, error.reason, said, facts, (BadRequest(field_violations=[violation]),))


@_fields.register
def _stale(error: ExpectedVersionMismatch) -> StatusFields:
    facts: dict[str, Fact] = {
        "game_id": error.game_id,
        "expected_version": error.expected,
        "current_version": error.current,
    }
    return StatusFields(Code.ABORTED, "VERSION_CONFLICT", "the game has moved on: read it and decide again", facts)


@_fields.register
def _reused(error: RequestReused) -> StatusFields:
    said = "the request_id was used before with another payload; nothing happened"
    return StatusFields(Code.ALREADY_EXISTS, "REQUEST_ID_REUSED", said, {"request_id": error.request_id})


@_fields.register
def _contended(error: Contended) -> StatusFields:
    facts: dict[str, Fact] = {"game_id": error.game_id, "tries": error.tries}
    return StatusFields(
        Code.UNAVAILABLE, "CONTENDED", "others were faster; nothing happened", facts, (_retry(RETRY_CONTENDED_S),)
    )


@_fields.register
def _issuer_away(_: IssuerUnavailable) -> StatusFields:
    said = "the operator's issuer does not answer; nothing happened"
    return StatusFields(Code.UNAVAILABLE, "ISSUER_AWAY", said, {}, (_retry(RETRY_ISSUER_S),))


@_fields.register
def _store_away(error: StoreUnavailable) -> StatusFields:
    said = "the store does not answer; send the same request again, it is carried out once"
    return StatusFields(
        Code.UNAVAILABLE, "STORE_AWAY", said, {"outcome_known": not error.ambiguous}, (_retry(RETRY_STORE_S),)
    )


@_fields.register
def _not_in_archive(error: NotInArchive) -> StatusFields:
    return _lost(error)


@_fields.register
def _damaged(error: Damaged) -> StatusFields:
    return _lost(error)


def _lost(error: ArchiveUnavailable) -> StatusFields:
    said = "the stored events of this game are lost or damaged; its operator can put them back, a repeated call cannot"
    return StatusFields(Code.DATA_LOSS, "GAME_UNREADABLE", said, {})


@_fields.register
def _queue_full(error: QueueFull) -> StatusFields:
    said = "too many commands wait; nothing happened"
    return StatusFields(Code.RESOURCE_EXHAUSTED, "QUEUE_FULL", said, {}, (_retry(error.retry_after_s),))


@_fields.register
def _too_fast(error: TooFast) -> StatusFields:
    said = "too many calls; nothing happened"
    return StatusFields(Code.RESOURCE_EXHAUSTED, "TOO_FAST", said, {}, (_retry(error.retry_after_s),))


@_fields.register
def _app_too_fast(error: AppTooFast) -> StatusFields:
    said = "too many calls of this app for all its players; nothing happened"
    return StatusFields(Code.RESOURCE_EXHAUSTED, "APP_TOO_FAST", said, {}, (_retry(error.retry_after_s),))


@_fields.register
def _too_many(error: TooMany) -> StatusFields:
    said = f"at most {error.most} may be open; nothing happened"
    return StatusFields(
        Code.RESOURCE_EXHAUSTED, error.reason, said, {"open_max": error.most}, (_retry(error.retry_after_s),)
    )


@_fields.register
def _late(_: TimeoutError) -> StatusFields:
    return StatusFields(Code.DEADLINE_EXCEEDED, "TOO_LATE", "no answer before the caller's deadline", {})


@_fields.register
def _draining(error: Draining) -> StatusFields:
    said = "the server stops; go on with another one"
    return StatusFields(
        Code.UNAVAILABLE, "SERVER_STOPS", said, {"resume_from": error.resume_from}, (_retry(RETRY_DRAINING_S),)
    )


@_fields.register
def _wrong_file(error: WrongFile) -> StatusFields:
    fault = error.fault
    facts: dict[str, Fact] = {"code": fault.code, "rule": fault.rule, "version": fault.version, "topic": fault.topic}
    violation = BadRequest.FieldViolation(field="content", description=fault.says)
    said = f"the file does not prove itself: {fault.code} at event {fault.version}"
    return StatusFields(Code.INVALID_ARGUMENT, "WRONG_FILE", said, facts, (BadRequest(field_violations=[violation]),))


@_fields.register
def _already_here(error: AlreadyHere) -> StatusFields:
    said = "a game of this id is here with another history"
    return StatusFields(Code.ALREADY_EXISTS, "GAME_EXISTS", said, {"game_id": error.game_id})
