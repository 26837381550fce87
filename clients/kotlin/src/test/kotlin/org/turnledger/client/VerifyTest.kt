package org.turnledger.client

import com.squareup.moshi.Moshi
import java.io.File
import java.security.KeyPairGenerator
import java.security.Signature
import kotlin.experimental.xor
import okio.ByteString.Companion.decodeHex
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.turnledger.v1.TableEvent.SecretRevealed

private val golden = File(repository, "tests/golden/history")
private val keys = File(golden, "keys.json").readText()

/** The results of every kit for the recorded files (clients/cases/README.md, “Proofs”). */
@Suppress("UNCHECKED_CAST")
private val proofs = Moshi.Builder().build().adapter(Any::class.java)
    .fromJson(File(repository, "clients/cases/proofs/files.json").readText()) as Map<String, List<Any>>

@Suppress("UNCHECKED_CAST")
private fun cases(kind: String) = proofs.getValue(kind) as List<Map<String, String>>

private fun recorded(name: String) = File(golden, "$name.jsonl").readBytes()

class VerifyTest {
    @Test
    fun `every recorded file proves itself`() {
        for (name in proofs.getValue("right")) {
            val verdict = verify(recorded(name as String), keys)
            assertEquals(null, verdict.fault, name)
            assertEquals(listOf("commitment", "chain", "signature"), verdict.proven, name)
            assertEquals(64, verdict.seed.length, name)
        }
    }

    @Test
    fun `no byte of a file may change`() {
        val file = recorded("demo")
        for (place in file.indices) {
            val changed = file.clone()
            changed[place] = changed[place] xor (1 shl place % 8).toByte()
            val verdict = verify(changed, keys)
            assertNotNull(verdict.fault, "changed at byte $place it passes")
            assertEquals(emptyList<String>(), verdict.proven)
        }
    }

    @Test
    fun `a fault has the code of the format`() {
        for (case in cases("changed")) {
            val file = recorded(case.getValue("file")).toString(Charsets.UTF_8)
            check(case.getValue("was") in file) { case }
            val changed = file.replaceFirst(case.getValue("was"), case.getValue("becomes"))
            assertEquals(case["code"], verify(changed.toByteArray(), keys).fault?.code, case.toString())
        }
    }

    @Test
    fun `a key set that proves nothing is refused`() {
        for (case in cases("key_sets")) {
            assertEquals(case["code"], verify(recorded("demo"), case.getValue("keys")).fault?.code, case.toString())
        }
    }

    @Test
    fun `the own nonce is held to the file`() {
        val verdict = verify(recorded("demo"), keys)
        val revealed = SecretRevealed.newBuilder().setSecret(verdict.secret).addAllNonces(verdict.nonces).build()
        val own = Chance(verdict.commitment, nonce = "bb")
        own.check(revealed, seat = 1)
        assertThrows(ChanceMismatch::class.java) { own.check(revealed, seat = 0) }
    }

    /** RFC 8032, section 7.1, tests 1 and 3. */
    @Test
    fun `the signatures of the standard are right`() {
        val empty = listOf(
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        )
        val twoBytes = listOf(
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        )
        for (vector in listOf(empty, twoBytes)) {
            val (key, message, signature) = vector.map { it.decodeHex().toByteArray() }
            assertTrue(Ed25519.verify(key, message, signature))
            assertFalse(Ed25519.verify(key, message + 0, signature))
            assertFalse(Ed25519.verify(key, message, plusOrder(signature)), "the same number, written otherwise")
        }
    }

    @Test
    fun `what the JDK signs is right, and nothing near it`() {
        repeat(20) {
            val pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair()
            val key = pair.public.encoded.takeLast(32).toByteArray()
            val message = ByteArray(it * 7) { place -> place.toByte() }
            val signature = Signature.getInstance("Ed25519").run {
                initSign(pair.private)
                update(message)
                sign()
            }
            assertTrue(Ed25519.verify(key, message, signature))
            for (place in listOf(0, 31, 32, 63)) {
                val changed = signature.clone().also { bytes -> bytes[place] = bytes[place] xor 1 }
                assertFalse(Ed25519.verify(key, message, changed), "byte $place")
            }
        }
    }

    /** The signature whose second half is larger by the order of the curve's base. */
    private fun plusOrder(signature: ByteArray): ByteArray {
        val order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010".decodeHex().toByteArray()
        var carry = 0
        return signature.clone().also {
            for (place in 0 until 32) {
                val sum = (it[32 + place].toInt() and 255) + (order[place].toInt() and 255) + carry
                it[32 + place] = sum.toByte()
                carry = sum shr 8
            }
        }
    }
}
