// swift-tools-version: 6.1

import PackageDescription

/// An app that gives Latchkey its own WebSocket client. It uses only the public API.
let package = Package(
  name: "picture-line",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "latchkey", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "picture-line",
      dependencies: ["AuthCore", "AuthCrypto", "AuthRuntime", "AuthAuthsignal"].map {
        .product(name: $0, package: "latchkey")
      },
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
