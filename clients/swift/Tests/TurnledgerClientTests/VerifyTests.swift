import Foundation
import XCTest
@testable import TurnledgerClient

/// The results of every kit for the recorded files (clients/cases/README.md, “Proofs”).
final class VerifyTests: XCTestCase {
    private let golden = repository.appendingPathComponent("tests/golden/history")
    private var cases: JSON = .null
    private var keys = ""

    override func setUpWithError() throws {
        cases = try JSON(Data(contentsOf: repository.appendingPathComponent("clients/cases/proofs/files.json")))
        keys = try String(contentsOf: golden.appendingPathComponent("keys.json"), encoding: .utf8)
    }

    private func recorded(_ name: String) throws -> Data {
        try Data(contentsOf: golden.appendingPathComponent(name + ".jsonl"))
    }

    func testEveryRecordedFileProvesItself() throws {
        let names = [String](json: cases["right"])
        XCTAssertFalse(names.isEmpty)
        for name in names {
            let verdict = verify(try recorded(name), keySet: keys)
            XCTAssertNil(verdict.fault, name)
            XCTAssertEqual(verdict.proven, ["commitment", "chain", "signature"], name)
            XCTAssertEqual(verdict.seed.count, 64, name)
        }
    }

    /// Each byte in `swift test -c release -Xswiftc -enable-testing`. Without the optimizer a file takes half a second.
    func testNoByteOfAFileMayChange() throws {
        #if DEBUG
        let step = 31
        #else
        let step = 1
        #endif
        let file = try recorded("demo")
        for place in stride(from: 0, to: file.count, by: step) {
            var changed = file
            changed[place] ^= 1 << UInt8(place % 8)
            let verdict = verify(changed, keySet: keys)
            XCTAssertNotNil(verdict.fault, "changed at byte \(place) it passes")
            XCTAssertEqual(verdict.proven, [])
        }
    }

    func testAFaultHasTheCodeOfTheFormat() throws {
        let all = cases["changed"]?.list ?? []
        XCTAssertFalse(all.isEmpty)
        for each in all {
            let text = String(decoding: try recorded(String(json: each["file"])), as: UTF8.self)
            let place = try XCTUnwrap(text.range(of: String(json: each["was"])), "\(each)")
            let changed = text.replacingCharacters(in: place, with: String(json: each["becomes"]))
            XCTAssertEqual(verify(Data(changed.utf8), keySet: keys).fault?.code, each["code"]?.text, "\(each)")
        }
    }

    func testAKeySetThatProvesNothingIsRefused() throws {
        let all = cases["key_sets"]?.list ?? []
        XCTAssertFalse(all.isEmpty)
        for each in all {
            let verdict = verify(try recorded("demo"), keySet: String(json: each["keys"]))
            XCTAssertEqual(verdict.fault?.code, each["code"]?.text, "\(each)")
        }
    }

    func testTheOwnNonceIsHeldToTheFile() throws {
        let verdict = verify(try recorded("demo"), keySet: keys)
        var own = Chance(commitment: verdict.commitment)
        own.nonce = "bb"
        try own.check(.init(secret: verdict.secret, nonces: verdict.nonces), seat: 1)
        XCTAssertThrowsError(try own.check(.init(secret: verdict.secret, nonces: verdict.nonces), seat: 0))
    }

    /// RFC 8032, section 7.1, tests 1 and 3.
    func testTheSignaturesOfTheStandardAreRightAndNothingNearThem() throws {
        let vectors = [
            [
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ],
            [
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            ],
        ]
        for vector in vectors {
            let parts = try vector.map { try XCTUnwrap(bytes(hexadecimal: $0)) }
            let (key, message, signature) = (parts[0], parts[1], parts[2])
            XCTAssert(Ed25519.verify(key, message, signature))
            XCTAssertFalse(Ed25519.verify(key, message + [0], signature))
            let order = Whole.two(to: 252) + Whole(hexadecimal: "14def9dea2f79cd65812631a5cf5d3ed")
            let number = Whole(littleEndian: Array(signature[32...])) + order
            let otherwise = Array(signature[..<32]) + number.littleEndian(count: 32)
            XCTAssertFalse(Ed25519.verify(key, message, otherwise), "the same number, written otherwise")
            for place in [0, 31, 32, 63] {
                var changed = signature
                changed[place] ^= 1
                XCTAssertFalse(Ed25519.verify(key, message, changed), "byte \(place)")
            }
        }
    }

    func testTheLongHashAndTheKeyedOneAreThoseOfTheStandards() throws {
        let known = [ // by Python's hashlib, lengths about a block's end
            0: "cf83e1357eefb8bd", 3: "d6f644b19812e97b", 111: "fa9121c7b32b9e01", 112: "c01d080efd492776",
            128: "b73d1929aa615934",
        ]
        for (length, hash) in known {
            XCTAssertEqual(hexadecimal(sha512([UInt8](repeating: 97, count: length)).prefix(8)), hash, "\(length)")
        }
        // by Python's hmac, of "abc"
        let keyed = [1: "b72f59666033a949", 64: "f0f16fdf195bbe8b", 65: "0aecd66046066e80"]
        for (length, mac) in keyed {
            let code = hmacSHA256([UInt8](repeating: 7, count: length), Array("abc".utf8))
            XCTAssertEqual(hexadecimal(code.prefix(8)), mac, "\(length)")
        }
    }

    func testWholeNumbersOfAnySizeAreReckonedWith() {
        let large = Whole.two(to: 255) - Whole(19)
        XCTAssertEqual((large * large) % large, Whole(0))
        XCTAssertEqual((large * large + Whole(5)) % large, Whole(5))
        XCTAssertEqual(large.bitWidth, 255)
        XCTAssertEqual(Whole(0).bitWidth, 0)
        for place in [0, 1, 31, 32, 33, 64, 254, 255, 300] {
            let (low, high) = large.split(at: place)
            XCTAssertEqual(low + high * .two(to: place), large, "\(place)")
            XCTAssert(low < .two(to: place))
        }
        XCTAssertEqual(Whole(littleEndian: large.littleEndian(count: 40)), large)
        XCTAssertEqual(Whole(hexadecimal: "100000000"), .two(to: 32))
    }
}
