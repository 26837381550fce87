// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "turnledger-client",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8)],
    products: [.library(name: "TurnledgerClient", targets: ["TurnledgerClient"])],
    targets: [
        .target(name: "TurnledgerClient", swiftSettings: [.enableExperimentalFeature("StrictConcurrency")]),
        .executableTarget(name: "Guide", dependencies: ["TurnledgerClient"], path: "Examples/Guide"),
        .executableTarget(name: "Bot", dependencies: ["TurnledgerClient"], path: "Examples/Bot"),
        .testTarget(name: "TurnledgerClientTests", dependencies: ["TurnledgerClient"]),
    ]
)
