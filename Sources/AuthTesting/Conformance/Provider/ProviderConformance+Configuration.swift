import AuthCore

extension ProviderConformance {
  /// Laws about the strict reading of the provider's configuration block.
  static let configurationLaws: [ProviderLaw] = [
    ProviderLaw("configuration.unknown", "an unknown key is refused with its path and the nearest key", namesUnknown),
    ProviderLaw("configuration.type", "a value of the wrong type is refused with its path", namesWrongType),
    ProviderLaw("configuration.missing", "a missing required key is named", namesMissing),
    ProviderLaw("configuration.secrets", "an error does not repeat the configuration's wrong value", repeatsNothing),
    ProviderLaw("configuration.quiet", "creating a client sends nothing", startsQuietly),
  ]

  /// Returns the error for a block that is refused; nil if the block is accepted.
  private static func refusal(_ block: JSONObject, _ bench: ConformanceBench) throws -> AuthError? {
    do {
      _ = try bench.client(configuration: block)
      return nil
    } catch let error as AuthError {
      return error
    }
  }

  /// Returns the block with another value at `path`; nil removes the key.
  private static func changing(_ block: JSONObject, _ path: [String], to value: JSONValue?) -> JSONObject {
    guard let name = path.first else { return block }
    var block = block
    block[name] =
      path.count == 1 ? value : .object(changing(block[name]?.objectValue ?? [:], Array(path.dropFirst()), to: value))
    return block
  }

  /// Returns the path of every key of the block and of the objects inside it, except the keys that the client reads.
  private static func keys(_ block: JSONObject, _ path: [String] = []) -> [[String]] {
    block.members.flatMap { member -> [[String]] in
      if path.isEmpty, ["type", "tokenProvider"].contains(member.name) { return [] }
      let own = path + [member.name]
      // An object with `env` or `file` is a reference to a secret, not a group of keys.
      if let object = member.value.objectValue, object["env"] == nil, object["file"] == nil {
        return [own] + keys(object, own)
      }
      return [own]
    }
  }

  private static func text(_ path: [String], _ bench: ConformanceBench) -> String {
    (["providers", bench.providerID.rawValue] + path).joined(separator: ".")
  }

  private static func namesUnknown(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let block = bench.server.configuration
    for path in keys(block) {
      guard let name = path.last else { continue }
      let misspelt = Array(path.dropLast()) + [name + "x"]
      let error = try required(
        try refusal(changing(block, misspelt, to: true), bench), "the unknown key '\(text(misspelt, bench))' is refused"
      )
      try require(error.code == .invalidConfiguration, "an unknown key throws invalid_configuration, not \(error)")
      try require(
        error.message.contains(text(misspelt, bench)), "the error names '\(text(misspelt, bench))': \(error)")
      try require(error.message.contains("'\(name)'"), "the error names the nearest key '\(name)': \(error)")
    }
    let strange = try required(
      try refusal(changing(block, ["zzzzzzzzzzzz"], to: true), bench), "an unknown key is refused")
    try require(strange.code == .invalidConfiguration, "an unknown key throws invalid_configuration, not \(strange)")
  }

  private static func namesWrongType(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let block = bench.server.configuration
    let paths = keys(block)
    if paths.isEmpty { throw NotApplicable("the provider's configuration block has no keys") }
    for path in paths {
      let isText = value(at: path, in: block)?.stringValue != nil
      let wrong: JSONValue = isText ? 7 : "wrong"
      let error = try required(
        try refusal(changing(block, path, to: wrong), bench), "a wrong type for '\(text(path, bench))' is refused")
      try require(error.code == .invalidConfiguration, "a wrong type throws invalid_configuration, not \(error)")
      try require(error.message.contains(text(path, bench)), "the error names '\(text(path, bench))': \(error)")
    }
  }

  private static func namesMissing(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let block = bench.server.configuration
    for path in keys(block) {
      guard let error = try refusal(changing(block, path, to: nil), bench) else {
        let name = path.joined(separator: ".")
        try require(!bench.fixture.requiredKeys.contains(name), "a block without '\(name)' is refused")
        continue
      }
      try require(error.code == .invalidConfiguration, "a missing key throws invalid_configuration, not \(error)")
      try require(error.message.contains(text(path, bench)), "the error names '\(text(path, bench))': \(error)")
    }
  }

  private static func repeatsNothing(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let block = bench.server.configuration
    let canary = "canary-5c1f0e"
    for path in keys(block) {
      for wrong: JSONValue in [.array([.string(canary)]), .string(canary), .string("http://user:\(canary)@a.example")] {
        guard let error = try refusal(changing(block, path, to: wrong), bench) else { continue }
        var dumped = ""
        dump(error, to: &dumped)
        try require(!dumped.contains(canary), "the error about '\(text(path, bench))' does not repeat the value")
      }
    }
  }

  private static func startsQuietly(_ trial: ConformanceTrial) async throws {
    let bench = try await trial.bench()
    let client = try bench.client()
    _ = try client.provider()
    await settle()
    // Wait 50 ms of real time, because on a busy machine a task that was started may not have run yet.
    try await Task.sleep(for: .milliseconds(50))
    await settle()
    try require(bench.wire.requests.isEmpty, "creating a provider sends nothing")
    try require(bench.clock.sleeps.isEmpty, "creating a provider starts no wait")
  }

  private static func value(at path: [String], in block: JSONObject) -> JSONValue? {
    path.reduce(.object(block)) { $0?[$1] }
  }
}
