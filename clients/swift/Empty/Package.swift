// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "empty",
    platforms: [.macOS(.v12)],
    dependencies: [.package(path: "../turnledger-client")],
    targets: [
        .executableTarget(
            name: "empty", dependencies: [.product(name: "TurnledgerClient", package: "turnledger-client")]
        ),
    ]
)
