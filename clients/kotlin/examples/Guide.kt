// From a token to a rematch: the program of the kit's README.
package org.turnledger.examples

import org.turnledger.client.MemoryStore
import org.turnledger.client.Options
import org.turnledger.client.Turnledger
import org.turnledger.client.TurnledgerException
import org.turnledger.v1.CreateTableRequest

suspend fun tokenToRematch(url: String) {
    val ann = Turnledger.signIn(url, options = Options(store = MemoryStore(), language = "en"))
    val bob = Turnledger.signIn(url)

    val table = CreateTableRequest.newBuilder()
        .setVariant("power_grid/russia").setSeats(2).setJoin(true).setPrivate(true).setUnrated(true)
    val hers = ann.createTable(table.build())
    val his = bob.game(hers.gameId)
    try {
        his.join()
    } catch (refused: TurnledgerException) {
        check(refused.reason == "INVITE_NEEDED")
    }
    his.join(colour = "black", invite = hers.invite())
    hers.start()

    val acting = listOf(hers, his).first { it.options().optionsCount > 0 }
    val version = acting.options().version
    println(acting.spellOut(version, option = 0, number = 0).says)
    try {
        acting.choose(version, option = 0, number = 9999)
    } catch (refused: TurnledgerException) {
        println("${refused.reason} ${refused.facts} ${refused.says}")
    }
    acting.choose(version, option = 0)
    acting.undo() // nothing was revealed, and no other player moved

    his.resign()
    hers.events().collect { println("${it.version} ${it.says}") }
    check(hers.checkChance())
    check(hers.prove().right)
    check(hers.rematch().gameId == his.rematch().gameId)
}
