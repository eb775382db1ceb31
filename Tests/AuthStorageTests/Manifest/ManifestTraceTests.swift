#if canImport(Glibc)
  import AuthCore
  import AuthCrypto
  import AuthTesting
  import Glibc
  import Testing

  @testable import AuthStorage

  /// What a manifest reads again, what it remembers, and what it synchronises before it relies on it.
  @Suite struct ManifestTraceTests {
    let directory = TemporaryDirectory()
    var path: String { directory.path + "/manifest" }
    private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))

    func manifest() -> RecordManifest { RecordManifest(path, key: Self.key) }

    func add(_ manifest: RecordManifest, _ state: UInt8, synchronising: Bool = true) throws {
      try manifest.add(RecordManifestTests.entry(1, state), synchronising: synchronising) { () throws(AuthError) in [] }
    }

    func reserve(_ manifest: RecordManifest) throws {
      try manifest.reserve("ab") { () throws(AuthError) in [] }
    }

    func trace(_ body: () throws -> Void) async rethrows -> DiskTrace { try await DiskTrace(of: path) { try body() } }

    @Test func theFirstEntryOfAProcessSynchronisesTheNames() async throws {
      try add(manifest(), 1)
      let other = manifest()
      #expect(try await trace { try add(other, 2) }.synchronised == ["", "..", "ab"])
      #expect(try await trace { try add(other, 3) }.synchronised == ["ab"])
      #expect(try await trace { try add(other, 4, synchronising: false) }.synchronised == [])
      // Another process replaces the file: its new name may not be on the disk.
      let bytes = TemporaryDirectory.read(path + "/ab")
      TemporaryDirectory.write(path + "/next", bytes)
      rename(path + "/next", path + "/ab")
      #expect(try await trace { try add(other, 5) }.synchronised == ["", "ab"])
    }

    @Test func theFirstReservationOfAProcessSynchronisesTheNames() async throws {
      try add(manifest(), 1)
      let other = manifest()
      #expect(try await trace { try reserve(other) }.synchronised == ["", ".."])
      #expect(try await trace { try reserve(other) }.synchronised == [])
    }

    /// The time in a stamp is too coarse for a writer, whose entry must follow the last one.
    @Test func aWriterReadsTheFileAgainAndAReaderDoesNot() async throws {
      let manifest = manifest()
      try add(manifest, 1)
      #expect(try await trace { try add(manifest, 2) }.opened("ab") == 2, "read, and written")
      #expect(try await trace { try reserve(manifest) }.opened("ab") == 2)
      _ = try manifest.shard("ab")
      #expect(try await trace { _ = try manifest.shard("ab") }.opened("ab") == 0)
      #expect(try await trace { _ = try manifest.shard("ab", rereading: true) }.opened("ab") == 1)
      #expect(try await trace { _ = try manifest.sequences() }.opened("ab") == 1)
      // What was added is known without a further look.
      try add(manifest, 3)
      #expect(try await trace { _ = try manifest.shard("ab") }.opened("ab") == 0)
      // What another process added is not.
      try add(self.manifest(), 4)
      #expect(try await trace { _ = try manifest.shard("ab") }.opened("ab") == 1)
      #expect(try await trace { _ = try manifest.shard("ab") }.opened("ab") == 0)
    }

    @Test func anExistingDirectoryIsOpenedOnce() async throws {
      let manifest = manifest()
      try add(manifest, 1)
      #expect(try await DiskTrace(of: directory.path) { try add(manifest, 2) }.calls.first?.path == "manifest")
    }

    @Test func aCheckpointSynchronisesTheOneThatItFound() async throws {
      let noting = NotingWrapping()
      let storage = FileStorage(directory: directory.path + "/state", wrapping: noting)
      try await FileRecordStore(storage).replace(Secret("1"), for: "a")
      let name = try #require(TemporaryDirectory.entries(storage.directory).first { $0.hasPrefix("manifest-") })
      let trace = try await DiskTrace(of: storage.directory) { try await storage.checkpoint() }
      #expect(trace.synchronised == [name, name + "/checkpoint.new", name])
    }

    /// The manifest of a directory is made once, and stays known when the key file is read again.
    @Test func theManifestStaysKnownWhenTheKeyFileIsReadAgain() async throws {
      let storage = FileStorage(directory: directory.path + "/state", wrapping: NotingWrapping())
      try await FileRecordStore(storage).replace(Secret("1"), for: "a")
      let first = try #require(storage.loadedKeys.withLock { $0?.manifest })
      let root = try #require(try POSIXDirectory.open(storage.directory))
      _ = try storage.loadedKeys(in: root)
      #expect(storage.loadedKeys.withLock { $0?.manifest } === first)
    }
  }
#endif
