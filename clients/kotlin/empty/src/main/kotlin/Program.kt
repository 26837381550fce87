import java.io.File
import kotlinx.coroutines.runBlocking
import org.turnledger.client.Game
import org.turnledger.client.MemoryStore
import org.turnledger.client.Options
import org.turnledger.client.Turnledger
import org.turnledger.client.TurnledgerException
import org.turnledger.client.verify
import org.turnledger.v1.CreateTableRequest

/** The README's bot, for the compiler. */
suspend fun play(me: Turnledger): Game {
    val game = me.createTable(CreateTableRequest.newBuilder().setVariant("card_game").setSeats(2).setJoin(true).build())
    game.addBot("greedy")
    game.start()
    game.turns().collect { turn ->
        try {
            turn.choose(0, 0)
        } catch (refused: TurnledgerException) {
            println("${refused.reason} ${refused.facts} ${refused.legal}")
        }
    }
    return game
}

fun main(arguments: Array<String>) = runBlocking {
    val (file, keys) = arguments.map(::File)
    check(!Turnledger.open("http://127.0.0.1:1", Options(store = MemoryStore())).signedIn)
    val verdict = verify(file.readBytes(), keys.readText())
    check(verdict.right) { verdict.fault.toString() }
    println("${verdict.game}: ${verdict.proven}")
}
