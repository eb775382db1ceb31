// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is the backend of an app whose users arrive through five providers. It uses only
/// Latchkey's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let backendServer = Target.Dependency.product(name: "BackendServer", package: "backend-server")

let package = Package(
  name: "notes-backend",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "NotesBackend", targets: ["NotesBackend"]),
    .executable(name: "notes-backend", targets: ["notes-backend"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The backend's logic, without HTTP.
    .target(
      name: "NotesBackend",
      dependencies: [
        backendServer, latchkey("AuthAppSessions"), latchkey("AuthCore"), latchkey("AuthHawcx"),
        latchkey("AuthVerifier"), latchkey("AuthVerifierAuthsignal"), latchkey("AuthVerifierHawcx"),
        latchkey("AuthVerifierOIDC"), latchkey("AuthVerifierPrivy"), latchkey("AuthVerifierTurnkey"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "notes-backend",
      dependencies: [
        "NotesBackend", backendServer, latchkey("AuthCore"), latchkey("AuthStorage"), latchkey("AuthTransport"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "NotesBackendTests",
      dependencies: [
        "NotesBackend", backendServer, latchkey("AuthAuthsignal"), latchkey("AuthCore"), latchkey("AuthHawcx"),
        latchkey("AuthOIDC"), latchkey("AuthPrivy"), latchkey("AuthSandbox"), latchkey("AuthStorage"),
        latchkey("AuthTesting"), latchkey("AuthTurnkey"),
      ],
      swiftSettings: settings),
  ]
)
