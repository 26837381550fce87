import Foundation

/// The commands that the account may give at a version of the game, and the game then.
public final class Turn: @unchecked Sendable {
    public let game: Game
    public let snapshot: Snapshot
    private let lock = NSLock()
    private var answered: Snapshot?

    init(_ game: Game, _ snapshot: Snapshot) {
        self.game = game
        self.snapshot = snapshot
    }

    public var version: Int { snapshot.version }
    public var options: [Option] { snapshot.options?.options ?? [] }

    /// The game in the answer to this turn's command.
    var after: Snapshot? { lock.withLock { answered } }

    /// Gives a whole command, such as an option's `first`, which is judged by the game at that moment.
    @discardableResult
    public func submit(_ command: Command) async throws -> SubmitResponse {
        try await give(SubmitRequest(gameId: game.gameId, command: command))
    }

    /// Gives command `number` of an option, for programs that know no game's rules. Commands of others meanwhile do not
    /// matter as long as the options stay the same; otherwise it is VERSION_CONFLICT.
    @discardableResult
    public func choose(_ option: Int = 0, number: Int = 0) async throws -> SubmitResponse {
        try await give(game.choice(version, option, number))
    }

    /// The command that `choose` would give, with a sentence.
    public func spellOut(_ option: Int, number: Int = 0) async throws -> NumberedCommand? {
        try await game.spellOut(version, option: option, number: number)
    }

    private func give(_ request: SubmitRequest) async throws -> SubmitResponse {
        var request = request
        request.parts = Game.turnParts
        let answer = try await game.give(request)
        lock.withLock { answered = answer.snapshot }
        return answer
    }
}

extension Snapshot {
    /// Whether the game waits for the snapshot's viewer.
    public var waits: Bool { seat.map { toAct.contains($0) } == true && options?.options.isEmpty == false }

    var isOver: Bool { status.isOver }
}

extension TableStatus {
    var isOver: Bool { self == .finished || self == .closed }
}

/// The messages of a game's watch, one by one; the game has seen each before it is shown.
actor Messages {
    private let game: Game
    private let watching: Watching
    /// How many messages in a row, one every quarter of a minute, had no events and a version before an answer.
    private var behind = 0

    init(_ game: Game, _ afterVersion: Int?, _ parts: Parts) {
        let asked = WatchGameRequest(gameId: game.gameId, afterVersion: afterVersion, parts: parts)
        self.game = game
        watching = Watching(game.client.layer, "Views/WatchGame", asked.fields, ask: "afterVersion", from: "version")
    }

    func next() async throws -> WatchGameResponse {
        let message = WatchGameResponse(json: try await watching.next())
        behind = message.events.isEmpty && message.version < game.answered ? behind + 1 : 0
        if behind == 2 {
            behind = 0
            try await checkAnswered()
        }
        game.saw(message.version)
        return message
    }

    /// Throws UNKNOWN_VERSION if the server has lost what it has answered.
    private func checkAnswered() async throws {
        _ = try await Messages(game, game.answered, Parts()).next()
    }
}

/// The snapshots of a game's watch, each newer than the one before, up to the end.
actor Boards {
    private let messages: Messages
    private var shown = -1
    private var isOver = false

    init(_ game: Game) {
        messages = Messages(game, nil, Game.turnParts)
    }

    func next() async throws -> Snapshot? {
        while !isOver {
            guard let snapshot = try await messages.next().snapshot, snapshot.version > shown else { continue }
            shown = snapshot.version
            isOver = snapshot.isOver
            return snapshot
        }
        return nil
    }
}

/// Events one by one, up to the last one of the game.
actor Events {
    private let game: Game
    private let messages: Messages
    private var left: [GameEvent] = []
    private var isOver = false

    init(_ game: Game, _ afterVersion: Int) {
        self.game = game
        messages = Messages(game, afterVersion, Parts(words: true))
    }

    func next() async throws -> GameEvent? {
        while left.isEmpty {
            if isOver { return nil }
            let message = try await messages.next()
            left = message.events
            isOver = left.contains { $0.table?.secretRevealed != nil || $0.table?.tableClosed != nil }
            if left.isEmpty { isOver = try await hasEnded(by: message.version) }
        }
        return left.removeFirst()
    }

    /// A game that was over before tells nothing any more.
    private func hasEnded(by version: Int) async throws -> Bool {
        let table = try await game.table()
        return table.status.isOver && table.version <= version
    }
}

/// Turns of the account, up to the end of the game.
actor Turns {
    private let game: Game
    private let boards: Boards
    private var given: Turn?
    private var seen = 0

    init(_ game: Game) {
        self.game = game
        boards = Boards(game)
    }

    func next() async throws -> Turn? {
        if let given {
            let snapshot = if let after = given.after { after } else { try await game.board(minVersion: given.version) }
            if let turn = turn(of: snapshot) { return turn }
            if snapshot.isOver { return nil }
        }
        while let snapshot = try await boards.next() {
            // `seen` itself may be another event, in the place of a lost one
            if snapshot.version >= seen, let turn = turn(of: snapshot) { return turn }
        }
        return nil
    }

    private func turn(of snapshot: Snapshot) -> Turn? {
        seen = max(seen, snapshot.version)
        given = snapshot.waits ? Turn(game, snapshot) : nil
        return given
    }
}
