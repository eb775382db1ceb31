// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is a program for hosts that share sessions in PostgreSQL. It uses only Latchkey's
/// public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }
let backendServer = Target.Dependency.product(name: "BackendServer", package: "backend-server")

let package = Package(
  name: "fleet",
  // `Synchronization.Mutex` needs these versions.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "FleetHost", targets: ["FleetHost"]),
    .executable(name: "fleet-host", targets: ["fleet-host"]),
  ],
  dependencies: [
    .package(name: "latchkey", path: "../.."), .package(name: "backend-server", path: "../backend-server"),
  ],
  targets: [
    // The logic of a host, without HTTP and signals.
    .target(
      name: "FleetHost",
      dependencies: [
        backendServer, latchkey("AuthCore"), latchkey("AuthCrypto"), latchkey("AuthPrivy"), latchkey("AuthRuntime"),
        latchkey("AuthStoragePostgres"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fleet-host", dependencies: ["FleetHost", backendServer, latchkey("AuthCore")], swiftSettings: settings),
    .testTarget(
      name: "FleetHostTests", dependencies: ["FleetHost", backendServer, latchkey("AuthCore")],
      swiftSettings: settings),
  ]
)
