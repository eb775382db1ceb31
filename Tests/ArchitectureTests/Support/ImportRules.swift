/// The modules that a target may import: the architecture's table, with the system modules that each target may use.
struct ImportRule {
  /// Targets of this package.
  let own: Set<String>
  /// C targets of this package.
  let c: Set<String>
  /// Modules of Apple's systems, to be imported under `#if canImport` alone.
  let apple: Set<String>
  /// Modules of other packages, to be imported under `#if` and the trait of that name alone.
  let traits: Set<String>
  /// How the names of the files begin that may import the C library; empty for none.
  let libcFiles: [String]

  init(
    _ own: Set<String>, c: Set<String> = [], apple: Set<String> = [], traits: Set<String> = [],
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
  static let providers: Set<String> = ["AuthTurnkey", "AuthPrivy", "AuthHawcx", "AuthAuthsignal"]
  /// The sandbox's servers of one vendor each: none imports another.
  static let sandboxVendors: Set<String> = [
    "AuthSandboxTurnkey", "AuthSandboxPrivy", "AuthSandboxHawcx", "AuthSandboxAuthsignal",
  ]
  private static let sandboxVendor: Set<String> = ["AuthCore", "AuthCrypto", "AuthPasskey", "AuthSandboxKit"]
  private static let provider = ImportRule(["AuthCore", "AuthCrypto", "AuthPasskey"])

  /// The table. `latchkey` may import all.
  static let table: [String: ImportRule] = [
    "AuthCore": ImportRule([], apple: ["os"], libcFiles: ["Locked+"]),
    "AuthCrypto": ImportRule(["AuthCore"], c: ["COpenSSL"], apple: ["CryptoKit", "Security"]),
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
    "AuthTurnkey": provider, "AuthPrivy": provider, "AuthHawcx": provider, "AuthAuthsignal": provider,
    "AuthTurnkeyAPI": ImportRule(["AuthCore", "AuthCrypto", "AuthTurnkey"], apple: ["Observation"]),
    "AuthPrivyWallets": ImportRule(["AuthCore", "AuthCrypto", "AuthPrivy"], apple: ["CryptoKit"]),
    "AuthRuntime": ImportRule(
      ["AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthPasskey"], libcFiles: [""]),
    "AuthUI": ImportRule(["AuthCore"], apple: ["SwiftUI", "Observation"]),
    "AuthSandbox": ImportRule(Set(["AuthCore", "AuthSandboxKit"]).union(sandboxVendors)),
    "AuthSandboxKit": ImportRule(["AuthCore", "AuthCrypto", "AuthPasskey"], c: ["CMicroHTTPD"], apple: ["CryptoKit"]),
    "AuthSandboxChains": ImportRule(["AuthCore", "AuthCrypto"], apple: ["CryptoKit"]),
    "AuthSandboxTurnkey": ImportRule(sandboxVendor.union(["AuthSandboxChains"])),
    "AuthSandboxPrivy": ImportRule(sandboxVendor.union(["AuthSandboxChains"])),
    "AuthSandboxHawcx": ImportRule(sandboxVendor, apple: ["CryptoKit"]),
    "AuthSandboxAuthsignal": ImportRule(sandboxVendor),
    "AuthTesting": ImportRule(["AuthCore"]),
    "AuthLogging": ImportRule(["AuthCore"], traits: ["Logging"]),
    "AuthMetrics": ImportRule(["AuthCore"], traits: ["Metrics"]),
    "latchkey": ImportRule(["LatchkeyCommands"]),
    "LatchkeyCommands": ImportRule(
      Set(
        [
          "AuthCore", "AuthCrypto", "AuthTransport", "AuthStorage", "AuthStoragePostgres", "AuthStorageSecretService",
          "AuthStorageTPM", "AuthPasskey", "AuthRuntime", "AuthUI", "AuthSandbox", "AuthTesting", "AuthTurnkeyAPI",
        ]
      ).union(providers), libcFiles: [""]),
  ]

  /// Targets that hold C headers and no Swift.
  static let cTargets: Set<String> = ["COpenSSL", "CCurl", "CMicroHTTPD", "CSecret", "CTSS2", "CPostgres"]
  private static let libc: Set<String> = ["Glibc", "Musl", "Darwin", "Android", "WinSDK"]
  /// Modules of the toolchain that every target may use. `Observation` is one of them and named where it is meant.
  private static let standard: Set<String> = ["Swift", "Synchronization"]

  /// The violations by the imports of a file, as messages; empty for none.
  static func violations(in file: SourceFile) -> [String] {
    guard let rule = table[file.target] else { return ["\(file.path): the target '\(file.target)' is in no table"] }
    return ImportScanner.imports(in: file.text).compactMap { found in
      fault(of: found, in: file, rule).map { "\(file.path):\(found.line): import \(found.module): \($0)" }
    }
  }

  private static func fault(of found: SourceImport, in file: SourceFile, _ rule: ImportRule) -> String? {
    let module = found.module
    if rule.own.contains(module) || rule.c.contains(module) || standard.contains(module) { return nil }
    if module == "FoundationEssentials" {
      return found.conditions.contains("canImport(FoundationEssentials)") || found.conditions.contains { isLinux($0) }
        ? nil : "is not under #if canImport(FoundationEssentials)"
    }
    if module == "Foundation" {
      return found.conditions.contains("!(canImport(FoundationEssentials))")
        || found.conditions.contains { isApple($0) }
        ? nil : "Linux would link it; put it in the #else of #if canImport(FoundationEssentials)"
    }
    if libc.contains(module) {
      return rule.libcFiles.contains { file.name.hasPrefix($0) } ? nil : "this file may not import the C library"
    }
    if rule.traits.contains(module) {
      return found.conditions.contains(module) ? nil : "is not under #if \(module)"
    }
    if rule.apple.contains(module) {
      if module == "os", !file.name.hasPrefix("Locked+") { return "only the lock's file may" }
      return found.conditions.contains { isApple($0) || $0.contains("canImport(\(module))") }
        || module == "Observation" ? nil : "is not under #if canImport(\(module))"
    }
    return providers.contains(module) && providers.contains(file.target)
      ? "no provider imports another" : "the table does not allow it"
  }

  /// Conditions that hold on Apple's systems alone.
  private static func isApple(_ condition: String) -> Bool {
    [
      "canImport(os)", "canImport(Darwin)", "canImport(CryptoKit)", "canImport(Security)", "os(macOS)", "os(iOS)",
      "canImport(AuthenticationServices)", "canImport(UIKit)", "canImport(AppKit)",
    ].contains { condition.contains($0) } && !condition.hasPrefix("!")
  }

  /// Conditions that hold on Linux alone.
  private static func isLinux(_ condition: String) -> Bool {
    !condition.hasPrefix("!") && ["canImport(COpenSSL)", "os(Linux)"].contains { condition.contains($0) }
  }
}
