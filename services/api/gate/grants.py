"""The grant of staff that a method of the contract names, and whether its caller holds it."""

from functools import cache
from typing import Any, cast

import structlog
from google.protobuf.descriptor import MethodDescriptor

from services.accounts.staff import Staff
from services.api.messages.convert import MalformedMessage
from turnledger.v1 import grants_pb2, operators_pb2, options_pb2

log = structlog.get_logger(__name__)

_PREFIX = "GRANT_"
GIVEN: tuple[grants_pb2.Grant, ...] = tuple(
    cast("grants_pb2.Grant", grant)
    for grant in grants_pb2.Grant.values()
    if grant not in (grants_pb2.GRANT_UNSPECIFIED, grants_pb2.GRANT_SETTING)
)
"""Grants that can be given, in the order of the contract."""
_OPERATORS = operators_pb2.DESCRIPTOR.services_by_name["Operators"].full_name


class GrantMissing(Exception):
    """The caller of a method for operators does not hold its grant. `is_staff`: it holds another one."""

    def __init__(self, grant: grants_pb2.Grant, *, is_staff: bool) -> None:
        super().__init__(grant_word(grant))
        self.grant, self.is_staff = grant, is_staff


@cache
def grant_of(method: MethodDescriptor) -> grants_pb2.Grant:
    """Return the grant that the contract names for the method. A method for operators that names none is for the
    accounts of the setting."""
    extensions: Any = method.GetOptions().Extensions  # the stubs know the extension as a descriptor alone
    named: grants_pb2.Grant = extensions[options_pb2.grant]
    return named or (grants_pb2.GRANT_SETTING if is_for_operators(method) else grants_pb2.GRANT_UNSPECIFIED)


def is_for_operators(method: MethodDescriptor) -> bool:
    """Return whether only operators may call the method."""
    return method.containing_service.full_name == _OPERATORS


async def authority(staff: Staff, method: MethodDescriptor, account: str) -> str:
    """Return what lets the caller act as an operator in a method that names a grant (Staff.allowing), empty for
    nothing. Raises GrantMissing for methods that are for operators alone, StoreUnavailable."""
    grant = grant_of(method)
    allowed_by, is_staff = await staff.allowing(account, grant_word(grant))
    if is_for_operators(method):
        if not allowed_by:
            raise GrantMissing(grant, is_staff=is_staff)
        log.info("an operator called", operator=account, method=method.name, allowed_by=allowed_by)
    return allowed_by


@cache
def grant_word(grant: grants_pb2.Grant) -> str:
    """Return the grant as the store and people have it: `moderate`."""
    return grants_pb2.Grant.Name(grant).removeprefix(_PREFIX).lower()


def given_word(grant: grants_pb2.Grant) -> str:
    """Return the word of a grant that can be given. Raises MalformedMessage."""
    if grant not in GIVEN:
        raise MalformedMessage("grant", f"may be {', '.join(map(grant_word, GIVEN))}")
    return grant_word(grant)


def grant_from_word(word: str) -> grants_pb2.Grant:
    """Return a stored grant; unspecified for one that a newer release wrote."""
    return next((grant for grant in GIVEN if grant_word(grant) == word), grants_pb2.GRANT_UNSPECIFIED)
