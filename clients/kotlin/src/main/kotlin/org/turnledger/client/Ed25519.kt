package org.turnledger.client

import java.math.BigInteger
import java.security.MessageDigest

/**
 * Verifies signatures as RFC 8032 says (section 5.1.7): Android knows the curve since version 13, the JVM since 15. A
 * point here is X, Y, Z and T of its section 5.1.4. Everything is public, so how long it takes may tell what it is.
 */
internal object Ed25519 {
    const val KEY_BYTES = 32
    const val SIGNATURE_BYTES = 64
    val PRIME: BigInteger = BigInteger.ONE.shiftLeft(255) - BigInteger.valueOf(19)
    private val ORDER = BigInteger.ONE.shiftLeft(252) + BigInteger("27742317777372353535851937790883648493")
    private val D = (BigInteger.valueOf(-121665) * BigInteger.valueOf(121666).modInverse(PRIME)).mod(PRIME)
    private val ROOT_OF_MINUS_ONE = BigInteger.valueOf(2).modPow((PRIME - BigInteger.ONE).shiftRight(2), PRIME)
    private val NOTHING = Point(BigInteger.ZERO, BigInteger.ONE)
    private val BASE = (BigInteger.valueOf(4) * BigInteger.valueOf(5).modInverse(PRIME)).mod(PRIME)
        .let { Point(root(it)!!, it) }

    private class Point(
        val x: BigInteger,
        val y: BigInteger,
        val z: BigInteger = BigInteger.ONE,
        val t: BigInteger = times(x, y),
    ) {
        operator fun plus(other: Point): Point {
            val a = times(y - x, other.y - other.x)
            val b = times(y + x, other.y + other.x)
            val c = times(times(t, other.t), D.shiftLeft(1))
            val d = times(z, other.z).shiftLeft(1)
            return Point(times(b - a, d - c), times(d + c, b + a), times(d - c, d + c), times(b - a, b + a))
        }

        operator fun unaryMinus() = Point(-x, y, z, -t)

        fun bytes(): ByteArray {
            val unit = z.modInverse(PRIME)
            val told = times(y, unit).let { if (times(x, unit).testBit(0)) it.setBit(255) else it }
            return ByteArray(KEY_BYTES) { told.shiftRight(8 * it).toByte() }
        }
    }

    /** Returns whether the owner of [key] signed. Malformed keys give false, too. */
    fun verify(key: ByteArray, message: ByteArray, signature: ByteArray): Boolean {
        val owner = if (key.size == KEY_BYTES) point(key) else null
        if (owner == null || signature.size != SIGNATURE_BYTES) return false
        val r = signature.copyOf(KEY_BYTES)
        val s = number(signature.copyOfRange(KEY_BYTES, SIGNATURE_BYTES))
        if (s >= ORDER) return false
        val k = number(MessageDigest.getInstance("SHA-512").digest(r + key + message)).mod(ORDER)
        return sum(s, BASE, k, -owner).bytes().contentEquals(r)
    }

    /** A number whose lowest byte comes first. */
    fun number(littleEndian: ByteArray) = BigInteger(1, littleEndian.reversedArray())

    private fun times(a: BigInteger, b: BigInteger) = (a * b).mod(PRIME)

    /** [m] times [p] and [n] times [q], doubled together. */
    private fun sum(m: BigInteger, p: Point, n: BigInteger, q: Point): Point {
        val both = p + q
        return (maxOf(m.bitLength(), n.bitLength()) - 1 downTo 0).fold(NOTHING) { made, bit ->
            val doubled = made + made
            when {
                m.testBit(bit) && n.testBit(bit) -> doubled + both
                m.testBit(bit) -> doubled + p
                n.testBit(bit) -> doubled + q
                else -> doubled
            }
        }
    }

    private fun point(bytes: ByteArray): Point? {
        val told = number(bytes)
        val y = told.clearBit(255)
        val x = if (y < PRIME) root(y) else null
        return when {
            x == null || x.signum() == 0 && told.testBit(255) -> null
            x.testBit(0) == told.testBit(255) -> Point(x, y)
            else -> Point(PRIME - x, y)
        }
    }

    /** The even x of a y; null where the curve has none. */
    private fun root(y: BigInteger): BigInteger? {
        val square = times(times(y, y) - BigInteger.ONE, (times(D, times(y, y)) + BigInteger.ONE).modInverse(PRIME))
        val first = square.modPow((PRIME + BigInteger.valueOf(3)).shiftRight(3), PRIME)
        val x = listOf(first, times(first, ROOT_OF_MINUS_ONE)).firstOrNull { times(it, it) == square } ?: return null
        return if (x.testBit(0)) PRIME - x else x
    }
}
