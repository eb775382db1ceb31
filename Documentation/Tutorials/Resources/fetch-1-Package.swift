// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "fetch",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "latchkey", path: "../latchkey")],
  targets: [
    .executableTarget(
      name: "fetch",
      dependencies: ["AuthCore", "AuthRuntime", "AuthTerminal", "AuthTurnkey", "AuthHawcx", "AuthUI"].map {
        .product(name: $0, package: "latchkey")
      })
  ]
)
