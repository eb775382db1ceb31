import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

/// The key file is created once, and another file is not accepted in its place.
@Suite struct KeyMakingTests {
  private let directory = TemporaryDirectory()
  private var state: String { directory.path + "/state" }

  /// A key wrapping that calls a closure while it wraps keys, which is before they are stored.
  private final class Interrupted: KeyWrapping {
    let reversing = ReversingWrapping()
    let wrapped = Locked<[[UInt8]]>([])
    let meanwhile: @Sendable () -> Void
    var id: String { reversing.id }

    init(meanwhile: @escaping @Sendable () -> Void) { self.meanwhile = meanwhile }

    func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
      let result = try reversing.wrap(keys, replacing: old)
      wrapped.withLock { $0.append(result) }
      meanwhile()
      return result
    }
    func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret { try reversing.unwrap(wrapped) }
    func discard(_ wrapped: [UInt8]) throws(AuthError) { try reversing.discard(wrapped) }
  }

  @Test func lateProcessUsesTheStoredKeysAndDiscardsItsOwn() async throws {
    let theirs = FileStorage(directory: directory.path + "/theirs", wrapping: ReversingWrapping())
    try await FileRecordStore(theirs).replace(Secret("value"), for: "key")
    let key = TemporaryDirectory.read(directory.path + "/theirs/key")
    let late = Interrupted { [state] in TemporaryDirectory.write(state + "/key", key) }
    let ours = FileStorage(directory: state, wrapping: late)
    try await FileRecordStore(ours).replace(Secret("value"), for: "key")
    #expect(TemporaryDirectory.read(state + "/key") == key)
    #expect(late.wrapped.withLock { $0.count } == 1)
    #expect(late.reversing.discarded.withLock { $0 } == late.wrapped.withLock { $0 })
    #expect(try ours.keys()?.stored == theirs.keys()?.stored)
    #expect(TemporaryDirectory.entries(state).filter { $0.hasPrefix("key") } == ["key"])
  }

  /// A process reads the keys once and uses them until it ends.
  @Test func cachesTheKeys() async throws {
    let storage = FileStorage(directory: state)
    try await FileRecordStore(storage).replace(Secret("value"), for: "key")
    TemporaryDirectory.remove(state + "/key")
    #expect(try await FileRecordStore(storage).read("key")?.value == Secret("value"))
    let keys = try #require(try storage.keys())
    TemporaryDirectory.removeTree(state)
    #expect(try storage.keys()?.stored == keys.stored)
    #expect(try await FileRecordStore(storage).read("key") == nil)
  }

  @Test func firstRecordsHaveTheFirstGeneration() async throws {
    let storage = FileStorage(directory: state)
    try await FileSessionStore(storage).select(SessionID("one"), for: "turnkey")
    #expect(try storage.read("selections", "turnkey")?.generation == 1)
    let key = try await FileKeyStore(storage).generate(.p256, policy: KeyPolicy(), namespace: "n")
    #expect(try storage.read("keys", key.keyID)?.generation == 1)
  }

  @Test func sealsNothingWithAnotherDirectorysKeys() async throws {
    let ours = FileRecordStore(FileStorage(directory: state))
    try await ours.replace(Secret("value"), for: "key")
    try await FileRecordStore(FileStorage(directory: directory.path + "/theirs")).replace(Secret("x"), for: "key")
    let key = TemporaryDirectory.read(state + "/key")
    TemporaryDirectory.remove(state + "/key")
    TemporaryDirectory.write(state + "/key", TemporaryDirectory.read(directory.path + "/theirs/key"))
    let error = await #expect(throws: AuthError.self) { try await ours.replace(Secret("new"), for: "key") }
    #expect(error?.code == .storeCorrupt)
    #expect(error?.underlying == "key file exchanged")
    TemporaryDirectory.write(state + "/key", key)
    #expect(try await FileRecordStore(FileStorage(directory: state)).read("key")?.value == Secret("value"))
  }
}
