package org.turnledger.client

import com.squareup.moshi.JsonDataException
import com.squareup.moshi.Moshi
import java.io.IOException

private val anything = Moshi.Builder().build().adapter(Any::class.java)

/** A text that is not JSON, or a member of a wrong type. */
internal class NotTold(message: String) : Exception(message)

/** An object of a file in JSON. A member that is absent or null is empty, as for all kits. */
internal class Told private constructor(private val members: Map<*, *>) {
    operator fun contains(member: String) = members[member] != null

    fun text(member: String): String = members[member].asA<String>(member).orEmpty()

    /** A whole number that is not negative. */
    fun number(member: String): Long {
        val told = members[member].asA<Double>(member) ?: 0.0
        return told.toLong().takeIf { it >= 0 && it.toDouble() == told } ?: throw NotTold("$member is $told")
    }

    fun texts(member: String): List<String> = items(member).map { it.asA<String>(member).orEmpty() }

    fun one(member: String): Told = Told(members[member].asA<Map<*, *>>(member).orEmpty())

    fun all(member: String): List<Told> = items(member).map { Told(it.asA<Map<*, *>>(member).orEmpty()) }

    private fun items(member: String) = members[member].asA<List<*>>(member).orEmpty()

    companion object {
        fun of(text: String): Told = try {
            Told(anything.fromJson(text).asA<Map<*, *>>("the text") ?: throw NotTold("null"))
        } catch (error: IOException) {
            throw NotTold(error.message.orEmpty())
        } catch (error: JsonDataException) {
            throw NotTold(error.message.orEmpty())
        }
    }
}

private inline fun <reified T> Any?.asA(member: String): T? =
    if (this == null || this is T) this as T? else throw NotTold("$member is no ${T::class.java.simpleName}")
