import Foundation

/// A stream that is taken up again where it broke: every message once and in order. Letting go of it ends it.
actor Watching {
    private let layer: Layer
    private let path: String
    /// The field of the request and the one of a message by which it continues.
    private let ask, from: String
    private var asked: [String: JSON]
    private var incoming: Incoming?
    /// That the stream was opened with.
    private var token: String?
    private var failed = 0
    private var renewed = false

    init(_ layer: Layer, _ path: String, _ asked: [String: JSON], ask: String, from: String) {
        self.layer = layer
        self.path = path
        self.asked = asked
        self.ask = ask
        self.from = from
    }

    /// Throws ServiceError for what cannot be mended by going on; waits for as long as nothing happens.
    func next() async throws -> JSON {
        while true {
            if layer.background.isAsleep {
                incoming = nil
                await layer.background.end()
                try Task.checkCancellation()
            }
            do {
                if incoming == nil {
                    try await open()
                    continue // the app may have gone to the background meanwhile, which ends what is open by then
                }
                guard let message = try await incoming?.next() else {
                    throw ServiceError.unavailable("the stream ended")
                }
                failed = 0
                renewed = false
                if let news = told(message) { return news }
            } catch let error as ServiceError {
                incoming = nil
                try await mend(error)
            }
        }
    }

    private func open() async throws {
        token = try await layer.tokens.access()
        incoming = try await layer.connection.stream(path, .object(asked), token)
    }

    /// Returns when the stream may be opened again.
    private func mend(_ error: ServiceError) async throws {
        let renews = error.wantsTokens && !renewed && layer.tokens.mayRenew
        guard error.mayPass || renews else { throw error }
        if let told = error.facts["resume_from"] { goOn(from: told) }
        if renews, let token {
            renewed = true
            do {
                return try await layer.tokens.renew(token)
            } catch let away as ServiceError where away.mayPass {}
        }
        failed += 1
        try await pause(seconds: layer.connection.times.pauseS(failed - 1, retryAfterS: error.retryAfterS))
    }

    /// The position that a server that stops gives a watch without messages yet: a number, or a token.
    private func goOn(from told: String) {
        if ask == "resumeToken" {
            asked[ask] = .text(told)
            asked["fromStart"] = nil
        } else if asked[ask] == nil, let number = Int(told) {
            asked[ask] = .int(number)
        }
    }

    /// A message without the known events; nil where nothing remains of it. The time of the last event shows a server
    /// whether the event was lost; an older server gives none.
    private func told(_ message: JSON) -> JSON? {
        guard var fields = message.members else { return message }
        if ask != "resumeToken", let known = asked[ask].map({ Int(json: $0) }) {
            guard Int(json: fields[from]) >= known else { return nil }
            for name in ["events", "messages"] {
                guard let items = fields[name]?.list else { continue }
                fields[name] = .list(items.filter { Int(json: $0[from]) > known })
            }
        }
        if ask == "afterVersion" {
            let isLater = asked[ask].map { Int(json: fields[from]) > Int(json: $0) } ?? true
            asked["afterEventTime"] = fields["eventTime"] ?? (isLater ? nil : asked["afterEventTime"])
        }
        asked[ask] = fields[from] ?? asked[ask]
        asked["fromStart"] = nil
        return .object(fields)
    }
}

/// Whether the app is in the background, where watches rest.
final class Background: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [AsyncStream<Never>.Continuation]?

    var isAsleep: Bool { lock.withLock { waiting != nil } }

    func begin() {
        lock.withLock { waiting = waiting ?? [] }
    }

    func wake() {
        let woken = lock.withLock {
            defer { waiting = nil }
            return waiting ?? []
        }
        for each in woken { each.finish() }
    }

    /// Returns when it is over, or the task is cancelled.
    func end() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let isLate = lock.withLock {
            waiting?.append(continuation)
            return waiting == nil
        }
        if isLate { return }
        for await _ in stream {}
    }
}
