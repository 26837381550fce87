// connect-kotlin over OkHttp against a real server, in each protocol and packing:
// `mvn exec:java -Dexec.args="HTTP GRPC"`. A line of JSON a case.
import com.connectrpc.Code
import com.connectrpc.ConnectException
import com.connectrpc.Headers
import com.connectrpc.ProtocolClientConfig
import com.connectrpc.ResponseMessage
import com.connectrpc.SerializationStrategy
import com.connectrpc.extensions.GoogleJavaJSONStrategy
import com.connectrpc.extensions.GoogleJavaProtobufStrategy
import com.connectrpc.impl.ProtocolClient
import com.connectrpc.okhttp.ConnectOkHttpClient
import com.connectrpc.protocols.NetworkProtocol
import com.google.rpc.ErrorInfo
import java.util.UUID
import kotlin.system.exitProcess
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import okhttp3.OkHttpClient
import okhttp3.Protocol
import org.turnledger.v1.AccountsClient
import org.turnledger.v1.CreateTableRequest
import org.turnledger.v1.GetMeRequest
import org.turnledger.v1.GetTableRequest
import org.turnledger.v1.LobbyClient
import org.turnledger.v1.SignInAsGuestRequest
import org.turnledger.v1.ViewsClient
import org.turnledger.v1.WatchGameRequest
import org.turnledger.v1.WatchGameResponse

private const val UNKNOWN = "00000000-0000-4000-8000-000000000000"
private val limit = 10.seconds
private val short = 500.milliseconds

/** A way to call: [grpc] on the port of gRPC, else on that of HTTP. */
private class Way(
    val protocol: String,
    val packing: String,
    val network: NetworkProtocol,
    val strategy: SerializationStrategy,
    val grpc: Boolean = false,
)

private val ways = listOf(
    Way("Connect", "protobuf", NetworkProtocol.CONNECT, GoogleJavaProtobufStrategy()),
    Way("Connect", "JSON", NetworkProtocol.CONNECT, GoogleJavaJSONStrategy()),
    Way("gRPC-Web", "protobuf", NetworkProtocol.GRPC_WEB, GoogleJavaProtobufStrategy()),
    Way("gRPC-Web", "JSON", NetworkProtocol.GRPC_WEB, GoogleJavaJSONStrategy()),
    Way("gRPC", "protobuf", NetworkProtocol.GRPC, GoogleJavaProtobufStrategy(), grpc = true),
)

private fun wire(way: Way, url: String, of: Duration): ProtocolClient {
    val http = OkHttpClient.Builder().apply { if (way.grpc) protocols(listOf(Protocol.H2_PRIOR_KNOWLEDGE)) }.build()
    val config = ProtocolClientConfig(url, way.strategy, way.network, timeoutOracle = { of })
    return ProtocolClient(ConnectOkHttpClient(http), config)
}

private class Held(val way: Way, val url: String) {
    private val wire = wire(way, url, limit)
    val accounts = AccountsClient(wire)
    val lobby = LobbyClient(wire)
    lateinit var signedIn: Headers
    lateinit var gameId: String

    suspend fun begin(): Held = apply {
        val pair = accounts.signInAsGuest(SignInAsGuestRequest.getDefaultInstance()).orThrow().tokens
        signedIn = mapOf("authorization" to listOf("Bearer ${pair.accessToken}"))
        val table = CreateTableRequest.newBuilder()
            .setVariant("card_game").setSeats(2).setJoin(true).setRequestId(UUID.randomUUID().toString()).build()
        gameId = lobby.createTable(table, signedIn).orThrow().table.gameId
    }

    /** Hands every message over until [told] is false. */
    suspend fun watch(after: Int?, of: Duration, told: (WatchGameResponse) -> Boolean) {
        val asked = WatchGameRequest.newBuilder().setGameId(gameId)
            .apply { if (after != null) afterVersion = after }.build()
        val stream = ViewsClient(wire(way, url, of)).watchGame(signedIn)
        try {
            stream.sendAndClose(asked).getOrThrow()
            for (message in stream.responseChannel()) if (!told(message)) return
        } finally {
            stream.receiveClose()
        }
    }
}

private fun <T> ResponseMessage<T>.orThrow(): T = when (this) {
    is ResponseMessage.Success -> message
    is ResponseMessage.Failure -> throw cause
}

private suspend fun refused(code: Code, reason: String = "", call: suspend () -> Unit) {
    try {
        call()
    } catch (error: ConnectException) {
        check(error.code == code) { "expected $code, got ${error.code}: ${error.message}" }
        check(reason.isEmpty() || error.unpackedDetails(ErrorInfo::class).any { it.reason == reason }) { "$error" }
        return
    }
    error("nothing was refused")
}

private val cases: Map<String, suspend (Held) -> Unit> = mapOf(
    "unary" to { held ->
        val account = held.accounts.getMe(GetMeRequest.getDefaultInstance(), held.signedIn).orThrow().account
        check(account.accountId.length == 26) { "the account ${account.accountId}" }
    },
    "refusal" to { held ->
        val asked = GetTableRequest.newBuilder().setGameId(UNKNOWN).build()
        refused(Code.NOT_FOUND, "UNKNOWN_GAME") { held.lobby.getTable(asked, held.signedIn).orThrow() }
    },
    "unauthenticated" to { held ->
        refused(Code.UNAUTHENTICATED, "TOKEN_MISSING") {
            held.accounts.getMe(GetMeRequest.getDefaultInstance()).orThrow()
        }
    },
    "stream" to { held ->
        var first = 0
        held.watch(0, limit) { message ->
            first = message.eventsList.firstOrNull()?.version ?: 0 // the first message may be a heartbeat
            first == 0
        }
        check(first == 1) { "the first event is $first" }
    },
    "deadline" to { held -> refused(Code.DEADLINE_EXCEEDED) { held.watch(null, short) { true } } },
)

private fun quoted(text: String): String {
    val escaped = text.replace("\\", "\\\\").replace("\"", "\\\"")
    return "\"" + escaped.replace(Regex("\\p{Cntrl}"), " ") + "\""
}

fun main(arguments: Array<String>): Unit = runBlocking {
    val (http, grpc) = arguments
    val client = "connect-kotlin ${System.getProperty("connect.version")}"
    for (way in ways) {
        val held = Held(way, if (way.grpc) grpc else http).begin()
        for ((name, case) in cases) {
            val wrong = try {
                withTimeout(limit * 2) { case(held) }
                ""
            } catch (failed: Exception) {
                failed.toString()
            }
            val told = mapOf(
                "client" to client,
                "protocol" to way.protocol,
                "packing" to way.packing,
                "case" to name,
                "wrong" to wrong,
            )
            println(told.entries.joinToString(", ", "{", "}") { "${quoted(it.key)}: ${quoted(it.value)}" })
        }
    }
    exitProcess(0) // OkHttp's threads would hold it
}
