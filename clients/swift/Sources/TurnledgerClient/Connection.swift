import Foundation

/// One account's calls to one server: deadlines, calls made again, streams.
final class Connection: Sendable {
    let times: Times
    let now: @Sendable () -> Date
    private let wire: Wire
    private let language: String

    init(_ url: String, _ how: Configuration) {
        wire = Wire(url)
        times = how.times
        now = how.clock
        language = how.language
    }

    /// Ends everything that runs here; what is not answered stays stored.
    func close() {
        wire.close()
    }

    func endStreams() {
        wire.endStreams()
    }

    /// Returns the answer. Throws ServiceError for a refusal, and for a call without an answer for a minute. `keeper`:
    /// nil for an anonymous call.
    func call(_ path: String, _ message: JSON, as keeper: TokenKeeper?) async throws -> JSON {
        let endS = uptimeS() + times.patienceS
        var renewed = false
        var failed = 0
        while true {
            let token = try await keeper?.access()
            do {
                return try await Connect.unary(wire, path, message, headers: headers(token), limitS: times.attemptS)
            } catch let error as ServiceError {
                if error.wantsTokens, let keeper, let token, !renewed, keeper.mayRenew {
                    renewed = true
                    try await keeper.renew(token)
                    continue
                }
                let waitS = times.pauseS(failed, retryAfterS: error.retryAfterS)
                guard error.mayPass, uptimeS() + waitS <= endS else { throw error }
                failed += 1
                try await pause(seconds: waitS)
            }
        }
    }

    /// A stream, not taken up again where it breaks.
    func stream(_ path: String, _ message: JSON, _ token: String?) async throws -> Incoming {
        try await Connect.stream(wire, path, message, headers: headers(token), silenceS: times.silenceS)
    }

    private func headers(_ token: String?) -> [String: String] {
        var headers: [String: String] = [:]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if !language.isEmpty { headers["Accept-Language"] = language }
        return headers
    }
}
