import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading a damaged record throws a typed error and does not change the file.
@Suite struct FileDamageTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  func records() -> FileRecordStore { FileRecordStore(FileStorage(directory: state)) }

  func files() -> [String] { TemporaryDirectory.files(below: state).filter { $0.hasSuffix(".sealed") } }

  /// Returns the code of the error of a read; nil if the read succeeds.
  func codeOfReading(_ store: FileRecordStore) async -> AuthError.Code? {
    do throws(AuthError) {
      _ = try await store.read("key")
      return nil
    } catch {
      return error.code
    }
  }

  @Test func detectsEveryFlippedBit() async throws {
    try await records().replace(Secret("a secret value"), for: "key")
    let file = try #require(files().first)
    let good = TemporaryDirectory.read(file)
    let store = records()
    var wrong: [String] = []
    for index in good.indices {
      for bit in 0..<8 {
        var bytes = good
        bytes[index] ^= 1 << UInt8(bit)
        TemporaryDirectory.write(file, bytes)
        let code = await codeOfReading(store)
        if code != .storeCorrupt { wrong.append("byte \(index) bit \(bit): \(String(describing: code))") }
        if TemporaryDirectory.read(file) != bytes { wrong.append("byte \(index) bit \(bit): the file was changed") }
      }
    }
    #expect(wrong == [])
    TemporaryDirectory.write(file, good)
    #expect(await codeOfReading(store) == nil)
  }

  @Test func aDamagedRecordHidesNoOtherReadableKey() async throws {
    for key in ["a", "b", "c"] { try await records().replace(Secret("value"), for: key) }
    #expect(try await records().keys().sorted() == ["a", "b", "c"])
    let all = files()
    for (count, file) in all.enumerated() {
      TemporaryDirectory.write(file, [1, 2, 3])
      await #expect(throws: AuthError(.storeCorrupt, "")) { try await records().keys() }
      if count < 2 {
        #expect(try await records().readableKeys().count == 2 - count)
      } else {
        await #expect(throws: AuthError(.storeCorrupt, "")) { try await records().readableKeys() }
      }
    }
  }

  @Test func detectsEveryTruncationAndAddition() async throws {
    try await records().replace(Secret("a secret value"), for: "key")
    let file = try #require(files().first)
    let good = TemporaryDirectory.read(file)
    let store = records()
    var wrong: [Int] = []
    for count in 0..<good.count {
      TemporaryDirectory.write(file, Array(good[..<count]))
      if await codeOfReading(store) != .storeCorrupt { wrong.append(count) }
    }
    for extra in [[0], Array(repeating: 0xFF, count: 16)] as [[UInt8]] {
      TemporaryDirectory.write(file, good + extra)
      if await codeOfReading(store) != .storeCorrupt { wrong.append(good.count + extra.count) }
    }
    #expect(wrong == [])
  }

  @Test func neverOverwritesADamagedRecord() async throws {
    try await records().replace(Secret("value"), for: "key")
    let file = try #require(files().first)
    let damaged = Array(TemporaryDirectory.read(file).dropLast())
    TemporaryDirectory.write(file, damaged)
    let store = records()
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await store.replace(Secret("new"), for: "key") }
    await #expect(throws: AuthError(.storeCorrupt, "")) {
      try await store.write(Secret("new"), for: "key", expecting: nil)
    }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await store.remove("key", expecting: 1) }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await store.keys() }
    #expect(TemporaryDirectory.read(file) == damaged)
    try await store.replace(Secret("other"), for: "other")
    #expect(try await store.remove("key", expecting: nil))
    #expect(try await store.keys() == ["other"])
  }

  @Test func exchangedRecordsAreRefused() async throws {
    let store = records()
    try await store.replace(Secret("1"), for: "a")
    let first = try #require(files().first)
    try await store.replace(Secret("2"), for: "b")
    let second = try #require(files().first { $0 != first })
    try await store.namespaced("n").replace(Secret("3"), for: "a")
    let narrow = try #require(files().first { $0 != first && $0 != second })
    let contents = [first, second, narrow].map { TemporaryDirectory.read($0) }
    for (place, content) in [(first, contents[1]), (second, contents[0]), (narrow, contents[0]), (first, contents[2])] {
      TemporaryDirectory.write(place, content)
      let other = records()
      var refused = false
      for read in [(other as any RecordStore, "a"), (other, "b"), (other.namespaced("n"), "a")] {
        do throws(AuthError) {
          _ = try await read.0.read(read.1)
        } catch {
          refused = error.code == .storeCorrupt
        }
      }
      #expect(refused)
      for (place, content) in zip([first, second, narrow], contents) { TemporaryDirectory.write(place, content) }
    }
    #expect(try await records().read("a")?.value == Secret("1"))
  }

  @Test func distinguishesALaterVersion() async throws {
    try await records().replace(Secret("value"), for: "key")
    let file = try #require(files().first)
    var bytes = TemporaryDirectory.read(file)
    for version in [3, 4, 127, 255] as [UInt8] {
      bytes[6] = version
      bytes[7] = ~version
      TemporaryDirectory.write(file, bytes)
      let store = records()
      await #expect(throws: AuthError(.storeVersion, "")) { try await store.read("key") }
      await #expect(throws: AuthError(.storeVersion, "")) { try await store.replace(Secret("x"), for: "key") }
      #expect(TemporaryDirectory.read(file) == bytes)
    }
  }

  @Test func distinguishesAnotherKey() async throws {
    try await records().replace(Secret("value"), for: "key")
    let other = TemporaryDirectory()
    try await FileRecordStore(FileStorage(directory: other.path + "/state")).replace(Secret("x"), for: "key")
    let key = TemporaryDirectory.read(state + "/key")
    TemporaryDirectory.write(state + "/key", TemporaryDirectory.read(other.path + "/state/key"))
    let error = await #expect(throws: AuthError.self) { try await records().keys() }
    #expect(error?.code == .storeCorrupt)
    #expect(error?.underlying == "sealed with another key")
    TemporaryDirectory.write(state + "/key", key)
    #expect(try await records().read("key")?.value == Secret("value"))
  }

  @Test func detectsEveryFlippedBitOfTheKeyFile() async throws {
    try await records().replace(Secret("value"), for: "key")
    let path = state + "/key"
    let good = TemporaryDirectory.read(path)
    for index in good.indices {
      for bit in 0..<8 {
        var bytes = good
        bytes[index] ^= 1 << UInt8(bit)
        TemporaryDirectory.write(path, bytes)
        if await codeOfReading(records()) != .storeCorrupt { Issue.record("byte \(index) bit \(bit)") }
      }
    }
    for count in good.indices {
      TemporaryDirectory.write(path, Array(good[..<count]))
      if await codeOfReading(records()) != .storeCorrupt { Issue.record("truncated to \(count)") }
    }
    var later = good
    later[8] = 5
    later[9] = ~5
    TemporaryDirectory.write(path, later)
    #expect(await codeOfReading(records()) == .storeVersion)
  }

  @Test func doesNotReplaceALostKeyFile() async throws {
    try await records().replace(Secret("value"), for: "key")
    let key = TemporaryDirectory.read(state + "/key")
    unlink(state + "/key")
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await records().read("key") }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await records().replace(Secret("x"), for: "new") }
    #expect(!TemporaryDirectory.entries(state).contains("key"))
    TemporaryDirectory.write(state + "/key", key)
    #expect(try await records().read("key")?.value == Secret("value"))
  }

  @Test func sessionsAndKeysGiveTheSameErrors() async throws {
    let storage = FileStorage(directory: state)
    let session = SessionStoreConformance.example("one")
    try await FileSessionStore(storage).save(session)
    let key = try await FileKeyStore(storage).generate(.ed25519, policy: KeyPolicy(), namespace: "n")
    for file in files() {
      var bytes = TemporaryDirectory.read(file)
      bytes[bytes.count - 1] ^= 1
      TemporaryDirectory.write(file, bytes)
    }
    let sessions = FileSessionStore(FileStorage(directory: state))
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await sessions.load(session.id) }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await sessions.list() }
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await sessions.save(session) }
    let keys = FileKeyStore(FileStorage(directory: state))
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await keys.sign([1], with: key) }
    #expect(throws: AuthError(.storeCorrupt, "")) { try keys.signImmediately([1], with: key) }
    try await sessions.delete(session.id)
    #expect(try await sessions.list().isEmpty)
  }

  @Test func namesTheDamage() throws {
    let keys = VaultKeys(generatingWith: SystemRandomSource())
    let place = RecordPlace(room: "records", file: "file")
    func reason(_ bytes: [UInt8]) -> String? {
      do throws(AuthError) {
        _ = try SealedRecord(opening: bytes, with: keys, at: place, path: "path")
        return nil
      } catch {
        return error.underlying ?? error.message
      }
    }
    let good = try SealedRecord(value: Secret("value"), generation: 7)
      .sealed(with: keys, at: place, random: SystemRandomSource())
    #expect(reason(good) == nil)
    // The fixed parts, and the value padded to a multiple of 256 bytes, so that the size reveals little about it.
    #expect(good.count == 24 + 12 + 256 + 16)
    for (size, padded) in [(0, 256), (252, 256), (253, 512), (508, 512)] {
      for generation in [0, UInt64.max] {
        let record = SealedRecord(value: Secret([UInt8](repeating: 7, count: size)), generation: generation)
        let bytes = try record.sealed(with: keys, at: place, random: SystemRandomSource())
        #expect(bytes.count == 24 + 12 + padded + 16)
        let opened = try SealedRecord(opening: bytes, with: keys, at: place, path: "path")
        #expect(opened.value == record.value && opened.generation == generation)
      }
    }
    #expect(SealedRecord.unpadded([0, 0, 0, 2, 8, 9, 0, 0]) == [8, 9])
    #expect(SealedRecord.unpadded([0, 0, 0, 0]) == [])
    #expect(SealedRecord.unpadded([0, 0, 0, 4, 1, 2, 3]) == nil)
    #expect(SealedRecord.unpadded([0, 0, 0, 1]) == nil)
    #expect(VaultKeys(Secret([UInt8](repeating: 7, count: 32))) == nil)
    #expect(VaultKeys(Secret([UInt8](repeating: 7, count: 65))) == nil)
    #expect(VaultKeys(Secret([UInt8](repeating: 7, count: 64))) != nil)
    #expect(SealedRecord.keyIdentity(of: Array(good[..<24])) == keys.primary.identity)
    #expect(SealedRecord.keyIdentity(of: Array(good[..<23])) == nil)
    let magic = Array("LKSEAL".utf8)
    let cases: [([UInt8], String)] = [
      (magic + [2], "truncated"), (Array("LKSEAM".utf8) + [2, 253], "not a record"), (magic + [2, 253], "truncated"),
      (magic + [2, 252], "damaged header"), (magic + [0, 255], "damaged header"),
      (
        magic + [3, 252],
        "path has version 3; this build reads versions up to 2. It was not changed. Use the build that wrote it."
      ),
      (Array(good[..<51]), "truncated"), (Array(good[..<52]), "does not authenticate"),
      (magic + [2, 253] + [UInt8](repeating: 0, count: 44), "sealed with another key"),
    ]
    for (bytes, expected) in cases { #expect(reason(bytes) == expected) }
  }
}
