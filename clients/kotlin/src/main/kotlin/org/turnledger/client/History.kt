package org.turnledger.client

private const val FORMAT = "turnledger/history/1"
private const val LINK_MEMBER = "\"chain\":\"\"}".length + 64

private val lineForm = Regex(
    """\{"version":(0|[1-9][0-9]{0,17}),"topic":"([A-Za-z0-9_./]*)","body":(\{.*})}""", RegexOption.DOT_MATCHES_ALL,
)
private val linkForm = Regex(""""chain":"([0-9a-f]{64})"}""")
private val signedForm = Regex(""","signature":"([0-9a-f]{128})"}\n\z""")

/**
 * An event's line. Texts are bytes here, each a letter of ISO 8859-1, so that what is hashed is what was written.
 *
 * @property beforeChain the body up to its chain
 */
internal class Row(
    val version: Long,
    val topic: String,
    private val body: String,
    val link: String,
    val beforeChain: String,
) {
    /** The event itself. Throws [NotTold]. */
    fun event(): Told = Told.of(utf8(body)).one("event")

    fun fault(code: String, says: String) = Fault(code, version, topic, says)
}

/** A file taken apart. */
internal class History private constructor(val header: Told, val rows: List<Row>, val footer: Told) {
    companion object {
        /** Throws a [Fault]. */
        fun of(file: ByteArray): History {
            val text = file.toString(Charsets.ISO_8859_1)
            val lines = text.split('\n')
            if (lines.size < 4 || lines.last().isNotEmpty() || !signedForm.containsMatchIn(text)) {
                val expected = "a header, events and a signed footer are expected, each ended by a line feed"
                throw malformed(lines.size, expected)
            }
            val header = told(lines.first(), 1)
            if (header.text("format") != FORMAT) throw malformed(1, "no header of this format")
            val events = lines.subList(1, lines.size - 2).mapIndexed { place, line -> row(line, place + 1) }
            return History(header, events, told(lines[lines.size - 2], lines.size - 1))
        }

        private fun row(line: String, place: Int): Row {
            val found = lineForm.matchEntire(line)?.groupValues
            if (found == null || found[3].length <= LINK_MEMBER) throw malformed(place + 1, "not written as specified")
            told(found[3], place + 1)
            val (_, version, topic, body) = found
            val link = linkForm.matchEntire(body.takeLast(LINK_MEMBER))?.groupValues?.get(1)
                ?: throw Fault("HEX", version.toLong(), topic, "a body ends with its link, 64 hex digits")
            val row = Row(version.toLong(), topic, body, link, body.dropLast(LINK_MEMBER))
            if (row.version != place.toLong()) throw row.fault("GAP", "version $version follows ${place - 1}")
            return row
        }

        private fun told(line: String, number: Int): Told = try {
            Told.of(utf8(line))
        } catch (error: NotTold) {
            throw malformed(number, error.message.orEmpty())
        }

        private fun malformed(line: Int, says: String) = Fault("MALFORMED", says = "line $line: $says")
    }
}

private fun utf8(bytes: String) = bytes.toByteArray(Charsets.ISO_8859_1).toString(Charsets.UTF_8)
