import Foundation
import XCTest
@testable import TurnledgerClient

/// Tests beyond the cases: JSON, times, stores, the chance, and the code that the generator made of the contract.
final class LayerTests: XCTestCase {
    func testJSONIsReadAndWrittenAsItCame() throws {
        let text = #"{"a":[1,-2.5,1e+21,true,false,null,[],{}],"b":"\u0000\"\\ß\uD83D\uDE00\n","c":"9007199254740993"}"#
        let value = try JSON(Data(text.utf8))
        XCTAssertEqual(
            value["a"],
            .list([.int(1), .double(-2.5), .double(1e21), .bool(true), .bool(false), .null, .list([]), [:]]))
        XCTAssertEqual(value["b"], .text("\u{0}\"\\ß😀\n"))
        XCTAssertEqual(try JSON(value.bytes), value)
        XCTAssertEqual(try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value)), value)
        let all = [
            "", "{", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":1,}"#, "\"a", #""\x""#, #""\u12""#, "tru", "1 2", "-",
            String(repeating: "[", count: 9999),
        ]
        for broken in all {
            XCTAssertThrowsError(try JSON(Data(broken.utf8)), broken)
        }
    }

    func testAMessageKeepsWhatCameLater() throws {
        let came: JSON = [
            "gameId": .text("g"), "status": .text("TABLE_STATUS_PAUSED"), "later": ["x": .int(1)], "seats": .null,
        ]
        var table = Table(json: came)
        XCTAssertEqual([table.status.rawValue, "\(table.status.isKnown)"], ["TABLE_STATUS_PAUSED", "false"])
        XCTAssertEqual(table.seats, 0)
        XCTAssertEqual(TableStatus(json: .int(99)).rawValue, "99")
        table.seats = 3
        XCTAssertEqual(table.json?["later"], ["x": .int(1)])
        XCTAssertEqual(try JSONDecoder().decode(Table.self, from: JSONEncoder().encode(table)), table)
    }

    func testACaseOfAOneofTakesThePlaceOfAnother() {
        var request = SubmitRequest(choice: Choice(option: 1))
        request.command = Command(cardGame: .init(passBid: .init()))
        XCTAssertNil(request.choice)
        guard case .command(let command)? = request.move, case .cardGame? = command.game else {
            return XCTFail("\(request)")
        }
        XCTAssertNil(Event(json: ["hotelGame": [:]]).game)
    }

    func testSixtyFourBitsAreTextAndTimesAreUTC() {
        XCTAssertEqual(Beacon(json: ["genesisS": .text("9007199254740993")]).genesisS, 9_007_199_254_740_993)
        let times = [
            "1970-01-01T00:00:00Z": 0, "2026-11-23T19:00:01.250Z": 1_795_460_401.25,
            "2024-02-29T23:59:59Z": 1_709_251_199,
            "2000-03-01T00:00:00Z": 951_868_800, "1969-12-31T23:59:59.500Z": -0.5,
        ]
        for (text, seconds) in times {
            XCTAssertEqual(Date(rfc3339: text)?.timeIntervalSince1970, seconds, text)
            let written = Date(timeIntervalSince1970: seconds).rfc3339
            XCTAssertEqual(written.replacingOccurrences(of: "000Z", with: "Z"), text)
        }
        for day in stride(from: -719_162, to: 800_000, by: 997) {
            let (year, month, of) = dayOf(day)
            XCTAssertEqual(daysSince1970(year, month, of), day)
        }
        XCTAssertNil(Date(rfc3339: "yesterday"))
        XCTAssertEqual(Seconds(json: .text("1.5s")).seconds, 1.5)
    }

    func testTheHashIsThatOfTheStandard() {
        let known = [ // FIPS 180-4's examples, and lengths about a block's end by Python's hashlib
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        for (text, hash) in known { XCTAssertEqual(hexadecimal(sha256(Array(text.utf8))), hash) }
        let lengths = [
            55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
            64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
        ]
        for (length, hash) in lengths {
            XCTAssertEqual(hexadecimal(sha256([UInt8](repeating: 97, count: length))), hash)
        }
    }

    func testAChanceIsHeldToWhatIsRevealed() throws {
        var chance = Chance(commitment: "087d80f7f182dd44f184aa86ca34488853ebcc04f0c60d5294919a466b463831") // of 0xab
        chance.nonce = "cd"
        try chance.check(.init(secret: "ab", nonces: ["00", "cd"]), seat: 1)
        let mismatches = [
            ("ac", ["00", "cd"]), ("ab", ["cd", "00"]), ("ab", ["00"]), ("no", ["00", "cd"]), ("a", ["00", "cd"]),
        ]
        for (secret, nonces) in mismatches {
            XCTAssertThrowsError(try chance.check(.init(secret: secret, nonces: nonces), seat: 1)) {
                XCTAssert($0 is ChanceMismatch)
            }
        }
        var table = Table(commitment: chance.commitment, starting: .init(round: 5))
        let seen = try chance.seen(table, Date(timeIntervalSince1970: 7))
        XCTAssertEqual([seen.round, seen.startedS], [5, 7])
        table.starting?.round = 6
        XCTAssertThrowsError(try seen.seen(table, Date()))
        table = Table(commitment: "another")
        XCTAssertThrowsError(try seen.seen(table, Date()))
    }

    func testAFileKeepsWhatItWasGivenForItsOwnerAlone() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("turnledger-kit-\(newNonce())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try FileStore(folder)
        for key in ["queue/a/2", "queue/a/1", "tokens"] { try await store.put(key, Data(key.utf8)) }
        try await store.put("tokens", Data("again".utf8))
        try await store.delete("queue/a/2")
        let again = try FileStore(folder)
        let kept = try await again.get("tokens")
        let gone = try await again.get("queue/a/2")
        let keys = try await again.keys("queue/")
        XCTAssertEqual([kept, gone], [Data("again".utf8), nil])
        XCTAssertEqual(keys, ["queue/a/1"])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let about = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            XCTAssertEqual(about[.posixPermissions] as? Int, 0o600, name)
        }
    }

    func testACommandGivenOfflineNamesItsVersion() async throws {
        let client = try await Turnledger.open("http://127.0.0.1:1")
        defer { client.close() }
        do {
            try await client.queue.add(SubmitRequest(gameId: "g"))
            XCTFail("a command without a version")
        } catch is VersionNeeded {}
        for version in 0..<12 { try await client.queue.add(SubmitRequest(gameId: "g", expectedVersion: version)) }
        let versions = try await client.queue.waiting("g").map(\.expectedVersion)
        XCTAssertEqual(versions, Array(0..<12))
    }

    func testARequestThatFoundNoAnswerStays() async throws {
        var times = Times()
        times.patienceS = 0
        let store = MemoryStore()
        let client = try await Turnledger.open("http://127.0.0.1:1", Configuration(store: store, times: times))
        defer { client.close() }
        do {
            _ = try await client.lobby.createTable(.init(variant: "card_game", join: true))
            XCTFail("nobody can have answered")
        } catch let error as ServiceError {
            XCTAssertEqual([error.code, "\(error.mayPass)"], ["unavailable", "true"])
        }
        _ = try? await client.accounts.changePassword(.init(password: "battery staple"))
        let pending = try await client.sendPending()
        XCTAssertEqual(pending.map(\.method), ["Lobby/CreateTable"]) // what holds a password is never stored
        XCTAssertEqual(pending[0].request["nonce"]?.text?.count, 32)
    }

    func testEveryMethodThatSignsInIsThere() throws {
        let path = "clients/swift/Sources/TurnledgerClient/Generated/Accounts.swift"
        let made = try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
        XCTAssertEqual(made.components(separatedBy: "anonymous: true").count - 1, 8) // generate.py lists them
    }
}
