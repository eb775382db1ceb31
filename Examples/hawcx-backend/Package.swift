// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is an app's own backend for Hawcx-style sign-in. It uses only Latchkey's public
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
  name: "hawcx-backend",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "HawcxBackend", targets: ["HawcxBackend"]),
    .executable(name: "hawcx-backend", targets: ["hawcx-backend"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The backend's logic, without HTTP.
    .target(
      name: "HawcxBackend",
      dependencies: [
        backendServer, latchkey("AuthAppSessions"), latchkey("AuthCore"), latchkey("AuthHawcx"),
        latchkey("AuthStorage"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "hawcx-backend",
      dependencies: [
        "HawcxBackend", backendServer, latchkey("AuthCore"), latchkey("AuthStorage"), latchkey("AuthTransport"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "HawcxBackendTests",
      dependencies: [
        "HawcxBackend", backendServer, latchkey("AuthCore"), latchkey("AuthHawcx"), latchkey("AuthSandbox"),
        latchkey("AuthStorage"), latchkey("AuthTesting"),
      ],
      swiftSettings: settings),
  ]
)
