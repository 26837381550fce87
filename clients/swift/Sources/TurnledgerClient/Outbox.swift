import Foundation

/// A stored request, and its result when it was sent again: an answer, or the reason for having none.
public struct Sent: Sendable {
    /// `Play/Submit`.
    public let method: String
    public let request: JSON
    public let answer: JSON?
    public let error: ServiceError?
}

/// Requests that change something: stored before they are sent, forgotten when they are answered.
actor Outbox {
    static let prefix = "request/"

    private let store: any Store
    private var newest = 0

    init(_ store: any Store) {
        self.store = store
    }

    /// Stores a request, and gives its key.
    func add(_ path: String, _ fields: [String: JSON]) async throws -> String {
        newest = max(newest + 1, Int(Date().timeIntervalSince1970 * 1000))
        let key = Outbox.prefix + String(json: fields["requestId"])
        let entry = JSON.object(["method": .text(path), "request": .object(fields), "at": .int(newest)])
        try await store.put(key, entry.bytes)
        return key
    }

    func forget(_ key: String) async throws {
        try await store.delete(key)
    }

    /// Drops all of them.
    func forgetAll() async throws {
        for key in try await store.keys(Outbox.prefix) { try await store.delete(key) }
    }

    /// The requests without an answer, in the order in which they were sent.
    func all() async throws -> [(key: String, path: String, fields: [String: JSON])] {
        var found: [(key: String, entry: JSON)] = []
        for key in try await store.keys(Outbox.prefix) {
            if let entry = try await store.read(key) { found.append((key, entry)) }
        }
        found.sort { Int(json: $0.entry["at"]) < Int(json: $1.entry["at"]) }
        return found.map { ($0.key, String(json: $0.entry["method"]), $0.entry["request"]?.members ?? [:]) }
    }
}
