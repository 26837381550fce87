"""The request of an operator for an action that needs a reason, and the message of a recorded action."""

from domain.history.record import milliseconds
from services.accounts.operator_actions import OperatorAction, OperatorRequest
from services.api.gate.gate import Call
from services.api.gate.grants import grant_from_word
from services.api.messages.convert import MalformedMessage
from services.platform.clock import process_clock
from turnledger.v1 import operators_pb2

Reasoned = (
    operators_pb2.RenameAccountRequest
    | operators_pb2.BanAccountRequest
    | operators_pb2.LiftBanRequest
    | operators_pb2.GiveGrantRequest
    | operators_pb2.TakeGrantRequest
)


def operator_request(request: Reasoned, call: Call) -> OperatorRequest:
    """Return who asks, when, why and by which grant. Raises MalformedMessage without a reason."""
    text, now_ms = request.text.strip(), milliseconds(process_clock())
    if not text:
        raise MalformedMessage("text", "why is it done?")
    return OperatorRequest(call.account, request.request_id, now_ms, text, call.allowed_by)


def action_message(action: OperatorAction) -> operators_pb2.AccountAction:
    told = operators_pb2.AccountAction(
        number=action.number,
        operator_id=action.operator,
        action=action.action,
        text=action.reason,
        account_id=action.account,
        allowed_by=action.allowed_by,
        grant=grant_from_word(action.granted),
    )
    told.create_time.FromMilliseconds(action.at_ms)
    if action.until_ms:
        told.grant_end_time.FromMilliseconds(action.until_ms)
    return told
