package org.turnledger.client

import com.connectrpc.ProtocolClientConfig
import com.connectrpc.impl.ProtocolClient
import com.connectrpc.okhttp.ConnectOkHttpClient
import com.connectrpc.protocols.NetworkProtocol
import com.google.protobuf.Timestamp
import com.sun.net.httpserver.HttpServer
import java.io.File
import java.lang.management.ManagementFactory
import java.net.InetSocketAddress
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull
import okhttp3.OkHttpClient
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable
import org.turnledger.v1.GetBoardRequest
import org.turnledger.v1.GetBoardResponse
import org.turnledger.v1.Parts
import org.turnledger.v1.Snapshot
import org.turnledger.v1.ViewsClient
import org.turnledger.v1.Tokens as Pair

private const val ROUNDS = 401
private const val CALLS = 100

/**
 * So many places about the middle the median of all possible rounds is to be found: 0.98 times the root of their
 * number.
 */
private const val DOUBT = 20

/**
 * The cost that the kit adds to a call: `KIT_OVERHEAD=1 mvn -q test -Dtest=OverheadTest`. The same request by the
 * generated client alone and through the kit, in turns, against a server in a process of its own; the processor time of
 * this one's threads, without those of the JVM (the compiler, the collector), which work when they like.
 */
@EnabledIfEnvironmentVariable(named = "KIT_OVERHEAD", matches = "1")
class OverheadTest {
    private val request = GetBoardRequest.newBuilder()
        .setGameId("a game").setParts(Parts.newBuilder().setBoard(true).setOptions(true)).build()
    private val threads = ManagementFactory.getThreadMXBean()

    @Test
    fun `the kit adds little to a call`() {
        val java = File(System.getProperty("java.home"), "bin/java").path
        val server = ProcessBuilder(
            java, "-Dsun.net.httpserver.nodelay=true", "-cp", System.getProperty("java.class.path"),
            "org.turnledger.client.OverheadServer",
        ).start()
        try {
            measure("http://127.0.0.1:${server.inputStream.bufferedReader().readLine()}")
        } finally {
            server.destroyForcibly()
        }
    }

    private fun measure(url: String): Unit = runBlocking {
        val http = OkHttpClient.Builder().readTimeout(0, TimeUnit.SECONDS).build() // as the kit's
        val config = ProtocolClientConfig(url, Lite, NetworkProtocol.CONNECT, ioCoroutineContext = Dispatchers.IO)
        val bare = ViewsClient(ProtocolClient(ConnectOkHttpClient(http), config))
        val end = Timestamp.newBuilder().setSeconds(System.currentTimeMillis() / 1000 + 3600)
        val pair = Pair.newBuilder().setAccessToken("a token").setRefreshToken("another").setAccessExpireTime(end)
        val store = MemoryStore().apply { put(TOKENS_KEY, pair.build().toByteArray()) }
        val me = Turnledger.open(url, Options(store, http = http))
        val signed = mapOf("authorization" to listOf("Bearer a token"))
        val asBare: suspend () -> Unit = {
            withTimeoutOrNull(10_000) { bare.getBoard(request, signed) }!!.orThrow()
        }
        val asKit: suspend () -> Unit = { me.views.getBoard(request).orThrow() }
        repeat(120) { // until the JIT has compiled both
            perCall(asBare)
            perCall(asKit)
        }
        val rounds = List(ROUNDS) { // each goes first as often as the other
            if (it % 2 == 0) perCall(asBare) to perCall(asKit) else perCall(asKit).let { kit -> perCall(asBare) to kit }
        }
        val floor = rounds.map { it.first }.sorted()[ROUNDS / 2]
        val ratios = rounds.map { (bare, kit) -> kit / bare }.sorted()
        val (low, ratio, high) = listOf(ROUNDS / 2 - DOUBT, ROUNDS / 2, ROUNDS / 2 + DOUBT).map { ratios[it] }
        val report = "connect-kotlin alone %.0f µs a call, with the kit %.3f of it (95 in 100: %.3f to %.3f)"
        println(report.format(floor, ratio, low, high))
    }

    /** Microseconds of the processor time of all threads; that of a process goes by 10 ms. */
    private suspend fun perCall(call: suspend () -> Unit): Double {
        val before = processorNs()
        repeat(CALLS) { call() }
        // one that ended takes its past along
        val spent = processorNs().entries.sumOf { (thread, ns) -> ns - (before[thread] ?: 0) }
        return spent / 1000.0 / CALLS
    }

    private fun processorNs() = threads.allThreadIds.associateWith { threads.getThreadCpuTime(it).coerceAtLeast(0) }
}

/** Answers every call with a kept board. */
internal object OverheadServer {
    @JvmStatic
    fun main(args: Array<String>) {
        val board = GetBoardResponse.newBuilder()
            .setSnapshot(Snapshot.newBuilder().setVersion(7).addToAct(0).addToAct(1)).build().toByteArray()
        val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
        server.createContext("/") { exchange ->
            exchange.requestBody.readAllBytes()
            exchange.responseHeaders.add("content-type", "application/proto")
            exchange.sendResponseHeaders(200, board.size.toLong())
            exchange.responseBody.use { it.write(board) }
        }
        server.start()
        println(server.address.port)
    }
}
