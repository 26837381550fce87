import Foundation

/// The result of one game's queue.
public struct Flushed: Sendable {
    public let gameId: String
    /// The answers, in order.
    public internal(set) var done: [SubmitResponse] = []
    /// The server's refusal of the next command: the queue of the game is empty.
    public internal(set) var refused: ServiceError?
    /// The commands that were given up then, the refused one first.
    public internal(set) var dropped: [SubmitRequest] = []
    /// Why commands are left in the queue: no answer came.
    public internal(set) var waits: ServiceError?
}

/// A command that was given to the queue without the version that it was decided on.
public struct VersionNeeded: Error {}

/// Commands that were given without a network, game by game, in the store.
public actor Queue {
    private static let prefix = "queue/"

    private let layer: Layer
    private let store: any Store
    private let adding = OneByOne()
    private let flushing = OneByOne()

    init(_ layer: Layer, _ store: any Store) {
        self.layer = layer
        self.store = store
    }

    /// Drops the commands of all games.
    func forgetAll() async throws {
        for key in try await store.keys(Queue.prefix) { try await store.delete(key) }
    }

    /// Puts a command behind those of its game. Each names the version that it was decided on, and is judged by no
    /// other.
    public func add(_ request: SubmitRequest) async throws {
        guard request.expectedVersion != nil else { throw VersionNeeded() }
        var request = request
        if request.requestId.isEmpty { request.requestId = newRequestId() }
        let stored = request
        try await adding.alone { try await self.store(stored) }
    }

    private func store(_ request: SubmitRequest) async throws {
        let folder = Queue.prefix + request.gameId + "/"
        let last = try await store.keys(folder).last.flatMap { Int($0.dropFirst(folder.count)) } ?? 0
        let number = String(last + 1)
        let name = String(repeating: "0", count: 10 - number.count) + number
        try await store.put(folder + name, JSON.object(request.fields).bytes)
    }

    /// The commands of a game that are in the queue, in order.
    public func waiting(_ gameId: String) async throws -> [SubmitRequest] {
        try await stored(gameId).map(\.request)
    }

    /// Sends all waiting commands, game by game, in order. The first refusal empties its game's queue; others continue.
    public func flush() async throws -> [Flushed] {
        try await flushing.alone {
            var games: [String] = []
            for key in try await self.store.keys(Queue.prefix) {
                let game = String(key.dropFirst(Queue.prefix.count).prefix { $0 != "/" })
                if games.last != game { games.append(game) }
            }
            var told: [Flushed] = []
            for game in games { told.append(try await self.flush(game)) }
            return told
        }
    }

    private func stored(_ gameId: String) async throws -> [(key: String, request: SubmitRequest)] {
        var found: [(String, SubmitRequest)] = []
        for key in try await store.keys(Queue.prefix + gameId + "/") {
            if let entry = try await store.read(key) { found.append((key, SubmitRequest(json: entry))) }
        }
        return found
    }

    private func flush(_ gameId: String) async throws -> Flushed {
        var told = Flushed(gameId: gameId)
        let queue = try await stored(gameId)
        for (place, entry) in queue.enumerated() {
            do {
                let answer = try await layer.send("Play/Submit", entry.request.fields, key: nil)
                told.done.append(SubmitResponse(json: answer))
            } catch let error as ServiceError {
                if error.staysOpen {
                    told.waits = error
                    return told
                }
                told.refused = error
                told.dropped = queue[place...].map(\.request)
                for given in queue[place...] { try await store.delete(given.key) }
                return told
            }
            try await store.delete(entry.key)
        }
        return told
    }
}
