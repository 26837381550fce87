import Foundation

/// A message of the contract: its JSON as it came, with a property for each field that this release knows. Fields of
/// later releases are kept, and passed on with the message.
public protocol Message: Field, Codable, Hashable {
    /// By the names of the fields in JSON.
    var fields: [String: JSON] { get set }
    init(fields: [String: JSON])
}

/// A type of the contract's fields.
public protocol Field: Sendable {
    /// Of nil: the value of an absent field. An unreadable value counts as absent.
    init(json: JSON?)
    /// Nil: the field is not there.
    var json: JSON? { get }
}

extension Message {
    public init(json: JSON?) { self.init(fields: json?.members ?? [:]) }
    public var json: JSON? { .object(fields) }
    public init(from decoder: any Decoder) throws { self.init(fields: try [String: JSON](from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

    func of<Value: Field>(_ name: String) -> Value { Value(json: fields[name]) }

    mutating func put<Value: Field>(_ name: String, _ value: Value) { fields[name] = value.json }

    /// Of a oneof: the other cases are no longer there.
    mutating func put<Value: Field>(_ name: String, _ value: Value, instead: [String]) {
        for each in instead { fields[each] = nil }
        fields[name] = value.json
    }

    mutating func give<Value: Field>(_ name: String, _ value: Value?) {
        if let value { fields[name] = value.json }
    }
}

/// A value of an enum of the contract. It is text, so that values that came later stay what they are: give each
/// `switch` a `default`.
public protocol ContractEnum: Field, RawRepresentable, Hashable where RawValue == String {
    /// The values that this release knows, the one of a field that is not there first.
    static var known: [String] { get }
    init(rawValue: String)
}

extension ContractEnum {
    public init(json: JSON?) {
        switch json {
        case .text(let name): self.init(rawValue: name)
        case .int(let number): self.init(rawValue: String(number)) // which the server has no name for either
        default: self.init(rawValue: Self.known[0])
        }
    }

    public var json: JSON? { .text(rawValue) }
    public var isKnown: Bool { Self.known.contains(rawValue) }
}

// ---- the types of fields ----

extension JSON: Field {
    public init(json: JSON?) { self = json ?? .null }
    public var json: JSON? { self }
}

extension String: Field {
    public init(json: JSON?) { self = json?.text ?? "" }
    public var json: JSON? { .text(self) }
}

extension Bool: Field {
    public init(json: JSON?) { self = json == .bool(true) }
    public var json: JSON? { .bool(self) }
}

extension Int: Field {
    /// 64 bits are text on the wire.
    public init(json: JSON?) {
        switch json {
        case .int(let value): self = value
        case .double(let value): self = Int(exactly: value.rounded()) ?? 0
        case .text(let digits): self = Int(digits) ?? 0
        default: self = 0
        }
    }

    public var json: JSON? { .int(self) }
}

extension Double: Field {
    public init(json: JSON?) {
        switch json {
        case .int(let value): self = Double(value)
        case .double(let value): self = value
        default: self = 0
        }
    }

    public var json: JSON? { .double(self) }
}

extension Data: Field {
    public init(json: JSON?) { self = json?.text.flatMap { Data(base64Encoded: $0) } ?? Data() }
    public var json: JSON? { .text(base64EncodedString()) }
}

extension Optional: Field where Wrapped: Field {
    public init(json: JSON?) { self = json.flatMap { $0 == .null ? nil : Wrapped(json: $0) } }
    public var json: JSON? { self?.json }
}

extension Array: Field where Element: Field {
    public init(json: JSON?) { self = (json?.list ?? []).map { Element(json: $0) } }
    public var json: JSON? { .list(map { $0.json ?? .null }) }
}

extension Dictionary: Field where Key == String, Value: Field {
    public init(json: JSON?) { self = (json?.members ?? [:]).mapValues { Value(json: $0) } }
    public var json: JSON? { .object(mapValues { $0.json ?? .null }) }
}
