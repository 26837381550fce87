import Foundation
import XCTest
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
@testable import TurnledgerClient

/// The root of the repository, as seen from the tests.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../..").standardizedFileURL

/// The fake server of clients/fake_server, in a process of its own that ends with the test: `ask` steers it.
final class FakeServer: Sendable {
    let url: String
    private let program: Program

    /// The command of KIT_FAKE_SERVER, in the root of the repository.
    init() throws {
        let named = ProcessInfo.processInfo.environment["KIT_FAKE_SERVER"]
        let command = named ?? ".venv/bin/python -m clients.fake_server"
        program = try Program("exec \(command)", in: repository)
        url = String(json: try JSON(Data(program.firstLine().utf8))["http"])
    }

    func stop() {
        program.letGo()
    }

    /// Nil: asks with GET.
    @discardableResult
    func ask(_ path: String, _ message: JSON? = nil) async throws -> JSON {
        let (status, body) = try await http(url + path, message?.bytes)
        guard status == 200 else { throw Failed(what: "\(path): \(String(decoding: body, as: UTF8.self))") }
        return try JSON(body)
    }
}

struct Failed: Error {
    let what: String
}

func http(_ address: String, _ body: Data? = nil) async throws -> (Int, Data) {
    guard let url = URL(string: address) else { throw Failed(what: address) }
    var request = URLRequest(url: url)
    request.httpMethod = body == nil ? "GET" : "POST"
    request.httpBody = body
    let asked = request
    return try await withCheckedThrowingContinuation { continuation in
        let task = URLSession.shared.dataTask(with: asked) { data, response, error in
            if let response = response as? HTTPURLResponse {
                continuation.resume(returning: (response.statusCode, data ?? Data()))
            } else {
                continuation.resume(throwing: error ?? Failed(what: address))
            }
        }
        task.resume()
    }
}

/// A program of the shell, whose first line of output says that it is ready.
final class Program: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ command: String, in folder: URL) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func firstLine() throws -> String {
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failed(what: "the program ended before it was ready") }
            line.append(more)
        }
        return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// A program that reads its standard input to the end, ends.
    func letGo() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// A crash.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
