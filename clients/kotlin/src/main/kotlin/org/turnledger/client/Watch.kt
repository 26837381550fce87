package org.turnledger.client

import com.connectrpc.ConnectException
import com.connectrpc.ServerOnlyStreamInterface
import kotlin.random.Random
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import org.turnledger.v1.WatchChatRequest
import org.turnledger.v1.WatchChatResponse
import org.turnledger.v1.WatchGameRequest
import org.turnledger.v1.WatchGameResponse
import org.turnledger.v1.WatchLobbyRequest
import org.turnledger.v1.WatchLobbyResponse
import org.turnledger.v1.WatchMeRequest
import org.turnledger.v1.WatchMeResponse
import org.turnledger.v1.WatchPublicRequest
import org.turnledger.v1.WatchPublicResponse
import org.turnledger.v1.WatchTournamentRequest
import org.turnledger.v1.WatchTournamentResponse

/**
 * A stream that never ends: when it breaks, or says nothing for too long, it is taken up where it was.
 *
 * @property after the new part of a message (null: all of it was known), and the request that continues after it
 * @property from the request that continues where a server that stops wants it
 */
internal class Watch<I : Any, O : Any>(
    private val layer: Layer,
    private val open: suspend () -> ServerOnlyStreamInterface<I, O>,
    private val after: (I, O) -> Pair<O?, I>,
    private val from: (I, String) -> I,
) {
    /** Ends with an exception that cannot be mended by going on; otherwise never. */
    fun messages(first: I): Flow<O> = flow {
        var request = first
        var pauses = 0
        var renewed = false
        while (true) {
            layer.ensureOpen()
            val token = layer.tokens.pair?.accessToken
            val broken = once(request) { next ->
                pauses = 0
                renewed = false
                request = next
            }
            if (broken != null && layer.tokens.wantsRenewal(broken) && !renewed && renew(token)) {
                renewed = true
                continue
            }
            if (broken != null && !broken.again && !(layer.tokens.wantsRenewal(broken) && !renewed)) throw broken
            broken?.facts?.get("resume_from")?.let { request = from(request, it) }
            delay(layer.times.pauseMs(broken, pauses++, Random.nextDouble()))
        }
    }

    /** False: the server is away, and is asked again after a pause. */
    private suspend fun renew(token: String?): Boolean = try {
        layer.tokens.renew(token)
        true
    } catch (away: TurnledgerException) {
        if (!away.again) throw away
        false
    }

    /** One stream to its end, and why it ended; null where the server just closed it. */
    private suspend fun FlowCollector<O>.once(first: I, goOn: (I) -> Unit): TurnledgerException? {
        var request = first
        val stream = try {
            open()
        } catch (error: TurnledgerException) {
            return error
        }
        val closing = layer.whenClosed { stream.responseChannel().cancel() } // which OkHttp's end does not tell
        try {
            stream.sendAndClose(request).exceptionOrNull()?.let { return typed(it) }
            while (true) {
                val came = withTimeoutOrNull(layer.times.silenceMs) { stream.responseChannel().receiveCatching() }
                    ?: return unanswered(null, "silent for too long")
                val message = came.getOrNull() ?: return came.exceptionOrNull()?.let(::typed)
                val (news, next) = after(request, message)
                request = next
                if (news != null) emit(news)
                goOn(next)
            }
        } finally {
            closing.dispose()
            withContext(NonCancellable) { stream.receiveClose() }
        }
    }
}

/** Takes the known events out of a message. */
private fun newEvents(
    request: WatchGameRequest,
    message: WatchGameResponse,
): Pair<WatchGameResponse?, WatchGameRequest> {
    if (!request.hasAfterVersion()) return message to continued(request, message)
    if (message.version < request.afterVersion) return null to request
    val fresh = message.eventsList.filter { it.version > request.afterVersion }
    val isWhole = fresh.size == message.eventsCount
    val news = if (isWhole) message else message.toBuilder().clearEvents().addAllEvents(fresh).build()
    return news to continued(request, message)
}

/** The time of the last event shows a server whether the event was lost; an older server gives none. */
private fun continued(request: WatchGameRequest, message: WatchGameResponse): WatchGameRequest {
    val next = request.toBuilder().setAfterVersion(message.version)
    val isLater = !request.hasAfterVersion() || message.version > request.afterVersion
    if (message.hasEventTime()) next.afterEventTime = message.eventTime else if (isLater) next.clearAfterEventTime()
    return next.build()
}

/**
 * Everything that WatchGame tells, in order and once, whatever happens to connections and servers. Of a message that
 * repeats something only what is new is left; heartbeats come too, as messages without events.
 */
fun Turnledger.watch(request: WatchGameRequest): Flow<WatchGameResponse> = Watch(
    layer,
    { views.watchGame() },
    ::newEvents,
) { asked, version ->
    val number = version.toIntOrNull()
    if (number == null || asked.hasAfterVersion()) asked else asked.toBuilder().setAfterVersion(number).build()
}.messages(request)

/**
 * The public tables as they change. Keep the last resume_token, once its message was handled, to continue from there
 * after a restart.
 */
fun Turnledger.watchLobby(request: WatchLobbyRequest): Flow<WatchLobbyResponse> {
    fun on(asked: WatchLobbyRequest, token: String) =
        asked.toBuilder().setResumeToken(token).setFromStart(false).build()
    fun after(asked: WatchLobbyRequest, message: WatchLobbyResponse) = message to on(asked, message.resumeToken)
    return Watch(layer, { views.watchLobby() }, ::after, ::on).messages(request)
}

/** Everything public on the server. Keep the last position, once its items were handled, to continue from there. */
fun Turnledger.watchPublic(request: WatchPublicRequest): Flow<WatchPublicResponse> {
    fun on(asked: WatchPublicRequest, position: String) =
        asked.toBuilder().setAfterPosition(position).setFromStart(false).build()
    fun after(asked: WatchPublicRequest, message: WatchPublicResponse) = message to on(asked, message.position)
    return Watch(layer, { views.watchPublic() }, ::after, ::on).messages(request)
}

/** The account's games as they begin, end or wait for it; the same way. */
fun Turnledger.watchMe(request: WatchMeRequest): Flow<WatchMeResponse> {
    fun on(asked: WatchMeRequest, token: String) = asked.toBuilder().setResumeToken(token).setFromStart(false).build()
    fun after(asked: WatchMeRequest, message: WatchMeResponse) = message to on(asked, message.resumeToken)
    return Watch(layer, { views.watchMe() }, ::after, ::on).messages(request)
}

/** The chat of a table, with greater numbers than the request's. */
fun Turnledger.watchChat(request: WatchChatRequest): Flow<WatchChatResponse> {
    fun on(asked: WatchChatRequest, number: Int) = asked.toBuilder().setAfterNumber(number).build()
    return Watch(
        layer,
        { chat.watchChat() },
        { asked, message: WatchChatResponse -> message to on(asked, message.number) },
    ) { asked, number -> number.toIntOrNull()?.let { on(asked, it) } ?: asked }.messages(request)
}

/** The states of a tournament after the request's version. */
fun Turnledger.watchTournament(request: WatchTournamentRequest): Flow<WatchTournamentResponse> {
    fun on(asked: WatchTournamentRequest, version: Int) = asked.toBuilder().setAfterVersion(version).build()
    return Watch(
        layer,
        { tournaments.watchTournament() },
        { asked, message: WatchTournamentResponse -> message to on(asked, message.version) },
    ) { asked, version -> version.toIntOrNull()?.let { on(asked, it) } ?: asked }.messages(request)
}
