import Foundation

/// A text that is not JSON, or not all of it.
public struct BrokenJSON: Error {
    /// In bytes from the start.
    public let at: Int
}

/// Reads JSON (RFC 8259). Not JSONSerialization, which tells numbers from truth values in another way on each system,
/// nor JSONDecoder, which throws an error for each type that a value is not.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    private static let depthMax = 200

    init(_ bytes: Data) {
        self.bytes = [UInt8](bytes)
    }

    mutating func whole() throws -> JSON {
        let value = try value()
        skipSpace()
        guard at == bytes.count else { throw broken }
        return value
    }

    private var broken: BrokenJSON { BrokenJSON(at: at) }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
    }

    /// The next byte that is not a space.
    private mutating func next() throws -> UInt8 {
        skipSpace()
        guard at < bytes.count else { throw broken }
        return bytes[at]
    }

    private mutating func value() throws -> JSON {
        switch try next() {
        case UInt8(ascii: "{"): return try deeper { try $0.object() }
        case UInt8(ascii: "["): return try deeper { try $0.list() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func deeper(_ read: (inout JSONReader) throws -> JSON) throws -> JSON {
        depth += 1
        guard depth <= JSONReader.depthMax else { throw broken }
        defer { depth -= 1 }
        at += 1
        return try read(&self)
    }

    private mutating func object() throws -> JSON {
        var members: [String: JSON] = [:]
        while try !ends(with: UInt8(ascii: "}"), first: members.isEmpty) {
            guard try next() == UInt8(ascii: "\"") else { throw broken }
            let name = try text()
            guard try next() == UInt8(ascii: ":") else { throw broken }
            at += 1
            members[name] = try value()
        }
        return .object(members)
    }

    private mutating func list() throws -> JSON {
        var items: [JSON] = []
        while try !ends(with: UInt8(ascii: "]"), first: items.isEmpty) { items.append(try value()) }
        return .list(items)
    }

    /// Returns, before an item, whether the list has ended. Else the reader is at the item, past the comma.
    private mutating func ends(with end: UInt8, first: Bool) throws -> Bool {
        if try next() == end {
            at += 1
            return true
        }
        if first { return false }
        guard bytes[at] == UInt8(ascii: ",") else { throw broken }
        at += 1
        return false
    }

    private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
        guard bytes[at...].starts(with: word.utf8) else { throw broken }
        at += word.utf8.count
        return value
    }

    private mutating func number() throws -> JSON {
        let from = at
        while at < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[at]) { at += 1 }
        let digits = String(decoding: bytes[from..<at], as: UTF8.self)
        if let whole = Int(digits) { return .int(whole) }
        guard let number = Double(digits) else { throw broken }
        return .double(number)
    }

    private mutating func text() throws -> String {
        at += 1
        var out: [UInt8] = []
        var from = at
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                out += bytes[from..<at]
                at += 1
                return String(decoding: out, as: UTF8.self)
            case UInt8(ascii: "\\"):
                out += bytes[from..<at]
                out += try escaped()
                from = at
            default: at += 1
            }
        }
        throw broken
    }

    private mutating func escaped() throws -> [UInt8] {
        guard at + 1 < bytes.count else { throw broken }
        at += 2
        switch bytes[at - 1] {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        case let byte where "\"\\/".utf8.contains(byte): return [byte]
        default: throw broken
        }
    }

    /// After `\u`: of one, or of a pair of surrogates.
    private mutating func scalar() throws -> Character {
        let first = try unit()
        guard 0xD800..<0xDC00 ~= first else {
            return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
        }
        guard bytes[at...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        at += 2
        let second = try unit()
        guard 0xDC00..<0xE000 ~= second else { return "\u{FFFD}" }
        return Character(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}")
    }

    private mutating func unit() throws -> UInt32 {
        guard
            at + 4 <= bytes.count,
            let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else {
            throw broken
        }
        at += 4
        return unit
    }
}
