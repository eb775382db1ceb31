// swift-tools-version: 6.1

import PackageDescription

/// Imports are internal unless a file says `public import`, so that nothing that this adapter merely uses becomes part
/// of what it promises.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

let source: Package.Dependency = .package(name: "latchkey", path: "../..")

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "BeaconAdapter",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "AuthBeacon", targets: ["AuthBeacon"])],
  dependencies: [source],
  targets: [
    // What apps link. It needs AuthCore alone; add AuthCrypto for keys, JWTs or PKCE.
    .target(name: "AuthBeacon", dependencies: [latchkey("AuthCore")], swiftSettings: settings),
    // The vendor's server as a value in this process: for the tests and for `swift run sign-in --scripted`.
    .target(name: "ScriptedBeacon", dependencies: [latchkey("AuthCore")], swiftSettings: settings),
    .executableTarget(
      name: "sign-in",
      dependencies: [
        "AuthBeacon", "ScriptedBeacon", latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthStorage"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AuthBeaconTests",
      dependencies: ["AuthBeacon", "ScriptedBeacon", latchkey("AuthCore"), latchkey("AuthTesting")],
      swiftSettings: settings),
  ]
)
