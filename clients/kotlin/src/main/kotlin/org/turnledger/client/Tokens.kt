package org.turnledger.client

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.async
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import org.turnledger.v1.Tokens as Pair

internal const val TOKENS_KEY = "tokens"

/** The pair in use. One exchange serves all calls that wait for it. */
internal class Tokens(
    private val store: Store,
    private val aheadMs: Long,
    private val clockMs: () -> Long,
    private val scope: CoroutineScope,
) {
    /** RefreshTokens, whose answer the layer gives to [exchanged]; not there for an access token without a source. */
    lateinit var exchange: suspend (refreshToken: String) -> Unit

    private var underWay: Deferred<Unit>? = null
    private var renewAtMs: Long? = null // null: only when the server demands it
    private val storing = Mutex() // the store and what is used say the same
    private var left = "" // the refresh token that was given up last: the result of its exchange is discarded

    @Volatile
    var pair: Pair? = null
        private set

    /** An access token from elsewhere, or a source of them, or both. */
    fun given(token: String, source: TokenSource?) {
        fun pairOf(access: String) = Pair.newBuilder().setAccessToken(access).build()
        if (source != null) exchange = { use(pairOf(source(pair?.accessToken.orEmpty()))) }
        pair = pairOf(token)
        renewAtMs = if (token.isEmpty()) 0 else null // before the first call
    }

    /** Whether the server refused the access token, and another one can be had. */
    fun wantsRenewal(error: TurnledgerException): Boolean = error.renewable && ::exchange.isInitialized

    suspend fun load() {
        val stored = Pair.parseFrom(store.get(TOKENS_KEY) ?: return)
        synchronized(this) {
            pair = stored
            renewAtMs = stored.endMs() - aheadMs
        }
    }

    /** Stores a new pair and uses it from then on, in place of whatever was used before. */
    suspend fun use(fresh: Pair): Unit = storing.withLock {
        leave()
        keep(fresh)
    }

    /** [use] of the pair that came for a refresh token, unless that was given up meanwhile. */
    suspend fun exchanged(refreshToken: String, fresh: Pair): Unit = storing.withLock {
        if (refreshToken != left) keep(fresh)
    }

    private fun leave() {
        pair?.let { left = it.refreshToken }
    }

    private suspend fun keep(fresh: Pair) {
        store.put(TOKENS_KEY, fresh.toByteArray())
        synchronized(this) {
            pair = fresh
            // A new pair that seems to have ended: this clock is wrong, and the server's word counts.
            renewAtMs = (fresh.endMs() - aheadMs).takeIf { it > clockMs() }
        }
    }

    suspend fun forget(): Unit = storing.withLock {
        leave()
        synchronized(this) { pair = null }
        store.delete(TOKENS_KEY)
    }

    /** The token for a call, which a refresh came before where it was about to end. */
    suspend fun access(): String? {
        val now = pair ?: return null
        val late = synchronized(this) { renewAtMs }?.let { clockMs() >= it } ?: false
        if (late) {
            try {
                renew(now.accessToken)
            } catch (away: TurnledgerException) {
                if (!away.again) throw away // else the token may still be good
            }
        }
        return pair?.accessToken
    }

    /**
     * Exchanges the pair, unless another call did since the access token [ended] was taken. If a caller stops waiting,
     * the exchange continues.
     */
    suspend fun renew(ended: String?) {
        val waited = synchronized(this) {
            val now = pair ?: return
            if (now.accessToken != ended) return
            underWay?.takeIf { it.isActive } ?: scope.async { exchange(now.refreshToken) }.also { underWay = it }
        }
        waited.await()
    }
}

private fun Pair.endMs() = accessExpireTime.seconds * 1000
