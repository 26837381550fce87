import Foundation
import XCTest
@testable import TurnledgerClient

/// Tests of the kit with a real server; a start takes seconds, so all share one.
final class GamesTests: XCTestCase {
    func testAWholeGameOfEachVariantGoesOnWhereTheServerWasKilled() async throws {
        let server = try await Server()
        defer { server.stop() }
        var how = Configuration(store: try FileStore(server.folder.appendingPathComponent("kept")), language: "en")
        how.times.patienceS = 300 // on a busy machine a server takes long to begin again
        let me = try await Turnledger.signIn(server.url, "Swift", how)
        defer { me.close() }
        let variants = try await me.catalogue.listVariants().variants
        XCTAssertGreaterThan(variants.count, 3)
        for (place, variant) in variants.enumerated() {
            try await play(variant, me) { turns in
                if place == 0, turns == 5 { try await server.crash() }
            }
        }
        let again = try await Turnledger.open(server.url, how)
        defer { again.close() }
        let before = try await me.accounts.getMe(), after = try await again.accounts.getMe()
        XCTAssertEqual(before, after)
    }

    func testTheProgramsOfTheReadmeRun() async throws {
        let readme = try text("README.md")
        for (example, least) in [("Guide", 6), ("Bot", 1)] {
            let program = try flat(text("Examples/\(example)/main.swift"))
            let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
                .map { flat($0.components(separatedBy: "```")[0]) }
            XCTAssertGreaterThanOrEqual(blocks.filter { program.contains($0) }.count, least)
            for block in blocks where example == "Guide" && !block.contains("turns()") {
                XCTAssert(program.contains(block), block)
            }
        }
        let server = try await Server()
        defer { server.stop() }
        for example in ["Guide", "Guide", "Bot"] { try runExample(example, server.url) }
    }

    /// With as many seats as it wants, bots on the others, taking anything that is legal.
    private func play(_ variant: Variant, _ me: Turnledger, meanwhile: (Int) async throws -> Void) async throws {
        let game = try await me.createTable(
            .init(variant: variant.name, seats: variant.playersMin, unrated: true, join: true))
        for _ in 1..<variant.playersMin { try await game.addBot("greedy") }
        try await game.start()
        let watched = Task {
            var versions: [Int] = []
            for try await event in game.events() { versions.append(event.version) }
            return versions
        }
        var chance = Chances20261123()
        var turns = 0
        for try await turn in game.turns() {
            turns += 1
            try await meanwhile(turns)
            let option = Int.random(in: 0..<turn.options.count, using: &chance)
            let number = Int.random(in: 0..<min(turn.options[option].count, 50), using: &chance)
            do {
                try await turn.choose(option, number: number)
            } catch let conflict as ServiceError where conflict.reason == "VERSION_CONFLICT" {}
        }
        let versions = try await watched.value
        let last = try await game.table().version
        XCTAssertEqual(versions, Array(1...last), variant.name)
        let isKept = try await game.checkChance()
        XCTAssert(isKept, variant.name)
        let proof = try await game.prove()
        XCTAssertNil(proof.fault, variant.name)
        XCTAssertEqual(proof.proven, ["commitment", "chain", "signature"], variant.name)
        XCTAssertEqual(proof.events, last, variant.name)
    }
}

/// The same in every run.
private struct Chances20261123: RandomNumberGenerator {
    private var state: UInt64 = 20_261_123

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 // Knuth, MMIX
        return (state >> 32) | (state << 32)
    }
}

private let kit = repository.appendingPathComponent("clients/swift")

private func text(_ path: String) throws -> String {
    try String(contentsOf: kit.appendingPathComponent(path), encoding: .utf8)
}

private func flat(_ code: String) -> String {
    code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// An example that was built together with the tests.
private func runExample(_ example: String, _ url: String) throws {
    let process = Process()
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = built.appendingPathComponent(example)
    process.arguments = [url]
    try process.run()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, example)
}

/// `turnledger serve` on SQLite in a folder of its own, of KIT_SERVER or of the repository's environment.
final class Server: @unchecked Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("turnledger-kit-\(newNonce())")
    // below those of outgoing connections: a killed server gets it again
    private let port = Int.random(in: 10_000..<30_000)
    private var program: Program?
    var url: String { "http://127.0.0.1:\(port)" }

    init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try begin()
    }

    private func begin() throws {
        let installed = repository.appendingPathComponent(".venv/bin/turnledger").path
        let program = ProcessInfo.processInfo.environment["KIT_SERVER"] ?? installed
        let stores = "--store sqlite:///\(folder.path)/games.db --views memory:// --keys \(folder.path)/keys"
        let listens = "--listen 127.0.0.1:0 --http 127.0.0.1:\(port)"
        let serve = "exec \(program) serve --json \(stores) \(listens) 2>>\(folder.path)/log"
        self.program = try Program(serve, in: folder)
        _ = try self.program?.firstLine()
    }

    /// Dies, and starts again with the same store.
    func crash() async throws {
        program?.kill()
        try begin()
    }

    func stop() {
        program?.kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
