// swift-tools-version: 6.1

import PackageDescription

/// One consumer per provider. Each links `AuthCore`, `AuthRuntime`, `AuthTransport` and that provider, as an app would.
/// All have the same `SignInApp.swift`, which is in `Examples/SignInApp`.
let providers = ["Turnkey", "Privy", "Hawcx", "Authsignal", "OIDC"]

/// One consumer for each other product. It imports that product, and shows which modules are linked with it.
let products = [
  "AuthText", "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey", "AuthTurnkeyAPI",
  "AuthPrivyWallets", "AuthRuntime", "AuthUI", "AuthTesting", "AuthSandboxKit", "AuthSandboxTurnkey",
  "AuthSandboxPrivy", "AuthSandboxHawcx", "AuthSandboxAuthsignal", "AuthSandboxOIDC",
  "AuthVerifier", "AuthVerifierTurnkey",
  "AuthVerifierPrivy", "AuthVerifierHawcx", "AuthVerifierAuthsignal", "AuthVerifierOIDC", "AuthAppSessions",
  "AuthAdoption", "AuthTurnkeyAdoption", "AuthAuthsignalAdoption", "AuthAccountDeletion",
]

/// Returns the products that the consumer of a product imports, including that product.
func imported(_ product: String) -> [String] {
  if product == "AuthText" { return [product] }
  if product.hasPrefix("AuthVerifier") { return Array(Set(["AuthVerifier", product])) }
  return ["AuthCore"] + (product.hasPrefix("AuthSandbox") && product != "AuthSandboxKit" ? ["AuthSandboxKit"] : [])
    + (product == "AuthCore" ? [] : [product])
}

/// `Tests/run` builds the consumers, inspects their contents, compares their sizes with `Hello`, and runs them against
/// the sandbox.
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
