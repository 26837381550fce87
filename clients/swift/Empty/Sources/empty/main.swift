import Foundation
import TurnledgerClient

/// The README's bot, for the compiler.
func play(_ me: Turnledger) async throws {
    let game = try await me.createTable(.init(variant: "card_game", seats: 2, join: true))
    try await game.start()
    for try await turn in game.turns() { try await turn.choose() }
}

let me = try await Turnledger.open("http://127.0.0.1:1", Configuration(store: MemoryStore()))
guard await !me.isSignedIn else { fatalError("signed in without a call") }
let (file, keys) = (CommandLine.arguments[1], CommandLine.arguments[2])
let history = try Data(contentsOf: URL(fileURLWithPath: file))
let verdict = verify(history, keySet: try String(contentsOfFile: keys, encoding: .utf8))
guard verdict.isRight else { fatalError("\(verdict)") }
print(verdict.game, verdict.proven)
