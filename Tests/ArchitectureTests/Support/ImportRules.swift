/// The modules that a target may import: one row of the architecture's table, with the system modules of the target.
struct ImportRule {
  /// Targets of this package.
  let own: Set<String>
  /// C targets of this package.
  let c: Set<String>
  /// Modules of Apple's systems, which may be imported only under `#if canImport`.
  let apple: Set<String>
  /// Modules of other packages, each with the trait under whose `#if` alone it may be imported.
  let traits: [String: String]
  /// The prefixes of the names of files that may import the C library. Empty if no file may; an empty prefix allows
  /// every file.
  let libcFiles: [String]

  init(
    _ own: Set<String>, c: Set<String> = [], apple: Set<String> = [], traits: [String: String] = [:],
    libcFiles: [String] = []
  ) {
    self.own = own
    self.c = c
    self.apple = apple
    self.traits = traits
    self.libcFiles = libcFiles
  }
}

enum ImportRules {
  static let providers: Set<String> = ["AuthTurnkey", "AuthPrivy", "AuthHawcx", "AuthAuthsignal", "AuthOIDC"]
  /// The targets with the sandbox's servers, one for each vendor. They must not import each other.
  static let sandboxVendors: Set<String> = [
    "AuthSandboxTurnkey", "AuthSandboxPrivy", "AuthSandboxHawcx", "AuthSandboxAuthsignal", "AuthSandboxOIDC",
  ]
  private static let sandboxVendor: Set<String> = ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit"]
  private static let provider = ImportRule(["AuthCore", "AuthCrypto", "AuthPasskey"])
  /// A vendor's verifier for backends. It imports no sign-in, and no other vendor's verifier.
  private static let verifier = ImportRule(["AuthCore", "AuthCrypto", "AuthVerifier"], apple: ["CryptoKit"])

  /// The rules, by target. `LatchkeyCommands` may import nearly all targets.
  static let table: [String: ImportRule] = [
    "AuthText": ImportRule([]),
    "AuthCore": ImportRule([], apple: ["os"], libcFiles: ["Locked+", "ClockGlance+"]),
    "AuthCrypto": ImportRule(
      ["AuthCore"], c: ["COpenSSL"], apple: ["CryptoKit", "Security"],
      traits: ["Crypto": "SwiftCrypto", "CryptoExtras": "SwiftCrypto"]),
    "AuthTransport": ImportRule(
      ["AuthCore"], c: ["CCurl"], apple: ["AuthenticationServices", "Security", "CryptoKit"],
      libcFiles: ["LoopbackSocket", "SocketConstants"]),
    "AuthStorage": ImportRule(
      ["AuthCore", "AuthCrypto"], apple: ["Security", "LocalAuthentication", "CryptoKit", "Dispatch", "notify"],
      libcFiles: ["POSIX", "BlockingThread", "DirectoryWatchThread", "InotifyEvents"]),
    "AuthStoragePostgres": ImportRule(
      ["AuthCore", "AuthCrypto", "AuthStorage"], c: ["CPostgres"],
      libcFiles: ["LoopMailbox", "PostgresConnection", "PostgresThread", "HostAddresses", "ReadableFile"]),
    "AuthStorageSecretService": ImportRule(["AuthCore", "AuthCrypto", "AuthStorage"], c: ["CSecret"]),
    "AuthStorageTPM": ImportRule(["AuthCore", "AuthCrypto", "AuthStorage"], c: ["CTSS2"]),
    "AuthPasskey": ImportRule(
      ["AuthCore", "AuthCrypto"], apple: ["AuthenticationServices", "UIKit", "AppKit", "CryptoKit"]),
    "AuthTurnkey": provider, "AuthPrivy": provider, "AuthHawcx": provider,
    "AuthAuthsignal": ImportRule(["AuthCore", "AuthCrypto", "AuthPasskey"], apple: ["DeviceCheck"]),
    "AuthOIDC": ImportRule(["AuthCore", "AuthCrypto"]),
    "AuthAccountDeletion": ImportRule(["AuthCore"]),
    "AuthTurnkeyAPI": ImportRule(
      ["AuthCore", "AuthCrypto", "AuthTurnkey", "AuthAccountDeletion"], apple: ["Observation"]),
    "AuthPrivyWallets": ImportRule(["AuthCore", "AuthCrypto", "AuthPrivy"], apple: ["CryptoKit"]),
    "AuthAppSessions": ImportRule(["AuthCore", "AuthCrypto", "AuthVerifier"]),
    "AuthAppSessionsAuthsignal": ImportRule(["AuthCore", "AuthCrypto", "AuthAppSessions"]),
    "AuthAdoption": ImportRule(["AuthCore", "AuthCrypto", "AuthStorage"], apple: ["Security", "CryptoKit"]),
    "AuthTurnkeyAdoption": ImportRule(["AuthCore", "AuthCrypto", "AuthAdoption", "AuthTurnkey"]),
    "AuthAuthsignalAdoption": ImportRule(["AuthCore", "AuthAdoption", "AuthAuthsignal"]),
    "AuthRuntime": ImportRule(
      ["AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey"], libcFiles: [""]),
    "AuthVerifier": ImportRule(["AuthCore", "AuthCrypto"], apple: ["CryptoKit"]),
    "AuthVerifierTurnkey": verifier, "AuthVerifierPrivy": verifier, "AuthVerifierHawcx": verifier,
    "AuthVerifierAuthsignal": verifier, "AuthVerifierOIDC": verifier,
    "AuthUI": ImportRule(
      ["AuthText", "AuthCore"],
      apple: ["SwiftUI", "Observation", "AuthenticationServices", "CoreImage", "Accessibility", "UIKit"]),
    "AuthTerminal": ImportRule(["AuthText", "AuthUI"], libcFiles: ["QREncodeLibrary"]),
    "AuthSandbox": ImportRule(Set(["AuthCore", "AuthSandboxKit"]).union(sandboxVendors)),
    "AuthSandboxKit": ImportRule(
      ["AuthText", "AuthCore", "AuthCrypto", "AuthPasskey"], c: ["CMicroHTTPD"], apple: ["CryptoKit"]),
    "AuthSandboxChains": ImportRule(["AuthCore", "AuthCrypto"], apple: ["CryptoKit"]),
    "AuthSandboxTurnkey": ImportRule(sandboxVendor.union(["AuthSandboxChains"])),
    "AuthSandboxPrivy": ImportRule(sandboxVendor.union(["AuthSandboxChains"])),
    "AuthSandboxHawcx": ImportRule(sandboxVendor, apple: ["CryptoKit"]),
    "AuthSandboxOIDC": ImportRule(["AuthCore", "AuthCrypto", "AuthSandboxKit"], apple: ["CryptoKit"]),
    "AuthSandboxAuthsignal": ImportRule(sandboxVendor),
    "AuthTesting": ImportRule(["AuthCore"], libcFiles: ["ConformanceReport+POSIX"]),
    "AuthLogging": ImportRule(["AuthText", "AuthCore"], traits: ["Logging": "Logging"]),
    "AuthMetrics": ImportRule(["AuthCore"], traits: ["Metrics": "Metrics"]),
    "latchkey": ImportRule(["LatchkeyCommands"]),
    "LatchkeyCommands": ImportRule(
      Set(
        [
          "AuthText", "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthStoragePostgres",
          "AuthStorageSecretService", "AuthStorageTPM", "AuthPasskey", "AuthRuntime", "AuthUI", "AuthTerminal",
          "AuthSandbox", "AuthSandboxKit", "AuthTesting", "AuthTurnkeyAPI", "AuthAdoption", "AuthTurnkeyAdoption",
          "AuthAuthsignalAdoption",
          "AuthAccountDeletion",
        ]
      ).union(providers), libcFiles: [""]),
  ]

  /// Targets that contain C headers and no Swift code.
  static let cTargets: Set<String> = ["COpenSSL", "CCurl", "CMicroHTTPD", "CSecret", "CTSS2", "CPostgres"]
  private static let libc: Set<String> = ["Glibc", "Musl", "Darwin", "Android", "WinSDK", "SwiftOverlayShims"]
  /// Modules of the toolchain that every target may import. `Observation`, which is also part of the toolchain, is
  /// allowed only where a rule lists it.
  private static let standard: Set<String> = ["Swift", "Synchronization"]

  /// The violations in the imports of a file, as messages; empty if there are none.
  static func violations(in file: SourceFile) -> [String] {
    guard let rule = table[file.target] else { return ["\(file.path): add the target '\(file.target)' to the table"] }
    return ImportScanner.imports(in: file.text).compactMap { found in
      fault(of: found, in: file, rule).map { "\(file.path):\(found.line): import \(found.module): \($0)" }
    }
  }

  private static func fault(of found: SourceImport, in file: SourceFile, _ rule: ImportRule) -> String? {
    let module = found.module
    if rule.own.contains(module) || rule.c.contains(module) || standard.contains(module) { return nil }
    if module == "FoundationEssentials" {
      return found.conditions.contains("canImport(FoundationEssentials)") || found.conditions.contains { isLinux($0) }
        ? nil : "must be under #if canImport(FoundationEssentials)"
    }
    if module == "Foundation" {
      return found.conditions.contains("!(canImport(FoundationEssentials))")
        || found.conditions.contains { isApple($0) }
        ? nil : "Linux would link Foundation; move it to the #else of #if canImport(FoundationEssentials)"
    }
    if libc.contains(module) {
      return rule.libcFiles.contains { file.name.hasPrefix($0) } ? nil : "this file may not import the C library"
    }
    if let trait = rule.traits[module] {
      return found.conditions.contains { !$0.hasPrefix("!") && $0.contains(trait) } ? nil : "must be under #if \(trait)"
    }
    if rule.apple.contains(module) {
      if module == "os", !file.name.hasPrefix("Locked+") { return "only a file named Locked+… may import it" }
      return found.conditions.contains { isApple($0) || $0.contains("canImport(\(module))") }
        || module == "Observation" ? nil : "must be under #if canImport(\(module))"
    }
    return providers.contains(module) && providers.contains(file.target)
      ? "a provider must not import another provider" : "the table does not allow it"
  }

  /// Whether the condition is true only on Apple's systems.
  private static func isApple(_ condition: String) -> Bool {
    [
      "canImport(os)", "canImport(Darwin)", "canImport(CryptoKit)", "canImport(Security)", "os(macOS)", "os(iOS)",
      "canImport(AuthenticationServices)", "canImport(UIKit)", "canImport(AppKit)", "canImport(SwiftUI)",
    ].contains { condition.contains($0) } && !condition.hasPrefix("!")
  }

  /// Whether the condition is true only on Linux.
  private static func isLinux(_ condition: String) -> Bool {
    !condition.hasPrefix("!") && ["canImport(COpenSSL)", "os(Linux)"].contains { condition.contains($0) }
  }
}
