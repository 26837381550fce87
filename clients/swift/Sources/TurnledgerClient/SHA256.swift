/// FIPS 180-4, section 6.2. Foundation has none, and CryptoKit is Apple's alone: the secret of a game is 32 bytes.
func sha256(_ message: [UInt8]) -> [UInt8] {
    var hash = fractions.eight
    let padded = message + [0x80] + [UInt8](repeating: 0, count: (119 - message.count % 64) % 64) + bigEndian(UInt64(message.count) * 8)
    for block in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { word in padded[(block + 4 * word)..<(block + 4 * word + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        for at in 16..<64 {
            let small = rotated(words[at - 15], 7) ^ rotated(words[at - 15], 18) ^ words[at - 15] >> 3
            let large = rotated(words[at - 2], 17) ^ rotated(words[at - 2], 19) ^ words[at - 2] >> 10
            words.append(words[at - 16] &+ small &+ words[at - 7] &+ large)
        }
        hash = zip(hash, compressed(hash, words)).map { $0 &+ $1 }
    }
    return hash.flatMap { bigEndian($0) }
}

private func compressed(_ hash: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
    for at in 0..<64 {
        let chosen = (e & f) ^ (~e & g)
        let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ chosen &+ fractions.sixtyFour[at] &+ words[at]
        let majority = (a & b) ^ (a & c) ^ (b & c)
        let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    return [a, b, c, d, e, f, g, h]
}

private func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 {
    word >> by | word << (32 - by)
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// The first 32 bits after the point of the square roots of the first 8 primes, and of the cube roots of the first 64.
private let fractions: (eight: [UInt32], sixtyFour: [UInt32]) = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return (primes.prefix(8).map { root($0, 2) }, primes.map { root($0, 3) })
}()

/// The greatest whole number whose power is not above `prime` · 2^(32·power), without its whole part: found bit by bit, exactly.
private func root(_ prime: Int, _ power: Int) -> UInt32 {
    var found: UInt64 = 0
    for bit in stride(from: 36, through: 0, by: -1) where !exceeds(found | 1 << UInt64(bit), prime, power) { found |= 1 << UInt64(bit) }
    return UInt32(truncatingIfNeeded: found)
}

/// Whether number^power > prime · 2^(32·power), in words of 32 bits.
private func exceeds(_ number: UInt64, _ prime: Int, _ power: Int) -> Bool {
    var product: [UInt64] = [1]
    for _ in 0..<power { product = times(product, number) }
    let wanted = [UInt64](repeating: 0, count: power) + [UInt64(prime)]
    let length = max(product.count, wanted.count)
    func padded(_ words: [UInt64]) -> [UInt64] { Array((words + [UInt64](repeating: 0, count: length - words.count)).reversed()) }
    let pair = zip(padded(product), padded(wanted)).first { $0 != $1 }
    return pair.map { $0 > $1 } ?? false
}

/// Words of 32 bits, the smallest first, times a number below 2^37: in two steps, so that nothing overflows.
private func times(_ words: [UInt64], _ number: UInt64) -> [UInt64] {
    let low = number & 0xFFFF_FFFF
    let high = number >> 32
    var out = [UInt64](repeating: 0, count: words.count + 2)
    for (at, word) in words.enumerated() {
        out[at] += (word * low) & 0xFFFF_FFFF
        out[at + 1] += (word * low) >> 32 + word * high
    }
    for at in 0..<out.count - 1 {
        out[at + 1] += out[at] >> 32
        out[at] &= 0xFFFF_FFFF
    }
    return out
}
