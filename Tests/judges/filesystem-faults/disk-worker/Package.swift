// swift-tools-version: 6.1

import PackageDescription

/// A program that uses file stores, and reads directories as they may be after a crash. It uses only the public API.
let package = Package(
  name: "disk-worker",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "latchkey", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "disk-worker",
      dependencies: ["AuthCore", "AuthCrypto", "AuthStorage", "AuthPrivy", "AuthSandbox", "AuthTesting"].map {
        .product(name: $0, package: "latchkey")
      },
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
