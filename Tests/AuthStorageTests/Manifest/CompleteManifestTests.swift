import AuthCore
import AuthCrypto
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A manifest that lists every record, and whose key was never stored without a wrapping.
@Suite struct CompleteManifestTests: WrappedDirectorySuite {
  let directory = TemporaryDirectory()

  func record() throws -> String { try #require(TemporaryDirectory.files(below: state + "/records").first) }

  /// A record of the time before the directory was wrapped, in a part that the manifest does not list.
  @Test func aRecordFromBeforeTheWrappingIsNoticed() async throws {
    let noting = NotingWrapping()
    try await store(nil).replace(Secret("1"), for: "a")
    let (path, bytes) = (try record(), TemporaryDirectory.read(try record()))
    try await store(nil).remove("a", expecting: nil)
    try await store(noting).replace(Secret("2"), for: "b")
    #expect(try keyFile().isComplete)
    TemporaryDirectory.write(path, bytes)
    let error = await #expect(throws: AuthError.self) { try await store(noting).read("a") }
    #expect(error?.code == .storeRolledBack)
    // A later write in the same part does not list the record.
    let pair = try RecordManifest.neighbours(in: storage(noting))
    try await store(noting).replace(Secret("3"), for: pair.0)
    let again = await #expect(throws: AuthError.self) { try await store(noting).read("a") }
    #expect(again?.code == .storeRolledBack)
  }

  /// A file with the id of the plain key in its header, which would keep that key valid.
  @Test(arguments: ["records", "quarantine"])
  func aPlantedFileKeepsNoPlainKey(room: String) async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    let bytes = TemporaryDirectory.read(try record())
    mkdir(state + "/" + room, 0o700)
    TemporaryDirectory.write(
      state + "/" + room + "/" + String(repeating: "0", count: 40) + ".sealed", Array(bytes.prefix(24)))
    let noting = NotingWrapping()
    let storage = storage(noting)
    try await FileRecordStore(storage).replace(Secret("2"), for: "b")
    #expect(try storage.keys()?.sealingKey(identity: bytes[8..<16]) == nil)
    #expect(try await store(noting).read("a")?.value == Secret("1"))
  }

  /// The key of a record that a later version wrote would be lost.
  @Test func aRecordOfALaterVersionKeepsTheDirectoryPlain() async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    let whole = TemporaryDirectory.read(try record())
    var later = whole
    (later[6], later[7]) = (200, ~200)
    TemporaryDirectory.write(try record(), later)
    let error = await #expect(throws: AuthError.self) {
      try await store(NotingWrapping()).replace(Secret("2"), for: "b")
    }
    #expect(error?.code == .storeVersion)
    TemporaryDirectory.write(try record(), whole)
    #expect(try await store(nil).read("a")?.value == Secret("1"))
  }

  /// Others may know the naming key of a directory that was plain. The key of the manifest does not follow from it.
  @Test func thePlainKeysDoNotLeadToTheKeyOfTheManifest() async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    let plain = try #require(VaultKeys(try keyFile().keys))
    let noting = NotingWrapping()
    try await store(noting).replace(Secret("2"), for: "a")
    let storage = storage(noting)
    let keys = try #require(try storage.keys())
    #expect(keys.hasSameNames(as: plain))
    let name = try #require(try keyFile().manifest)
    let part = try #require(TemporaryDirectory.entries(state + "/" + name).first { $0.count == 2 })
    let bytes = TemporaryDirectory.read(state + "/" + name + "/" + part)
    #expect(ManifestCodec(keys.manifestKey, part: part).decode(bytes) != nil)
    #expect(ManifestCodec(plain.manifestKey, part: part).decode(bytes) == nil)
  }

  /// A directory whose manifest has a key that follows from the naming key gets another manifest at the first write.
  @Test func aManifestOfVersionThreeIsReplaced() async throws {
    let noting = NotingWrapping()
    try await store(noting).replace(Secret("1"), for: "a")
    let file = try keyFile()
    var stored = try noting.unwrap(file.keys.revealBytes()).revealBytes()
    stored.removeSubrange(32..<64)
    let (name, keys) = (try #require(file.manifest), try noting.wrap(Secret(stored), replacing: nil))
    let content =
      Array("LATCHKEY".utf8) + [3, 252] + LengthPrefixed.encode("noting") + LengthPrefixed.encode(keys)
      + LengthPrefixed.encode(name)
    TemporaryDirectory.write(key, content + SHA256.hash(data: content).prefix(8))
    TemporaryDirectory.removeTree(state + "/" + name)
    noting.place.notes.withLock { $0 = [:] }
    #expect(try await store(noting).read("a")?.value == Secret("1"))
    try await store(noting).replace(Secret("2"), for: "b")
    #expect(try keyFile().hasManifestKey && keyFile().isComplete && keyFile().manifest != name)
    for (name, value) in ["a": "1", "b": "2"] { #expect(try await store(noting).read(name)?.value == Secret(value)) }
  }

  @Test func aLostManifestIsNoticed() async throws {
    let noting = NotingWrapping()
    try await store(noting).replace(Secret("1"), for: "a")
    TemporaryDirectory.removeTree(state + "/" + (try #require(try keyFile().manifest)))
    let error = await #expect(throws: AuthError.self) { try await store(noting).read("a") }
    #expect(error?.code == .storeRolledBack)
  }

  /// The repetition of a removal that a killed process began makes it final.
  @Test func aRepeatedRemovalSettlesTheRemovalOfAKilledProcess() async throws {
    let noting = NotingWrapping()
    let storage = storage(noting)
    let store = FileRecordStore(storage)
    try await store.replace(Secret("1"), for: "a")
    let (path, bytes) = (try record(), TemporaryDirectory.read(try record()))
    let place = try #require(try storage.place("records", "a"))
    try await storage.withWriteLock(at: place) { (root) throws(AuthError) in
      try storage.announce(.absent, at: place, in: root)
    }
    unlink(path)
    #expect(try await self.store(noting).remove("a", expecting: nil) == false)
    TemporaryDirectory.write(path, bytes)
    let error = await #expect(throws: AuthError.self) { try await self.store(noting).read("a") }
    #expect(error?.code == .storeRolledBack)
  }

  /// A name with slashes would lead to another directory, whose files a change of the wrapping would remove.
  @Test(arguments: [
    "../victim", "manifest-../../victimxxxxxx", "manifest-0123456789ABCDEF", "manifest-0123456789abcde", "",
  ])
  func aStrangeNameIsRefused(name: String) {
    let bytes = KeyFile(wrapping: "tpm", keys: Secret([1]), manifest: name).encoded.revealBytes()
    #expect(throws: AuthError(.storeCorrupt, "")) { try KeyFile(decoding: bytes, path: "key") }
  }

  /// Each write fails at its rename, as on a full disk. The manifest has the same states afterwards.
  @Test func failedWritesDoNotMakeTheManifestGrow() async throws {
    let wrapping = try keyFileWrapping()
    try await store(wrapping).replace(Secret("1"), for: "a")
    let part = try #require(TemporaryDirectory.files(below: volume).first { $0.contains("/k.manifest-") })
    let failing = FileStorage(
      directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
      wrapping: wrapping
    ) { $0 == .rename ? ENOSPC : 0 }
    for _ in 0..<400 {
      await #expect(throws: AuthError(.storeFull, "")) {
        try await FileRecordStore(failing).replace(Secret("2"), for: "a")
      }
    }
    #expect(TemporaryDirectory.read(part).count < 20_000)
    #expect(try await store(wrapping).read("a")?.value == Secret("1"))
  }

  /// One damaged part hides its own records only.
  @Test func aDamagedPartHidesNoOtherRecords() async throws {
    let wrapping = try keyFileWrapping()
    for name in ["a", "b", "c"] { try await store(wrapping).replace(Secret(name), for: name) }
    let part = try #require(TemporaryDirectory.files(below: volume).first { $0.contains("/k.manifest-") })
    var bytes = TemporaryDirectory.read(part)
    bytes[10] ^= 1
    TemporaryDirectory.write(part, bytes)
    let inventory = try storage(wrapping).inventory()
    #expect(inventory.readable == 2 && inventory.unreadable.count == 2)
    #expect(inventory.unreadable.contains { $0.path == part && $0.error.code == .storeCorrupt })
  }
}
