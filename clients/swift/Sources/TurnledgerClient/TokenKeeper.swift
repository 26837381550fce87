import Foundation

/// The caller's pair of tokens in use, exchanged once for all waiting calls, and stored before it is used.
actor TokenKeeper {
    static let key = "tokens"

    private let store: any Store
    private let connection: Connection
    private let source: TokenSource?
    /// The tokens come from elsewhere.
    let isGiven: Bool
    private var underWay: Task<Void, any Error>?
    /// Nil: only when the server demands it.
    private var renewAt: Date?
    private(set) var pair: Tokens?
    /// The store and what is used say the same.
    private let storing = OneByOne()
    /// The refresh token that was given up last: the result of its exchange is discarded.
    private var left = ""

    init(_ how: Configuration, _ connection: Connection) {
        self.connection = connection
        source = how.tokenSource
        isGiven = how.isGiven
        store = how.isGiven ? MemoryStore() as any Store : how.store
        guard how.isGiven else { return }
        pair = Tokens(accessToken: how.token)
        renewAt = how.token.isEmpty ? .distantPast : nil
    }

    /// Whether an access token that the server refused can be replaced.
    nonisolated var mayRenew: Bool { !isGiven || source != nil }

    /// The content of the store.
    func load() async throws {
        guard let stored = try await store.read(TokenKeeper.key) else { return }
        let pair = Tokens(json: stored)
        self.pair = pair
        renewAt = soonest(pair)
    }

    /// Stores a new pair and uses it from then on, in place of whatever was used before.
    func use(_ fresh: Tokens) async throws {
        try await storing.alone { try await self.replace(by: fresh) }
    }

    private func replace(by fresh: Tokens) async throws {
        leave()
        try await keep(fresh)
    }

    private func leave() {
        if let pair { left = pair.refreshToken }
    }

    private func keep(_ fresh: Tokens) async throws {
        try await store.put(TokenKeeper.key, JSON.object(fresh.fields).bytes)
        pair = fresh
        // A new pair that seems to have expired: this device's clock is wrong, and the server's answer counts.
        renewAt = soonest(fresh).flatMap { $0 > connection.now() ? $0 : nil }
    }

    func forget() async throws {
        try await storing.alone { try await self.drop() }
    }

    private func drop() async throws {
        leave()
        pair = nil
        try await store.delete(TokenKeeper.key)
    }

    /// Returns the token for a call, exchanged first where it was about to expire; nil for an anonymous call.
    func access() async throws -> String? {
        guard let now = pair else { return nil }
        if let renewAt, connection.now() >= renewAt {
            do {
                try await renew(now.accessToken)
            } catch let away as ServiceError where away.mayPass {} // the token may still be good
        }
        return pair?.accessToken
    }

    /// Exchanges the pair, unless another call did since the access token `ended` was taken. If a caller stops waiting,
    /// the exchange continues.
    func renew(_ ended: String) async throws {
        guard let now = pair, now.accessToken == ended else { return }
        let exchange = underWay ?? Task { try await self.exchange(now.refreshToken) }
        underWay = exchange
        try await exchange.value
    }

    private func exchange(_ refreshToken: String) async throws {
        defer { underWay = nil }
        if let source {
            let token = try await source(pair?.accessToken ?? "")
            return try await use(Tokens(accessToken: token))
        }
        let answer = try await connection.call(
            "Accounts/RefreshTokens", .object(["refreshToken": .text(refreshToken)]), as: nil)
        guard let fresh = RefreshTokensResponse(json: answer).tokens else {
            throw ServiceError(code: "internal", "a refresh without tokens")
        }
        try await storing.alone { try await self.keep(fresh, insteadOf: refreshToken) }
    }

    private func keep(_ fresh: Tokens, insteadOf refreshToken: String) async throws {
        if refreshToken != left { try await keep(fresh) }
    }

    private func soonest(_ pair: Tokens) -> Date? {
        pair.accessExpireTime?.addingTimeInterval(-connection.times.aheadS)
    }
}
