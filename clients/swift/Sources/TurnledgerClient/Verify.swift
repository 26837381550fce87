import Foundation

/// The fault of a file. Version 0 is the file.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// To switch on, as docs/history-format.md has them.
    public let code: String
    public let version: Int
    /// The event's kind; empty of the file.
    public let topic: String
    public let says: String

    init(code: String, version: Int = 0, topic: String = "", says: String) {
        self.code = code
        self.version = version
        self.topic = topic
        self.says = says
    }

    public var description: String { "\(code) at version \(version): \(says)" }
}

/// The proofs in a history file (docs/history-format.md). Of a whole file commitment, chain and signature are proven
/// here, and that the game was dealt from the seed that secret and nonces give; the rest is for `turnledger verify`.
public struct Verdict: Hashable, Sendable {
    /// The first fault; nil where the file is right.
    public fileprivate(set) var fault: Fault?
    public var isRight: Bool { fault == nil }

    /// In the words of the format's page.
    public fileprivate(set) var proven: [String] = []
    public fileprivate(set) var unproven: [String] = []

    public fileprivate(set) var game = ""
    public fileprivate(set) var viewer = ""
    public fileprivate(set) var status = ""
    public fileprivate(set) var variant = ""
    public fileprivate(set) var events = 0
    public fileprivate(set) var chain = ""
    public fileprivate(set) var commitment = ""

    /// Hexadecimal, as the nonces and the seed; empty until it is revealed.
    public fileprivate(set) var secret = ""
    public fileprivate(set) var nonces: [String] = []
    public fileprivate(set) var seed = ""
}

/// Proves a history file by the keys of its server (`history.listSigningKeys`, the key set as JSON).
public func verify(_ file: Data, keySet: String) -> Verdict {
    var verdict = Verdict()
    do {
        try verdict.prove([UInt8](file), keySet)
    } catch let fault as Fault {
        verdict.refuse(fault)
    } catch {
        verdict.refuse(Fault(code: "MALFORMED", says: (error as? NotTold)?.says ?? "\(error)"))
    }
    return verdict
}

extension Verdict {
    fileprivate mutating func refuse(_ what: Fault) {
        fault = what
        proven = []
    }

    fileprivate mutating func prove(_ file: [UInt8], _ keySet: String) throws {
        let keys = try readKeySet(keySet)
        let told = try HistoryFile(file)
        game = try told.header.text("game")
        viewer = try told.header.text("viewer")
        status = try told.header.text("status")
        variant = try told.header.text("variant")
        events = told.rows.count
        chain = try told.footer.text("chain")
        commitment = try told.header.text("commitment")
        unproven = ["spelling", "order", "table", "rules", "draws", "board"]
        if viewer == "all" {
            try proveWhole(told)
        } else {
            unproven += ["commitment", "chain"] // proven by the whole file, at the end
            guard told.rows.last?.link == chain else {
                throw Fault(code: "FOOTER", says: "the chain ends with another link")
            }
        }
        try proveSignature(file, told.footer, keys)
    }

    private mutating func proveSignature(_ file: [UInt8], _ footer: Told, _ keys: [String: [UInt8]]) throws {
        let id = try footer.text("key")
        guard let key = keys[id] else {
            throw Fault(code: "KEY_UNKNOWN", says: "signed with \(id), which is not in the key set")
        }
        let message = Array("turnledger/history/1\0".utf8) + sha256(Array(file.dropLast(signatureMemberBytes)))
        guard
            let signature = bytes(hexadecimal: try footer.text("signature")),
            Ed25519.verify(key, message, signature)
        else {
            throw Fault(code: "SIGNATURE", says: "not what the key \(id) signed")
        }
        proven.append("signature")
    }

    /// Looks at a file that holds back nothing.
    private mutating func proveWhole(_ told: HistoryFile) throws {
        var dice = Dealt()
        var link: [UInt8] = []
        for row in told.rows {
            try dice.follow(row)
            if row.version == 1 { link = sha256(Array("turnledger/chain/1\0\(dice.game)\0\(dice.commitment)".utf8)) }
            link = next(link, row, dice)
            guard hexadecimal(link) == row.link else {
                throw row.fault("CHAIN", "not what was stored here after the event before")
            }
        }
        guard dice.game == game, dice.commitment == commitment, dice.status == status else {
            throw Fault(code: "HEADER", says: "game, commitment or status is not what the events say")
        }
        if dice.status == "FINISHED" {
            secret = hexadecimal(dice.secret)
            nonces = dice.nonces
            seed = hexadecimal(try dice.seed())
        }
        guard
            hexadecimal(link) == chain, try told.footer.text("secret") == secret,
            try told.footer.texts("nonces") == nonces
        else {
            throw Fault(code: "FOOTER", says: "chain, secret or nonces are not what the events say")
        }
        proven = ["commitment", "chain"]
    }
}

private func next(_ link: [UInt8], _ row: Row, _ dice: Dealt) -> [UInt8] {
    let salt = hmacSHA256(dice.secret, Array("turnledger/salt/1".utf8) + bigEndian(UInt64(row.version)))
    let body = row.beforeChain.last == UInt8(ascii: ",") ? row.beforeChain.dropLast() : row.beforeChain
    var sealed = link + salt
    sealed += "\(dice.game)\0\(row.version)\0\(row.topic)\0".utf8
    sealed += body
    sealed.append(UInt8(ascii: "}"))
    return sha256(sealed)
}
