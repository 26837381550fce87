/// FIPS 180-4, sections 6.2 and 6.4. Foundation has neither, and CryptoKit is Apple's alone.
func sha256(_ message: [UInt8]) -> [UInt8] { words32.hash(message) }
func sha512(_ message: [UInt8]) -> [UInt8] { words64.hash(message) }

/// RFC 2104, with SHA-256.
func hmacSHA256(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? sha256(key) : key
    let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
    return sha256(padded.map { $0 ^ 0x5C } + sha256(padded.map { $0 ^ 0x36 } + message))
}

func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

private let words32 = SHA2<UInt32>(rounds: 64, small: ((7, 18, 3), (17, 19, 10)), large: ((2, 13, 22), (6, 11, 25)))
private let words64 = SHA2<UInt64>(rounds: 80, small: ((1, 8, 7), (19, 61, 6)), large: ((28, 34, 39), (14, 18, 41)))

/// The hash whose words are these.
private struct SHA2<Word: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
    typealias Turns = (Word, Word, Word)
    private let begin: [Word]
    private let ofRounds: [Word]
    private let small, large: (Turns, Turns)
    private let wordBytes = Word.bitWidth / 8

    /// `small`: by how much a word is turned, turned and shifted; `large`: turned, three times.
    init(rounds: Int, small: (Turns, Turns), large: (Turns, Turns)) {
        let primes = (2...409).filter { number in !(2..<number).contains { number % $0 == 0 } }
        begin = primes.prefix(8).map { fraction($0, root: 2) }
        ofRounds = primes.prefix(rounds).map { fraction($0, root: 3) }
        self.small = small
        self.large = large
    }

    func hash(_ message: [UInt8]) -> [UInt8] {
        let block = 16 * wordBytes
        let length = [UInt8](repeating: 0, count: 2 * wordBytes - 8) + bigEndian(UInt64(message.count) * 8)
        let zeros = (2 * block - 1 - length.count - message.count % block) % block
        let padded = message + [0x80] + [UInt8](repeating: 0, count: zeros) + length
        var hash = begin
        for at in stride(from: 0, to: padded.count, by: block) {
            hash = zip(hash, compressed(hash, words(padded[at..<at + block]))).map { $0 &+ $1 }
        }
        return hash.flatMap { bigEndian($0) }
    }

    private func words(_ block: ArraySlice<UInt8>) -> [Word] {
        var words = stride(from: block.startIndex, to: block.endIndex, by: wordBytes).map { at in
            block[at..<at + wordBytes].reduce(Word(0)) { $0 << 8 | Word($1) }
        }
        for at in 16..<ofRounds.count {
            let (early, late) = (words[at - 15], words[at - 2])
            let first = turned(early, small.0.0) ^ turned(early, small.0.1) ^ early &>> small.0.2
            let second = turned(late, small.1.0) ^ turned(late, small.1.1) ^ late &>> small.1.2
            words.append(words[at - 16] &+ first &+ words[at - 7] &+ second)
        }
        return words
    }

    private func compressed(_ hash: [Word], _ words: [Word]) -> [Word] {
        var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
        for at in ofRounds.indices {
            let chosen = (e & f) ^ (~e & g)
            let first = h &+ turned(e, large.1) &+ chosen &+ ofRounds[at] &+ words[at]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = turned(a, large.0) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        return [a, b, c, d, e, f, g, h]
    }

    private func turned(_ word: Word, _ by: Turns) -> Word {
        turned(word, by.0) ^ turned(word, by.1) ^ turned(word, by.2)
    }

    private func turned(_ word: Word, _ by: Word) -> Word {
        word &>> by | word &<< (Word(Word.bitWidth) - by)
    }
}

/// The first bits after the point of a root of a prime, as many as a word has: found bit by bit, exactly.
private func fraction<Word: FixedWidthInteger>(_ prime: Int, root: Int) -> Word {
    let wanted = Whole(UInt32(prime)) * Whole.two(to: root * Word.bitWidth)
    let found = (0..<Word.bitWidth + 5).reversed().reduce(Whole(0)) { found, place in
        let next = found + .two(to: place)
        return wanted < (1..<root).reduce(next) { power, _ in power * next } ? found : next
    }
    return found.littleEndian(count: Word.bitWidth / 8).reversed().reduce(Word(0)) { $0 << 8 | Word($1) }
}
