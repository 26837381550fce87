import Foundation

/// The waiting times of a client, in seconds. The defaults fit nearly all programs.
public struct Times: Sendable {
    /// The deadline of one attempt of a call.
    public var attemptS = 10.0
    /// So long a call is tried again; a caller who has less time cancels its task.
    public var patienceS = 60.0
    /// The first pause between attempts, at most; each next one is twice as long.
    public var pauseFirstS = 0.2
    /// The longest pause.
    public var pauseMaxS = 30.0
    /// After so long without a word a stream is taken for dead: the server sends something every 15 seconds.
    public var silenceS = 30.0
    /// So long before its end an access token is exchanged for a new one.
    public var aheadS = 60.0

    public init() {}

    /// How long to wait after so many attempts failed: full jitter, and what the server asks for at least. `random`:
    /// from 0 to 1.
    func pauseS(_ failed: Int, retryAfterS: Double? = nil, random: Double = .random(in: 0..<1)) -> Double {
        let most = min(pauseMaxS, pauseFirstS * Double(1 << min(failed, 20)))
        return max(retryAfterS ?? 0, random * most)
    }
}

/// Ends with CancellationError when its task is cancelled.
func pause(seconds: Double) async throws {
    try await Task.sleep(nanoseconds: UInt64(max(0, seconds) * 1e9))
}

/// Seconds of a clock that is never set.
func uptimeS() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
}

/// Lets one at a time do something that waits meanwhile, in the order in which they came. It is cancelled with its
/// task.
actor OneByOne {
    private var last: Task<Void, Never>?

    func alone<Value: Sendable>(_ act: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let before = last
        let mine = Task {
            await before?.value
            return try await act()
        }
        last = Task { _ = await mine.result }
        return try await withTaskCancellationHandler { try await mine.value } onCancel: { mine.cancel() }
    }
}
