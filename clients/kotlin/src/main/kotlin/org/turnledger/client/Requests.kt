package org.turnledger.client

import com.google.protobuf.ByteString
import com.google.protobuf.MessageLite
import java.security.SecureRandom
import java.util.UUID
import java.util.concurrent.atomic.AtomicLong
import org.turnledger.client.kit.Pending
import org.turnledger.v1.*

internal const val PENDING_KEY = "request/"
private const val NONCE_BYTES = 16

/** One for each thing that is wanted, kept over all attempts at it. */
fun newRequestId(): String = UUID.randomUUID().toString()

/** A player's own chance, of the operating system. */
fun newNonce(): String = hex(ByteArray(NONCE_BYTES).also(SecureRandom()::nextBytes))

/**
 * The request with an id, and with the player's own chance where one sits down. A caller with an id of its own has kept
 * the values that belong to it, a nonce too.
 */
@Suppress("UNCHECKED_CAST")
internal fun <T> completed(request: T): T = when {
    request !is MessageLite || requestId(request) != "" -> request
    else -> withNonce(withRequestId(request, newRequestId())) as T
}

private fun withNonce(request: MessageLite): MessageLite = when (request) {
    is CreateTableRequest -> request.toBuilder().apply { if (join && nonce.isEmpty()) nonce = newNonce() }.build()
    is JoinTableRequest -> request.toBuilder().apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    is QuickMatchRequest -> request.toBuilder().apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    is RematchRequest -> request.toBuilder().apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    else -> request
}

/** Trying has no effect, and what holds a password is never written down. */
private fun neverStored(request: MessageLite) = when (request) {
    is SubmitRequest -> request.validateOnly
    is ActRequest -> request.validateOnly
    is SetOrdersRequest -> request.validateOnly
    is RevokeTokensRequest, is ChangePasswordRequest -> true
    else -> false
}

/** The requests that were sent, or were about to be, and have no answer. */
internal class Outbox(private val store: Store) {
    private val newest = AtomicLong()

    /** Stores a writing request before it is sent. Null where nothing was stored. */
    suspend fun keep(procedure: String, request: MessageLite): String? {
        val id = requestId(request)
        if (id.isNullOrEmpty() || neverStored(request)) return null
        val pending = Pending.newBuilder().setProcedure(procedure).setMessage(request.toByteString()).setAt(next())
        store.put(PENDING_KEY + id, pending.build().toByteArray())
        return PENDING_KEY + id
    }

    /** The time, or where requests come faster than it goes a number after the last one's. */
    private fun next() = newest.updateAndGet { maxOf(it + 1, System.currentTimeMillis()) }

    suspend fun answered(key: String?) {
        if (key != null) store.delete(key)
    }

    /** Drops all of them. */
    suspend fun forget() {
        for (key in store.keys(PENDING_KEY)) store.delete(key)
    }

    /** In the order in which they were stored, by key. */
    suspend fun all(): Map<String, Pending> =
        store.keys(PENDING_KEY).mapNotNull { key -> store.get(key)?.let { key to Pending.parseFrom(it) } }
            .sortedBy { it.second.at }.toMap()
}

/**
 * The result of a request that an earlier program sent, or was about to send.
 *
 * @property procedure the method, `turnledger.v1.Play/Submit`
 * @property request its bytes, for `SubmitRequest.parseFrom`
 * @property answer the answer's; null where [error] is not
 */
class Sent internal constructor(
    val procedure: String,
    val request: ByteString,
    val answer: ByteString?,
    val error: TurnledgerException?,
)
