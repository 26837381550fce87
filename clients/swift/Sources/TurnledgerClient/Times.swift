import Foundation

/// A length of time of the contract.
public struct Seconds: Field, Hashable {
    public var seconds: Double
    public init(_ seconds: Double) { self.seconds = seconds }

    /// As protobuf writes it: `1.5s`.
    public init(json: JSON?) {
        seconds = Double((json?.text ?? "").dropLast()) ?? 0
    }

    public var json: JSON? { .text("\(seconds)s") }
}

/// Times of the contract are RFC 3339, in UTC, with up to nine places. Written here, since a formatter of the system
/// takes a fixed number of places.
extension Date: Field {
    public init(json: JSON?) { self = json?.text.flatMap(Date.init(rfc3339:)) ?? Date(timeIntervalSince1970: 0) }
    public var json: JSON? { .text(rfc3339) }

    init?(rfc3339 text: String) {
        let whole = text.prefix(19).split { "-T:".contains($0) }.compactMap { Int($0) }
        guard whole.count == 6, text.hasSuffix("Z") else { return nil }
        let fraction = Double("0" + text.dropFirst(19).dropLast()) ?? 0
        let seconds = (daysSince1970(whole[0], whole[1], whole[2]) * 24 + whole[3]) * 3600 + whole[4] * 60 + whole[5]
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// To the microsecond.
    var rfc3339: String {
        let micros = Int((timeIntervalSince1970 * 1_000_000).rounded())
        let (seconds, left) = floorDivided(micros, 1_000_000)
        let (days, time) = floorDivided(seconds, 86_400)
        let (year, month, day) = dayOf(days)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        let fraction = left == 0 ? "" : "." + digits(left, 6)
        return "\(date)T\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))\(fraction)Z"
    }
}

/// Days from 1970-01-01 in the calendar of today, of any year from 1 on: years begin in March, so that the odd day
/// comes last.
func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return years * 365 + years / 4 - years / 100 + years / 400 + ofYear - 719_468
}

/// The other way: year, month, day.
func dayOf(_ days: Int) -> (Int, Int, Int) {
    var year = 1970 + floorDivided(days, days < 0 ? 365 : 366).0 // never too late a one
    while daysSince1970(year + 1, 1, 1) <= days { year += 1 }
    var month = 12
    while daysSince1970(year, month, 1) > days { month -= 1 }
    return (year, month, days - daysSince1970(year, month, 1) + 1)
}

private func floorDivided(_ number: Int, _ by: Int) -> (Int, Int) {
    let rest = ((number % by) + by) % by
    return ((number - rest) / by, rest)
}
