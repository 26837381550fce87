package org.turnledger.client

import okio.Buffer
import okio.ByteString
import okio.ByteString.Companion.decodeHex
import okio.ByteString.Companion.encodeUtf8
import okio.ByteString.Companion.toByteString

/**
 * The fault of a file.
 *
 * @property code a code to switch on, as docs/history-format.md has them
 * @property version of the event; 0 is the file
 * @property topic the event's kind; empty of the file
 */
class Fault internal constructor(val code: String, val version: Long = 0, val topic: String = "", val says: String) :
    Exception("$code at version $version: $says")

/**
 * The proofs in a history file (docs/history-format.md). Of a whole file commitment, chain and signature are proven
 * here, and that the game was dealt from the seed that secret and nonces give; the rest is for `turnledger verify`.
 */
class Verdict internal constructor() {
    /** The first fault; null where the file is right. */
    var fault: Fault? = null
        internal set
    val right: Boolean get() = fault == null

    /** In the words of the format's page. */
    var proven: List<String> = emptyList()
        internal set
    var unproven: List<String> = emptyList()
        internal set

    var game = ""
        internal set
    var viewer = ""
        internal set
    var status = ""
        internal set
    var variant = ""
        internal set
    var events = 0
        internal set
    var chain = ""
        internal set
    var commitment = ""
        internal set

    /** Hexadecimal, as the nonces and the seed; empty until it is revealed. */
    var secret = ""
        internal set
    var nonces: List<String> = emptyList()
        internal set
    var seed = ""
        internal set
}

/** Proves a history file by the keys of its server (`History.ListSigningKeys`, the key set as JSON). */
fun verify(file: ByteArray, keySet: String): Verdict = Verdict().also {
    try {
        it.prove(file, keySet)
    } catch (fault: Fault) {
        it.refuse(fault)
    } catch (error: NotTold) {
        it.refuse(Fault("MALFORMED", says = error.message.orEmpty()))
    }
}

private fun Verdict.refuse(what: Fault) {
    fault = what
    proven = emptyList()
}

private val whole = listOf("spelling", "order", "table", "rules", "draws", "board")

private fun Verdict.prove(file: ByteArray, keySet: String) {
    val keys = readKeySet(keySet)
    val told = History.of(file)
    game = told.header.text("game")
    viewer = told.header.text("viewer")
    status = told.header.text("status")
    variant = told.header.text("variant")
    events = told.rows.size
    chain = told.footer.text("chain")
    commitment = told.header.text("commitment")
    unproven = whole
    if (viewer == "all") {
        proveWhole(told)
    } else {
        unproven = whole + listOf("commitment", "chain") // proven by the whole file, at the end
        if (told.rows.last().link != chain) throw Fault("FOOTER", says = "the chain ends with another link")
    }
    proveSignature(file, told.footer, keys)
}

private fun Verdict.proveSignature(file: ByteArray, footer: Told, keys: Map<String, ByteArray>) {
    val id = footer.text("key")
    val key = keys[id] ?: throw Fault("KEY_UNKNOWN", says = "signed with $id, which is not in the key set")
    val signed = file.toByteString(0, file.size - ",\"signature\":\"\"}\n".length - 2 * Ed25519.SIGNATURE_BYTES)
    val message = "turnledger/history/1\u0000".encodeUtf8().toByteArray() + signed.sha256().toByteArray()
    if (!Ed25519.verify(key, message, footer.text("signature").decodeHex().toByteArray())) {
        throw Fault("SIGNATURE", says = "not what the key $id signed")
    }
    proven = proven + "signature"
}

/** Looks at a file that holds back nothing. */
private fun Verdict.proveWhole(told: History) {
    val dice = Dealt()
    var link = ByteString.EMPTY
    for (row in told.rows) {
        dice.follow(row)
        if (row.version == 1L) link = first(dice.game, dice.opened.text("commitment"))
        link = next(link, row, dice)
        if (link.hex() != row.link) throw row.fault("CHAIN", "not what was stored here after the event before")
    }
    if (dice.game != game || dice.opened.text("commitment") != commitment || dice.status != status) {
        throw Fault("HEADER", says = "game, commitment or status is not what the events say")
    }
    if (dice.status == "FINISHED") {
        secret = dice.secret.hex()
        nonces = dice.nonces
        seed = dice.seed().hex()
    }
    if (link.hex() != chain || told.footer.text("secret") != secret || told.footer.texts("nonces") != nonces) {
        throw Fault("FOOTER", says = "chain, secret or nonces are not what the events say")
    }
    proven = listOf("commitment", "chain")
}

private fun first(game: String, commitment: String) =
    "turnledger/chain/1\u0000$game\u0000$commitment".encodeUtf8().sha256()

private fun next(link: ByteString, row: Row, dice: Dealt): ByteString {
    val salted = Buffer().writeUtf8("turnledger/salt/1").write(eightBytes(row.version)).readByteString()
    val salt = salted.hmacSha256(dice.secret)
    val sealed = Buffer().write(link).write(salt).writeUtf8("${dice.game}\u0000${row.version}\u0000${row.topic}\u0000")
    sealed.writeString(row.beforeChain.removeSuffix(","), Charsets.ISO_8859_1).writeUtf8("}")
    return sealed.readByteString().sha256()
}
