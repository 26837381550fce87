package org.turnledger.client

import okio.Buffer
import okio.ByteString
import okio.ByteString.Companion.decodeHex
import okio.ByteString.Companion.encodeUtf8

private val digestForm = Regex("[0-9a-f]{64}")

/** The parts of a game's seed in its events (docs/dice.md). */
internal class Dealt {
    var game = ""
        private set
    var status = ""
        private set
    lateinit var opened: Told
        private set
    lateinit var secret: ByteString
        private set
    var nonces = emptyList<String>()
        private set
    private var round = 0L
    private var signature = ByteString.EMPTY // of the round

    /** Takes over what an event says. Throws a [Fault] if the game was dealt from another seed. */
    fun follow(row: Row) = try {
        take(row)
    } catch (error: NotTold) {
        throw row.fault("EVENT", error.message.orEmpty())
    }

    private fun take(row: Row) {
        val name = row.topic.substringBefore('/')
        if ((row.version == 1L) != (name == "table.GameOpened")) {
            throw row.fault("EVENT", "a history begins with the opening of a table, and has one")
        }
        when (name) {
            "table.GameOpened" -> open(row)
            "table.GameStarting" -> {
                round = row.event().number("round")
                status = "STARTING"
            }
            "table.GameBegan" -> began(row.event())
            "table.GameFinished" -> status = "FINISHED"
            "table.TableClosed" -> status = "CLOSED"
            else -> if (name.endsWith(".GameStarted")) started(row)
        }
    }

    private fun open(row: Row) {
        opened = row.event()
        game = opened.text("game_id")
        status = "OPEN"
        if (!digestForm.matches(opened.text("secret")) || !digestForm.matches(opened.text("commitment"))) {
            throw row.fault("HEX", "secret and commitment are 64 hex digits each")
        }
        secret = opened.text("secret").decodeHex()
        if (secret.sha256().hex() != opened.text("commitment")) {
            throw row.fault("SECRET", "the secret is not the one committed to")
        }
    }

    private fun began(event: Told) {
        signature = bytes(event.text("signature"))
        nonces = event.all("seats").map { it.text("nonce") }
        status = "RUNNING"
    }

    /** A host's set-up, or the position that the game continues, was not dealt. */
    private fun started(row: Row) {
        val event = row.event()
        if ("seed" !in event || "setup" in opened || "position" in opened) return
        if (event.text("seed") != seed().hex()) throw row.fault("DICE", "the seed is not that of secret and nonces")
    }

    /** The seed of all draws, once the game has begun. */
    fun seed(): ByteString {
        if (opened.text("seed").isNotEmpty()) return opened.text("seed").encodeUtf8().sha256()
        val parts = mutableListOf(game.encodeUtf8())
        parts += nonces.map(::bytes)
        val beacon = "beacon" in opened && signature.size > 0
        if (beacon) parts += listOf(bytes(opened.one("beacon").text("chain")), eightBytes(round), signature)
        val message = Buffer().writeUtf8(if (beacon) "turnledger/seed/2" else "turnledger/seed/1")
        parts.forEach { message.writeInt(it.size).write(it) }
        return message.readByteString().hmacSha256(secret)
    }

    private fun bytes(hex: String) = try {
        hex.decodeHex()
    } catch (_: IllegalArgumentException) {
        throw NotTold("$hex is not hexadecimal")
    }
}

/** Big-endian. */
internal fun eightBytes(number: Long): ByteString = Buffer().writeLong(number).readByteString()
