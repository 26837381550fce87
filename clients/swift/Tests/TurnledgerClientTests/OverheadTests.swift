import Foundation
import XCTest
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
@testable import TurnledgerClient

/// The cost that the kit adds to a call:
/// `KIT_OVERHEAD=1 swift test -c release -Xswiftc -enable-testing --filter Overhead`. The same request by URLSession
/// and JSONSerialization and through the kit, in turns, against a real server; the processor time of this process.
final class OverheadTests: XCTestCase {
    private let rounds = 101
    private let calls = 100

    func testTheKitAddsLittleToACall() async throws {
        try XCTSkipUnless(ProcessInfo.processInfo.environment["KIT_OVERHEAD"] == "1", "KIT_OVERHEAD is not set")
        let server = try await Server()
        defer { server.stop() }
        let me = try await Turnledger.signIn(server.url)
        defer { me.close() }
        let game = try await me.createTable(.init(variant: "card_game", seats: 2, join: true))
        try await game.addBot()
        try await game.start()
        let asked = GetBoardRequest(gameId: game.gameId, parts: Parts(board: true, options: true))
        let token = try await me.layer.tokens.access() ?? ""
        let floor = Floor(url: server.url, token: token, body: JSON.object(asked.fields).bytes)
        let asBare: () async throws -> Void = { try await floor.call() }
        let asKit: () async throws -> Void = { _ = try await me.views.getBoard(asked) }
        for call in [asBare, asKit, asBare, asKit] { _ = try await perCall(call) } // warm
        var told: [(bare: Double, kit: Double)] = []
        for round in 0..<rounds { // each goes first as often as the other
            if round.isMultiple(of: 2) {
                told.append((try await perCall(asBare), try await perCall(asKit)))
            } else {
                let kit = try await perCall(asKit)
                told.append((try await perCall(asBare), kit))
            }
        }
        let ratios = told.map { $0.kit / $0.bare }.sorted()
        let alone = Int(told.map(\.bare).sorted()[rounds / 2])
        print("URLSession alone", alone, "µs a call, with the kit", ratios[rounds / 2],
              "of it, half of the rounds:", ratios[rounds / 4], "to", ratios[rounds * 3 / 4])
    }

    /// Microseconds.
    private func perCall(_ call: () async throws -> Void) async throws -> Double {
        let before = processorNs()
        for _ in 0..<calls { try await call() }
        return Double(processorNs() - before) / 1000 / Double(calls)
    }
}

private func processorNs() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

private struct Floor {
    let url: String
    let token: String
    let body: Data

    func call() async throws {
        guard let address = URL(string: url + "/turnledger.v1.Views/GetBoard") else { throw Failed(what: url) }
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.httpBody = body
        let headers = [
            "Content-Type": "application/json", "Connect-Protocol-Version": "1", "Connect-Timeout-Ms": "10000",
            "Authorization": "Bearer \(token)",
        ]
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let asked = request
        let data: Data = try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.dataTask(with: asked) { data, _, error in
                continuation.resume(with: data.map { .success($0) } ?? .failure(error ?? Failed(what: "no answer")))
            }.resume()
        }
        _ = try JSONSerialization.jsonObject(with: data)
    }
}
