package org.turnledger.client

import com.squareup.moshi.Moshi
import java.io.File
import java.net.HttpURLConnection
import java.net.URI
import java.net.URLEncoder
import java.time.Instant
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.transformWhile
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory
import org.turnledger.client.kit.Pending
import org.turnledger.v1.Choice
import org.turnledger.v1.CreateTableRequest
import org.turnledger.v1.Event
import org.turnledger.v1.GameEvent
import org.turnledger.v1.GetMeRequest
import org.turnledger.v1.SubmitRequest
import org.turnledger.v1.SubmitResponse
import org.turnledger.v1.TableEvent
import org.turnledger.v1.TableStatus
import org.turnledger.v1.Tokens as Pair

/** The root of the repository, as seen from the tests. */
internal val repository: File = File("../..").canonicalFile

/**
 * The cases of clients/cases, played by the fake server, which judges. This file knows their steps, and none by name.
 */
class CasesTest {
    @TestFactory
    fun `the kit passes every case`(): List<DynamicTest> {
        val names = list(fake.get("/cases")).map { text(map(it)["name"]) }
        check(names.isNotEmpty())
        return names.map { name -> DynamicTest.dynamicTest(name) { runBlocking { Runner(fake, name).play() } } }
    }

    companion object {
        private val fake = FakeServer()

        @AfterAll
        @JvmStatic
        fun end(): Unit = fake.close()
    }
}

private class Runner(private val fake: FakeServer, name: String) {
    private val case = map(fake.post("/begin", mapOf("case" to name)))
    private val start = map(case["start"])
    private val store = NotingStore(fake)
    private val source = start["source"]?.let { map(it).toMutableMap() }
    private var life = CoroutineScope(Dispatchers.Default)
    private lateinit var client: Turnledger
    private val games = mutableMapOf<String, Game>()
    private lateinit var options: Options

    suspend fun play() {
        start["tokens"]?.let { store.kept.put(TOKENS_KEY, pair(map(it)).toByteArray()) }
        restart()
        for ((number, step) in list(case["client"]).map(::map).withIndex()) {
            val outcome = try {
                val ok = withTimeout(60_000) { act(step) }
                mapOf("ok" to ok, "times" to ok["times"])
            } catch (error: TurnledgerException) {
                mapOf("error" to told(error))
            }
            if ("expect" in step) {
                fake.post("/report", mapOf("step" to number, "outcome" to outcome))
            } else {
                check("ok" in outcome) { outcome.toString() }
            }
        }
        leave()
        val verdict = map(fake.post("/end", null))
        check(verdict["ok"] == true) { "${case["what"]}\n${verdict["wrong"]}" }
    }

    private suspend fun restart() {
        if (::client.isInitialized) leave()
        life = CoroutineScope(Dispatchers.Default)
        val aheadMs = ((start["clock_ahead_s"] as Double? ?: 0.0) * 1000).toLong()
        val times = start["silence_ms"]?.let { Times(silenceMs = long(it)) } ?: Times()
        options = Options(
            store,
            times = times,
            clockMs = { System.currentTimeMillis() + aheadMs },
            token = start["token"]?.let { text(it) }.orEmpty(),
            tokenSource = if (source == null) null else ::another,
        )
        client = Turnledger.open(fake.url, options)
    }

    /** Gives each token of the case once, in place of the one that it names. */
    private suspend fun another(ended: String): String {
        val token = text(checkNotNull(source?.remove(ended)) { "asked in place of $ended" })
        withContext(Dispatchers.IO) { fake.post("/note", mapOf("access_token" to token)) }
        return token
    }

    /** The same object for all steps of a client. */
    private fun game(step: Map<String, Any?>): Game =
        text(step["game_id"]).let { games.getOrPut(it) { client.game(it) } }

    private fun leave() {
        games.clear()
        life.cancel()
        client.close()
    }

    private suspend fun act(step: Map<String, Any?>): Map<String, Any?> = when (val what = step["do"]) {
        "get_me" -> getMe(step["times"]?.let { int(it) } ?: 1)
        "create_table" -> mapOf("game_id" to client.createTable(table(step)).gameId)
        "get_table" -> game(step).table().let {
            mapOf("version" to it.version, "status_known" to (it.status != TableStatus.UNRECOGNIZED))
        }
        "submit" -> submit(step)
        "board" -> mapOf("version" to game(step).board().version)
        "restart" -> emptyMap<String, Any?>().also { restart() }
        "resume" -> resume()
        "watch" -> watch(step)
        "sign_in" -> signIn(text(step["display_name"]), step["password"]?.let { text(it) }.orEmpty())
        "forget" -> step["during"]?.let { forget(map(it)) } ?: emptyMap<String, Any?>().also { client.forget() }
        "queue" -> emptyMap<String, Any?>().also { client.queue.add(choice(step)) }
        "flush" -> flush()
        "pauses" -> mapOf(
            "pauses_ms" to List(int(step["attempts"])) { Times().pauseMs(null, it, step["random"] as Double) },
        )
        else -> error("a step that this runner does not know: $what")
    }

    private suspend fun getMe(times: Int): Map<String, Any?> = coroutineScope {
        val request = GetMeRequest.getDefaultInstance()
        val all = List(times) { async { client.accounts.getMe(request).orThrow() } }.awaitAll()
        mapOf("account_id" to all.first().account.accountId, "times" to all.size)
    }

    private suspend fun submit(step: Map<String, Any?>): Map<String, Any?> {
        val after = step["leave_after"]?.let(::map)
        if (after == null) {
            val chosen = game(step).choose(int(step["expected_version"]), int(step["option"]), int(step["number"]))
            return mapOf("version" to chosen.version)
        }
        life.launch { client.play.submit(choice(step)) } // the program ends before the answer
        seen(after)
        leave()
        return emptyMap()
    }

    private suspend fun seen(what: Map<String, Any?>): Unit = withContext(Dispatchers.IO) {
        fake.get("/seen?method=${URLEncoder.encode(text(what["method"]), "UTF-8")}&count=${int(what["count"])}")
    }

    private suspend fun signIn(name: String, password: String): Map<String, Any?> {
        client.close()
        games.clear()
        client = Turnledger.signIn(fake.url, name, password, options)
        return getMe(1)
    }

    private suspend fun forget(during: Map<String, Any?>): Map<String, Any?> = coroutineScope {
        launch { client.accounts.getMe(GetMeRequest.getDefaultInstance()) }
        seen(during)
        client.forget()
        emptyMap()
    }

    private suspend fun resume(): Map<String, Any?> = mapOf(
        "versions" to client.sendPending().map { sent ->
            sent.error?.let { throw it }
            SubmitResponse.parseFrom(sent.answer).version
        },
    )

    private suspend fun watch(step: Map<String, Any?>): Map<String, Any?> {
        val events = mutableListOf<GameEvent>()
        game(step).watch(step["after_version"]?.let { int(it) }).transformWhile { message ->
            events += message.eventsList
            emit(Unit)
            message.version < int(step["until_version"])
        }.collect {}
        val unknown = events.filter {
            !it.hidden &&
                it.table.eventCase == TableEvent.EventCase.EVENT_NOT_SET &&
                it.game.gameCase == Event.GameCase.GAME_NOT_SET
        }
        return mapOf(
            "versions" to events.map { it.version },
            "unknown" to unknown.map { it.version },
            "says" to events.map { it.says },
        )
    }

    private suspend fun flush(): Map<String, Any?> {
        val games = client.queue.flush()
        games.firstNotNullOfOrNull { it.waits }?.let { throw it }
        val refused = games.filter { it.refused != null }
        return mapOf(
            "done" to games.filter { it.done.isNotEmpty() }
                .associate { game -> game.gameId to game.done.map { it.version } },
            "refused" to refused.associate { it.gameId to it.refused?.reason },
            "dropped" to refused.associate { it.gameId to it.dropped.size },
        )
    }
}

private fun table(step: Map<String, Any?>) =
    CreateTableRequest.newBuilder().setVariant(text(step["variant"])).setSeats(int(step["seats"])).build()

private fun choice(step: Map<String, Any?>): SubmitRequest {
    val choice = Choice.newBuilder()
    step["option"]?.let { choice.option = int(it) }
    step["number"]?.let { choice.number = int(it) }
    val request = SubmitRequest.newBuilder().setGameId(text(step["game_id"])).setChoice(choice)
    step["expected_version"]?.let { request.expectedVersion = int(it) }
    return request.build()
}

private fun told(error: TurnledgerException) = mapOf(
    "code" to error.code.codeName,
    "reason" to error.reason,
    "facts" to error.facts,
    "figures" to error.figures,
    "says" to error.says,
    "legal" to error.legal?.commandsList.orEmpty().map { it.kind },
    "retry_after_ms" to error.retryAfterMs,
    "message" to error.message,
)

private fun pair(tokens: Map<String, Any?>): Pair {
    fun time(of: Any?) =
        com.google.protobuf.Timestamp.newBuilder().setSeconds(Instant.parse(text(of)).epochSecond).build()
    return Pair.newBuilder()
        .setAccessToken(text(tokens["access_token"])).setAccessExpireTime(time(tokens["access_expire_time"]))
        .setRefreshToken(text(tokens["refresh_token"])).setRefreshExpireTime(time(tokens["refresh_expire_time"]))
        .build()
}

/** Reports each stored value to the fake server, before it returns to the client. */
private class NotingStore(private val fake: FakeServer, val kept: MemoryStore = MemoryStore()) : Store by kept {
    override suspend fun put(key: String, value: ByteArray) {
        val note = when {
            key == TOKENS_KEY -> mapOf("access_token" to Pair.parseFrom(value).accessToken)
            key.startsWith(PENDING_KEY) -> mapOf("request_id" to key.removePrefix(PENDING_KEY))
            key.startsWith("queue/") -> mapOf("request_id" to SubmitRequest.parseFrom(value).requestId)
            else -> null
        }
        if (note != null) withContext(Dispatchers.IO) { fake.post("/note", note) }
        kept.put(key, value)
    }
}

/** The command of KIT_FAKE_SERVER, in the root of the repository. */
private class FakeServer : AutoCloseable {
    private val program = ProcessBuilder(
        "sh", "-c", System.getenv("KIT_FAKE_SERVER") ?: "exec .venv/bin/python -m clients.fake_server",
    ).directory(repository).redirectError(ProcessBuilder.Redirect.INHERIT).start()

    val url = text(map(json(program.inputStream.bufferedReader().readLine()))["http"])

    fun get(path: String): Any? = answer(URI(url + path).toURL().openConnection() as HttpURLConnection)

    fun post(path: String, what: Any?): Any? {
        val connection = URI(url + path).toURL().openConnection() as HttpURLConnection
        connection.requestMethod = "POST"
        connection.doOutput = true
        connection.setRequestProperty("content-type", "application/json")
        connection.outputStream.use { it.write(anything.serializeNulls().toJson(what).toByteArray()) }
        return answer(connection)
    }

    private fun answer(connection: HttpURLConnection): Any? {
        check(connection.responseCode == 200) { connection.errorStream.bufferedReader().readText() }
        return json(connection.inputStream.bufferedReader().readText())
    }

    override fun close() {
        program.outputStream.close()
        program.waitFor()
    }
}

private val anything = Moshi.Builder().build().adapter(Any::class.java)

private fun json(text: String): Any? = anything.fromJson(text)

@Suppress("UNCHECKED_CAST")
private fun map(of: Any?) = of as Map<String, Any?>

private fun list(of: Any?) = of as List<*>

private fun text(of: Any?) = of as String

private fun int(of: Any?) = (of as Double).toInt()

private fun long(of: Any?) = (of as Double).toLong()
