package org.turnledger.client

import java.io.File
import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import com.google.protobuf.MessageLite
import java.net.InetAddress
import java.net.ServerSocket
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.io.TempDir
import org.turnledger.v1.CreateTableRequest
import org.turnledger.v1.SubmitRequest
import org.turnledger.v1.TableEvent.SecretRevealed
import org.turnledger.v1.WatchGameRequest

/** Lite messages know no fields by name, so what the layer lists of the contract is held to it here. */
class ContractTest {
    private val contract = File(repository, "proto/turnledger/v1").listFiles().orEmpty()
        .joinToString("\n") { it.readText() }

    @Test
    fun `every request with a request_id is given one`() {
        val overLines = setOf(RegexOption.MULTILINE, RegexOption.DOT_MATCHES_ALL)
        val requests = Regex("^message (\\w+Request) \\{\n(.*?)^}", overLines).findAll(contract)
            .filter { "\n  string request_id = " in "\n" + it.groupValues[2] }
            .map { it.groupValues[1] }.toList()
        check(requests.size > 20) { requests.toString() }
        for (name in requests) {
            val empty = Class.forName("org.turnledger.v1.$name").getMethod("getDefaultInstance").invoke(null)
            assertEquals(36, requestId(completed(empty as MessageLite))?.length, name)
        }
    }

    @Test
    fun `every service is there`() {
        val services = Regex("^service (\\w+) ", RegexOption.MULTILINE).findAll(contract)
            .map { it.groupValues[1] }.toList()
        check(services.size > 9) { services.toString() }
        services.forEach { assertNotNull(Turnledger::class.java.getMethod("get$it")) }
    }

    @Test
    fun `the readme has the program that the tests run`() {
        fun flat(code: String) = code.split(Regex("\\s+")).filter { it.isNotEmpty() }.joinToString(" ")
        val guide = flat(File("examples/Guide.kt").readText())
        val blocks = File("README.md").readText().split("```kotlin\n").drop(1).map { it.substringBefore("```") }
        check(blocks.size > 3)
        blocks.forEach { check(flat(it) in guide) { it } }
    }

    @Test
    fun `who sits down brings a chance of their own`() {
        assertEquals(32, completed(CreateTableRequest.newBuilder().setJoin(true).build()).nonce.length)
        assertEquals("", completed(CreateTableRequest.getDefaultInstance()).nonce)
        assertEquals("", completed(CreateTableRequest.newBuilder().setJoin(true).setRequestId("mine").build()).nonce)
    }

    @Test
    fun `a chance is held to what is revealed`() {
        val commitment = "087d80f7f182dd44f184aa86ca34488853ebcc04f0c60d5294919a466b463831" // of 0xab
        val chance = Chance(commitment, nonce = "cd")
        fun revealed(secret: String, vararg nonces: String) =
            SecretRevealed.newBuilder().setSecret(secret).addAllNonces(nonces.toList()).build()
        chance.check(revealed("ab", "00", "cd"), seat = 1)
        val mismatches = listOf(
            revealed("ac", "00", "cd"), revealed("ab", "cd", "00"), revealed("ab", "00"), revealed("no", "00", "cd"),
        )
        for (wrong in mismatches) {
            assertThrows(ChanceMismatch::class.java) { chance.check(wrong, seat = 1) }
        }
    }

    @Test
    fun `a command given offline names its version`(): Unit = runBlocking {
        Turnledger.open("http://127.0.0.1:1").use { client ->
            assertThrows(IllegalArgumentException::class.java) {
                runBlocking { client.queue.add(SubmitRequest.getDefaultInstance()) }
            }
            repeat(12) { client.queue.add(SubmitRequest.newBuilder().setGameId("g").setExpectedVersion(it).build()) }
            assertEquals((0..11).toList(), client.queue.waiting("g").map { it.expectedVersion })
        }
    }

    @Test
    fun `a command is put into the queue while another goes nowhere`(): Unit = runBlocking {
        Turnledger.open("http://127.0.0.1:1").use { client ->
            val command = SubmitRequest.newBuilder().setGameId("g").setExpectedVersion(1).build()
            client.queue.add(command)
            val flushed = launch(start = CoroutineStart.UNDISPATCHED) { client.queue.flush() } // tries for a minute
            withTimeout(20_000) { client.queue.add(command) }
            assertEquals(2, client.queue.waiting("g").size)
            flushed.cancel()
        }
    }

    @Test
    fun `a file is for its owner alone, and what a crash left is gone`(@TempDir folder: File): Unit = runBlocking {
        File(folder, "new-1.tmp").writeText("half")
        val store = FileStore(folder)
        repeat(2) { store.put("tokens", "pair $it".toByteArray()) }
        assertEquals(listOf("tokens"), FileStore(folder).keys(""))
        assertEquals("pair 1", FileStore(folder).get("tokens")?.decodeToString())
        val modes = folder.listFiles().orEmpty()
            .map { PosixFilePermissions.toString(Files.getPosixFilePermissions(it.toPath())) }
        assertEquals(listOf("rw-------"), modes)
    }

    @Test
    fun `a client that is closed ends its calls, its watches and its threads`(): Unit = runBlocking {
        val before = threads()
        ServerSocket(0, 50, InetAddress.getLoopbackAddress()).use { deaf ->
            val client = Turnledger.open("http://127.0.0.1:${deaf.localPort}")
            val command = SubmitRequest.newBuilder().setGameId("g").setExpectedVersion(1).build()
            val going = listOf(
                launch { client.watch(WatchGameRequest.getDefaultInstance()).collect {} },
                launch { client.play.submit(command) },
            )
            withContext(Dispatchers.IO) { repeat(2) { deaf.accept() } }
            client.close()
            withTimeout(20_000) { going.joinAll() }
            assertEquals(1, client.layer.outbox.all().size)
        }
        withTimeout(20_000) { while (threads() > before) yield() }
    }

    /** Those that a program waits for. */
    private fun threads() = Thread.getAllStackTraces().keys.count { !it.isDaemon }
}
