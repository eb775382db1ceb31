import AuthCore
import AuthStorage
import AuthTesting
import Testing

@Suite struct KeySetTests {
  let directory = TemporaryDirectory()
  var storage: FileStorage { FileStorage(directory: directory.path + "/state") }

  /// Returns the key set as a separate process has it.
  func set(_ name: String = "api", primary: (any KeyStore)? = nil) -> KeySet {
    let files = FileKeyStore(storage)
    let ring = primary.map { KeyRing($0, others: [files]) } ?? KeyRing(files)
    return KeySet(name, keys: ring, records: FileRecordStore(storage))
  }

  func verifies(_ signature: KeySet.Signature, _ message: [UInt8]) -> Bool {
    ConformanceTests.verify(signature.bytes, message, signature.key)
  }

  @Test func onlyThePrimaryKeySignsAndRetiredKeysStay() async throws {
    #expect(try await set().state() == nil)
    let first = try await set().sign([1])
    let second = try await set().rotate()
    #expect(second.retired == [first.key])
    let signed = try await set().sign([2])
    #expect(signed.key == second.primary && signed.key != first.key)
    #expect(verifies(first, [1]) && verifies(signed, [2]))
    #expect(try await FileKeyStore(storage).keys(in: "key-set/api").count == 2)
    let third = try await set().rotate()
    #expect(third.retired == [second.primary, first.key])
    await #expect(throws: AuthError(.invalidRequest, "")) { try await set().remove(third.primary) }
    #expect(try await set().remove(first.key)?.retired == [second.primary])
    #expect(try await FileKeyStore(storage).keys(in: "key-set/api").count == 2)
    #expect(try await set("other").state() == nil, "sets share nothing")
  }

  /// After the primary store was changed, the old store's key still signs until the rotation, and is retired by it.
  @Test func keySetMovesToAnotherStore() async throws {
    let first = try await set().sign([1])
    let memory = MemoryKeyStore()
    #expect(try await set(primary: memory).sign([2]).key == first.key)
    let moved = try await set(primary: memory).rotate()
    #expect(moved.primary.storeID == "memory" && moved.retired == [first.key])
    // A process without that store cannot sign, reports it, and changes nothing.
    await #expect(throws: AuthError(.keyUnavailable, "")) { try await set().sign([3]) }
    #expect(try await set().state() == moved)
  }

  @Test func interruptedChangeLeavesTheOldSetAndNoKey() async throws {
    for step in [WriteStep.create, .write, .sync, .rename] {
      let before = try await set().sign([1])
      let old = try #require(await set().state())
      // The first write is that of the key, and the second is that of the set.
      let writes = Steps()
      let broken = FileStorage(
        directory: directory.path + "/state", clock: SystemClock(), random: SystemRandomSource(),
        lockTimeout: .seconds(5)
      ) { $0 == step && writes.next() > 1 ? WriteStep.killed : 0 }
      let cutOff = KeySet("api", keys: KeyRing(FileKeyStore(broken)), records: FileRecordStore(broken))
      await #expect(throws: AuthError.self) { try await cutOff.rotate() }
      #expect(try await set().state() == old, "\(step)")
      #expect(try await set().sign([1]).key == before.key)
      let keys = FileKeyStore(storage)
      #expect(
        try await keys.keys(in: "key-set/api").count == old.all.count + 1, "the new key stays until the next change")
      let next = try await set().rotate()
      #expect(try await Set(keys.keys(in: "key-set/api")) == Set(next.all))
    }
  }

  @Test func signsWhileTheKeyChanges() async throws {
    _ = try await set().sign([0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for signer in 0..<4 {
        group.addTask {
          for round in 0..<25 {
            let message = [UInt8(signer), UInt8(round)]
            let signature = try await set().sign(message)
            #expect(verifies(signature, message))
            #expect(try await set().state()?.all.contains(signature.key) == true)
            await Task.yield()
          }
        }
      }
      for _ in 0..<2 { group.addTask { for _ in 0..<5 { try await set().rotate() } } }
      try await group.waitForAll()
    }
    #expect(try await set().state()?.all.count == 11)
    #expect(try await FileKeyStore(storage).keys(in: "key-set/api").count == 11)
  }
}

private final class Steps: Sendable {
  private let count = Locked(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
