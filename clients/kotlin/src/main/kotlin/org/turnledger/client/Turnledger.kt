package org.turnledger.client

import com.connectrpc.MethodSpec
import com.connectrpc.ProtocolClientConfig
import com.connectrpc.StreamType
import com.connectrpc.impl.ProtocolClient
import com.connectrpc.okhttp.ConnectOkHttpClient
import com.connectrpc.protocols.NetworkProtocol
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import okhttp3.OkHttpClient
import org.turnledger.client.kit.Pending
import org.turnledger.v1.*

/**
 * Gives another access token, once for all calls that wait: in place of one that the server refused, and before the
 * first call without a token (`ended` is empty). Calls throw what it throws.
 */
typealias TokenSource = suspend (ended: String) -> String

/**
 * How calls are made.
 *
 * @property store the state that the client resumes from, and updates
 * @property language that of texts for people, `en` or `ru`
 * @property http the connections; null: an own client. Its time limits do not hold here, where calls and watches have
 *   theirs
 * @property clockMs milliseconds since 1970
 * @property token an access token from elsewhere, such as a personal one or one of OAuth; it is not stored
 * @property tokenSource refreshes [token], or takes its place
 */
class Options(
    val store: Store = MemoryStore(),
    val language: String = "",
    val http: OkHttpClient? = null,
    val times: Times = Times(),
    val clockMs: () -> Long = System::currentTimeMillis,
    val token: String = "",
    val tokenSource: TokenSource? = null,
)

/** One account's calls to one server. It may be used by many coroutines. [signIn] and [open] make one. */
class Turnledger private constructor(url: String, options: Options) : AutoCloseable {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    private val store = options.store
    private val isGiven = options.token.isNotEmpty() || options.tokenSource != null
    private val isOwn = options.http == null
    private val http = options.http ?: OkHttpClient()

    /** The values kept of each game, to check its dice afterwards. */
    val chances = Chances(store, options.clockMs)

    internal val layer = Layer(
        wire(url, http),
        options.times,
        options.language,
        Tokens(if (isGiven) MemoryStore() else store, options.times.aheadMs, options.clockMs, scope),
        Outbox(store),
        chances,
        scope,
    )

    val accounts = AccountsClient(layer)
    val catalogue = CatalogueClient(layer)
    val chat = ChatClient(layer)
    val clubs = ClubsClient(layer)
    val history = HistoryClient(layer)
    val lobby = LobbyClient(layer)
    val notifications = NotificationsClient(layer)
    val operators = OperatorsClient(layer)
    val people = PeopleClient(layer)
    val play = PlayClient(layer)
    val programs = ProgramsClient(layer)
    val puzzles = PuzzlesClient(layer)
    val tournaments = TournamentsClient(layer)
    val views = ViewsClient(layer)

    /** Takes commands while there is no network. */
    val queue = Queue(this, store)

    init {
        if (isGiven) {
            layer.tokens.given(options.token, options.tokenSource)
        } else {
            layer.tokens.exchange = { refreshToken ->
                val request = RefreshTokensRequest.newBuilder().setRefreshToken(refreshToken)
                accounts.refreshTokens(request.build()).orThrow()
            }
        }
    }

    /** Whether there are tokens; they may have ended. */
    val signedIn: Boolean get() = layer.tokens.pair != null

    /** Has words for what is done with a game. */
    fun game(gameId: String): Game = Game(this, gameId)

    /** Opens a table and gives its game. */
    suspend fun createTable(request: CreateTableRequest): Game = game(lobby.createTable(request).orThrow().table.gameId)

    /** Sits down at a table of that kind with others who want to play it; the game begins when it is full. */
    suspend fun quickMatch(request: QuickMatchRequest): Game = game(lobby.quickMatch(request).orThrow().table.gameId)

    /**
     * Sends again what the store says was never answered, the same bytes with the same request id. Each has happened
     * once afterwards, or was refused for good; what still finds no answer stays for the next time.
     */
    suspend fun sendPending(): List<Sent> = layer.outbox.all().map { (key, pending) -> sendAgain(key, pending) }

    private suspend fun sendAgain(key: String, pending: Pending): Sent = try {
        val method = MethodSpec(pending.procedure, Raw::class, Raw::class, StreamType.UNARY)
        val answer = layer.unary(Raw(pending.message), emptyMap(), method, key).orThrow()
        learn(pending, answer)
        Sent(pending.procedure, pending.message, answer.bytes, null)
    } catch (error: TurnledgerException) {
        Sent(pending.procedure, pending.message, null, error)
    }

    /** An account that sat down by it keeps the chance, as without a restart. */
    private suspend fun learn(sent: Pending, answer: Raw) {
        val (request, sat) = when (sent.procedure) {
            "turnledger.v1.Lobby/CreateTable" ->
                CreateTableRequest.parseFrom(sent.message) to CreateTableResponse.parseFrom(answer.bytes)
            "turnledger.v1.Lobby/JoinTable" ->
                JoinTableRequest.parseFrom(sent.message) to JoinTableResponse.parseFrom(answer.bytes)
            "turnledger.v1.Lobby/QuickMatch" ->
                QuickMatchRequest.parseFrom(sent.message) to QuickMatchResponse.parseFrom(answer.bytes)
            "turnledger.v1.Lobby/Rematch" ->
                RematchRequest.parseFrom(sent.message) to RematchResponse.parseFrom(answer.bytes)
            else -> return
        }
        layer.learn(request, sat)
    }

    /** A command that the queue has stored. */
    internal suspend fun submitStored(request: SubmitRequest): SubmitResponse {
        val path = "turnledger.v1.Play/Submit"
        val method = MethodSpec(path, SubmitRequest::class, SubmitResponse::class, StreamType.UNARY)
        return layer.unary(request, emptyMap(), method, null).orThrow()
    }

    /**
     * Signs this device out: takes the tokens out of the store, and the requests that were not answered, which are the
     * account's. A guest's account is lost with them. The server hears nothing of it: `accounts.signOutDevice` tells
     * it.
     */
    suspend fun forget() {
        layer.tokens.forget()
        layer.outbox.forget()
        queue.forget()
    }

    /** Whether the server takes the stored tokens. It forgets them where it does not. */
    private suspend fun recalled(): Boolean {
        if (!signedIn) return false
        try {
            accounts.getMe(GetMeRequest.getDefaultInstance()).orThrow()
        } catch (error: TurnledgerException) {
            if (isGiven || !error.signedOut) throw error
            forget()
            return false
        }
        return true
    }

    /**
     * Ends calls and watches as if they were cancelled; the store has everything. So do the threads of an own client of
     * OkHttp, for which a program waits a minute otherwise.
     */
    override fun close() {
        scope.cancel()
        if (!isOwn) return
        http.dispatcher.cancelAll()
        http.dispatcher.executorService.shutdown()
        http.connectionPool.evictAll()
    }

    companion object {
        /** A client of what the store holds, without a call. */
        suspend fun open(url: String, options: Options = Options()): Turnledger =
            Turnledger(url, options).also { it.layer.tokens.load() }

        /**
         * A client of an account: whose tokens the store holds, the named one with that password, or a new guest.
         * Tokens that the server refuses for good (it was set up again, or took them back) are forgotten, and sign-in
         * begins again. A given token needs the scope account:read here, and its refusal is thrown. It asks the server;
         * [open] does not.
         */
        suspend fun signIn(
            url: String,
            name: String = "",
            password: String = "",
            options: Options = Options(),
        ): Turnledger {
            val client = open(url, options)
            if (client.recalled()) return client
            if (password.isEmpty()) {
                client.accounts.signInAsGuest(SignInAsGuestRequest.newBuilder().setDisplayName(name).build()).orThrow()
            } else {
                val request = SignInRequest.newBuilder().setDisplayName(name).setPassword(password).build()
                client.accounts.signIn(request).orThrow()
            }
            return client
        }
    }
}

/** A watch is silent for as long as nothing happens, and a call has its own limit. */
private fun wire(url: String, http: OkHttpClient): ProtocolClient {
    val patient = http.newBuilder()
        .readTimeout(0, TimeUnit.SECONDS).callTimeout(0, TimeUnit.SECONDS).build()
    val config = ProtocolClientConfig(
        host = url,
        serializationStrategy = Lite,
        networkProtocol = NetworkProtocol.CONNECT,
        ioCoroutineContext = Dispatchers.IO,
    )
    return ProtocolClient(ConnectOkHttpClient(patient), config)
}
