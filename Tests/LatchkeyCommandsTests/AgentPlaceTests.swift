import AuthCore
import Testing

@testable import LatchkeyCommands

@Suite struct AgentPlaceTests {
  private func subject(
    file: String = "/home/j/auth.json", sessions: String = "file", storage: String = "/home/j/.local/state/latchkey",
    provider: String? = nil, profile: String? = nil, variables: [String: String] = [:]
  ) -> AgentPlace.Subject {
    AgentPlace.Subject(
      configurationPath: file, sessions: sessions, storageDirectory: storage, provider: provider, profile: profile,
      variables: variables)
  }

  private static let directories: [(String?, directory: String, base: String?)] = [
    ("/run/user/1000", "/run/user/1000/latchkey", "/run/user/1000"),
    ("/run/user/1000//", "/run/user/1000/latchkey", "/run/user/1000"),
    (nil, "/home/j/.local/state/latchkey/agent", nil),
    ("", "/home/j/.local/state/latchkey/agent", nil),
    ("run", "/home/j/.local/state/latchkey/agent", nil),
  ]

  @Test(arguments: directories)
  func theDirectoryIsTheRuntimeDirectory(runtime: String?, directory: String, base: String?) throws {
    let place = try AgentPlace(of: subject(), runtimeDirectory: runtime)
    #expect(place.directory == directory && place.base == base)
    #expect(place.socketPath == directory + "/agent-\(place.configuration).sock")
    #expect(place.configuration.count == 16)
  }

  @Test func eachConfigurationHasItsOwnName() throws {
    let subjects = [
      subject(), subject(file: "/home/j/b.json"), subject(storage: "/s"), subject(sessions: "postgres"),
      subject(provider: "privy"), subject(profile: "privy"), subject(file: "/home/j/auth.json4:file"),
      subject(variables: ["DATABASE_URL": "a"]), subject(variables: ["DATABASE_URL": "b"]),
      subject(variables: ["A": "a"]),
    ]
    let names = try subjects.map { try AgentPlace(of: $0, runtimeDirectory: "/run").configuration }
    #expect(Set(names).count == subjects.count)
    #expect(try AgentPlace(of: subject(), runtimeDirectory: nil).configuration == names[0])
  }

  @Test func aPathThatIsTooLongIsRefused() throws {
    let limit = "/run/latchkey/agent-0123456789abcdef.sock".utf8.count
    _ = try AgentPlace(of: subject(), runtimeDirectory: "/run", pathLimit: limit)
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      try AgentPlace(of: subject(), runtimeDirectory: "/runs", pathLimit: limit)
    }
  }
}
