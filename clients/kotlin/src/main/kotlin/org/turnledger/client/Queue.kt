package org.turnledger.client

import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import org.turnledger.v1.SubmitRequest
import org.turnledger.v1.SubmitResponse

private const val QUEUE_KEY = "queue/"

/**
 * The result of one game's queue.
 *
 * @property done the answers, in order
 * @property refused what the server said of the command that came next: the queue of the game is empty
 * @property dropped the commands that were given up then, the refused one first
 * @property waits why commands are left in the queue: no answer came
 */
class Flushed internal constructor(
    val gameId: String,
    val done: List<SubmitResponse>,
    val refused: TurnledgerException? = null,
    val dropped: List<SubmitRequest> = emptyList(),
    val waits: TurnledgerException? = null,
)

/** Commands that were given without a network, game by game, in the store. */
class Queue internal constructor(private val client: Turnledger, private val store: Store) {
    private val adding = Mutex()
    private val flushing = Mutex() // not the same: a flush waits for the network, who gives a command shall not

    /**
     * Puts a command behind those of its game. Each names the version that it was decided on, and is judged by no
     * other.
     */
    suspend fun add(request: SubmitRequest): Unit = adding.withLock {
        require(request.hasExpectedVersion()) {
            "a command given offline names the expected_version that it was decided on"
        }
        val last = store.keys(of(request.gameId)).lastOrNull()?.substringAfterLast('/')?.toInt() ?: 0
        store.put(of(request.gameId) + (last + 1).toString().padStart(10, '0'), completed(request).toByteArray())
    }

    /** The commands of a game that are in the queue, in order. */
    suspend fun waiting(gameId: String): List<SubmitRequest> = stored(gameId).map { it.second }

    /** Sends all waiting commands, game by game, in order. A refusal empties its game's queue; others continue. */
    suspend fun flush(): List<Flushed> = flushing.withLock {
        store.keys(QUEUE_KEY).map { it.removePrefix(QUEUE_KEY).substringBefore('/') }.distinct().map { flush(it) }
    }

    /** Drops the commands of all games. */
    internal suspend fun forget() {
        for (key in store.keys(QUEUE_KEY)) store.delete(key)
    }

    private fun of(gameId: String) = "$QUEUE_KEY$gameId/"

    private suspend fun stored(gameId: String) =
        store.keys(of(gameId)).mapNotNull { key -> store.get(key)?.let { key to SubmitRequest.parseFrom(it) } }

    private suspend fun flush(gameId: String): Flushed {
        val queue = stored(gameId)
        val done = mutableListOf<SubmitResponse>()
        for ((number, entry) in queue.withIndex()) {
            try {
                done += client.submitStored(entry.second)
            } catch (error: TurnledgerException) {
                if (error.stays) return Flushed(gameId, done, waits = error)
                queue.drop(number).forEach { store.delete(it.first) }
                return Flushed(gameId, done, error, queue.drop(number).map { it.second })
            }
            store.delete(entry.first)
        }
        return Flushed(gameId, done)
    }
}
