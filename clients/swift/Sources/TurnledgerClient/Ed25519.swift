/// Verifies signatures as RFC 8032 says (section 5.1.7): CryptoKit is Apple's alone. Everything is public, so how long
/// it takes may tell what it is.
enum Ed25519 {
    static let keyBytes = 32
    static let signatureBytes = 64
    static let prime = Whole.two(to: 255) - Whole(19)
    private static let order = Whole.two(to: 252) + Whole(hexadecimal: "14def9dea2f79cd65812631a5cf5d3ed")

    /// Returns whether the owner of a key signed. Malformed keys give false, too.
    static func verify(_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool {
        guard key.count == keyBytes, signature.count == signatureBytes, let owner = Point(key) else { return false }
        let r = Array(signature[..<keyBytes])
        let s = Whole(littleEndian: Array(signature[keyBytes...]))
        guard s < order else { return false }
        let k = Whole(littleEndian: sha512(r + key + message)) % order
        return Point.sum(s, .base, k, -owner).bytes == r
    }
}

/// A number modulo the prime.
private struct Residue: Equatable {
    let whole: Whole

    /// 2^255 is 19 here.
    init(_ number: Whole) {
        var rest = number
        while rest.bitWidth > 255 {
            let (low, high) = rest.split(at: 255)
            rest = low + high * Whole(19)
        }
        whole = rest < Ed25519.prime ? rest : rest - Ed25519.prime
    }

    static let zero = Residue(Whole(0))
    static let one = Residue(Whole(1))
    static func + (one: Residue, other: Residue) -> Residue { Residue(one.whole + other.whole) }
    static func - (one: Residue, other: Residue) -> Residue { Residue(one.whole + Ed25519.prime - other.whole) }
    static func * (one: Residue, other: Residue) -> Residue { Residue(one.whole * other.whole) }
    static prefix func - (one: Residue) -> Residue { zero - one }

    var isOdd: Bool { whole.bit(0) }
    var inverse: Residue { power(Ed25519.prime - Whole(2)) }

    func power(_ exponent: Whole) -> Residue {
        (0..<exponent.bitWidth).reversed().reduce(.one) { exponent.bit($1) ? $0 * $0 * self : $0 * $0 }
    }

    private static let rootOfMinusOne = Residue(Whole(2)).power(Ed25519.prime.split(at: 2).high)

    /// The even root; nil without a root.
    var root: Residue? {
        let first = power((Ed25519.prime + Whole(3)).split(at: 3).high)
        guard let found = [first, first * Residue.rootOfMinusOne].first(where: { $0 * $0 == self }) else { return nil }
        return found.isOdd ? -found : found
    }
}

/// X, Y, Z and T of section 5.1.4.
private struct Point {
    let x, y, z, t: Residue
    private static let d = Residue(Whole(121_665)) * -Residue(Whole(121_666)).inverse
    static let base = Point(Residue(Whole(4)) * Residue(Whole(5)).inverse, isOdd: false) ?? .nothing
    private static let nothing = Point(x: .zero, y: .one, z: .one, t: .zero)

    private init(x: Residue, y: Residue, z: Residue, t: Residue) {
        (self.x, self.y, self.z, self.t) = (x, y, z, t)
    }

    /// Nil where the curve has no such point.
    private init?(_ y: Residue, isOdd: Bool) {
        let square = (y * y - .one) * (Point.d * y * y + .one).inverse
        guard let even = square.root, !(isOdd && even == .zero) else { return nil }
        let x = isOdd ? -even : even
        self.init(x: x, y: y, z: .one, t: x * y)
    }

    init?(_ bytes: [UInt8]) {
        let (y, odd) = Whole(littleEndian: bytes).split(at: 255)
        guard y < Ed25519.prime else { return nil }
        self.init(Residue(y), isOdd: odd.bit(0))
    }

    var bytes: [UInt8] {
        let unit = z.inverse
        let told = (y * unit).whole
        return ((x * unit).isOdd ? told + .two(to: 255) : told).littleEndian(count: Ed25519.keyBytes)
    }

    static func + (one: Point, other: Point) -> Point {
        let a = (one.y - one.x) * (other.y - other.x)
        let b = (one.y + one.x) * (other.y + other.x)
        let c = one.t * other.t * (d + d)
        let z = one.z * (other.z + other.z)
        return Point(x: (b - a) * (z - c), y: (z + c) * (b + a), z: (z - c) * (z + c), t: (b - a) * (b + a))
    }

    static prefix func - (one: Point) -> Point { Point(x: -one.x, y: one.y, z: one.z, t: -one.t) }

    /// `m` times `p` and `n` times `q`, doubled together.
    static func sum(_ m: Whole, _ p: Point, _ n: Whole, _ q: Point) -> Point {
        let both = p + q
        return (0..<max(m.bitWidth, n.bitWidth)).reversed().reduce(nothing) { made, place in
            let doubled = made + made
            switch (m.bit(place), n.bit(place)) {
            case (true, true): return doubled + both
            case (true, false): return doubled + p
            case (false, true): return doubled + q
            case (false, false): return doubled
            }
        }
    }
}
