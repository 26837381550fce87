package org.turnledger.client

import com.google.protobuf.MessageLite
import java.security.MessageDigest
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import org.turnledger.client.kit.KeptChance
import org.turnledger.v1.CreateTableRequest
import org.turnledger.v1.JoinTableRequest
import org.turnledger.v1.QuickMatchRequest
import org.turnledger.v1.RematchRequest
import org.turnledger.v1.Table
import org.turnledger.v1.TableEvent.SecretRevealed

private const val CHANCE_KEY = "chance/"

/** The server revealed something else than it was bound to, or left the player's chance out. */
class ChanceMismatch(what: String) : Exception(what)

/**
 * The values that a player keeps of a game, to prove that its dice were not chosen unseen (docs/dice.md).
 *
 * @property commitment the server's, as it said it when the player sat down
 * @property nonce the player's own; empty where this program does not know it
 * @property round that of the beacon, as the start named it; 0 without a beacon
 * @property startedS when that was first seen, in seconds since 1970 by this device's clock
 */
data class Chance(val commitment: String, val nonce: String = "", val round: Int = 0, val startedS: Long = 0) {
    /** With what the table says by now. */
    internal fun seen(table: Table, clockMs: () -> Long): Chance {
        val now = table.starting.round
        if (table.commitment != commitment) {
            throw ChanceMismatch("bound to $commitment before, to ${table.commitment} now")
        }
        if (now == 0 || now == round) return this
        if (round != 0) throw ChanceMismatch("the game waited for round $round before, for $now now")
        return copy(round = now, startedS = clockMs() / 1000)
    }

    /** Holds what was revealed after the end to what was kept. Throws [ChanceMismatch]. */
    fun check(revealed: SecretRevealed, seat: Int) {
        val secret = try {
            revealed.secret.chunked(2).map { it.toInt(16).toByte() }.toByteArray()
        } catch (_: NumberFormatException) {
            throw ChanceMismatch("the secret is not hexadecimal")
        }
        if (hex(MessageDigest.getInstance("SHA-256").digest(secret)) != commitment) {
            throw ChanceMismatch("the secret is not the one that the server was bound to")
        }
        if (nonce.isNotEmpty() && revealed.noncesList.getOrNull(seat) != nonce) {
            throw ChanceMismatch("the nonce of seat $seat is not the one that was given")
        }
    }
}

/** Those of all games of an account, kept in its store. */
class Chances internal constructor(private val store: Store, private val clockMs: () -> Long) {
    private val mutex = Mutex()

    /** Null where this account did not sit down there with this store. */
    suspend fun of(gameId: String): Chance? = store.get(CHANCE_KEY + gameId)?.let(KeptChance::parseFrom)?.let {
        Chance(it.commitment, it.nonce, it.round, it.startedS)
    }

    /** Keeps the values of a table, and the nonce of the request that it answers, if the account sat down by it. */
    internal suspend fun learn(request: MessageLite, table: Table) = mutex.withLock {
        val kept = of(table.gameId)
        val nonce = satDown(request)
        if (kept == null && nonce == null) return@withLock
        val known = kept ?: Chance(table.commitment)
        val now = (if (nonce.isNullOrEmpty()) known else known.copy(nonce = nonce)).seen(table, clockMs)
        if (now != kept) store.put(CHANCE_KEY + table.gameId, now.bytes())
    }

    private fun Chance.bytes() = KeptChance.newBuilder()
        .setCommitment(commitment).setNonce(nonce).setRound(round).setStartedS(startedS).build().toByteArray()
}

/** The nonce of a request to sit down; null of any other. At a rematch it may be an earlier one, which is not known. */
private fun satDown(request: MessageLite): String? = when (request) {
    is CreateTableRequest -> request.nonce.takeIf { request.join }
    is JoinTableRequest -> request.nonce
    is QuickMatchRequest -> request.nonce
    is RematchRequest -> ""
    else -> null
}
