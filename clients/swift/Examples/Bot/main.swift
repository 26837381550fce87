// A bot of ten lines, which knows no rule: it takes the first thing that is legal.
// `swift run Bot http://127.0.0.1:8080`
import TurnledgerClient

let me = try await Turnledger.signIn(CommandLine.arguments[1])
let game = try await me.createTable(.init(variant: "card_game", seats: 2, join: true))
try await game.addBot("greedy")
try await game.start()
for try await turn in game.turns() {
    try await turn.choose()
}
print(try await game.table().outcome?.standings ?? [])
