package org.turnledger.client

import androidx.lifecycle.ViewModelStore
import androidx.lifecycle.viewModelScope
import java.io.File
import java.net.HttpURLConnection
import java.net.InetAddress
import java.net.ServerSocket
import java.net.URI
import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlin.random.Random
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.last
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.isActive
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.resetMain
import kotlinx.coroutines.test.setMain
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.io.TempDir
import org.turnledger.examples.TableViewModel
import org.turnledger.examples.tokenToRematch
import org.turnledger.v1.CreateTableRequest
import org.turnledger.v1.ListVariantsRequest
import org.turnledger.v1.Variant

/** Tests of the kit with a real server; a start takes seconds, so all share one. */
class ServerTest {
    @TestFactory
    fun `a whole game goes on where the server was killed`(@TempDir folder: Path): List<DynamicTest> {
        val server = Server(folder.toFile()).also { running = it }
        return runBlocking {
            server.start()
            val options = Options(FileStore(File(folder.toFile(), "kept")), times = slow)
            val me = Turnledger.signIn(server.url, "Kotlin", options = options)
            me.catalogue.listVariants(ListVariantsRequest.getDefaultInstance()).orThrow().variantsList
                .also { check(it.isNotEmpty()) }
                .map { DynamicTest.dynamicTest(it.name) { runBlocking { playWhole(server, me, it) } } }
                .plus(DynamicTest.dynamicTest("the guide") { runBlocking { guide(server) } })
                .plus(DynamicTest.dynamicTest("a screen's view model") { runBlocking { screen(me) } })
        }
    }

    private suspend fun guide(server: Server) {
        server.awaitReady()
        repeat(2) { tokenToRematch(server.url) } // as two readers do on one server
    }

    private suspend fun screen(me: Turnledger): Unit = withTimeout(300_000) {
        val request = CreateTableRequest.newBuilder().setVariant("card_game").setSeats(2).setJoin(true).build()
        val game = me.createTable(request)
        game.addBot("greedy")
        game.start()
        Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { thread ->
            Thread.setDefaultUncaughtExceptionHandler { _, thrown -> uncaught += thrown }
            Dispatchers.setMain(thread) // only Android has one
            tap(TableViewModel(game))
            Dispatchers.resetMain()
        }
    }

    private suspend fun tap(model: TableViewModel) {
        val screens = ViewModelStore().apply { put("table", model) }
        val shown = model.state.first { it.myTurn }
        model.choose(0, 9999)
        assertEquals(shown.snapshot?.version, model.state.first { it.sentence.isNotEmpty() }.snapshot?.version)
        model.choose(0, 0)
        model.state.first { it.sentence.isEmpty() && it.snapshot != shown.snapshot }
        val scope = model.viewModelScope
        screens.clear()
        assertFalse(scope.isActive)
        scope.coroutineContext.job.join() // its coroutines end on the main thread, which is gone after this test
    }

    private suspend fun playWhole(server: Server, me: Turnledger, variant: Variant) = coroutineScope {
        val table = CreateTableRequest.newBuilder()
            .setVariant(variant.name).setSeats(variant.playersMin).setJoin(true).setUnrated(true)
        val game = me.createTable(table.build())
        repeat(variant.playersMin - 1) { game.addBot("greedy") }
        game.start()
        val watched = async { game.events().map { it.version }.toList() }
        val choose = Random(20_261_123)
        var turns = 0
        game.turns().collect { turn ->
            if (++turns == 5) {
                server.kill()
                server.begin()
                launch { server.awaitReady() } // ends the game if it cannot begin, or each call would try for minutes
            }
            val option = choose.nextInt(turn.options.size)
            val number = choose.nextInt(minOf(turn.options[option].count, 50))
            try {
                turn.choose(option, number)
            } catch (conflict: TurnledgerException) {
                if (conflict.reason != "VERSION_CONFLICT") throw conflict
            }
        }
        assertEquals((1..game.table().version).toList(), watched.await())
        val boards = game.boards()
        repeat(2) { assertEquals(game.table().version, boards.last().version) } // a second collector, too
        assertTrue(game.checkChance())
        val proof = game.prove()
        assertEquals(null, proof.fault)
        assertEquals(listOf("commitment", "chain", "signature"), proof.proven)
        assertEquals(game.table().version, proof.events)
    }

    companion object {
        /** A server on a busy machine takes long to begin again. */
        private val slow = Times(patienceMs = 300_000)
        private var running: Server? = null
        private val uncaught = CopyOnWriteArrayList<Throwable>()

        @AfterAll
        @JvmStatic
        fun end() {
            running?.kill()
            assertEquals(emptyList<Throwable>(), uncaught)
        }
    }
}

/** `turnledger serve` of the repository's environment, on SQLite. */
private class Server(private val folder: File) {
    private val http = freePort()
    private val grpc = freePort()
    private val log = File(folder, "log")
    private lateinit var program: Process
    val url = "http://127.0.0.1:$http"

    fun begin() {
        program = ProcessBuilder(
            File(repository, ".venv/bin/turnledger").path, "serve",
            "--store", "sqlite:///${File(folder, "turnledger.db")}", "--views", "memory://",
            "--keys", "${File(folder, "keys")}",
            "--listen", "127.0.0.1:$grpc", "--http", "127.0.0.1:$http",
        ).directory(folder).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start()
    }

    suspend fun start() {
        begin()
        awaitReady()
    }

    /** Fails at once where the server has ended. */
    suspend fun awaitReady(): Unit = withTimeout(300_000) {
        while (!ready()) {
            check(program.isAlive) {
                val last = log.readLines().takeLast(20).joinToString("\n")
                "the server ended with ${program.exitValue()}:\n$last"
            }
            delay(100)
        }
    }

    private suspend fun ready(): Boolean = withContext(Dispatchers.IO) {
        try {
            (URI("$url/readyz").toURL().openConnection() as HttpURLConnection).responseCode == 200
        } catch (_: IOException) {
            false
        }
    }

    fun kill() {
        program.destroyForcibly()
        check(program.waitFor(60, TimeUnit.SECONDS)) { "the server does not end" }
    }
}

/** Below the range of outgoing connections, so that a killed server gets its port again. */
private fun freePort(): Int = generateSequence { 10_000 + Random.nextInt(20_000) }.first { port ->
    try {
        ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close()
        true
    } catch (_: IOException) {
        false
    }
}
