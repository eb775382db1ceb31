// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is written as a third party would write it: it uses only Latchkey's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "OIDCAdapter",
  // `Synchronization.Mutex` needs these versions.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "AuthOIDC", targets: ["AuthOIDC"])],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .target(name: "AuthOIDC", dependencies: [latchkey("AuthCore"), latchkey("AuthCrypto")], swiftSettings: settings),
    .executableTarget(
      name: "SignInApp",
      dependencies: [
        "AuthOIDC", latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthTransport"), latchkey("AuthTurnkey"),
        latchkey("AuthPrivy"), latchkey("AuthHawcx"), latchkey("AuthAuthsignal"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "OIDCProbe",
      dependencies: ["AuthOIDC", latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthTransport")],
      swiftSettings: settings),
    .testTarget(
      name: "AuthOIDCTests",
      dependencies: [
        "AuthOIDC", latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthStorage"), latchkey("AuthTesting"),
      ],
      swiftSettings: settings),
  ]
)
