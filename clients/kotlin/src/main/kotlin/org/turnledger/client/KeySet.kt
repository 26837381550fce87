package org.turnledger.client

import java.math.BigInteger
import okio.ByteString.Companion.decodeBase64
import okio.ByteString.Companion.encodeUtf8

private val ofOrderEight = BigInteger("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
private val weak = setOf(
    BigInteger.ZERO, BigInteger.ONE, Ed25519.PRIME - BigInteger.ONE, ofOrderEight, Ed25519.PRIME - ofOrderEight,
)

/** The Ed25519 keys of a server by their ids (docs/history-format.md, “Keys”). Refuses a set that proves nothing. */
internal fun readKeySet(keySet: String): Map<String, ByteArray> {
    val told = try {
        Told.of(keySet).all("keys")
    } catch (error: NotTold) {
        throw Fault("MALFORMED", says = "no key set: ${error.message}")
    }
    val keys = mutableMapOf<String, ByteArray>()
    for (each in told.filter { it.text("crv") == "Ed25519" }) {
        val (id, key) = read(each.text("x"))
        when {
            each.text("kid").let { it.isNotEmpty() && it != id } ->
                throw Fault("KEY_ID", says = "${each.text("kid")} is not the thumbprint of its key, $id")
            id in keys -> throw Fault("KEY_DOUBLED", says = "the key $id stands there twice")
            isWeak(key) -> throw Fault("KEY_WEAK", says = "of the key $id every signature may be")
        }
        keys[id] = key
    }
    return keys
}

private fun read(x: String): Pair<String, ByteArray> {
    val key = x.decodeBase64()?.takeIf { it.base64Url().trimEnd('=') == x }
        ?: throw Fault("MALFORMED", says = "a key that is not base 64")
    val id = """{"crv":"Ed25519","kty":"OKP","x":"$x"}""".encodeUtf8().sha256().base64Url().trimEnd('=')
    return id to key.toByteArray()
}

/** A point of small order, with which any party can sign, or another spelling of a point. */
private fun isWeak(key: ByteArray): Boolean {
    if (key.size != Ed25519.KEY_BYTES) return true
    val y = Ed25519.number(key).clearBit(255)
    return y >= Ed25519.PRIME || y in weak
}
