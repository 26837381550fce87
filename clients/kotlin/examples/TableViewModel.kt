// An Android screen's view model. Collect `state` with collectAsStateWithLifecycle, which stops the watch in the
// background; a rotated screen finds it as it was. An app has one Turnledger, with FileStore(File(filesDir,
// "turnledger")).
package org.turnledger.examples

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.flow.runningFold
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch
import org.turnledger.client.Game
import org.turnledger.client.TurnledgerException
import org.turnledger.client.orThrow
import org.turnledger.client.waits
import org.turnledger.v1.Choice
import org.turnledger.v1.NumberedCommand
import org.turnledger.v1.Parts
import org.turnledger.v1.Snapshot
import org.turnledger.v1.SubmitRequest

/** The state of the screen. [sentence]: why the last move was refused, for the person. */
data class TableState(val snapshot: Snapshot? = null, val sentence: String = "") {
    val myTurn: Boolean get() = snapshot?.waits ?: false
}

class TableViewModel(private val game: Game) : ViewModel() {
    private val answered = MutableStateFlow<Snapshot?>(null)
    private val sentence = MutableStateFlow("")

    /** The newest board that the watch or an answer brought. */
    val state: StateFlow<TableState> = combine(newest(merge(game.boards(), answered)), sentence, ::TableState)
        .stateIn(viewModelScope, SharingStarted.WhileSubscribed(STOP_AFTER_MS), TableState())

    /** The commands of an option's numbers, to show as a list. */
    fun commands(option: Int): Flow<NumberedCommand> = game.commands(version(), option)

    /** Gives what was tapped, as decided on the board that is shown. */
    fun choose(option: Int, number: Int) {
        val request = SubmitRequest.newBuilder()
            .setGameId(game.gameId)
            .setExpectedVersion(version())
            .setChoice(Choice.newBuilder().setOption(option).setNumber(number))
            .setParts(Parts.newBuilder().setBoard(true).setOptions(true))
            .build()
        viewModelScope.launch {
            try {
                answered.value = game.client.play.submit(request).orThrow().snapshot
                sentence.value = ""
            } catch (refused: TurnledgerException) {
                sentence.value = refused.says.ifEmpty { refused.message.orEmpty() }
            }
        }
    }

    private fun version() = state.value.snapshot?.version ?: 0

    private fun newest(snapshots: Flow<Snapshot?>): Flow<Snapshot?> =
        snapshots.runningFold(null as Snapshot?) { shown, next ->
            if (next == null || shown != null && shown.version >= next.version) shown else next
        }

    private companion object {
        const val STOP_AFTER_MS = 5_000L
    }
}
