package org.turnledger.client

import com.connectrpc.AnyError
import com.connectrpc.Codec
import com.connectrpc.ConnectErrorDetail
import com.connectrpc.ErrorDetailParser
import com.connectrpc.SerializationStrategy
import com.google.protobuf.ByteString
import com.google.protobuf.MessageLite
import kotlin.reflect.KClass
import okio.Buffer
import okio.BufferedSource
import okio.ByteString.Companion.toByteString
import org.turnledger.client.rpc.Status

/** A message whose type does not matter. */
internal class Raw(val bytes: ByteString)

/** How Connect writes and reads lite messages: no reflection but for each type's default instance. */
internal object Lite : SerializationStrategy {
    override fun serializationName() = "proto"

    @Suppress("UNCHECKED_CAST")
    override fun <E : Any> codec(clazz: KClass<E>): Codec<E> =
        if (clazz == Raw::class) RawCodec as Codec<E> else LiteCodec(clazz)

    override fun errorDetailParser(): ErrorDetailParser = Details
}

private object RawCodec : Codec<Raw> {
    override fun encodingName() = "proto"

    override fun serialize(message: Raw) = Buffer().write(message.bytes.toByteArray())

    override fun deterministicSerialize(message: Raw) = serialize(message)

    override fun deserialize(source: BufferedSource) = Raw(ByteString.copyFrom(source.readByteArray()))
}

private class LiteCodec<E : Any>(of: KClass<E>) : Codec<E> {
    private val empty = of.java.getMethod("getDefaultInstance").invoke(null) as MessageLite

    override fun encodingName() = "proto"

    override fun serialize(message: E) = Buffer().write((message as MessageLite).toByteArray())

    override fun deterministicSerialize(message: E) = serialize(message)

    @Suppress("UNCHECKED_CAST")
    override fun deserialize(source: BufferedSource) = empty.parserForType.parseFrom(source.readByteArray()) as E
}

/** Details stay bytes here; Errors.kt reads those that it knows. */
private object Details : ErrorDetailParser {
    override fun <E : Any> unpack(any: AnyError, clazz: KClass<E>): E? = null

    override fun parseDetails(bytes: ByteArray): List<ConnectErrorDetail> =
        Status.parseFrom(bytes).detailsList
            .map { ConnectErrorDetail(it.typeUrl, it.value.toByteArray().toByteString()) }
}
