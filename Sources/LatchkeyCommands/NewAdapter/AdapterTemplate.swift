/// The files of a new adapter's package: `Templates`, compiled into this program, so that the program needs no other
/// files when it runs.
///
/// In paths and contents, `__Name__` and `__name__` stand for the two forms of the adapter's name.
enum AdapterTemplate {
  /// The files of every package: the path in the package, and the content.
  static var files: [(path: String, text: String)] {
    contents.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }
  }

  /// The program of `--command-line`, with its path.
  static var commandLine: (path: String, text: String) {
    ("Sources/latchkey-__name__/main.swift", String(decoding: PackageResources.CommandLine_swift, as: UTF8.self))
  }

  /// The program's target, for the manifest.
  static let commandLineTarget = """
        // Every command of `latchkey` with this adapter: `swift run latchkey-__name__ sign-in jane@example.com`.
        .executableTarget(
          name: "latchkey-__name__",
          dependencies: ["Auth__Name__", "Sandbox__Name__", latchkey("LatchkeyCommands")], swiftSettings: settings),

    """

  /// The path of each file, since SwiftPM embeds files by name alone.
  private static let contents: [(String, [UInt8])] = [
    ("Package.swift", PackageResources.Package_swift),
    ("README.md", PackageResources.README_md),
    (".gitignore", PackageResources.gitignore),
    ("Sources/Auth__Name__/__Name__Code.swift", PackageResources.__Name__Code_swift),
    ("Sources/Auth__Name__/__Name__Configuration.swift", PackageResources.__Name__Configuration_swift),
    ("Sources/Auth__Name__/__Name__Errors.swift", PackageResources.__Name__Errors_swift),
    ("Sources/Auth__Name__/__Name__Flow.swift", PackageResources.__Name__Flow_swift),
    ("Sources/Auth__Name__/__Name__FlowPerformer.swift", PackageResources.__Name__FlowPerformer_swift),
    ("Sources/Auth__Name__/__Name__Plugin.swift", PackageResources.__Name__Plugin_swift),
    ("Sources/Auth__Name__/__Name__Provider+Authorizing.swift", PackageResources.__Name__Provider_Authorizing_swift),
    ("Sources/Auth__Name__/__Name__Provider+Refreshing.swift", PackageResources.__Name__Provider_Refreshing_swift),
    ("Sources/Auth__Name__/__Name__Provider+Resuming.swift", PackageResources.__Name__Provider_Resuming_swift),
    ("Sources/Auth__Name__/__Name__Provider+Revoking.swift", PackageResources.__Name__Provider_Revoking_swift),
    ("Sources/Auth__Name__/__Name__Provider.swift", PackageResources.__Name__Provider_swift),
    ("Sources/Auth__Name__/API/PendingCode.swift", PackageResources.PendingCode_swift),
    ("Sources/Auth__Name__/API/TokenAnswer.swift", PackageResources.TokenAnswer_swift),
    ("Sources/Auth__Name__/API/__Name__API.swift", PackageResources.__Name__API_swift),
    ("Sources/Sandbox__Name__/__Name__Vendor.swift", PackageResources.__Name__Vendor_swift),
    ("Sources/sandbox/main.swift", PackageResources.Serve_swift),
    ("Sources/sign-in/Demonstration.swift", PackageResources.Demonstration_swift),
    ("Sources/sign-in/SignIn.swift", PackageResources.SignIn_swift),
    ("Sources/sign-in/Terminal.swift", PackageResources.Terminal_swift),
    ("Sources/sign-in/main.swift", PackageResources.main_swift),
    ("Tests/Auth__Name__Tests/__Name__CodecTests.swift", PackageResources.__Name__CodecTests_swift),
    ("Tests/Auth__Name__Tests/__Name__ConformanceTests.swift", PackageResources.__Name__ConformanceTests_swift),
    ("Tests/Auth__Name__Tests/__Name__FlowTests.swift", PackageResources.__Name__FlowTests_swift),
    ("Tests/Auth__Name__Tests/Support/ProviderFixture+__Name__.swift", PackageResources.ProviderFixture___Name___swift),
  ]
}
