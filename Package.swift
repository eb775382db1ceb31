// swift-tools-version: 6.1

import PackageDescription

/// Every target is written for the Swift 6 language mode; imports are internal unless a file says otherwise, so that
/// nothing of a lower layer leaks into a public signature by accident.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The TPM's library takes headers, and is read only where its trait is on.
let tpm: Target.Dependency = .target(name: "CTSS2", condition: .when(platforms: [.linux], traits: ["TPM"]))

/// `declaresPrivacy` is for a target with a privacy manifest, which the App Store asks for. On Linux it is left out: for a
/// resource, SwiftPM writes code that imports Foundation.
func library(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil, declaresPrivacy: Bool = false
) -> Target {
  let manifest = declaresPrivacy ? ["PrivacyInfo.xcprivacy"] : []
  #if os(Linux)
    let (left, copied) = (manifest, resources)
  #else
    let (left, copied) = ([String](), manifest.isEmpty ? resources : manifest.map { .copy($0) })
  #endif
  return .target(
    name: name, dependencies: dependencies, exclude: left, resources: copied, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func fuzzTargets(_ part: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "FuzzTargets\(part)", dependencies: ["FuzzTargets"] + dependencies, path: "Tests/Fuzz/Targets/\(part)",
    swiftSettings: settings)
}

/// OpenSSL 3 stands in for CryptoKit on Linux; with its trait, swift-crypto does, on Linux and on Android.
let openSSL: Target.Dependency = .target(name: "COpenSSL", condition: .when(platforms: [.linux]))
let swiftCrypto: Target.Dependency = .product(
  name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.linux, .android], traits: ["SwiftCrypto"]))
let swiftCryptoRSA: Target.Dependency = .product(
  name: "CryptoExtras", package: "swift-crypto",
  condition: .when(platforms: [.linux, .android], traits: ["SwiftCrypto"]))

/// Packages that only a trait uses are not fetched, nor looked up, while that trait is off.
let swiftLog: Target.Dependency = .product(
  name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))
let swiftMetrics: Target.Dependency = .product(
  name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"]))

let publicLibraries = [
  "AuthText", "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthStoragePostgres",
  "AuthStorageSecretService", "AuthStorageTPM", "AuthPasskey", "AuthTurnkey", "AuthTurnkeyAPI", "AuthPrivy",
  "AuthPrivyWallets", "AuthHawcx", "AuthAuthsignal", "AuthOIDC", "AuthRuntime", "AuthUI", "AuthTerminal", "AuthSandbox",
  "AuthSandboxKit", "AuthSandboxTurnkey", "AuthSandboxPrivy", "AuthSandboxHawcx", "AuthSandboxAuthsignal",
  "AuthSandboxOIDC",
  "AuthVerifier", "AuthVerifierTurnkey", "AuthVerifierPrivy", "AuthVerifierHawcx", "AuthVerifierAuthsignal",
  "AuthVerifierOIDC",
  "AuthAppSessions", "AuthAppSessionsAuthsignal",
  "AuthAdoption", "AuthTurnkeyAdoption", "AuthAuthsignalAdoption", "AuthAccountDeletion",
  "AuthTesting", "AuthLogging",
  "AuthMetrics",
]

let package = Package(
  name: "latchkey",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: publicLibraries.map { .library(name: $0, targets: [$0]) } + [
    .library(name: "LatchkeyCommands", targets: ["LatchkeyCommands"]),
    .executable(name: "latchkey", targets: ["latchkey"]),
    .executable(name: "latchkey-bench", targets: ["latchkey-bench"]),
  ],
  traits: [
    .trait(name: "Logging", description: "Events in swift-log (product AuthLogging)."),
    .trait(name: "Metrics", description: "Events in swift-metrics (product AuthMetrics)."),
    .trait(name: "SwiftCrypto", description: "Cryptography from swift-crypto in place of OpenSSL; Android needs it."),
    .trait(name: "TPM", description: "Keys in a TPM 2.0 (product AuthStorageTPM); takes tpm2-tss (libtss2-dev)."),
    // `Tests/run` sets the variable where the library is installed: the packages in `Examples` then build this one with
    // the same trait as its own tests do, and share what was compiled.
    .default(enabledTraits: Context.environment["LATCHKEY_TPM"] == nil ? [] : ["TPM"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
  ],
  targets: [
    .target(name: "COpenSSL"),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(name: "CTSS2"),
    .target(name: "CSecret", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    library("AuthText", []),
    library("AuthCore", []),
    library("AuthCrypto", ["AuthCore", openSSL, swiftCrypto, swiftCryptoRSA]),
    library("AuthTransport", ["AuthCore", .target(name: "CCurl", condition: .when(platforms: [.linux]))]),
    library("AuthStorage", ["AuthCore", "AuthCrypto"], declaresPrivacy: true),
    library("AuthStoragePostgres", ["AuthCore", "AuthCrypto", "AuthStorage", "CPostgres"]),
    library("AuthStorageSecretService", ["AuthCore", "AuthCrypto", "AuthStorage", "CSecret"]),
    library("AuthStorageTPM", ["AuthCore", "AuthCrypto", "AuthStorage", tpm]),
    library("AuthPasskey", ["AuthCore", "AuthCrypto"]),
    library("AuthTurnkey", ["AuthCore", "AuthCrypto", "AuthPasskey"]),
    library("AuthAccountDeletion", ["AuthCore"]),
    library("AuthTurnkeyAPI", ["AuthCore", "AuthCrypto", "AuthTurnkey", "AuthAccountDeletion"]),
    library("AuthPrivy", ["AuthCore", "AuthCrypto", "AuthPasskey"]),
    library("AuthPrivyWallets", ["AuthCore", "AuthCrypto", "AuthPrivy"]),
    library("AuthHawcx", ["AuthCore", "AuthCrypto", "AuthPasskey"]),
    library("AuthAuthsignal", ["AuthCore", "AuthCrypto", "AuthPasskey"]),
    library("AuthOIDC", ["AuthCore", "AuthCrypto"]),
    // What a backend links: one verifier, and a plug-in for each vendor whose users it has. They link no sign-in.
    library("AuthVerifier", ["AuthCore", "AuthCrypto"]),
    library("AuthVerifierTurnkey", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    library("AuthVerifierPrivy", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    library("AuthVerifierHawcx", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    library("AuthVerifierAuthsignal", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    library("AuthVerifierOIDC", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    // A backend's own sessions, and the vendors' events that end them.
    library("AuthAppSessions", ["AuthCore", "AuthCrypto", "AuthVerifier"]),
    library("AuthAppSessionsAuthsignal", ["AuthCore", "AuthCrypto", "AuthAppSessions"]),
    library("AuthRuntime", ["AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey"]),
    library("AuthUI", ["AuthCore", "AuthText"]),
    library("AuthTerminal", ["AuthText", "AuthUI"]),
    // What the vendors' own SDKs stored on a device.
    library("AuthAdoption", ["AuthCore", "AuthCrypto", "AuthStorage"], declaresPrivacy: true),
    library("AuthTurnkeyAdoption", ["AuthCore", "AuthCrypto", "AuthAdoption", "AuthTurnkey"]),
    library("AuthAuthsignalAdoption", ["AuthCore", "AuthAdoption", "AuthAuthsignal"]),
    library("AuthSandboxKit", ["AuthText", "AuthCore", "AuthCrypto", "AuthPasskey", "CMicroHTTPD"]),
    library("AuthSandboxChains", ["AuthCore", "AuthCrypto"]),
    library("AuthSandboxTurnkey", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit", "AuthSandboxChains"]),
    library("AuthSandboxPrivy", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit", "AuthSandboxChains"]),
    library("AuthSandboxHawcx", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit"]),
    library("AuthSandboxAuthsignal", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit"]),
    library("AuthSandboxOIDC", ["AuthCore", "AuthCrypto", "AuthSandboxKit"]),
    library(
      "AuthSandbox",
      [
        "AuthCore", "AuthSandboxKit", "AuthSandboxTurnkey", "AuthSandboxPrivy", "AuthSandboxHawcx",
        "AuthSandboxAuthsignal", "AuthSandboxOIDC",
      ]),
    library("AuthTesting", ["AuthCore"]),
    library("AuthLogging", ["AuthText", "AuthCore", swiftLog]),
    library("AuthMetrics", ["AuthCore", swiftMetrics]),
    .executableTarget(name: "latchkey", dependencies: ["LatchkeyCommands"], swiftSettings: settings),
    // The commands of `latchkey`, so that a program of one's own can link an adapter beside them. `new-adapter` has the
    // package that it writes inside the program, which then works wherever it is copied to.
    library(
      "LatchkeyCommands",
      [
        "AuthText", "AuthCore", "AuthUI", "AuthTerminal", "AuthCrypto", "AuthTransport", "AuthStorage",
        "AuthStoragePostgres", "AuthStorageSecretService", "AuthStorageTPM", "AuthPasskey", "AuthRuntime",
        "AuthSandbox", "AuthSandboxKit", "AuthTurnkey", "AuthPrivy", "AuthHawcx", "AuthAuthsignal", "AuthOIDC",
        "AuthAdoption", "AuthTurnkeyAdoption", "AuthAuthsignalAdoption", "AuthTurnkeyAPI", "AuthAccountDeletion",
      ], resources: [.embedInCode("NewAdapter/Templates")]),

    // `latchkey bench` runs it. It has a program of its own, which links no sandbox and so builds in a short time.
    .target(
      name: "CBench", dependencies: ["CMicroHTTPD"], path: "Tests/Benchmarks/CBench",
      linkerSettings: [.linkedLibrary("crypto", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "latchkey-bench",
      dependencies: [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthStoragePostgres", "AuthRuntime", "AuthTurnkey", "AuthPrivy",
        "AuthVerifier", "AuthVerifierTurnkey", "AuthVerifierPrivy", "AuthVerifierHawcx", "AuthVerifierAuthsignal",
        "AuthVerifierOIDC", "CBench",
      ],
      path: "Tests/Benchmarks/latchkey-bench", swiftSettings: settings),

    // What the tests of clients and sandbox share: the sanitised exchanges of `Tests/Vectors/wire`.
    .target(name: "WireSamples", dependencies: ["AuthCore"], path: "Tests/WireSamples", swiftSettings: settings),

    // What is fuzzed, and its laws: for libFuzzer, and for the seeded sample among the tests. The targets are divided
    // among programs, each of which links only what its targets import.
    .target(name: "FuzzTargets", path: "Tests/Fuzz/Targets/Shared", swiftSettings: settings),
    fuzzTargets("Basics", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthSandboxChains"]),
    fuzzTargets(
      "Vendors",
      [
        "AuthCore", "AuthCrypto", "AuthTurnkey", "AuthTurnkeyAPI", "AuthPrivy", "AuthPrivyWallets", "AuthHawcx",
        "AuthAuthsignal", "AuthOIDC",
      ]),
    fuzzTargets(
      "Servers",
      [
        "AuthCore", "AuthCrypto", "AuthTransport", "AuthSandbox", "AuthSandboxKit", "AuthSandboxTurnkey",
        "AuthAppSessions", "AuthAppSessionsAuthsignal",
      ]),
    fuzzTargets("Commands", ["AuthText", "AuthCore", "AuthUI", "AuthTerminal", "AuthSandbox", "LatchkeyCommands"]),
    tests(
      "FuzzTests",
      [
        "AuthTesting", "FuzzTargets", "FuzzTargetsBasics", "FuzzTargetsVendors", "FuzzTargetsServers",
        "FuzzTargetsCommands",
      ]),

    tests("AuthTextTests", ["AuthText"]),
    tests("AuthCoreTests", ["AuthCore", "AuthStorage", "AuthTesting", "TestSupport"]),
    tests("AuthCryptoTests", ["AuthCore", "AuthCrypto", "AuthStorage"]),
    tests("AuthTransportTests", ["AuthCore", "AuthTransport", "AuthTesting"]),
    // Processes of other languages beside the tests.
    .target(
      name: "TestSupport", dependencies: ["AuthCore", "AuthUI"], path: "Tests/TestSupport", swiftSettings: settings),
    // A server that returns nonsense, and the laws about what a provider does with it.
    .target(
      name: "HostileVendor",
      dependencies: ["AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthTransport", "AuthSandbox"],
      path: "Tests/HostileVendor", swiftSettings: settings),
    // Records which files and directories a store opens and synchronises.
    .target(name: "CDiskTrace", path: "Tests/DiskTrace"),
    tests("AuthStorageTests", ["AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "TestSupport", "CDiskTrace"]),
    tests(
      "AuthStoragePostgresTests",
      ["AuthCore", "AuthCrypto", "AuthStorage", "AuthStoragePostgres", "AuthTesting", "TestSupport"]),
    tests(
      "AuthStorageTPMTests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthStorageTPM", "AuthRuntime", "AuthTesting",
        "AuthTurnkey", "AuthHawcx", "AuthAuthsignal", "AuthSandbox", tpm,
      ]),
    tests("AuthPasskeyTests", ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTesting"]),
    tests(
      "AuthTurnkeyTests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTesting", "AuthTurnkey", "AuthSandbox",
        "HostileVendor", "WireSamples",
      ]),
    tests(
      "AuthTurnkeyAPITests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTesting", "AuthTurnkey", "AuthTurnkeyAPI",
        "AuthSandbox", "AuthSandboxChains", "HostileVendor", "WireSamples",
      ]),
    tests(
      "AuthPrivyTests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTesting", "AuthPrivy", "AuthSandbox",
        "AuthSandboxChains",
        "HostileVendor", "WireSamples",
      ]),
    tests(
      "AuthPrivyWalletsTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthPrivy", "AuthPrivyWallets", "AuthSandbox",
        "AuthSandboxChains",
        "HostileVendor", "WireSamples",
      ]),
    tests(
      "AuthHawcxTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthHawcx", "AuthSandbox", "HostileVendor",
        "WireSamples",
      ]),
    tests(
      "AuthAuthsignalTests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTesting", "AuthAuthsignal", "AuthSandbox",
        "HostileVendor", "WireSamples",
      ]),
    tests(
      "AuthOIDCTests",
      [
        "AuthCore", "AuthCrypto", "AuthOIDC", "AuthSandbox", "AuthStorage", "AuthTesting", "AuthTransport",
        "AuthVerifier", "HostileVendor",
      ]),
    tests(
      "AuthVerifierTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthVerifier", "AuthVerifierTurnkey",
        "AuthVerifierPrivy", "AuthVerifierHawcx", "AuthVerifierAuthsignal", "AuthVerifierOIDC", "AuthSandbox",
        "AuthTurnkey", "AuthPrivy",
      ]),
    tests(
      "AuthAppSessionsTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthStoragePostgres", "AuthTesting", "AuthAppSessions",
        "AuthVerifier",
        "TestSupport",
      ]),
    tests(
      "AuthAppSessionsAuthsignalTests",
      [
        "AuthCore", "AuthStorage", "AuthTesting", "AuthAppSessions", "AuthAppSessionsAuthsignal", "AuthSandbox",
        "AuthSandboxKit",
      ]),
    tests(
      "AuthRuntimeTests",
      ["AuthCore", "AuthPasskey", "AuthRuntime", "AuthStorage", "AuthTesting", "AuthTransport", "TestSupport"]),
    tests(
      "AuthSandboxTests",
      [
        "AuthCore", "AuthCrypto", "AuthPasskey", "AuthStorage", "AuthTransport", "AuthSandbox", "AuthSandboxKit",
        "AuthSandboxChains", "AuthSandboxTurnkey", "AuthSandboxPrivy", "AuthSandboxHawcx", "AuthSandboxAuthsignal",
        "AuthSandboxOIDC", "AuthAppSessions",
        "AuthTesting", "WireSamples",
      ]),
    tests(
      "AuthAccountDeletionTests",
      [
        "AuthCore", "AuthStorage", "AuthTesting", "AuthTurnkey", "AuthTurnkeyAPI", "AuthPrivy", "AuthHawcx",
        "AuthAuthsignal", "AuthAccountDeletion", "AuthSandbox", "AuthSandboxKit",
      ]),
    // What a vendor's SDK leaves on a device.
    .target(
      name: "SDKFiles", dependencies: ["AuthCore", "AuthAdoption"], path: "Tests/SDKFiles", swiftSettings: settings),
    tests("AuthAdoptionTests", ["AuthCore", "AuthCrypto", "AuthStorage", "AuthAdoption", "SDKFiles"]),
    tests(
      "AuthTurnkeyAdoptionTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthTurnkey", "AuthAdoption", "AuthTurnkeyAdoption",
        "AuthHawcx", "AuthSandbox", "SDKFiles",
      ]),
    tests(
      "AuthAuthsignalAdoptionTests",
      [
        "AuthCore", "AuthCrypto", "AuthStorage", "AuthTesting", "AuthAuthsignal", "AuthAdoption",
        "AuthAuthsignalAdoption", "AuthSandbox", "SDKFiles",
      ]),
    tests("AuthTestingTests", ["AuthCore", "AuthStorage", "AuthTesting"]),
    tests("AuthLoggingTests", ["AuthCore", "AuthLogging"]),
    tests("AuthMetricsTests", ["AuthCore", "AuthMetrics"]),
    tests("AuthTerminalTests", ["AuthCore", "AuthText", "AuthUI", "AuthTerminal", "TestSupport"]),
    tests(
      "LatchkeyCommandsTests",
      ["AuthCore", "AuthStorage", "AuthUI", "AuthTerminal", "AuthSandboxKit", "LatchkeyCommands", "TestSupport"]),
    tests("AuthUITests", ["AuthCore", "AuthStorage", "AuthUI", "AuthTesting", "TestSupport"]),
    tests(
      "EndToEndTests",
      [
        "AuthCore", "AuthRuntime", "AuthTurnkey", "AuthPrivy", "AuthHawcx", "AuthAuthsignal", "AuthSandbox",
        "AuthStorage", "AuthTesting",
      ]),
    tests(
      "ArchitectureTests",
      [
        "AuthCore", "AuthRuntime", "AuthTurnkey", "AuthPrivy", "AuthHawcx", "AuthAuthsignal", "AuthOIDC", "AuthSandbox",
        "AuthTesting", "AuthStorage", "AuthTransport", "WireSamples",
      ]),
  ]
)

// Their runner alone builds them, because they link libFuzzer: `Tests/run --only fuzz`.
if Context.environment["LATCHKEY_FUZZ_BUILD"] != nil {
  // Decides which counters libFuzzer scans.
  package.targets.append(.target(name: "FuzzCounters", path: "Tests/Fuzz/Counters"))
  let wrapped = ["8bit_counters", "pcs"].flatMap { ["-Xlinker", "--wrap=__sanitizer_cov_\($0)_init"] }
  for part in ["Basics", "Vendors", "Servers", "Commands"] {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(part)", dependencies: ["FuzzCounters", "FuzzTargets", .target(name: "FuzzTargets\(part)")],
        path: "Tests/Fuzz/Drivers/\(part)", swiftSettings: settings, linkerSettings: [.unsafeFlags(wrapped)]))
  }
}
