import Foundation

/// The Connect protocol in JSON: unary calls and server streams. It knows no token and tries nothing twice.
/// https://connectrpc.com/docs/protocol
enum Connect {
    /// The code of an answer that is not Connect's.
    private static let byStatus = [
        400: "internal", 401: "unauthenticated", 403: "permission_denied", 404: "unimplemented", 429: "unavailable",
        502: "unavailable", 503: "unavailable", 504: "unavailable",
    ]
    private static let streamType = "application/connect+json"

    static func unary(
        _ wire: Wire, _ path: String, _ message: JSON, headers: [String: String], limitS: Double
    ) async throws -> JSON {
        var headers = named("application/json", headers)
        headers["Connect-Timeout-Ms"] = String(Int(limitS * 1000))
        let late = ServiceError(code: "deadline_exceeded", "no answer in \(limitS) s")
        let exchange = try wire.open(path, message.bytes, headers: headers, limitS: limitS, isStream: false, late: late)
        let status = try await exchange.response().statusCode
        let body = try await exchange.all()
        guard status == 200 else { throw failure(status, body) }
        do {
            return try JSON(body)
        } catch is BrokenJSON {
            throw ServiceError.unavailable("the answer broke off")
        }
    }

    /// A stream that has begun. Letting go of it cancels it at the server.
    static func stream(
        _ wire: Wire, _ path: String, _ message: JSON, headers: [String: String], silenceS: Double
    ) async throws -> Incoming {
        let late = ServiceError.unavailable("the stream is silent")
        let body = Envelopes.enveloped(message.bytes)
        let exchange = try wire.open(
            path, body, headers: named(streamType, headers), limitS: silenceS, isStream: true, late: late)
        let response = try await exchange.response()
        guard response.value(forHTTPHeaderField: "Content-Type")?.hasPrefix(streamType) == true else {
            throw failure(response.statusCode, try await exchange.all())
        }
        return Incoming(exchange)
    }

    private static func named(_ type: String, _ headers: [String: String]) -> [String: String] {
        headers.merging(["Content-Type": type, "Connect-Protocol-Version": "1"]) { $1 }
    }

    private static func failure(_ status: Int, _ body: Data) -> ServiceError {
        if let told = try? JSON(body), told["code"]?.text != nil { return ServiceError(told) }
        return ServiceError(code: byStatus[status] ?? "unknown", "HTTP \(status)")
    }
}

/// The messages of a server stream, one after the other.
actor Incoming {
    private let exchange: Exchange
    private var envelopes = Envelopes()
    private var isOver = false

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Nil at the end that the server meant. Throws ServiceError where it broke off, or ended with one.
    func next() async throws -> JSON? {
        guard !isOver else { return nil }
        while true {
            if let (isLast, content) = try taken() {
                guard isLast else { return content }
                isOver = true
                if let error = content["error"] { throw ServiceError(error) }
                return nil
            }
            guard let part = try await exchange.next() else { throw ServiceError.unavailable("the stream broke off") }
            envelopes.add(part)
        }
    }

    private func taken() throws -> (isLast: Bool, content: JSON)? {
        do {
            return try envelopes.next().map { ($0.isLast, try JSON($0.content)) }
        } catch is BrokenJSON {
            throw ServiceError.unavailable("a message that is none")
        }
    }
}

/// Bytes on their way to messages: one of flags, four of length, then the content.
struct Envelopes {
    private static let headBytes = 5
    private static let last: UInt8 = 2
    private var had = Data()

    static func enveloped(_ content: Data) -> Data {
        let size = UInt32(content.count)
        return Data([0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }) + content
    }

    mutating func add(_ part: Data) {
        had.append(part)
    }

    /// The next one, once it is whole.
    mutating func next() -> (isLast: Bool, content: Data)? {
        guard had.count >= Envelopes.headBytes else { return nil }
        let head = [UInt8](had.prefix(Envelopes.headBytes))
        let end = head[1...].reduce(0) { $0 << 8 | Int($1) } + Envelopes.headBytes
        guard had.count >= end else { return nil }
        let content = Data(had.dropFirst(Envelopes.headBytes).prefix(end - Envelopes.headBytes))
        had = Data(had.dropFirst(end))
        return (head[0] & Envelopes.last != 0, content)
    }
}
