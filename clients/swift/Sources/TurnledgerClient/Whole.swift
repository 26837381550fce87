/// A whole number that is not negative, of any size: words of 32 bits, the smallest first, the last of them not 0. Its
/// running time depends on its value, so it must not be used for secrets.
struct Whole: Comparable, Sendable {
    private let words: [UInt32]

    private init(words: [UInt32]) {
        var words = words
        while words.last == 0 { words.removeLast() }
        self.words = words
    }

    init(_ number: UInt32) {
        self.init(words: [number])
    }

    init(littleEndian bytes: [UInt8]) {
        self.init(words: stride(from: 0, to: bytes.count, by: 4).map { at in
            bytes[at..<min(at + 4, bytes.count)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        })
    }

    init(hexadecimal digits: String) {
        self = digits.compactMap(\.hexDigitValue).reduce(Whole(0)) { $0 * Whole(16) + Whole(UInt32($1)) }
    }

    static func two(to power: Int) -> Whole {
        Whole(words: [UInt32](repeating: 0, count: power / 32) + [1 << UInt32(power % 32)])
    }

    /// Up to the highest bit that is set.
    var bitWidth: Int { 32 * words.count - (words.last?.leadingZeroBitCount ?? 0) }

    func bit(_ place: Int) -> Bool {
        place / 32 < words.count && words[place / 32] >> UInt32(place % 32) & 1 == 1
    }

    /// Its lowest bytes, the smallest first.
    func littleEndian(count: Int) -> [UInt8] {
        (0..<count).map { (at: Int) -> UInt8 in
            at / 4 < words.count ? UInt8(truncatingIfNeeded: words[at / 4] >> UInt32(8 * (at % 4))) : 0
        }
    }

    /// Returns the number of the bits below a place, and that of the others.
    func split(at place: Int) -> (low: Whole, high: Whole) {
        let (whole, part) = (place / 32, UInt32(place % 32))
        guard whole < words.count else { return (self, Whole(0)) }
        let low = Array(words[..<whole]) + [words[whole] & ((1 << part) - 1)]
        let high = (whole..<words.count).map { (at: Int) -> UInt32 in
            let above = at + 1 < words.count ? words[at + 1] : 0
            return words[at] >> part | above << (32 - part) // by 32 it is 0
        }
        return (Whole(words: low), Whole(words: high))
    }

    static func < (one: Whole, other: Whole) -> Bool {
        if one.words.count != other.words.count { return one.words.count < other.words.count }
        return one.words.reversed().lexicographicallyPrecedes(other.words.reversed())
    }

    static func + (one: Whole, other: Whole) -> Whole {
        let isShorter = one.words.count < other.words.count
        let (longer, shorter) = isShorter ? (other.words, one.words) : (one.words, other.words)
        var out = longer + [0]
        var carry: UInt64 = 0
        for at in out.indices {
            let sum = UInt64(out[at]) + (at < shorter.count ? UInt64(shorter[at]) : 0) + carry
            out[at] = UInt32(truncatingIfNeeded: sum)
            carry = sum >> 32
        }
        return Whole(words: out)
    }

    /// Of what is not greater.
    static func - (one: Whole, other: Whole) -> Whole {
        var out = one.words
        var borrowed: Int64 = 0
        for at in out.indices {
            let left = Int64(out[at]) - (at < other.words.count ? Int64(other.words[at]) : 0) + borrowed
            out[at] = UInt32(truncatingIfNeeded: left)
            borrowed = left >> 32
        }
        precondition(borrowed == 0, "a whole number is not negative")
        return Whole(words: out)
    }

    static func * (one: Whole, other: Whole) -> Whole {
        var out = [UInt32](repeating: 0, count: one.words.count + other.words.count)
        for (at, word) in one.words.enumerated() {
            var carry: UInt64 = 0
            for (place, each) in other.words.enumerated() {
                let sum = UInt64(word) * UInt64(each) + UInt64(out[at + place]) + carry
                out[at + place] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            out[at + other.words.count] = UInt32(carry)
        }
        return Whole(words: out)
    }

    static func % (one: Whole, other: Whole) -> Whole {
        (0..<one.bitWidth).reversed().reduce(Whole(0)) { rest, place in
            let next = rest + rest + Whole(one.bit(place) ? 1 : 0)
            return next < other ? next : next - other
        }
    }
}
