import AuthCore
import FleetHost
import Testing

@Suite struct HostConfigurationTests {
  /// A configuration that can be used without a database, because a host does not connect before the first request.
  static func configuration(_ changes: JSONObject = [:], storage: JSONValue? = nil) -> JSONValue {
    let postgres: JSONValue = ["postgres": ["url": ["env": "DATABASE_URL"], "keyFile": "/var/lib/fleet/postgres.key"]]
    var object: JSONObject = [
      "auth": [
        "provider": "privy",
        "providers": ["privy": ["appId": "app", "appClientId": "client"]],
        "storage": storage ?? ["directory": "/var/lib/fleet/a", "sessions": postgres],
      ]
    ]
    for member in changes.members { object[member.name] = member.value }
    return .object(object)
  }

  static let sources = ConfigurationSources(
    environment: ["DATABASE_URL": "postgresql://fleet_host@127.0.0.1:1/fleet"], directory: "/etc/fleet")

  @Test func fillsInDefaults() throws {
    let read = try HostConfiguration(Self.configuration(), sources: Self.sources)
    #expect(read.address == "127.0.0.1" && read.port == 8100 && read.connectionLimit == 256)
    #expect(read.name == "127.0.0.1:8100" && read.historyFile == nil)
    #expect(try read.authConfiguration().storage.sessions == "postgres")
  }

  @Test func readsEveryKey() throws {
    let changes: JSONObject = [
      "name": "a", "address": "127.0.0.2", "port": 0, "connections": 7, "historyFile": "a.jsonl",
    ]
    let read = try HostConfiguration(Self.configuration(changes), sources: Self.sources)
    #expect(read.name == "a" && read.address == "127.0.0.2" && read.port == 0 && read.connectionLimit == 7)
    #expect(read.historyFile == "/etc/fleet/a.jsonl", "relative to the file's directory")
  }

  @Test func errorsNameTheFault() {
    let cases: [(JSONValue, String)] = [
      ([], "object"), (["port": 1], "$.auth"), (Self.configuration(["auth": "x"]), "$.auth"),
      (Self.configuration(["port": 65_536]), "$.port"), (Self.configuration(["connections": 0]), "$.connections"),
      (Self.configuration(["historyfile": "x"]), "historyFile"),
    ]
    for (json, path) in cases {
      let error = #expect(throws: AuthError.self) { try HostConfiguration(json, sources: Self.sources) }
      #expect(error?.code == .invalidConfiguration && error?.message.contains(path) == true, "\(path)")
    }
  }

  @Test func refusesSessionsThatAreNotShared() throws {
    let read = try HostConfiguration(
      Self.configuration(storage: ["directory": "/var/lib/fleet/a", "sessions": "memory"]), sources: Self.sources)
    let error = #expect(throws: AuthError.self) { try Host(read) }
    #expect(error?.message.contains("$.storage.sessions") == true)
  }

  @Test func faultsOfTheBlockAreLocated() throws {
    let read = try HostConfiguration(
      Self.configuration(storage: ["session": "memory"]), sources: Self.sources)
    let error = #expect(throws: AuthError.self) { try read.authConfiguration() }
    #expect(error?.message.hasPrefix("In $.auth: ") == true)
  }
}
