// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "turnkey-two-step",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "TwoStepLogin", targets: ["TwoStepLogin"]),
    .library(name: "TwoStepViews", targets: ["TwoStepViews"]),
  ],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    // The session manager and the view model. They do not use SwiftUI, so that they can be tested on every system.
    .target(
      name: "TwoStepLogin", dependencies: [latchkey("AuthCore")], swiftSettings: settings),
    .target(name: "TwoStepViews", dependencies: ["TwoStepLogin", latchkey("AuthCore")], swiftSettings: settings),
    .testTarget(
      name: "TwoStepLoginTests",
      dependencies: [
        "TwoStepLogin", latchkey("AuthCore"), latchkey("AuthPasskey"), latchkey("AuthSandbox"),
        latchkey("AuthStorage"), latchkey("AuthTesting"), latchkey("AuthTurnkey"), latchkey("AuthTurnkeyAPI"),
      ],
      swiftSettings: settings),
  ]
)
