import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP over URLSession: requests whose answers are read as they come. It tries nothing twice.
final class Wire: Sendable {
    private let session: URLSession
    private let receiver = Receiver()
    private let url: String
    private let connectionsMax = 32

    init(_ url: String) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        let how = URLSessionConfiguration.ephemeral
        // a watch has one as long as it lasts, where there is no HTTP/2
        how.httpMaximumConnectionsPerHost = connectionsMax
        how.timeoutIntervalForRequest = 86_400 // an Exchange has its own limits
        how.urlCache = nil
        how.httpCookieStorage = nil
        session = URLSession(configuration: how, delegate: receiver, delegateQueue: nil)
    }

    deinit { close() }

    /// Ends everything that runs here, and lets nothing begin.
    func close() {
        receiver.close()
        session.invalidateAndCancel()
    }

    /// Ends the streams that are open.
    func endStreams() {
        for each in receiver.open where each.isStream { each.end(ServiceError.unavailable("in the background")) }
    }

    /// `path`: `Lobby/GetTable`. Throws CancellationError after `close`.
    func open(
        _ path: String, _ body: Data, headers: [String: String], limitS: Double, isStream: Bool, late: ServiceError
    ) throws -> Exchange {
        guard let address = URL(string: "\(url)/turnledger.v1.\(path)") else {
            throw ServiceError(code: "invalid_argument", "\(url) is no address")
        }
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let exchange = Exchange(isStream: isStream)
        let task = try receiver.add(exchange) { session.dataTask(with: request) }
        exchange.begin(task, limitS: limitS, late: late)
        return exchange
    }
}

/// Tells exchanges what came for them. It holds none of them: who reads does.
private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Weak {
        weak var exchange: Exchange?
    }

    private let lock = NSLock()
    private var running: [Int: Weak] = [:]
    private var isClosed = false

    /// A task cannot be made of an ended session, so it is made under a lock that prevents the end.
    func add(_ exchange: Exchange, _ make: () -> URLSessionDataTask) throws -> URLSessionDataTask {
        try lock.withLock {
            if isClosed { throw CancellationError() }
            let task = make()
            running[task.taskIdentifier] = Weak(exchange: exchange)
            return task
        }
    }

    func close() {
        lock.withLock { isClosed = true }
        for each in open { each.end(CancellationError()) }
    }

    var open: [Exchange] {
        lock.withLock { running.values.compactMap(\.exchange) }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        lock.withLock { running[task.taskIdentifier]?.exchange }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(of: dataTask)?.came(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.came(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = lock.withLock { running.removeValue(forKey: task.taskIdentifier)?.exchange }
        exchange?.end(error.map { ServiceError.unavailable($0.localizedDescription) })
    }
}
