import Testing

@testable import AuthCore

@Suite struct ConfigurationProfileTests {
  private let file = #"""
    {"provider": "a", "providers": {"a": {"x": 1, "y": 2}, "b": {}},
     "transport": {"attempts": 5, "timeoutSeconds": 30},
     "profiles": {"staging": {"provider": "b", "providers": {"a": {"y": null, "z": 3}}, "transport": {"attempts": 1}},
                  "broken": {"transport": {"attempts": 0}}}}
    """#

  private func parse(
    profile: String? = nil, environment: [String: String] = [:], _ text: String? = nil
  ) throws(AuthError) -> AuthConfiguration {
    try AuthConfiguration(
      parsing: (text ?? file).utf8, profile: profile, sources: ConfigurationSources(environment: environment))
  }

  @Test func withoutOneTheFileCounts() throws {
    let configuration = try parse()
    #expect(configuration.provider == "a")
    #expect(configuration.transport.attempts == 5)
  }

  /// RFC 7396 §2: null removes, objects merge, anything else replaces.
  @Test func aProfileIsAMergePatch() throws {
    let configuration = try parse(profile: "staging")
    #expect(configuration.provider == "b")
    #expect(configuration.transport.attempts == 1)
    #expect(configuration.transport.timeoutSeconds == 30)
    let block = try #require(configuration.block("a"))
    #expect(block.settings == ["x": 1, "z": 3])
  }

  @Test func argumentWinsOverEnvironmentWinsOverFile() throws {
    let named = file.replacingLast("}", with: #", "profile": "staging"}"#)
    #expect(try parse(named).provider == "b")
    #expect(try parse(profile: "staging", environment: ["AUTH_PROFILE": "broken"]).provider == "b")
    #expect(throws: AuthError.self) { try parse(environment: ["AUTH_PROFILE": "broken"], named) }
  }

  /// Null is equivalent to absent, whatever the type of the key.
  @Test func nullIsAbsent() throws {
    let configuration = try parse(#"{"provider": null, "providers": {"a": {}}, "storage": null, "transport": null}"#)
    #expect(configuration.provider == "a")
    #expect(configuration.storage.sessions == "file")
  }

  @Test func faultsNameTheProfile() throws {
    let error = #expect(throws: AuthError.self) { try parse(profile: "broken") }
    #expect(error?.fieldErrors.map(\.field) == ["$.profiles.broken.transport.attempts"])
    let unknown = #expect(throws: AuthError.self) { try parse(profile: "stagin") }
    #expect(unknown?.message.contains("'staging'") == true)
    let nested = #expect(throws: AuthError.self) {
      try parse(profile: "p", #"{"providers": {"a": {}}, "profiles": {"p": {"profiles": {}}}}"#)
    }
    #expect(nested?.message.contains("$.profiles.p.profiles") == true)
  }

  @Test func aCheckTriesEveryProfileThatCanBeChosen() {
    func faults(_ text: String, profile: String? = nil) -> [String] {
      ConfigurationCheck(parsing: text.utf8, plugins: [], profile: profile).faults.map(\.path)
    }
    #expect(faults(file) == ["$.profiles.broken.transport.attempts"])
    #expect(faults(file, profile: "staging").isEmpty)
    // A base configuration that is never used alone does not have to be complete.
    let partial = #"{"profile": "p", "profiles": {"p": {"providers": {"a": {}}}}}"#
    #expect(faults(partial).isEmpty)
    // Found by fuzzing: an unknown profile name is a fault, even if there is nothing else to check.
    #expect(faults(#"{"profile": "p", "providers": {"a": {}}}"#) == ["$.profiles"])
    #expect(faults(#"{"profiles": {"p": {"providers": {"a": {}}}}}"#).contains("$.providers"))
  }
}

extension String {
  fileprivate func replacingLast(_ character: Character, with text: String) -> String {
    guard let index = lastIndex(of: character) else { return self }
    return self[..<index] + text
  }
}
