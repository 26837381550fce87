import Foundation

/// The data that must outlive the program: tokens, unanswered requests, commands given offline, the player's own
/// chance. Several tasks use it at once. Keep it as you keep a password: `FileStore`, or your own four functions over
/// the Keychain.
public protocol Store: Sendable {
    /// Returns the value; nil without one.
    func get(_ key: String) async throws -> Data?
    /// Returns when the value would be found after a crash.
    func put(_ key: String, _ value: Data) async throws
    /// Takes the value away, if there is one.
    func delete(_ key: String) async throws
    /// Those that begin so, in order.
    func keys(_ prefix: String) async throws -> [String]
}

extension Store {
    /// Nil without one, and for a broken one.
    func read(_ key: String) async throws -> JSON? {
        try await get(key).flatMap { try? JSON($0) }
    }
}

/// Forgets everything with the program.
public actor MemoryStore: Store {
    private var values: [String: Data] = [:]

    public init() {}

    public func get(_ key: String) -> Data? { values[key] }
    public func put(_ key: String, _ value: Data) { values[key] = value }
    public func delete(_ key: String) { values[key] = nil }
    public func keys(_ prefix: String) -> [String] { values.keys.filter { $0.hasPrefix(prefix) }.sorted() }
}

/// A folder with a file for each value, which its owner alone may read. One program at a time uses it.
public actor FileStore: Store {
    private let folder: URL
    private var writes = 0

    public init(_ folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    public func get(_ key: String) throws -> Data? {
        let file = file(key)
        return FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : nil
    }

    /// A new file takes the old one's place whole, or not at all.
    public func put(_ key: String, _ value: Data) throws {
        writes += 1
        let fresh = folder.appendingPathComponent("new-\(writes).tmp")
        let ownersAlone: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: fresh.path, contents: nil, attributes: ownersAlone) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: fresh)
        try handle.write(contentsOf: value)
        try handle.synchronize()
        try handle.close()
        guard rename(fresh.path, file(key).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    public func delete(_ key: String) throws {
        let file = file(key)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    public func keys(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasSuffix(".tmp") }
            .compactMap(\.removingPercentEncoding).filter { $0.hasPrefix(prefix) }.sorted()
    }

    private func file(_ key: String) -> URL {
        let plain = CharacterSet.alphanumerics.union(.init(charactersIn: "-_"))
        return folder.appendingPathComponent(key.addingPercentEncoding(withAllowedCharacters: plain) ?? key)
    }
}
