package org.turnledger.client

import com.connectrpc.Code
import com.connectrpc.ConnectException
import com.connectrpc.ResponseMessage
import com.google.protobuf.ListValue
import com.google.protobuf.Struct
import com.google.protobuf.Value
import org.turnledger.client.kit.ErrorInfo
import org.turnledger.client.kit.LocalizedMessage
import org.turnledger.client.kit.RetryInfo
import org.turnledger.v1.LegalInstead
import org.turnledger.v1.Refusal

/**
 * The error of a server, or of a proxy on the way to it, in place of an answer.
 *
 * @property code that of Connect and gRPC
 * @property reason a code to switch on: BID_NOT_HIGHER, VERSION_CONFLICT; empty where the error is not the server's own
 * @property says for the person, in the language of the client; empty where the server says nothing
 * @property facts the figures, as texts
 * @property rule the rule that refuses, as docs/rules/ numbers it; empty where none does
 * @property figures the facts of a rule's refusal as they are: numbers as numbers, lists as lists
 * @property legal what the seat may do instead; null where no rule refused a command
 * @property retryAfterMs when the same may be tried again; null where the server names no time
 */
class TurnledgerException internal constructor(
    val code: Code,
    val reason: String,
    message: String,
    val says: String,
    val facts: Map<String, String>,
    val rule: String,
    val figures: Map<String, Any?>,
    val legal: LegalInstead?,
    val retryAfterMs: Long?,
    cause: Throwable?,
) : Exception("${reason.ifEmpty { code.name }}: $message", cause)

/** The answer, or a [TurnledgerException]. */
fun <T> ResponseMessage<T>.orThrow(): T = when (this) {
    is ResponseMessage.Success -> message
    is ResponseMessage.Failure -> throw typed(cause)
}

/** The error with what its details say. */
internal fun typed(error: Throwable): TurnledgerException {
    generateSequence(error) { it.cause ?: (it as? ConnectException)?.exception }
        .filterIsInstance<TurnledgerException>().firstOrNull()?.let { return it }
    val cause = error as? ConnectException ?: return unanswered(error)
    val details = cause.details.associate { it.type.substringAfterLast('/') to it.payload.toByteArray() }
    val info = details["google.rpc.ErrorInfo"]?.let(ErrorInfo::parseFrom)
    val refusal = details["turnledger.v1.Refusal"]?.let(Refusal::parseFrom)
    val retry = details["google.rpc.RetryInfo"]?.let { RetryInfo.parseFrom(it).retryDelay }
    return TurnledgerException(
        code = cause.code,
        reason = info?.reason.orEmpty(),
        message = cause.message.orEmpty(),
        says = details["google.rpc.LocalizedMessage"]?.let { LocalizedMessage.parseFrom(it).message }.orEmpty(),
        facts = info?.metadataMap.orEmpty(),
        rule = refusal?.rule.orEmpty(),
        figures = refusal?.facts?.plain().orEmpty(),
        legal = details["turnledger.v1.LegalInstead"]?.let(LegalInstead::parseFrom),
        retryAfterMs = retry?.let { it.seconds * 1000 + it.nanos / 1_000_000 },
        cause = cause,
    )
}

/** Of a connection that broke, or said nothing for too long. */
internal fun unanswered(why: Throwable?, message: String = why?.message.orEmpty()) =
    TurnledgerException(Code.UNAVAILABLE, "", message, "", emptyMap(), "", emptyMap(), null, null, why)

private fun Struct.plain(): Map<String, Any?> = fieldsMap.mapValues { it.value.plain() }

private fun ListValue.plain(): List<Any?> = valuesList.map { it.plain() }

private fun Value.plain(): Any? = when (kindCase) {
    Value.KindCase.NUMBER_VALUE -> numberValue
    Value.KindCase.STRING_VALUE -> stringValue
    Value.KindCase.BOOL_VALUE -> boolValue
    Value.KindCase.STRUCT_VALUE -> structValue.plain()
    Value.KindCase.LIST_VALUE -> listValue.plain()
    else -> null
}
