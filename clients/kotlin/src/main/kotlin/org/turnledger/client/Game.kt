package org.turnledger.client

import com.connectrpc.ConnectException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.transformWhile
import kotlinx.coroutines.withContext
import okio.Buffer
import org.turnledger.v1.*
import org.turnledger.v1.TableEvent.SecretRevealed

/** So many messages of a watch without events, one every quarter of a minute, may be of a version before an answer. */
private const val BEHIND_MAX = 2
private val turnParts = Parts.newBuilder().setBoard(true).setOptions(true).build()

/** One game of an account: its table, its moves, its boards. The client's services have all other calls. */
class Game internal constructor(val client: Turnledger, val gameId: String) {
    /** The greatest version that a command's answer or a watch named: [board] is never older. */
    @Volatile
    private var seen = 0

    internal fun saw(version: Int): Unit = synchronized(this) { if (version > seen) seen = version }

    // At the table: each returns the table after the call.

    suspend fun table(): Table =
        client.lobby.getTable(GetTableRequest.newBuilder().setGameId(gameId).build()).orThrow().table

    /** Sits down. [invite]: the code of a private table. */
    suspend fun join(colour: String = "", invite: String = ""): Table {
        val request = JoinTableRequest.newBuilder().setGameId(gameId).setColour(colour).setInvite(invite).build()
        return client.lobby.joinTable(request).orThrow().table
    }

    suspend fun leave(): Table =
        client.lobby.leaveTable(LeaveTableRequest.newBuilder().setGameId(gameId).build()).orThrow().table

    suspend fun addBot(bot: String): Table =
        client.lobby.addBot(AddBotRequest.newBuilder().setGameId(gameId).setBot(bot).build()).orThrow().table

    suspend fun setReady(ready: Boolean = true): Table =
        client.lobby.setReady(SetReadyRequest.newBuilder().setGameId(gameId).setReady(ready).build()).orThrow().table

    /** At a table with a beacon the game begins some seconds later, with its round. */
    suspend fun start(): Table =
        client.lobby.startGame(StartGameRequest.newBuilder().setGameId(gameId).build()).orThrow().table
            .also { saw(it.version) }

    suspend fun close(): Table =
        client.lobby.closeTable(CloseTableRequest.newBuilder().setGameId(gameId).build()).orThrow().table

    /** The code that [join] takes at a private table. */
    suspend fun invite(): String =
        client.lobby.getInvite(GetInviteRequest.newBuilder().setGameId(gameId).build()).orThrow().invite

    /** The table at which the players of this finished game meet again. */
    suspend fun rematch(): Game =
        client.game(client.lobby.rematch(RematchRequest.newBuilder().setGameId(gameId).build()).orThrow().table.gameId)

    // Playing.

    /** Everything that the account may do now. */
    suspend fun options(): ListOptionsResponse =
        client.play.listOptions(ListOptionsRequest.newBuilder().setGameId(gameId).build()).orThrow()

    /** The commands of an option's numbers, each with a sentence. [version] is that of the options. */
    fun commands(version: Int, option: Int): Flow<NumberedCommand> = flow {
        val request = ListCommandsRequest.newBuilder().setGameId(gameId).setExpectedVersion(version).setOption(option)
        do {
            val page = client.play.listCommands(request.build()).orThrow()
            page.commandsList.forEach { emit(it) }
            request.pageToken = page.nextPageToken
        } while (request.pageToken.isNotEmpty())
    }

    /** The one command that a choice stands for, with its sentence. */
    suspend fun spellOut(version: Int, option: Int, number: Int): NumberedCommand {
        val request = ListCommandsRequest.newBuilder()
            .setGameId(gameId).setExpectedVersion(version).setOption(option).setFromNumber(number).setPageSize(1)
        return client.play.listCommands(request.build()).orThrow().commandsList.firstOrNull()
            ?: throw NoSuchElementException("option $option has no command $number")
    }

    /** Gives a command, which is judged by the game at that moment. */
    suspend fun submit(command: Command): SubmitResponse =
        give(SubmitRequest.newBuilder().setGameId(gameId).setCommand(command).build())

    /** Gives command [number] of an option of the options at a version. */
    suspend fun choose(version: Int, option: Int, number: Int = 0): SubmitResponse =
        give(choice(version, option, number).build())

    internal suspend fun give(request: SubmitRequest): SubmitResponse =
        client.play.submit(request).orThrow().also { saw(it.version) }

    internal fun choice(version: Int, option: Int, number: Int): SubmitRequest.Builder = SubmitRequest.newBuilder()
        .setGameId(gameId).setExpectedVersion(version)
        .setChoice(Choice.newBuilder().setOption(option).setNumber(number))

    /** Takes back one's own last commands. */
    suspend fun undo(commands: Int = 1): ActResponse =
        act { setUndo(ActRequest.Undo.newBuilder().setCommands(commands)) }

    /** Gives up. */
    suspend fun resign(): ActResponse = act { setResign(ActRequest.Resign.getDefaultInstance()) }

    /** A bot plays on, until the seat is taken back. */
    suspend fun handSeat(bot: String = ""): ActResponse =
        act { setHandSeat(ActRequest.HandSeat.newBuilder().setBot(bot)) }

    suspend fun takeSeatBack(): ActResponse = act { setTakeSeatBack(ActRequest.TakeSeatBack.getDefaultInstance()) }

    private suspend fun act(what: ActRequest.Builder.() -> ActRequest.Builder): ActResponse =
        client.play.act(ActRequest.newBuilder().setGameId(gameId).what().build()).orThrow().also { saw(it.version) }

    // Looking.

    /**
     * The game now, with the account's options: never older than [minVersion], nor than what this object has shown or
     * answered.
     */
    suspend fun board(minVersion: Int = 0): Snapshot {
        val request = GetBoardRequest.newBuilder().setGameId(gameId).setParts(turnParts)
        val atLeast = maxOf(minVersion, seen)
        if (atLeast > 0) request.minVersion = atLeast
        return client.views.getBoard(request.build()).orThrow().snapshot
    }

    /**
     * Everything that WatchGame tells, as [Turnledger.watch] has it. [afterVersion]: null for the events from now on.
     */
    fun watch(
        afterVersion: Int? = 0,
        parts: Parts = Parts.newBuilder().setWords(true).build(),
    ): Flow<WatchGameResponse> {
        val request = WatchGameRequest.newBuilder().setGameId(gameId).setParts(parts)
        if (afterVersion != null) request.afterVersion = afterVersion
        return flow {
            var behind = 0
            client.watch(request.build()).collect {
                behind = if (it.version < seen && it.eventsCount == 0) behind + 1 else 0
                if (behind == BEHIND_MAX) {
                    checkSeen()
                    behind = 0
                }
                saw(it.version)
                emit(it)
            }
        }
    }

    /** Throws UNKNOWN_VERSION if the server has lost what it has answered. */
    private suspend fun checkSeen() {
        client.watch(WatchGameRequest.newBuilder().setGameId(gameId).setAfterVersion(seen).build()).first()
    }

    /** The game after each change, with the account's options, up to its end. Versions grow; some are skipped. */
    fun boards(): Flow<Snapshot> = flow {
        var shown = -1 // of this collector: another one begins with the current board
        val newer = watch(null, turnParts)
            .filter { it.hasSnapshot() && it.snapshot.version > shown }
            .map { it.snapshot }
        emitAll(newer.transformWhile {
            shown = it.version
            emit(it)
            !over(it.status)
        })
    }

    /** All events after a version, one by one, with a sentence each, up to the end of the game. */
    fun events(afterVersion: Int = 0): Flow<GameEvent> = watch(afterVersion).transformWhile { message ->
        message.eventsList.forEach { emit(it) }
        message.eventsList.none(::isLast) && !(message.eventsCount == 0 && endedBy(message.version))
    }

    private suspend fun endedBy(version: Int) = table().let { over(it.status) && it.version <= version }

    /**
     * A turn each time the game waits for this account, up to its end. They come with a watch, and with the answers of
     * [Turn.submit] and [Turn.choose]: a turn is one call.
     */
    fun turns(): Flow<Turn> = flow {
        var seen = 0
        boards().collect { first ->
            if (first.version < seen) return@collect // `seen` may be another event, in the place of a lost one
            var snapshot = first
            while (snapshot.waits) {
                val turn = Turn(this@Game, snapshot)
                emit(turn)
                snapshot = turn.after ?: board(snapshot.version)
            }
            seen = snapshot.version
        }
    }

    // After the end: what proves a game.

    /** The file of the game (docs/history-format.md): of a running one what the account may know. */
    suspend fun export(): ByteArray {
        val file = Buffer()
        val stream = client.history.exportGame()
        try {
            stream.sendAndClose(ExportGameRequest.newBuilder().setGameId(gameId).build()).getOrThrow()
            for (part in stream.responseChannel()) file.write(part.content.toByteArray())
        } catch (error: ConnectException) {
            throw typed(error)
        } finally {
            withContext(NonCancellable) { stream.receiveClose() }
        }
        return file.readByteArray()
    }

    /**
     * Verifies the file of the game by the server's published keys. Throws [ChanceMismatch] if it reveals another
     * chance than this account kept. The keys are the server's word: who wants more compares them with another's, and
     * the file with `turnledger verify`, which has the rules.
     */
    suspend fun prove(): Verdict {
        val file = export()
        val keys = client.history.listSigningKeys(ListSigningKeysRequest.getDefaultInstance()).orThrow().keySet
        val verdict = withContext(Dispatchers.Default) { verify(file, keys) }
        if (verdict.secret.isNotEmpty()) {
            val revealed = SecretRevealed.newBuilder().setSecret(verdict.secret).addAllNonces(verdict.nonces).build()
            client.chances.of(gameId)?.check(revealed, seatAt(table()))
        }
        return verdict
    }

    /**
     * Returns whether this account's chance was kept. Then it checks that the server was bound to this secret and that
     * the account's nonce took part; else [ChanceMismatch]. [prove] checks the file, too.
     */
    suspend fun checkChance(): Boolean {
        val chance = client.chances.of(gameId) ?: return false
        val table = table()
        val request = ListEventsRequest.newBuilder().setGameId(gameId).setFromVersion(table.version).build()
        val events = client.history.listEvents(request).orThrow().eventsList
        val last = events.firstOrNull { it.table.hasSecretRevealed() } ?: return false
        chance.check(last.table.secretRevealed, seatAt(table))
        return true
    }

    /** That of the account; -1 where it has none. */
    private suspend fun seatAt(table: Table): Int {
        val me = client.accounts.getMe(GetMeRequest.getDefaultInstance()).orThrow().account.accountId
        return table.occupantsList.indexOfFirst { it.accountId == me }
    }
}

/** The commands that the account may give at a version of the game, and the game then. */
class Turn internal constructor(val game: Game, val snapshot: Snapshot) {
    internal var after: Snapshot? = null

    val options: List<Option> get() = snapshot.options.optionsList

    /** Gives a whole command, such as an option's `first`, which is judged by the game at that moment. */
    suspend fun submit(command: Command): SubmitResponse =
        give(SubmitRequest.newBuilder().setGameId(game.gameId).setCommand(command))

    /**
     * Gives command [number] of an option, for programs that know no game's rules. Commands of others meanwhile do not
     * matter as long as the options stay the same; otherwise it is VERSION_CONFLICT.
     */
    suspend fun choose(option: Int, number: Int = 0): SubmitResponse =
        give(game.choice(snapshot.version, option, number))

    /** The command that [choose] would give, with a sentence. */
    suspend fun spellOut(option: Int, number: Int = 0): NumberedCommand =
        game.spellOut(snapshot.version, option, number)

    private suspend fun give(request: SubmitRequest.Builder): SubmitResponse {
        val answer = game.give(request.setParts(turnParts).build())
        after = answer.snapshot
        return answer
    }
}

/** Whether the game waits for the snapshot's viewer. */
val Snapshot.waits: Boolean get() = hasSeat() && seat in toActList && options.optionsCount > 0

private fun over(status: TableStatus) =
    status == TableStatus.TABLE_STATUS_FINISHED || status == TableStatus.TABLE_STATUS_CLOSED

private fun isLast(event: GameEvent) = event.table.hasSecretRevealed() || event.table.hasTableClosed()
