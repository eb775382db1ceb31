// swift-tools-version: 6.1

import PackageDescription

/// The build settings. This package is a SwiftUI app with the screens of AuthUI. Open the package in Xcode, or
/// add its sources to an app target.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "LatchkeyDemo",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.executable(name: "LatchkeyDemo", targets: ["LatchkeyDemo"])],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: [
    .executableTarget(
      name: "LatchkeyDemo",
      dependencies: [
        latchkey("AuthCore"), latchkey("AuthUI"), latchkey("AuthRuntime"), latchkey("AuthTurnkey"),
        latchkey("AuthTurnkeyAPI"), latchkey("AuthPrivy"), latchkey("AuthPrivyWallets"), latchkey("AuthHawcx"),
        latchkey("AuthAuthsignal"),
      ],
      swiftSettings: settings)
  ]
)
