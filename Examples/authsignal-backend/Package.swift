// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is an app's own backend for Authsignal-style sign-in. It uses only Latchkey's public
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
  name: "authsignal-backend",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "AuthsignalBackend", targets: ["AuthsignalBackend"]),
    .executable(name: "authsignal-backend", targets: ["authsignal-backend"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The backend's logic, without HTTP.
    .target(
      name: "AuthsignalBackend",
      dependencies: [
        backendServer, latchkey("AuthAppSessions"), latchkey("AuthAppSessionsAuthsignal"), latchkey("AuthCore"),
        latchkey("AuthCrypto"), latchkey("AuthStorage"), latchkey("AuthVerifier"), latchkey("AuthVerifierAuthsignal"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "authsignal-backend",
      dependencies: [
        "AuthsignalBackend", backendServer, latchkey("AuthAppSessionsAuthsignal"), latchkey("AuthCore"),
        latchkey("AuthStorage"), latchkey("AuthTransport"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AuthsignalBackendTests",
      dependencies: [
        "AuthsignalBackend", backendServer, latchkey("AuthAppSessionsAuthsignal"), latchkey("AuthAuthsignal"),
        latchkey("AuthCore"), latchkey("AuthSandbox"), latchkey("AuthStorage"), latchkey("AuthTesting"),
      ],
      swiftSettings: settings),
  ]
)
