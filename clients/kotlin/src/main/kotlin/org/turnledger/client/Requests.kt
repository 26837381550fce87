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
 * the values that belong to it, a nonce too. Lite messages know no fields by name: every request with a request_id is
 * listed here.
 */
@Suppress("UNCHECKED_CAST")
internal fun <T> completed(request: T): T = when {
    request !is MessageLite || requestId(request) != "" -> request
    else -> withRequestId(request, newRequestId()) as T
}

private fun withRequestId(request: MessageLite, id: String): MessageLite = when (request) {
    is CreateTableRequest -> request.toBuilder().setRequestId(id)
        .apply { if (join && nonce.isEmpty()) nonce = newNonce() }.build()
    is JoinTableRequest -> request.toBuilder().setRequestId(id)
        .apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    is QuickMatchRequest -> request.toBuilder().setRequestId(id)
        .apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    is RematchRequest -> request.toBuilder().setRequestId(id)
        .apply { if (nonce.isEmpty()) nonce = newNonce() }.build()
    is RevokeTokensRequest -> request.toBuilder().setRequestId(id).build()
    is ChangePasswordRequest -> request.toBuilder().setRequestId(id).build()
    is SendMessageRequest -> request.toBuilder().setRequestId(id).build()
    is ReportRequest -> request.toBuilder().setRequestId(id).build()
    is ImportGameRequest -> request.toBuilder().setRequestId(id).build()
    is BranchGameRequest -> request.toBuilder().setRequestId(id).build()
    is LeaveTableRequest -> request.toBuilder().setRequestId(id).build()
    is AddBotRequest -> request.toBuilder().setRequestId(id).build()
    is ClearSeatRequest -> request.toBuilder().setRequestId(id).build()
    is StartGameRequest -> request.toBuilder().setRequestId(id).build()
    is BeginGameRequest -> request.toBuilder().setRequestId(id).build()
    is CloseTableRequest -> request.toBuilder().setRequestId(id).build()
    is ArrangeSeatsRequest -> request.toBuilder().setRequestId(id).build()
    is ChooseColourRequest -> request.toBuilder().setRequestId(id).build()
    is SetReadyRequest -> request.toBuilder().setRequestId(id).build()
    is StopTableRequest -> request.toBuilder().setRequestId(id).build()
    is ClearMaintenanceRequest -> request.toBuilder().setRequestId(id).build()
    is SetMaintenanceRequest -> request.toBuilder().setRequestId(id).build()
    is GiveGrantRequest -> request.toBuilder().setRequestId(id).build()
    is TakeGrantRequest -> request.toBuilder().setRequestId(id).build()
    is LiftBanRequest -> request.toBuilder().setRequestId(id).build()
    is BanAccountRequest -> request.toBuilder().setRequestId(id).build()
    is RenameAccountRequest -> request.toBuilder().setRequestId(id).build()
    is SubmitRequest -> request.toBuilder().setRequestId(id).build()
    is ActRequest -> request.toBuilder().setRequestId(id).build()
    is SetOrdersRequest -> request.toBuilder().setRequestId(id).build()
    is CreateTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is EnterTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is CheckInToTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is WithdrawFromTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is StartTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is CreateTablesRequest -> request.toBuilder().setRequestId(id).build()
    is DeclineChallengeRequest -> request.toBuilder().setRequestId(id).build()
    is DecideTournamentRequest -> request.toBuilder().setRequestId(id).build()
    is CreateClubRequest -> request.toBuilder().setRequestId(id).build()
    is JoinClubRequest -> request.toBuilder().setRequestId(id).build()
    is LeaveClubRequest -> request.toBuilder().setRequestId(id).build()
    is DecideClubRequest -> request.toBuilder().setRequestId(id).build()
    else -> request
}

/** Null where the request has none. */
internal fun requestId(request: MessageLite): String? = when (request) {
    is CreateTableRequest -> request.requestId
    is JoinTableRequest -> request.requestId
    is QuickMatchRequest -> request.requestId
    is RematchRequest -> request.requestId
    is RevokeTokensRequest -> request.requestId
    is ChangePasswordRequest -> request.requestId
    is SendMessageRequest -> request.requestId
    is ReportRequest -> request.requestId
    is ImportGameRequest -> request.requestId
    is BranchGameRequest -> request.requestId
    is LeaveTableRequest -> request.requestId
    is AddBotRequest -> request.requestId
    is ClearSeatRequest -> request.requestId
    is StartGameRequest -> request.requestId
    is BeginGameRequest -> request.requestId
    is CloseTableRequest -> request.requestId
    is ArrangeSeatsRequest -> request.requestId
    is ChooseColourRequest -> request.requestId
    is SetReadyRequest -> request.requestId
    is StopTableRequest -> request.requestId
    is ClearMaintenanceRequest -> request.requestId
    is SetMaintenanceRequest -> request.requestId
    is GiveGrantRequest -> request.requestId
    is TakeGrantRequest -> request.requestId
    is LiftBanRequest -> request.requestId
    is BanAccountRequest -> request.requestId
    is RenameAccountRequest -> request.requestId
    is SubmitRequest -> request.requestId
    is ActRequest -> request.requestId
    is SetOrdersRequest -> request.requestId
    is CreateTournamentRequest -> request.requestId
    is EnterTournamentRequest -> request.requestId
    is CheckInToTournamentRequest -> request.requestId
    is WithdrawFromTournamentRequest -> request.requestId
    is StartTournamentRequest -> request.requestId
    is CreateTablesRequest -> request.requestId
    is DeclineChallengeRequest -> request.requestId
    is DecideTournamentRequest -> request.requestId
    is CreateClubRequest -> request.requestId
    is JoinClubRequest -> request.requestId
    is LeaveClubRequest -> request.requestId
    is DecideClubRequest -> request.requestId
    else -> null
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
