// From a token to a rematch: the program of the kit's README. `swift run Guide http://127.0.0.1:8080`
import Foundation
import TurnledgerClient

let url = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"

let store = MemoryStore() // FileStore outlives the program
let ann = try await Turnledger.signIn(url, "", Configuration(store: store, language: "en"))
let bob = try await Turnledger.signIn(url)

let hers = try await ann.createTable(
    .init(variant: "power_grid/russia", seats: 2, private: true, unrated: true, join: true))
let his = bob.game(hers.gameId)
do {
    try await his.join()
} catch let refused as ServiceError where refused.reason == "INVITE_NEEDED" {
    print(refused.says)
}
try await his.join(colour: "black", invite: hers.invite())
try await hers.start()

let acting = try await hers.options().options.isEmpty ? his : hers
let version = try await acting.options().version
if let spelt = try await acting.spellOut(version, option: 0, number: 0) { print(spelt.says) }
do {
    try await acting.choose(version, option: 0, number: 9999)
} catch let refused as ServiceError {
    print(refused.reason, refused.facts, refused.says)
}
try await acting.choose(version, option: 0)
try await acting.undo() // nothing was revealed, and no other player moved

for try await snapshot in hers.boards() {
    print(snapshot.version, snapshot.toAct)
    break
}
for try await message in hers.watch(afterVersion: 0) {
    for event in message.events {
        switch event.event {
        case .table(let happened): print(event.version, happened)
        case .game(let happened): print(event.version, happened)
        default: print(event.version, event.says) // hidden, or a kind that came later
        }
    }
    break
}

try await bob.queue.add(.init(gameId: his.gameId, expectedVersion: version, choice: .init(option: 0)))
for flushed in try await bob.queue.flush() {
    print(flushed.done.count, flushed.refused?.reason ?? "", flushed.dropped.count)
}

try await his.resign()
for try await event in hers.events() { print(event.version, event.says) }
guard try await hers.checkChance(), try await hers.prove().isRight else { fatalError("the dice are not proven") }
let again = try await hers.rematch()
let same = try await his.rematch()
guard same.gameId == again.gameId else { fatalError("they meet at two tables") }
print("a rematch at", again.gameId)
