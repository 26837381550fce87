import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request of HTTP and what comes back: a head, then bytes as they come. Releasing it cancels it. One task reads at
/// a time.
final class Exchange: @unchecked Sendable {
    private let lock = NSLock()
    private var head: HTTPURLResponse?
    private var parts: [Data] = []
    private var ended: Result<Void, any Error>?
    private var waiter: CheckedContinuation<Void, Never>?
    let isStream: Bool
    private let begunS = uptimeS()
    private var heardS = uptimeS()
    private var task: URLSessionTask?
    private var watchdog: Task<Void, Never>?

    deinit {
        task?.cancel()
        watchdog?.cancel()
    }

    init(isStream: Bool) {
        self.isStream = isStream
    }

    /// `limitS`: until its end, of a stream from one word to the next; then it ends with `late`.
    func begin(_ task: URLSessionTask, limitS: Double, late: ServiceError) {
        lock.withLock { self.task = task }
        let watchdog = Task { [weak self] in
            while let leftS = self?.leftS(of: limitS) {
                guard leftS > 0 else { return self?.end(late) ?? () }
                guard (try? await pause(seconds: leftS)) != nil else { return }
            }
        }
        lock.withLock { self.watchdog = watchdog }
        task.resume()
    }

    private func leftS(of limitS: Double) -> Double? {
        lock.withLock { ended == nil ? (isStream ? heardS : begunS) + limitS - uptimeS() : nil }
    }

    // ---- what comes ----

    func came(_ response: HTTPURLResponse) {
        change { head = response }
    }

    func came(_ part: Data) {
        change { parts.append(part) }
    }

    /// Nil: without a fault. Bytes that came before are still read.
    func end(_ error: (any Error)?) {
        change {
            guard ended == nil else { return }
            ended = error.map { .failure($0) } ?? .success(())
            watchdog?.cancel()
            if error != nil { task?.cancel() }
        }
    }

    private func change(_ how: () -> Void) {
        let waiting = lock.withLock {
            how()
            heardS = uptimeS()
            defer { waiter = nil }
            return waiter
        }
        waiting?.resume()
    }

    // ---- who reads ----

    func response() async throws -> HTTPURLResponse {
        while true {
            if let head = lock.withLock({ head }) { return head }
            if try isOver() { throw ServiceError.unavailable("an answer without a head") }
            await news { self.head != nil }
        }
    }

    /// The next bytes; nil at the end.
    func next() async throws -> Data? {
        while true {
            let over = Result { try isOver() } // before the parts, of which one may come in between
            if let part = lock.withLock({ parts.isEmpty ? nil : parts.removeFirst() }) { return part }
            if try over.get() { return nil }
            await news { !self.parts.isEmpty }
        }
    }

    /// Throws what it ended with.
    private func isOver() throws -> Bool {
        try lock.withLock { ended }?.get() != nil
    }

    func all() async throws -> Data {
        var whole = Data()
        while let part = try await next() { whole.append(part) }
        return whole
    }

    private func news(_ isThere: @escaping @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = lock.withLock {
                    if isThere() || ended != nil { return true }
                    waiter = continuation
                    return false
                }
                if isLate { continuation.resume() }
            }
        } onCancel: {
            end(CancellationError())
        }
    }
}
