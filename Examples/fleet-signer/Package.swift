// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is a server that stamps requests for many callers. It uses only Latchkey's public
/// API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let backendServer = Target.Dependency.product(name: "BackendServer", package: "backend-server")

let package = Package(
  name: "fleet-signer",
  // `Synchronization.Atomic` needs these versions.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "FleetSigner", targets: ["FleetSigner"]),
    .executable(name: "fleet-signer", targets: ["fleet-signer"]),
    .executable(name: "fleet-bench", targets: ["fleet-bench"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The server's logic, without HTTP.
    .target(
      name: "FleetSigner",
      dependencies: [
        backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthStorage"), latchkey("AuthTurnkey"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fleet-signer",
      dependencies: [
        "FleetSigner", backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthStorage"),
        latchkey("AuthTransport"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fleet-bench",
      dependencies: [
        "FleetSigner", backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthTesting"),
        latchkey("AuthTurnkey"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FleetSignerTests",
      dependencies: [
        "FleetSigner", backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthSandbox"),
        latchkey("AuthStorage"), latchkey("AuthTesting"), latchkey("AuthTransport"), latchkey("AuthTurnkey"),
        latchkey("AuthTurnkeyAPI"),
      ],
      swiftSettings: settings),
  ]
)
