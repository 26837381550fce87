import Foundation
import XCTest
@testable import TurnledgerClient

/// The cases of clients/cases, played by the fake server, which judges. This file knows their steps, and none by name.
final class CasesTests: XCTestCase {
    func testTheKitPassesEveryCase() async throws {
        let fake = try FakeServer()
        defer { fake.stop() }
        let cases = try await fake.ask("/cases").list ?? []
        XCTAssertFalse(cases.isEmpty)
        for each in cases {
            let verdict = try await Runner(fake, String(json: each["name"])).play()
            XCTAssertEqual(verdict["wrong"]?.list, [], "\(String(json: each["name"])): \(String(json: each["what"]))")
        }
    }
}

private final class Runner {
    private let fake: FakeServer
    private let script: JSON
    private let store: NotingStore
    private let source: Source?
    private var client: Turnledger {
        didSet { games = [:] }
    }
    private var games: [String: Game] = [:]

    init(_ fake: FakeServer, _ name: String) async throws {
        self.fake = fake
        script = try await fake.ask("/begin", ["case": .text(name)])
        store = NotingStore(fake)
        source = script["start"]?["source"]?.members.map { Source(fake, $0) }
        let start = script["start"]
        if let pair = start?["tokens"]?.members {
            let tokens = pair.reduce(into: [String: JSON]()) { $0[camel($1.key)] = $1.value }
            await store.kept.put(TokenKeeper.key, JSON.object(tokens).bytes)
        }
        client = try await Runner.begin(fake, start, store, source)
    }

    private static func begin(
        _ fake: FakeServer, _ start: JSON?, _ store: NotingStore, _ source: Source?
    ) async throws -> Turnledger {
        try await Turnledger.open(fake.url, configuration(start, store, source))
    }

    private static func configuration(_ start: JSON?, _ store: NotingStore, _ source: Source?) -> Configuration {
        var times = Times()
        if let silence = start?["silence_ms"] { times.silenceS = Double(json: silence) / 1000 }
        let aheadS = Double(json: start?["clock_ahead_s"])
        var how = Configuration(store: store, times: times, clock: { Date().addingTimeInterval(aheadS) })
        how.token = String(json: start?["token"])
        if let source { how.tokenSource = { try await source.another($0) } }
        return how
    }

    func play() async throws -> JSON {
        for (number, step) in (script["client"]?.list ?? []).enumerated() {
            var outcome: [String: JSON]
            do {
                let told = try await act(step)
                outcome = ["ok": .object(told)]
            } catch let error as ServiceError {
                outcome = ["error": refusal(error)]
            }
            if step["expect"] != nil {
                try await fake.ask("/report", ["step": .int(number), "outcome": .object(outcome)])
            } else if outcome["ok"] == nil {
                throw Failed(what: "\(outcome)")
            }
        }
        client.close()
        return try await fake.ask("/end", [:])
    }

    /// The same object for all steps of a client.
    private func game(_ step: JSON) -> Game {
        let id = String(json: step["game_id"])
        let game = games[id] ?? client.game(id)
        games[id] = game
        return game
    }

    private func act(_ step: JSON) async throws -> [String: JSON] {
        switch String(json: step["do"]) {
        case "get_me": return try await getMe(step["times"].map { Int(json: $0) } ?? 1)
        case "create_table":
            let game = try await client.createTable(
                .init(variant: String(json: step["variant"]), seats: Int(json: step["seats"])))
            return ["game_id": .text(game.gameId)]
        case "get_table":
            let table = try await game(step).table()
            return ["version": .int(table.version), "status_known": .bool(table.status.isKnown)]
        case "submit": return try await submit(step)
        case "board": return ["version": .int(try await game(step).board().version)]
        case "restart":
            client.close()
            client = try await Runner.begin(fake, script["start"], store, source)
            return [:]
        case "resume": return ["versions": .list(try await client.sendPending().map { $0.answer?["version"] ?? .null })]
        case "watch": return try await watch(step)
        case "sign_in":
            client.close()
            let how = Runner.configuration(script["start"], store, source)
            client = try await Turnledger.signIn(
                fake.url, String(json: step["display_name"]), password: String(json: step["password"]), how)
            return try await getMe(1)
        case "forget":
            try await forget(step["during"])
            return [:]
        case "queue":
            try await client.queue.add(choice(step))
            return [:]
        case "flush": return try await flush()
        case "pauses":
            let random = Double(json: step["random"])
            let all = (0..<Int(json: step["attempts"])).map { Times().pauseS($0, random: random) * 1000 }
            return ["pauses_ms": .list(all.map { .double($0) })]
        case let other: throw Failed(what: "a step that this runner does not know: \(other)")
        }
    }

    private func getMe(_ times: Int) async throws -> [String: JSON] {
        let accounts = client.accounts
        let all = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<times { group.addTask { try await accounts.getMe().account?.accountId ?? "" } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return ["account_id": .text(all[0]), "times": .int(all.count)]
    }

    private func submit(_ step: JSON) async throws -> [String: JSON] {
        let played = game(step)
        let version = Int(json: step["expected_version"])
        let option = Int(json: step["option"])
        let number = Int(json: step["number"])
        guard let leave = step["leave_after"] else {
            return ["version": .int(try await played.choose(version, option: option, number: number).version)]
        }
        let given = Task { try await played.choose(version, option: option, number: number) }
        try await seen(leave)
        client.close() // the program ends before the answer
        if (try? await given.value) != nil { throw Failed(what: "an answer that nobody gave") }
        return [:]
    }

    private func seen(_ what: JSON?) async throws {
        try await fake.ask("/seen?method=\(String(json: what?["method"]))&count=\(Int(json: what?["count"]))")
    }

    private func forget(_ during: JSON?) async throws {
        guard let during else { return try await client.forget() }
        let accounts = client.accounts
        let asked = Task { try await accounts.getMe() }
        try await seen(during)
        try await client.forget()
        _ = try? await asked.value
    }

    private func watch(_ step: JSON) async throws -> [String: JSON] {
        var events: [GameEvent] = []
        let after = step["after_version"].flatMap { $0 == .null ? nil : Int(json: $0) }
        for try await message in game(step).watch(afterVersion: after) {
            events += message.events
            if message.version >= Int(json: step["until_version"]) { break }
        }
        let unknown = events.filter { !$0.hidden && $0.table?.event == nil && $0.game?.game == nil }
        return [
            "versions": .list(events.map { .int($0.version) }), "unknown": .list(unknown.map { .int($0.version) }),
            "says": .list(events.map { .text($0.says) }),
        ]
    }

    private func flush() async throws -> [String: JSON] {
        let games = try await client.queue.flush()
        if let waits = games.compactMap(\.waits).first { throw waits }
        var told: [String: [String: JSON]] = ["done": [:], "refused": [:], "dropped": [:]]
        for game in games {
            if !game.done.isEmpty { told["done"]?[game.gameId] = .list(game.done.map { .int($0.version) }) }
            guard let refused = game.refused else { continue }
            told["refused"]?[game.gameId] = .text(refused.reason)
            told["dropped"]?[game.gameId] = .int(game.dropped.count)
        }
        return told.mapValues { .object($0) }
    }
}

private func choice(_ step: JSON) -> SubmitRequest {
    let choice = Choice(option: step["option"].map { Int(json: $0) }, number: step["number"].map { Int(json: $0) })
    let version = step["expected_version"].map { Int(json: $0) }
    return SubmitRequest(gameId: String(json: step["game_id"]), expectedVersion: version, choice: choice)
}

private func refusal(_ error: ServiceError) -> JSON {
    .object([
        "code": .text(error.code), "reason": .text(error.reason), "facts": error.facts.json ?? .null,
        "figures": .object(error.figures),
        "says": .text(error.says), "legal": .list((error.legal?.commands ?? []).map { .text($0.kind) }),
        "retry_after_ms": error.retryAfterS.map { .double($0 * 1000) } ?? .null, "message": .text(error.message),
    ])
}

private func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
}

/// Gives each token of the case once, in place of the one that it names.
private actor Source {
    private let fake: FakeServer
    private var tokens: [String: JSON]

    init(_ fake: FakeServer, _ tokens: [String: JSON]) {
        self.fake = fake
        self.tokens = tokens
    }

    func another(_ ended: String) async throws -> String {
        guard let token = tokens.removeValue(forKey: ended) else { throw Failed(what: "asked in place of \(ended)") }
        try await fake.ask("/note", ["access_token": token])
        return String(json: token)
    }
}

/// Reports each stored value to the fake server, before it returns to the kit.
private final class NotingStore: Store {
    let kept = MemoryStore()
    private let fake: FakeServer

    init(_ fake: FakeServer) {
        self.fake = fake
    }

    func put(_ key: String, _ value: Data) async throws {
        let told = try JSON(value)
        if key == TokenKeeper.key {
            try await fake.ask("/note", ["access_token": told["accessToken"] ?? .null])
        } else if let request = key.hasPrefix("queue/") ? told : told["request"] {
            try await fake.ask("/note", ["request_id": request["requestId"] ?? .null])
        }
        await kept.put(key, value)
    }

    func get(_ key: String) async -> Data? { await kept.get(key) }
    func delete(_ key: String) async { await kept.delete(key) }
    func keys(_ prefix: String) async -> [String] { await kept.keys(prefix) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
