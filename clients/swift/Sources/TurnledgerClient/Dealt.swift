/// The parts of a game's seed in its events (docs/dice.md).
struct Dealt {
    private(set) var game = ""
    private(set) var commitment = ""
    private(set) var status = ""
    private(set) var secret: [UInt8] = []
    private(set) var nonces: [String] = []
    private var given = "" // a given seed, as in tests
    private var isGiven = false // a host's set-up, or the position that the game continues, was not dealt
    private var beacon: [UInt8]?
    private var round: UInt64 = 0
    private var signature: [UInt8] = [] // of the round

    /// Takes over what an event says. Throws a Fault if the game was dealt from another seed.
    mutating func follow(_ row: Row) throws {
        do {
            try take(row)
        } catch let not as NotTold {
            throw row.fault("EVENT", not.says)
        }
    }

    private mutating func take(_ row: Row) throws {
        let name = row.topic.prefix { $0 != "/" }
        guard (row.version == 1) == (name == "table.GameOpened") else {
            throw row.fault("EVENT", "a history begins with the opening of a table, and has one")
        }
        switch name {
        case "table.GameOpened": try open(row, row.event())
        case "table.GameStarting":
            round = try row.event().number("round")
            status = "STARTING"
        case "table.GameBegan": try began(row.event())
        case "table.GameFinished": status = "FINISHED"
        case "table.TableClosed": status = "CLOSED"
        default: if name.hasSuffix(".GameStarted") { try started(row, row.event()) }
        }
    }

    private mutating func open(_ row: Row, _ event: Told) throws {
        game = try event.text("game_id")
        commitment = try event.text("commitment")
        status = "OPEN"
        let revealed = try event.text("secret")
        guard [revealed, commitment].allSatisfy({ $0.utf8.count == 64 && $0.utf8.allSatisfy(isHexDigit) }) else {
            throw row.fault("HEX", "secret and commitment are 64 hex digits each")
        }
        secret = try decoded(revealed)
        guard hexadecimal(sha256(secret)) == commitment else {
            throw row.fault("SECRET", "the secret is not the one committed to")
        }
        given = try event.text("seed")
        isGiven = event.has("setup") || event.has("position")
        if event.has("beacon") { beacon = try decoded(event.one("beacon").text("chain")) }
    }

    private mutating func began(_ event: Told) throws {
        signature = try decoded(event.text("signature"))
        nonces = try event.all("seats").map { try $0.text("nonce") }
        status = "RUNNING"
    }

    private func started(_ row: Row, _ event: Told) throws {
        guard event.has("seed"), !isGiven else { return }
        guard try event.text("seed") == hexadecimal(seed()) else {
            throw row.fault("DICE", "the seed is not that of secret and nonces")
        }
    }

    /// The seed of all draws, once the game has begun. Throws NotTold.
    func seed() throws -> [UInt8] {
        guard given.isEmpty else { return sha256(Array(given.utf8)) }
        var message = Array("turnledger/seed/1".utf8)
        var parts = try [Array(game.utf8)] + nonces.map(decoded)
        if let beacon, !signature.isEmpty {
            message = Array("turnledger/seed/2".utf8)
            parts += [beacon, bigEndian(round), signature]
        }
        for part in parts { message += bigEndian(UInt32(part.count)) + part }
        return hmacSHA256(secret, message)
    }
}

private func decoded(_ hex: String) throws -> [UInt8] {
    guard let bytes = bytes(hexadecimal: hex) else { throw NotTold(says: "\(hex) is not hexadecimal") }
    return bytes
}
