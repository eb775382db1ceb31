// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package connects Latchkey's verifier to Hummingbird 2. It uses only Latchkey's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdAuth = Target.Dependency.product(name: "HummingbirdAuth", package: "hummingbird-auth")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")

let package = Package(
  name: "hummingbird-middleware",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "HummingbirdVerifier", targets: ["HummingbirdVerifier"]),
    .executable(name: "hummingbird-backend", targets: ["hummingbird-backend"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.25.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird-auth.git", from: "2.2.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
  ],
  targets: [
    .target(
      name: "HummingbirdVerifier",
      dependencies: [
        hummingbird, hummingbirdAuth, httpTypes, nioCore, .product(name: "Logging", package: "swift-log"),
        latchkey("AuthCore"), latchkey("AuthVerifier"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "hummingbird-backend",
      dependencies: [
        "HummingbirdVerifier", hummingbird, hummingbirdAuth, latchkey("AuthCore"), latchkey("AuthTransport"),
        latchkey("AuthVerifier"), latchkey("AuthVerifierHawcx"), latchkey("AuthVerifierOIDC"),
        latchkey("AuthVerifierPrivy"), latchkey("AuthVerifierTurnkey"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "HummingbirdVerifierTests",
      dependencies: [
        "HummingbirdVerifier", hummingbird, hummingbirdAuth, httpTypes, nioCore, latchkey("AuthCore"),
        latchkey("AuthTesting"), latchkey("AuthVerifier"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ],
      swiftSettings: settings),
  ]
)
