import Foundation

/// A value of JSON, as it came: what a message holds, and the state of a game that has no messages of its own.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    /// Throws `BrokenJSON`.
    public init(_ bytes: Data) throws {
        var reader = JSONReader(bytes)
        self = try reader.whole()
    }

    /// The member of an object; nil without one, and for a value that is not an object.
    public subscript(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    public var list: [JSON]? {
        guard case .list(let list) = self else { return nil }
        return list
    }

    public var members: [String: JSON]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Members in the order of their names, so that the same value has the same bytes.
    public var bytes: Data {
        var out: [UInt8] = []
        write(to: &out)
        return Data(out)
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .int(let value): out += String(value).utf8
        case .double(let value): out += (value.isFinite ? String(value) : "null").utf8
        case .text(let value): JSON.quote(value, to: &out)
        case .list(let items):
            out.append(UInt8(ascii: "["))
            for (place, each) in items.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                each.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (place, name) in members.keys.sorted().enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                JSON.quote(name, to: &out)
                out.append(UInt8(ascii: ":"))
                members[name]?.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func quote(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: out += ("\\u00" + hexadecimal([byte])).utf8
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}

/// Where Codable is wanted: for what an app keeps in its own way.
extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
        let one = try decoder.singleValueContainer()
        if one.decodeNil() {
            self = .null
        } else if let value = try? one.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? one.decode(Int.self) {
            self = .int(value)
        } else if let value = try? one.decode(Double.self) {
            self = .double(value)
        } else if let value = try? one.decode(String.self) {
            self = .text(value)
        } else if let value = try? one.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try one.decode([String: JSON].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var one = encoder.singleValueContainer()
        switch self {
        case .null: try one.encodeNil()
        case .bool(let value): try one.encode(value)
        case .int(let value): try one.encode(value)
        case .double(let value): try one.encode(value)
        case .text(let value): try one.encode(value)
        case .list(let value): try one.encode(value)
        case .object(let value): try one.encode(value)
        }
    }
}

/// Two digits a byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

/// Nil where it is not two digits a byte.
func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let halves = digits.compactMap { $0 }
    return stride(from: 0, to: halves.count, by: 2).map { UInt8(halves[$0] << 4 | halves[$0 + 1]) }
}
