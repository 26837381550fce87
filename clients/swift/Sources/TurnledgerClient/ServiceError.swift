/// A server's refusal with its reason, in a form that a program can act on; or the lack of an answer.
public struct ServiceError: Error, Sendable {
    /// As Connect and gRPC name it: `failed_precondition`.
    public let code: String
    /// For developers.
    public let message: String
    /// To switch on: `BID_NOT_HIGHER`, `VERSION_CONFLICT`; empty where the error is not the server's own. More come.
    public let reason: String
    /// Its figures by name, as text.
    public let facts: [String: String]
    /// The figures of a rule's refusal as they are.
    public let figures: [String: JSON]
    /// Which rule refused: `PG-AUC-05`.
    public let rule: String
    /// For the person, in the language of the client; empty where the server said nothing.
    public let says: String
    /// The legal commands of the seat.
    public let legal: LegalInstead?
    /// So long to wait, in seconds; nil where the server names no time.
    public let retryAfterS: Double?

    /// Of an error as Connect writes it.
    init(_ told: JSON) {
        let details = Details(told["details"]?.list ?? [])
        code = told["code"]?.text ?? "unknown"
        message = told["message"]?.text ?? ""
        reason = details.reason
        facts = details.facts
        figures = details.figures
        rule = details.rule
        says = details.says
        legal = details.legal
        retryAfterS = details.retryAfterS
    }

    /// Of this side: there was no answer.
    init(code: String, _ message: String) {
        self.init(.object(["code": .text(code), "message": .text(message)]))
    }

    static func unavailable(_ message: String) -> ServiceError { ServiceError(code: "unavailable", message) }

    /// A new token may help.
    var wantsTokens: Bool { ["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_REVOKED"].contains(reason) }

    /// The server takes the tokens no more. A proxy's 401, which has no reason, says nothing about them.
    var isSignedOut: Bool { code == "unauthenticated" && !reason.isEmpty }

    /// The result of the request is unknown, or it had none: the same again may be answered (docs/errors.md). An error
    /// without a reason comes from a library, a proxy or the network: each has another name for a broken connection.
    public var mayPass: Bool {
        let ours: Set = ["unavailable", "deadline_exceeded"]
        return ours.contains(code) || reason.isEmpty && ["canceled", "internal", "unknown"].contains(code)
    }

    /// The request was not judged: the same one may still be answered, later. Not one that is too large, which has no
    /// reason.
    var staysOpen: Bool { mayPass || code == "unauthenticated" || code == "resource_exhausted" && !reason.isEmpty }
}

extension ServiceError: CustomStringConvertible {
    public var description: String { "\(reason.isEmpty ? code : reason): \(says.isEmpty ? message : says)" }
}
