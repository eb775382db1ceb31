// swift-tools-version: 6.1

import PackageDescription

/// The build settings. Imports are internal unless a file contains `public import`, so that a module that the adapter
/// only uses internally does not become part of the adapter's public API.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

// CHANGE ME 8: where Latchkey comes from. A path works on this machine only; publish with a URL and a version.
let source: Package.Dependency = .package(name: "latchkey", path: "../latchkey")

func latchkey(_ product: String) -> Target.Dependency { .product(name: product, package: "latchkey") }

let package = Package(
  name: "__Name__",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Auth__Name__", targets: ["Auth__Name__"])],
  dependencies: [source],
  targets: [
    // The product for apps. It needs only AuthCore; add AuthCrypto for keys, JWTs or PKCE.
    .target(name: "Auth__Name__", dependencies: [latchkey("AuthCore")], swiftSettings: settings),
    // The vendor's servers for the sandbox: for the tests, `swift run sign-in --sandbox` and `swift run sandbox`. Add
    // AuthCrypto for signed tokens (JWS) or the codes of an authenticator app (TOTP).
    .target(
      name: "Sandbox__Name__", dependencies: [latchkey("AuthCore"), latchkey("AuthSandboxKit")],
      swiftSettings: settings),
    .executableTarget(
      name: "sandbox", dependencies: ["Sandbox__Name__", latchkey("AuthCore"), latchkey("AuthSandboxKit")],
      swiftSettings: settings),
    .executableTarget(
      name: "sign-in",
      dependencies: [
        "Auth__Name__", "Sandbox__Name__", latchkey("AuthCore"), latchkey("AuthRuntime"),
        latchkey("AuthSandboxKit"), latchkey("AuthStorage"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "Auth__Name__Tests",
      dependencies: [
        "Auth__Name__", "Sandbox__Name__", latchkey("AuthCore"), latchkey("AuthSandboxKit"), latchkey("AuthTesting"),
      ],
      swiftSettings: settings),
  ]
)
