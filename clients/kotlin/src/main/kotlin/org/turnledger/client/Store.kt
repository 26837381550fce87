package org.turnledger.client

import java.io.File
import java.io.FileOutputStream
import java.nio.file.Files
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * The data that must outlive the program: tokens, unanswered requests, the player's own chance. It is used by several
 * coroutines at once. Keep it as you keep a password: on Android in the app's private files, or encrypted.
 */
interface Store {
    /** Returns the value; null without one. */
    suspend fun get(key: String): ByteArray?

    /** Returns when the value would be found after a crash. */
    suspend fun put(key: String, value: ByteArray)

    /** Takes the value away, if there is one. */
    suspend fun delete(key: String)

    /** Those that begin with [prefix], in order. */
    suspend fun keys(prefix: String): List<String>
}

/** Forgets everything with the program. */
class MemoryStore : Store {
    private val values = ConcurrentHashMap<String, ByteArray>()

    override suspend fun get(key: String): ByteArray? = values[key]

    override suspend fun put(key: String, value: ByteArray) {
        values[key] = value
    }

    override suspend fun delete(key: String) {
        values.remove(key)
    }

    override suspend fun keys(prefix: String): List<String> = values.keys.filter { it.startsWith(prefix) }.sorted()
}

/** A folder with a file for each value, which its owner alone may read. One program at a time uses it. */
class FileStore(private val folder: File) : Store {
    init {
        folder.mkdirs()
        require(folder.isDirectory) { "$folder is no folder" }
        // of a program that crashed
        folder.listFiles { file -> file.name.endsWith(".tmp") }.orEmpty().forEach { it.delete() }
    }

    override suspend fun get(key: String): ByteArray? = withContext(Dispatchers.IO) {
        file(key).takeIf { it.exists() }?.readBytes()
    }

    /** A new file takes the old one's place whole, or not at all. */
    override suspend fun put(key: String, value: ByteArray) = withContext(Dispatchers.IO) {
        val fresh = Files.createTempFile(folder.toPath(), "new-", ".tmp").toFile() // for its owner alone
        FileOutputStream(fresh).use {
            it.write(value)
            it.fd.sync()
        }
        Files.move(fresh.toPath(), file(key).toPath(), REPLACE_EXISTING, ATOMIC_MOVE) // Windows renames onto nothing
        Unit
    }

    override suspend fun delete(key: String) = withContext(Dispatchers.IO) {
        check(file(key).delete() || !file(key).exists()) { "${file(key)} cannot be deleted" }
    }

    override suspend fun keys(prefix: String): List<String> = withContext(Dispatchers.IO) {
        folder.list().orEmpty().filter { it.endsWith(SUFFIX) }.map(::key).filter { it.startsWith(prefix) }.sorted()
    }

    /** Hexadecimal, which every file system takes. */
    private fun file(key: String) = File(folder, hex(key.toByteArray()) + SUFFIX)

    private fun key(name: String) =
        name.removeSuffix(SUFFIX).chunked(2).map { it.toInt(16).toByte() }.toByteArray().decodeToString()

    private companion object {
        const val SUFFIX = ".kept"
    }
}

internal fun hex(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }
