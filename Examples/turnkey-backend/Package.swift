// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is an app's own backend for Turnkey, and an app that signs in through it; it uses
/// only Latchkey's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let backendServer = Target.Dependency.product(name: "BackendServer", package: "backend-server")

let package = Package(
  name: "turnkey-backend",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "TurnkeyBackend", targets: ["TurnkeyBackend"]),
    .executable(name: "turnkey-backend", targets: ["turnkey-backend"]),
    .executable(name: "otp-login", targets: ["otp-login"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The backend's logic, without HTTP.
    .target(
      name: "TurnkeyBackend",
      dependencies: [
        backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthTurnkey"),
        latchkey("AuthTurnkeyAPI"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "turnkey-backend",
      dependencies: ["TurnkeyBackend", backendServer, latchkey("AuthCore"), latchkey("AuthTransport")],
      swiftSettings: settings),
    // The app's side: the code that the vendor's guide puts into a view.
    .target(
      name: "OTPLogin",
      dependencies: [latchkey("AuthCore"), latchkey("AuthTurnkey"), latchkey("AuthTurnkeyAPI")],
      swiftSettings: settings),
    .executableTarget(
      name: "otp-login",
      dependencies: [
        "OTPLogin", latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthTransport"), latchkey("AuthTurnkey"),
        latchkey("AuthTurnkeyAPI"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TurnkeyBackendTests",
      dependencies: [
        "TurnkeyBackend", backendServer, "OTPLogin", latchkey("AuthCore"), latchkey("AuthCrypto"),
        latchkey("AuthSandbox"),
        latchkey("AuthStorage"), latchkey("AuthTesting"), latchkey("AuthTransport"), latchkey("AuthTurnkey"),
        latchkey("AuthTurnkeyAPI"),
      ],
      swiftSettings: settings),
  ]
)
