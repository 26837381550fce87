import Foundation

/// Gives another access token, once for all calls that wait: in place of one that the server refused, and before the
/// first call without a token (`ended` is empty). Calls throw what it throws.
public typealias TokenSource = @Sendable (_ ended: String) async throws -> String

/// How a client is made. `language`: of the texts for people, `en` or `ru`. `clock`: of the device, which may be wrong.
/// `token`: an access token from elsewhere, such as a personal one or one of OAuth, which is not stored. `tokenSource`:
/// refreshes it, or takes its place.
public struct Configuration: Sendable {
    public var store: any Store
    public var language: String
    public var times: Times
    public var clock: @Sendable () -> Date
    public var token: String
    public var tokenSource: TokenSource?

    public init(
        store: any Store = MemoryStore(), language: String = "", times: Times = Times(),
        clock: @escaping @Sendable () -> Date = { Date() }, token: String = "", tokenSource: TokenSource? = nil
    ) {
        self.store = store
        self.language = language
        self.times = times
        self.clock = clock
        self.token = token
        self.tokenSource = tokenSource
    }

    var isGiven: Bool { !token.isEmpty || tokenSource != nil }
}

/// One account's calls to one server: every service of the contract, and shorter words for what is needed most. Many
/// tasks may use it. `signIn` and `open` make one.
public final class Turnledger: Sendable {
    let layer: Layer
    /// Takes commands while there is no network.
    public let queue: Queue

    private init(_ url: String, _ how: Configuration) {
        layer = Layer(url, how)
        queue = Queue(layer, how.store)
    }

    /// A client of what the store holds, without a call.
    public static func open(_ url: String, _ how: Configuration = Configuration()) async throws -> Turnledger {
        let client = Turnledger(url, how)
        try await client.layer.tokens.load()
        return client
    }

    /// A client of an account: whose tokens the store holds, the named one with that password, or a new guest. Tokens
    /// that the server refuses for good (it was set up again, or took them back) are forgotten, and sign-in begins
    /// again. A given token needs the scope `account:read` here, and its refusal is thrown. It asks the server; `open`
    /// does not.
    public static func signIn(
        _ url: String, _ name: String = "", password: String = "", _ how: Configuration = Configuration()
    ) async throws -> Turnledger {
        let client = try await open(url, how)
        if try await client.isRecalled() { return client }
        if password.isEmpty {
            _ = try await client.accounts.signInAsGuest(.init(displayName: name))
        } else {
            _ = try await client.accounts.signIn(.init(displayName: name, password: password))
        }
        return client
    }

    /// Whether there are tokens; they may have ended.
    public var isSignedIn: Bool {
        get async { await layer.tokens.pair != nil }
    }

    /// The values kept of each game, to check its dice afterwards.
    public var chances: Chances { layer.chances }

    /// Has words for what is done with a game.
    public func game(_ gameId: String) -> Game { Game(self, gameId) }

    /// Opens a table and gives its game.
    public func createTable(_ request: CreateTableRequest) async throws -> Game {
        game(try there(await lobby.createTable(request).table).gameId)
    }

    /// Sits down at a table of that kind with others who want to play it; the game begins when it is full.
    public func quickMatch(_ request: QuickMatchRequest) async throws -> Game {
        game(try there(await lobby.quickMatch(request).table).gameId)
    }

    /// Public tables as they change. Keep the last `resumeToken`, once its message was handled, to continue from there
    /// after a restart.
    public func watchLobby(
        _ from: WatchLobbyRequest = .init(fromStart: true)
    ) -> AsyncThrowingStream<WatchLobbyResponse, any Error> {
        views.watchLobby(from)
    }

    /// The account's games as they begin, end or wait for it; the same way.
    public func watchMe(
        _ from: WatchMeRequest = .init(fromStart: true)
    ) -> AsyncThrowingStream<WatchMeResponse, any Error> {
        views.watchMe(from)
    }

    /// Sends again what the store says was never answered, with the same request id. Each has happened once afterwards,
    /// or was refused for good; what still finds no answer stays for the next time.
    public func sendPending() async throws -> [Sent] {
        var told: [Sent] = []
        for each in try await layer.outbox.all() {
            do {
                let answer = try await layer.send(each.path, each.fields, key: each.key)
                told.append(Sent(method: each.path, request: .object(each.fields), answer: answer, error: nil))
            } catch let error as ServiceError {
                told.append(Sent(method: each.path, request: .object(each.fields), answer: nil, error: error))
            }
        }
        return told
    }

    /// The app goes to the background: watches end without a message, and resume at their position after `wake`.
    public func sleep() {
        layer.background.begin()
        layer.connection.endStreams()
    }

    public func wake() {
        layer.background.wake()
    }

    /// Signs this device out: takes the tokens out of the store, and the requests that were not answered, which are the
    /// account's. A guest's account is lost with them. The server hears nothing of it: `accounts.signOutDevice` tells
    /// it.
    public func forget() async throws {
        try await layer.tokens.forget()
        try await layer.outbox.forgetAll()
        try await queue.forgetAll()
    }

    /// Whether the server takes the stored tokens. It forgets them where it does not.
    private func isRecalled() async throws -> Bool {
        guard await isSignedIn else { return false }
        do {
            _ = try await accounts.getMe()
        } catch let error as ServiceError where error.isSignedOut && !layer.tokens.isGiven {
            try await forget()
            return false
        }
        return true
    }

    /// Ends all running tasks; the store has everything.
    public func close() {
        layer.connection.close()
        layer.background.wake()
    }
}

/// A part that every answer has.
func there<Part>(_ part: Part?) throws -> Part {
    guard let part else { throw ServiceError(code: "internal", "the answer is not the one of the contract") }
    return part
}
