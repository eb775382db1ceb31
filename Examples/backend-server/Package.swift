// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The common parts of the examples' backends: requests and responses as values, and libmicrohttpd as their server.
let package = Package(
  name: "backend-server",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "BackendServer", targets: ["BackendServer"])],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CLibMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
      name: "BackendServer", dependencies: ["CLibMicroHTTPD", .product(name: "AuthCore", package: "latchkey")],
      swiftSettings: settings),
    .testTarget(
      name: "BackendServerTests", dependencies: ["BackendServer", .product(name: "AuthCore", package: "latchkey")],
      swiftSettings: settings),
  ]
)
