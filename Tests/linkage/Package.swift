// swift-tools-version: 6.1

import PackageDescription

/// One consumer per provider: each links `AuthCore`, `AuthRuntime` and that provider alone, as an app would. All have the
/// same `SignInApp.swift`, which lies in `Examples/OIDCAdapter`.
let providers = ["Turnkey", "Privy", "Hawcx", "Authsignal"]

/// One consumer for each product that is no provider: it names that product, and shows what else comes with it.
let products = [
  "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey", "AuthTurnkeyAPI", "AuthPrivyWallets",
  "AuthRuntime", "AuthUI", "AuthTesting", "AuthSandboxKit", "AuthSandboxTurnkey", "AuthSandboxPrivy",
  "AuthSandboxHawcx", "AuthSandboxAuthsignal",
]

/// A product with those that its consumer imports beside it.
func imported(_ product: String) -> [String] {
  ["AuthCore"] + (product.hasPrefix("AuthSandbox") && product != "AuthSandboxKit" ? ["AuthSandboxKit"] : [])
    + (product == "AuthCore" ? [] : [product])
}

/// `Tests/run` builds them, looks at what is in them, measures them beside `Hello`, and runs them against the sandbox.
let package = Package(
  name: "linkage",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "latchkey", path: "../..")],
  targets: providers.map { provider in
    .executableTarget(
      name: "Consumer\(provider)",
      dependencies: [
        .product(name: "AuthCore", package: "latchkey"), .product(name: "AuthRuntime", package: "latchkey"),
        .product(name: "AuthTransport", package: "latchkey"), .product(name: "Auth\(provider)", package: "latchkey"),
      ])
  }
    + products.map { product in
      .executableTarget(
        name: "Link\(product)",
        dependencies: imported(product).map { .product(name: $0, package: "latchkey") })
    } + [.executableTarget(name: "Hello")]
)
