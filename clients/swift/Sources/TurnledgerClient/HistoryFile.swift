private let linkBytes = #""chain":""}"#.utf8.count + 64
let signatureMemberBytes = #","signature":""}"#.utf8.count + 1 + 2 * Ed25519.signatureBytes

/// An event's line. Its bytes are hashed as they were written.
struct Row {
    let version: Int
    let topic: String
    let link: String
    /// The body up to its chain.
    let beforeChain: ArraySlice<UInt8>
    fileprivate let body: ArraySlice<UInt8>

    /// The event itself. Throws NotTold.
    func event() throws -> Told {
        try Told(body).one("event")
    }

    func fault(_ code: String, _ says: String) -> Fault {
        Fault(code: code, version: version, topic: topic, says: says)
    }
}

/// A file taken apart (docs/history-format.md).
struct HistoryFile {
    let header: Told
    let rows: [Row]
    let footer: Told

    /// Throws a Fault.
    init(_ file: [UInt8]) throws {
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        var end = Spelling(file.suffix(signatureMemberBytes))
        let signed =
            end.take(#","signature":""#) && end.takeWhile(isHexDigit).count == 2 * Ed25519.signatureBytes
            && end.take("\"}\n") && end.isOver
        guard lines.count >= 3, signed else {
            throw malformed(lines.count, "a header, events and a signed footer are expected, each ended by a line feed")
        }
        header = try told(lines[0], 1)
        guard (try? header.text("format")) == "turnledger/history/1" else {
            throw malformed(1, "no header of this format")
        }
        rows = try lines.dropFirst().dropLast().enumerated().map { try row($1, $0 + 1) }
        footer = try told(lines[lines.count - 1], lines.count)
    }
}

/// `place`: from 1, which is the line after the header.
private func row(_ line: ArraySlice<UInt8>, _ place: Int) throws -> Row {
    var rest = Spelling(line)
    guard rest.take(#"{"version":"#), let version = rest.takeNumber(), rest.take(#","topic":""#) else {
        throw unspecified(place)
    }
    let topic = String(decoding: rest.takeWhile(isOfTopic), as: UTF8.self)
    guard
        rest.take(#"","body":"#), rest.left.first == UInt8(ascii: "{"), rest.left.last == UInt8(ascii: "}"),
        rest.left.count > linkBytes
    else {
        throw unspecified(place)
    }
    let body = rest.left.dropLast()
    _ = try told(body, place + 1)
    let row = Row(version: version, topic: topic, link: link(body), beforeChain: body.dropLast(linkBytes), body: body)
    guard !row.link.isEmpty else { throw row.fault("HEX", "a body ends with its link, 64 hex digits") }
    guard version == place else { throw row.fault("GAP", "version \(version) follows \(place - 1)") }
    return row
}

/// Empty where a body does not end with one.
private func link(_ body: ArraySlice<UInt8>) -> String {
    var end = Spelling(body.suffix(linkBytes))
    guard end.take(#""chain":""#) else { return "" }
    let digits = end.takeWhile(isHexDigit)
    return digits.count == 64 && end.take("\"}") && end.isOver ? String(decoding: digits, as: UTF8.self) : ""
}

private func told(_ line: ArraySlice<UInt8>, _ number: Int) throws -> Told {
    do {
        return try Told(line)
    } catch let not as NotTold {
        throw malformed(number, not.says)
    }
}

private func unspecified(_ place: Int) -> Fault {
    malformed(place + 1, "not written as specified")
}

private func malformed(_ line: Int, _ says: String) -> Fault {
    Fault(code: "MALFORMED", says: "line \(line): \(says)")
}

func isHexDigit(_ byte: UInt8) -> Bool {
    "0123456789abcdef".utf8.contains(byte)
}

private func isOfTopic(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return true
    default: return "_./".utf8.contains(byte)
    }
}

/// Reads what has one spelling.
private struct Spelling {
    private(set) var left: ArraySlice<UInt8>
    private static let digitsMax = 18

    init(_ bytes: ArraySlice<UInt8>) {
        left = bytes
    }

    var isOver: Bool { left.isEmpty }

    mutating func take(_ text: String) -> Bool {
        guard left.starts(with: text.utf8) else { return false }
        left = left.dropFirst(text.utf8.count)
        return true
    }

    mutating func takeWhile(_ isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = left.prefix(while: isWanted)
        left = left[taken.endIndex...]
        return taken
    }

    /// Without leading zeros.
    mutating func takeNumber() -> Int? {
        let digits = String(decoding: takeWhile { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }, as: UTF8.self)
        guard let number = Int(digits), digits.count <= Spelling.digitsMax, digits == String(number) else { return nil }
        return number
    }
}
