// swift-tools-version: 6.1

import PackageDescription

/// The build settings. Imports are internal unless a file contains `public import`, so that a module that the adapter
/// only uses internally does not become part of the adapter's public API.
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
    // The product for apps. It needs only AuthCore; add AuthCrypto for keys, JWTs or PKCE.
    .target(name: "AuthBeacon", dependencies: [latchkey("AuthCore")], swiftSettings: settings),
    // The vendor's servers for the sandbox: for the tests, `swift run sign-in --sandbox` and `swift run sandbox`.
    .target(
      name: "SandboxBeacon", dependencies: [latchkey("AuthCore"), latchkey("AuthSandboxKit")],
      swiftSettings: settings),
    .executableTarget(
      name: "sandbox", dependencies: ["SandboxBeacon", latchkey("AuthCore"), latchkey("AuthSandboxKit")],
      swiftSettings: settings),
    .executableTarget(
      name: "sign-in",
      dependencies: [
        "AuthBeacon", "SandboxBeacon", latchkey("AuthCore"), latchkey("AuthRuntime"),
        latchkey("AuthSandboxKit"), latchkey("AuthStorage"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AuthBeaconTests",
      dependencies: [
        "AuthBeacon", "SandboxBeacon", latchkey("AuthCore"), latchkey("AuthSandboxKit"), latchkey("AuthTesting"),
      ],
      swiftSettings: settings),
  ]
)
