import Foundation

/// How a method is called. `once`: it has a request_id. `secret`: never stored, since it may hold a password. `sits`:
/// its caller sits down, with a chance of its own. `anonymous`: it carries no token.
struct Method: Sendable {
    let path: String
    let once, secret, sits, anonymous: Bool

    init(_ path: String, once: Bool = false, secret: Bool = false, sits: Bool = false, anonymous: Bool = false) {
        self.path = path
        self.once = once
        self.secret = secret
        self.sits = sits
        self.anonymous = anonymous
    }
}

/// Where every call passes, whatever its method.
final class Layer: Sendable {
    let connection: Connection
    let tokens: TokenKeeper
    let outbox: Outbox
    let chances: Chances
    let background = Background()

    init(_ url: String, _ how: Configuration) {
        connection = Connection(url, how)
        tokens = TokenKeeper(how, connection)
        outbox = Outbox(how.store)
        chances = Chances(how.store, how.clock)
    }

    /// An answer. Throws ServiceError.
    func call<Answer: Message>(_ method: Method, _ request: some Message) async throws -> Answer {
        let fields = completed(request.fields, method)
        let isStored = method.once && !method.secret && fields["validateOnly"] != .bool(true)
        let key = isStored ? try await outbox.add(method.path, fields) : nil
        return Answer(json: try await send(method.path, fields, isAnonymous: method.anonymous, key: key))
    }

    /// `key`: under which the request is stored until it is answered; nil where it is not.
    func send(_ path: String, _ fields: [String: JSON], isAnonymous: Bool = false, key: String?) async throws -> JSON {
        do {
            let answer = try await connection.call(path, .object(fields), as: isAnonymous ? nil : tokens)
            if path.hasPrefix("Accounts/"), let told = answer["tokens"] { try await tokens.use(Tokens(json: told)) }
            if let key { try await outbox.forget(key) }
            if let table = answer["table"], path.hasPrefix("Lobby/") {
                try await chances.learn(path, fields, Table(json: table))
            }
            return answer
        } catch let error as ServiceError {
            if let key, !error.staysOpen { try await outbox.forget(key) }
            throw error
        }
    }

    /// With an id, and with the player's own chance where one sits down. A caller with an id of its own has kept the
    /// values that belong to it, a nonce too.
    private func completed(_ fields: [String: JSON], _ method: Method) -> [String: JSON] {
        guard method.once, String(json: fields["requestId"]).isEmpty else { return fields }
        var fields = fields
        fields["requestId"] = .text(newRequestId())
        let sits = method.path == "Lobby/CreateTable" ? fields["join"] == .bool(true) : method.sits
        if sits, String(json: fields["nonce"]).isEmpty { fields["nonce"] = .text(newNonce()) }
        return fields
    }

    func pages<Answer: Message, Item: Field>(
        _ path: String, _ request: some Message, items: String
    ) -> Pages<Answer, Item> {
        Pages(layer: self, path: path, fields: request.fields, items: items)
    }

    /// A stream that is read once.
    func stream<Answer: Message>(_ path: String, _ request: some Message) -> AsyncThrowingStream<Answer, any Error> {
        let once = Once(self, path, request.fields)
        return AsyncThrowingStream { try await once.next().map { Answer(json: $0) } }
    }

    /// A stream that never ends: where it breaks, or is silent for too long, it is taken up again.
    func watch<Answer: Message>(
        _ path: String, _ request: some Message, ask: String, from: String
    ) -> AsyncThrowingStream<Answer, any Error> {
        let watching = Watching(self, path, request.fields, ask: ask, from: from)
        return AsyncThrowingStream { Answer(json: try await watching.next()) }
    }
}

/// One for each thing that is wanted, kept over all attempts at it. RFC 9562, version 4.
public func newRequestId() -> String {
    UUID().uuidString.lowercased()
}

/// The player's own chance (docs/dice.md), of the operating system.
public func newNonce() -> String {
    var system = SystemRandomNumberGenerator()
    return hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255, using: &system) })
}

/// Opens its stream with the first message that is asked for.
private actor Once {
    private let layer: Layer
    private let path: String
    private let fields: [String: JSON]
    private var incoming: Incoming?

    init(_ layer: Layer, _ path: String, _ fields: [String: JSON]) {
        self.layer = layer
        self.path = path
        self.fields = fields
    }

    func next() async throws -> JSON? {
        if incoming == nil {
            incoming = try await layer.connection.stream(path, .object(fields), try await layer.tokens.access())
        }
        return try await incoming?.next()
    }
}

/// A list: `page` is the one that was asked for, iterated it gives each item of it and of all pages after it.
public struct Pages<Answer: Message, Item: Field>: AsyncSequence, Sendable {
    public typealias Element = Item
    let layer: Layer
    let path: String
    let fields: [String: JSON]
    let items: String

    public var page: Answer {
        get async throws { Answer(json: try await layer.send(path, fields, key: nil)) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(pages: self, fields: fields) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: Pages
        fileprivate var fields: [String: JSON]?
        private var left: ArraySlice<Item> = []

        fileprivate init(pages: Pages, fields: [String: JSON]) {
            self.pages = pages
            self.fields = fields
        }

        public mutating func next() async throws -> Item? {
            while left.isEmpty, let asked = fields {
                let answer = try await pages.layer.send(pages.path, asked, key: nil)
                left = ([Item](json: answer[pages.items]))[...]
                let token = String(json: answer["nextPageToken"])
                fields = token.isEmpty ? nil : asked.merging(["pageToken": .text(token)]) { $1 }
            }
            return left.popFirst()
        }
    }
}
