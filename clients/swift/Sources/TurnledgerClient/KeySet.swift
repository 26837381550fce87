import Foundation

private let ofOrderEight = Whole(hexadecimal: "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7")
private let weak = [Whole(0), Whole(1), Ed25519.prime - Whole(1), ofOrderEight, Ed25519.prime - ofOrderEight]

/// The Ed25519 keys of a server by their ids (docs/history-format.md, “Keys”). Throws a Fault for a set that proves
/// nothing.
func readKeySet(_ keySet: String) throws -> [String: [UInt8]] {
    var keys: [String: [UInt8]] = [:]
    do {
        for each in try Told(keySet.utf8).all("keys").filter({ try $0.text("crv") == "Ed25519" }) {
            let (id, key) = try read(each.text("x"))
            let named = try each.text("kid")
            guard named.isEmpty || named == id else {
                throw Fault(code: "KEY_ID", says: "\(named) is not the thumbprint of its key, \(id)")
            }
            guard keys[id] == nil else { throw Fault(code: "KEY_DOUBLED", says: "the key \(id) stands there twice") }
            guard !isWeak(key) else { throw Fault(code: "KEY_WEAK", says: "of the key \(id) every signature may be") }
            keys[id] = key
        }
    } catch let not as NotTold {
        throw Fault(code: "MALFORMED", says: "no key set: \(not.says)")
    }
    return keys
}

private func read(_ x: String) throws -> (id: String, key: [UInt8]) {
    let standard = x.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - x.utf8.count % 4) % 4)
    guard let key = Data(base64Encoded: padded).map({ [UInt8]($0) }), base64URL(key) == x else {
        throw NotTold(says: "a key that is not base 64")
    }
    return (base64URL(sha256(Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8))), key)
}

private func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
}

/// A point of small order, with which any party can sign, or another spelling of a point.
private func isWeak(_ key: [UInt8]) -> Bool {
    let y = Whole(littleEndian: key).split(at: 255).low
    return key.count != Ed25519.keyBytes || y >= Ed25519.prime || weak.contains(y)
}
