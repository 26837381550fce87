import Foundation

/// The server revealed something else than it was bound to, or left the player's chance out.
public struct ChanceMismatch: Error, CustomStringConvertible {
    public let description: String
}

/// The values that a player keeps of a game, to prove that its dice were not chosen unseen (docs/dice.md).
public struct Chance: Sendable, Hashable {
    /// The server's, as it said it when the player sat down.
    public let commitment: String
    /// The player's own; empty where this program does not know it.
    public internal(set) var nonce = ""
    /// The round of the beacon, as the start named it; 0 without a beacon.
    public internal(set) var round = 0
    /// The moment when that was first seen, in seconds since 1970 by this device's clock.
    public internal(set) var startedS = 0

    /// With what the table says by now.
    func seen(_ table: Table, _ now: Date) throws -> Chance {
        let named = table.starting?.round ?? 0
        guard table.commitment == commitment else {
            throw ChanceMismatch(description: "bound to \(commitment) before, to \(table.commitment) now")
        }
        guard named != 0, named != round else { return self }
        guard round == 0 else {
            throw ChanceMismatch(description: "the game waited for round \(round) before, for \(named) now")
        }
        var seen = self
        seen.round = named
        seen.startedS = Int(now.timeIntervalSince1970)
        return seen
    }

    /// Holds what was revealed after the end to what was kept. Throws ChanceMismatch.
    public func check(_ revealed: TableEvent.SecretRevealed, seat: Int) throws {
        guard let secret = bytes(hexadecimal: revealed.secret) else {
            throw ChanceMismatch(description: "the secret is not hexadecimal")
        }
        guard hexadecimal(sha256(secret)) == commitment else {
            throw ChanceMismatch(description: "the secret is not the one that the server was bound to")
        }
        guard nonce.isEmpty || revealed.nonces.indices.contains(seat) && revealed.nonces[seat] == nonce else {
            throw ChanceMismatch(description: "the nonce of seat \(seat) is not the one that was given")
        }
    }
}

/// Those of all games of an account, kept in its store.
public actor Chances {
    private let store: any Store
    private let now: @Sendable () -> Date
    private let learning = OneByOne()

    init(_ store: any Store, _ now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Nil where this account did not sit down there with this store.
    public func of(_ gameId: String) async throws -> Chance? {
        try await store.read("chance/" + gameId).map {
            Chance(
                commitment: String(json: $0["commitment"]), nonce: String(json: $0["nonce"]),
                round: Int(json: $0["round"]), startedS: Int(json: $0["startedS"])
            )
        }
    }

    /// Keeps the values of a table, and the nonce of the request that it answers, if the account sat down by it.
    func learn(_ path: String, _ request: [String: JSON], _ table: Table) async throws {
        try await learning.alone { try await self.keep(satDown(path, request), table) }
    }

    private func keep(_ nonce: String?, _ table: Table) async throws {
        let kept = try await of(table.gameId)
        if kept == nil, nonce == nil { return }
        var known = kept ?? Chance(commitment: table.commitment)
        if let nonce, !nonce.isEmpty { known.nonce = nonce }
        let seen = try known.seen(table, now())
        guard seen != kept else { return }
        let entry: [String: JSON] = [
            "commitment": .text(seen.commitment), "nonce": .text(seen.nonce),
            "round": .int(seen.round), "startedS": .int(seen.startedS),
        ]
        try await store.put("chance/" + table.gameId, JSON.object(entry).bytes)
    }
}

/// The nonce of a request to sit down; nil of any other. At a rematch it may be an earlier one, which is not known.
private func satDown(_ path: String, _ request: [String: JSON]) -> String? {
    switch path {
    case "Lobby/CreateTable": return request["join"] == .bool(true) ? String(json: request["nonce"]) : nil
    case "Lobby/JoinTable", "Lobby/QuickMatch": return String(json: request["nonce"])
    case "Lobby/Rematch": return ""
    default: return nil
    }
}
