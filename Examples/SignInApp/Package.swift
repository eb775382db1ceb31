// swift-tools-version: 6.1

import PackageDescription

/// The build settings.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "SignInApp",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .executableTarget(
      name: "SignInApp",
      dependencies: [
        latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthTransport"), latchkey("AuthTurnkey"),
        latchkey("AuthPrivy"), latchkey("AuthHawcx"), latchkey("AuthAuthsignal"), latchkey("AuthOIDC"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "OIDCProbe",
      dependencies: [
        latchkey("AuthCore"), latchkey("AuthRuntime"), latchkey("AuthTransport"), latchkey("AuthOIDC"),
      ],
      swiftSettings: settings),
  ]
)
