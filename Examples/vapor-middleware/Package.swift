// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package connects Latchkey's verifier to Vapor 4. It uses only Latchkey's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let vapor = Target.Dependency.product(name: "Vapor", package: "vapor")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")

let package = Package(
  name: "vapor-middleware",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "VaporVerifier", targets: ["VaporVerifier"]),
    .executable(name: "vapor-backend", targets: ["vapor-backend"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."),
    .package(url: "https://github.com/vapor/vapor.git", from: "4.122.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
  ],
  targets: [
    .target(
      name: "VaporVerifier",
      dependencies: [
        vapor, nioCore, nioHTTP1, .product(name: "Logging", package: "swift-log"), latchkey("AuthCore"),
        latchkey("AuthVerifier"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "vapor-backend",
      dependencies: [
        "VaporVerifier", vapor, latchkey("AuthCore"), latchkey("AuthTransport"), latchkey("AuthVerifier"),
        latchkey("AuthVerifierHawcx"), latchkey("AuthVerifierOIDC"), latchkey("AuthVerifierPrivy"),
        latchkey("AuthVerifierTurnkey"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "VaporVerifierTests",
      dependencies: [
        "VaporVerifier", vapor, nioCore, nioHTTP1, latchkey("AuthCore"), latchkey("AuthTesting"),
        latchkey("AuthVerifier"),
        .product(name: "VaporTesting", package: "vapor"),
      ],
      swiftSettings: settings),
  ]
)
