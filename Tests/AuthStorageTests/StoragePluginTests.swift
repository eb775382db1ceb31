import AuthCore
import AuthStorage
import Testing

@Suite struct StoragePluginTests {
  private let system = StorageSystem(clock: SystemClock(), random: SystemRandomSource())
  private let plugin = StoragePlugin(id: "box") { (reader, _) throws(AuthError) in
    let name = try reader.string("name", "what it is called")
    return StorageBackEnd(sessionStores: [name: MemorySessionStore()])
  }

  private func open(_ block: String) throws -> StorageBackEnd {
    let text = #"{"provider": "code", "providers": {"code": {}}, "storage": {"box": \#(block)}}"#
    let sources = ConfigurationSources()
    let configuration = try AuthConfiguration(parsing: Array(text.utf8), sources: sources)
    return try plugin.open(configuration.storage, sources: sources, system: system)
  }

  @Test func readsItsBlock() throws {
    #expect(try Array(open(#"{"name": "mine"}"#).sessionStores.keys) == ["mine"])
  }

  @Test func namesMissingAndUnknownKeys() {
    for (block, path) in [("{}", "$.storage.box.name"), (#"{"name": "mine", "nmae": 1}"#, "$.storage.box.nmae")] {
      let error = #expect(throws: AuthError.self) { try open(block) }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(path) == true, "\(error?.message ?? "")")
    }
  }

  @Test func knowsWhetherHostsShareItsStores() {
    #expect(!StorageBackEnd().hasSharedStores)
    let shared = StorageBackEnd(makeShared: { (_) throws(AuthError) in
      SharedStores(sessions: MemorySessionStore(), records: MemoryRecordStore(), keys: MemoryKeyStore())
    })
    #expect(shared.hasSharedStores)
  }
}
