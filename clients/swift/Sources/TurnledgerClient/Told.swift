import Foundation

/// A text that is not JSON, or a member of a wrong type.
struct NotTold: Error {
    let says: String
}

/// An object of a file in JSON. A member that is absent or null is empty, as for all kits.
struct Told: Sendable {
    private let members: [String: JSON]

    private init(_ json: JSON, _ name: String) throws {
        guard let members = json.members else { throw NotTold(says: "\(name) is no object") }
        self.members = members
    }

    /// Throws NotTold.
    init(_ text: some Sequence<UInt8>) throws {
        do {
            try self.init(JSON(Data(text)), "the text")
        } catch let broken as BrokenJSON {
            throw NotTold(says: "no JSON at byte \(broken.at)")
        }
    }

    func has(_ member: String) -> Bool {
        members[member, default: .null] != .null
    }

    func text(_ member: String) throws -> String {
        try Told.text(members[member], member)
    }

    /// A whole number that is not negative.
    func number(_ member: String) throws -> UInt64 {
        guard has(member) else { return 0 }
        guard case .int(let number)? = members[member], number >= 0 else {
            throw NotTold(says: "\(member) is no whole number")
        }
        return UInt64(number)
    }

    func texts(_ member: String) throws -> [String] {
        try items(member).map { try Told.text($0, member) }
    }

    func one(_ member: String) throws -> Told {
        try Told(has(member) ? members[member, default: .null] : .object([:]), member)
    }

    func all(_ member: String) throws -> [Told] {
        try items(member).map { try Told($0, member) }
    }

    private func items(_ member: String) throws -> [JSON] {
        guard has(member) else { return [] }
        guard let items = members[member]?.list else { throw NotTold(says: "\(member) is no list") }
        return items
    }

    private static func text(_ json: JSON?, _ member: String) throws -> String {
        switch json ?? .null {
        case .null: return ""
        case .text(let text): return text
        default: throw NotTold(says: "\(member) is no text")
        }
    }
}
