import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// If a record has a valid seal, but its content does not match its place, the error names the file, which is kept.
@Suite struct SealedContentTests {
  private let directory = TemporaryDirectory()
  private let storage: FileStorage

  init() { storage = FileStorage(directory: directory.path + "/state") }

  private static func session(_ id: String) -> Session {
    Session(
      id: SessionID(id), providerID: "acme", tenant: "tenant", subject: "user",
      createdAt: Date(timeIntervalSince1970: 1_767_225_600))
  }

  /// Seals `value` as `store` would; returns the path of the file.
  private func put(_ value: String, _ store: String, _ key: String) async throws -> String {
    let place = try storage.placeForWriting(store, key)
    return try await storage.withWriteLock(at: place) { (root) throws(AuthError) in
      try storage.write(SealedRecord(value: Secret(value), generation: 1), at: place, in: root)
      return storage.path(of: place)
    }
  }

  /// Returns the error of `body`, and expects that the file is unchanged.
  private func error(_ path: String, of body: () async throws(AuthError) -> Void) async -> AuthError? {
    let before = TemporaryDirectory.read(path)
    do throws(AuthError) {
      try await body()
      return nil
    } catch {
      #expect(TemporaryDirectory.read(path) == before)
      #expect(error.message.hasPrefix(path + ": "), "\(error.message)")
      return error
    }
  }

  /// AES-GCM loses its protection if a nonce is used twice with one key. The nonce is in bytes 24 to 35.
  @Test func everyWriteHasItsOwnNonce() async throws {
    var nonces: Set<[UInt8]> = []
    var rest: Set<[UInt8]> = []
    for _ in 0..<20 {
      let path = try await put("same", "sessions", "s1")
      let bytes = TemporaryDirectory.read(path)
      nonces.insert(Array(bytes[24..<36]))
      rest.insert(Array(bytes[36...]))
    }
    #expect(nonces.count == 20 && rest.count == 20)
  }

  @Test(arguments: [
    ("text", AuthError.Code.storeCorrupt, "cannot be parsed"), (#"{"v":0}"#, .storeCorrupt, "'v'"),
    (#"{"v":1,"generation":"1"}"#, .storeCorrupt, "'id'"), (#"{"v":999}"#, .storeVersion, "version 999"),
  ])
  func session(_ content: String, _ code: AuthError.Code, _ reason: String) async throws {
    let path = try await put(content, "sessions", "s1")
    let store = FileSessionStore(storage)
    let loading = await error(path) { () throws(AuthError) in _ = try await store.load(SessionID("s1")) }
    let listing = await error(path) { () throws(AuthError) in _ = try await store.list() }
    let saving = await error(path) { () throws(AuthError) in try await store.save(Self.session("s1")) }
    for error in [loading, listing, saving, try await store.inventory().unreadable.first] {
      #expect(error?.code == code)
      #expect(error?.message.contains(reason) == true)
      #expect(
        error?.message.hasSuffix("The record was not changed. Restore it from a backup, or remove it.")
          == (code == .storeCorrupt))
    }
  }

  @Test func anotherIdentity() async throws {
    let other = try await put(SessionRecord.encode(Self.session("s2")).revealText(), "sessions", "s1")
    let loading = await error(other) { () throws(AuthError) in
      _ = try await FileSessionStore(storage).load(SessionID("s1"))
    }
    #expect(loading?.code == .storeCorrupt)
    let records = FileRecordStore(storage)
    let path = try await put("\0\0\0\u{3}two", "records", "one")
    let reading = await error(path) { () throws(AuthError) in _ = try await records.read("one") }
    #expect(reading?.message.contains("does not match the file's name") == true)
  }

  @Test func keyAndRecord() async throws {
    let keys = FileKeyStore(storage)
    let key = try await keys.generate(.p256, policy: KeyPolicy(), namespace: "test")
    let path = try await put("{}\n", "keys", key.keyID)
    for store in [keys, FileKeyStore(storage)] {
      let signing = await error(path) { () throws(AuthError) in _ = try await store.keys(in: "test") }
      #expect(signing?.message.contains("no version") == true)
    }
    let nameless = try await put("\0", "records", "one")
    let reading = await error(nameless) { () throws(AuthError) in _ = try await FileRecordStore(storage).read("one") }
    #expect(reading?.message.contains("does not begin with a name") == true)
  }
}
