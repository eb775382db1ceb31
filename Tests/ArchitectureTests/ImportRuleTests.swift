import Testing

/// Checks the import rules of the architecture in every file and in the manifest.
@Suite struct ImportRuleTests {
  @Test func everyTargetIsInTheTable() throws {
    let targets = try SourceTree.entries("Sources")
    #expect(targets == Set(ImportRules.table.keys).union(ImportRules.cTargets))
  }

  @Test func everyImportIsAllowed() throws {
    let files = try SourceTree.files("Sources").filter { !$0.isTemplate }
    #expect(files.count > 150)
    let violations = files.flatMap { ImportRules.violations(in: $0) }
    #expect(violations == [])
  }

  @Test func theManifestDeclaresNoMore() throws {
    let manifest = PackageManifest(try SourceTree.text("Package.swift"))
    // The benchmarks belong to the tests and may depend on every target that they test.
    #expect(Set(manifest.dependencies.keys).subtracting(["latchkey-bench"]) == Set(ImportRules.table.keys))
    for (target, rule) in ImportRules.table {
      let declared = manifest.dependencies[target] ?? []
      let beyond = declared.subtracting(rule.own).subtracting(rule.c)
      #expect(beyond.isEmpty, "\(target) declares \(beyond.sorted())")
    }
  }

  /// An import of a module that the target does not declare compiles only if another target depends on that module.
  @Test func everyImportedModuleIsDeclared() throws {
    let manifest = PackageManifest(try SourceTree.text("Package.swift"))
    let ours = Set(ImportRules.table.keys).union(ImportRules.cTargets)
    for file in try SourceTree.files("Sources") where !file.isTemplate {
      let imported = Set(ImportScanner.imports(in: file.text).map(\.module)).intersection(ours)
      let undeclared = imported.subtracting(manifest.dependencies[file.target] ?? [])
      #expect(undeclared.isEmpty, "\(file.path) imports \(undeclared.sorted())")
    }
  }

  /// No target imports itself, directly or through other targets.
  @Test func theTableHasNoCycle() {
    func reachable(_ target: String, _ path: [String]) -> Bool {
      if path.contains(target) { return false }
      return (ImportRules.table[target]?.own ?? []).allSatisfy { reachable($0, path + [target]) }
    }
    for target in ImportRules.table.keys { #expect(reachable(target, []), "\(target)") }
  }

  @Test func theSandboxKnowsNoProvider() {
    let sandbox = ImportRules.table.keys.filter { $0.hasPrefix("AuthSandbox") }
    #expect(sandbox.count == 8)
    for target in ImportRules.providers.union(sandbox).union(["AuthTesting", "AuthRuntime", "AuthUI"]) {
      let own = ImportRules.table[target]?.own ?? []
      #expect(own.isDisjoint(with: ImportRules.providers), "\(target)")
    }
  }

  /// The code that the sandbox's vendors share is in the kit, which imports none of them.
  @Test func theKitKnowsNoVendorAndNoVendorAnother() throws {
    for target in ImportRules.sandboxVendors.union(["AuthSandboxKit", "AuthSandboxChains"]) {
      let own = ImportRules.table[target]?.own ?? []
      #expect(own.isDisjoint(with: ImportRules.sandboxVendors), "\(target)")
    }
  }
}
