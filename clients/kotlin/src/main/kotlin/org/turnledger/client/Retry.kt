package org.turnledger.client

import com.connectrpc.Code

/**
 * The waiting times of a client, in milliseconds. The defaults fit nearly all programs.
 *
 * @property attemptMs the deadline of one attempt of a call
 * @property patienceMs so long a call is tried again; a caller who has less time cancels it (withTimeout)
 * @property pauseFirstMs the first pause between attempts, at most; each next one is twice as long
 * @property pauseMaxMs the longest pause
 * @property silenceMs after so long without a message a stream is taken for dead: the server sends one every 15 seconds
 * @property aheadMs so long before its end an access token is exchanged for a new one
 */
data class Times(
    val attemptMs: Long = 10_000,
    val patienceMs: Long = 60_000,
    val pauseFirstMs: Long = 200,
    val pauseMaxMs: Long = 30_000,
    val silenceMs: Long = 30_000,
    val aheadMs: Long = 60_000,
)

/** The codes that are final although no server gave a reason. */
private val final = setOf(
    Code.UNIMPLEMENTED,
    Code.RESOURCE_EXHAUSTED,
    Code.INVALID_ARGUMENT,
    Code.UNAUTHENTICATED,
    Code.PERMISSION_DENIED,
    Code.NOT_FOUND,
    Code.ALREADY_EXISTS,
    Code.FAILED_PRECONDITION,
    Code.OUT_OF_RANGE,
)

/** Whether the access token is to be renewed. */
internal val TurnledgerException.renewable get() = reason in setOf("TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_REVOKED")

/** The server takes the tokens no more. A proxy's 401, which has no reason, says nothing about them. */
internal val TurnledgerException.signedOut get() = code == Code.UNAUTHENTICATED && reason.isNotEmpty()

/**
 * Whether the same request may be sent once more: by the reason first; what has none comes from a library, a proxy or
 * the network.
 */
internal val TurnledgerException.again
    get() = if (reason.isEmpty()) code !in final else code == Code.UNAVAILABLE || reason == "TOO_LATE"

/** The request was not judged: the server is unavailable or busy, or does not know the caller. */
internal val TurnledgerException.stays
    get() = again || code == Code.UNAUTHENTICATED || code == Code.RESOURCE_EXHAUSTED && reason.isNotEmpty()

/** How long to wait after so many pauses: at least as the server says, else full jitter. [random] is from 0 to 1. */
internal fun Times.pauseMs(error: TurnledgerException?, pauses: Int, random: Double): Long {
    val most = minOf(pauseMaxMs, pauseFirstMs shl minOf(pauses, 20))
    val scattered = (random * most).toLong()
    val asked = error?.retryAfterMs ?: return scattered
    return asked + minOf(scattered, asked / 10)
}
