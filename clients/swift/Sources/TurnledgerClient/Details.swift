import Foundation

/// The details of an error, read from the bytes of protobuf that Connect carries in `value`. Connect's `debug` says the
/// same in JSON, but servers may leave it out. Types that are not known are passed over.
struct Details {
    private(set) var reason = ""
    private(set) var facts: [String: String] = [:]
    private(set) var rule = ""
    private(set) var figures: [String: JSON] = [:]
    private(set) var says = ""
    private(set) var legal: LegalInstead?
    private(set) var retryAfterS: Double?

    init(_ details: [JSON]) {
        for each in details {
            guard let type = each["type"]?.text, let bytes = Details.bytes(each["value"]?.text ?? "") else { continue }
            guard let message = ProtobufMessage(bytes) else { continue }
            read(type, message, each["debug"])
        }
    }

    private mutating func read(_ type: String, _ message: ProtobufMessage, _ debug: JSON?) {
        switch type {
        case "google.rpc.ErrorInfo":
            reason = message.text(1)
            for entry in message.messages(3) { facts[entry.text(1)] = entry.text(2) }
        case "google.rpc.LocalizedMessage":
            says = message.text(2)
        case "google.rpc.RetryInfo":
            let delay = message.messages(1).last
            retryAfterS = Double(delay?.integer(1) ?? 0) + Double(delay?.integer(2) ?? 0) / 1e9
        case "turnledger.v1.Refusal":
            rule = message.text(1)
            figures = message.messages(2).last?.members ?? [:]
        case "turnledger.v1.LegalInstead":
            legal = LegalInstead(json: Details.legal(message, debug))
        default:
            break
        }
    }

    /// The legal commands of the seat, without the examples: a whole command has fields of every game, so only `debug`
    /// has an example.
    private static func legal(_ message: ProtobufMessage, _ debug: JSON?) -> JSON {
        let examples = debug?["commands"]?.list ?? []
        let commands = message.messages(3).enumerated().map { place, command -> JSON in
            var fields: [String: JSON] = ["kind": .text(command.text(1)), "count": .int(command.integer(2))]
            if place < examples.count, let example = examples[place]["example"] { fields["example"] = example }
            return .object(fields)
        }
        return .object([
            "version": .int(message.integer(1)), "toAct": .list(message.integers(2).map { .int($0) }),
            "commands": .list(commands),
        ])
    }

    /// Of base64 with or without padding.
    private static func bytes(_ base64: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        return Data(base64Encoded: base64 + padding).map { [UInt8]($0) }
    }
}

/// The fields of a message of protobuf, by number. https://protobuf.dev/programming-guides/encoding
struct ProtobufMessage {
    private enum Field {
        case integer(Int)
        case double(Double)
        case bytes([UInt8])
    }

    private var fields: [(number: Int, value: Field)] = []

    /// Nil where the bytes are not a message.
    init?(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            guard let tag = ProtobufMessage.varint(bytes, &at) else { return nil }
            guard let value = ProtobufMessage.value(of: tag & 7, bytes, &at) else { return nil }
            fields.append((tag >> 3, value))
        }
    }

    private static func value(of type: Int, _ bytes: [UInt8], _ at: inout Int) -> Field? {
        switch type {
        case 0:
            return varint(bytes, &at).map { .integer($0) }
        case 1:
            guard let bits = fixed(8, bytes, &at) else { return nil }
            return .double(Double(bitPattern: bits))
        case 2:
            guard let size = varint(bytes, &at), size >= 0, size <= bytes.count - at else { return nil }
            at += size
            return .bytes([UInt8](bytes[(at - size)..<at]))
        case 5:
            guard let bits = fixed(4, bytes, &at) else { return nil }
            return .double(Double(Float(bitPattern: UInt32(bits))))
        default:
            return nil
        }
    }

    private static func varint(_ bytes: [UInt8], _ at: inout Int) -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while at < bytes.count, shift < 64 {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return Int(truncatingIfNeeded: value) }
            shift += 7
        }
        return nil
    }

    private static func fixed(_ size: Int, _ bytes: [UInt8], _ at: inout Int) -> UInt64? {
        guard size <= bytes.count - at else { return nil }
        let value = (0..<size).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
        at += size
        return value
    }

    private func all(_ number: Int) -> [Field] { fields.filter { $0.number == number }.map { $0.value } }

    func integer(_ number: Int) -> Int {
        guard case .integer(let value)? = all(number).last else { return 0 }
        return value
    }

    /// A packed list, or one by one.
    func integers(_ number: Int) -> [Int] {
        all(number).flatMap { field -> [Int] in
            switch field {
            case .integer(let value): return [value]
            case .double: return []
            case .bytes(let packed):
                var found: [Int] = []
                var at = 0
                while let value = ProtobufMessage.varint(packed, &at) { found.append(value) }
                return found
            }
        }
    }

    func text(_ number: Int) -> String {
        guard case .bytes(let bytes)? = all(number).last else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    func messages(_ number: Int) -> [ProtobufMessage] {
        all(number).compactMap { field in
            guard case .bytes(let bytes) = field else { return nil }
            return ProtobufMessage(bytes)
        }
    }

    /// Of a google.protobuf.Struct.
    var members: [String: JSON] {
        var found: [String: JSON] = [:]
        for entry in messages(1) { found[entry.text(1)] = entry.messages(2).last?.json ?? .null }
        return found
    }

    /// Of a google.protobuf.Value.
    private var json: JSON {
        guard let (number, value) = fields.last else { return .null }
        switch (number, value) {
        case (2, .double(let value)): return .double(value)
        case (3, .bytes): return .text(text(3))
        case (4, .integer(let value)): return .bool(value != 0)
        case (5, .bytes): return .object(messages(5).last?.members ?? [:])
        case (6, .bytes): return .list(messages(6).last?.messages(1).map(\.json) ?? [])
        default: return .null
        }
    }
}
