#if TPM && os(Linux)
  import AuthCore
  import AuthStorage
  import AuthTesting
  import FoundationEssentials
  import Glibc
  import Testing

  @testable import AuthStorageTPM

  /// Notes in a TPM's memory: an older state of the directory is noticed.
  @Suite(.enabled(if: SoftwareTPM.isInstalled, Comment(rawValue: SoftwareTPM.reason)))
  struct TPMAnchorTests {
    let software: SoftwareTPM
    let clock = ManualClock()
    var state: String { software.directory + "/state" }
    var wrapping: TPMWrapping { TPMWrapping(TPM(connection: software.connection)) }

    init() async throws { software = try await SoftwareTPM() }

    func store() -> FileRecordStore { FileRecordStore(storage()) }

    func storage() -> FileStorage { FileStorage(directory: state, clock: clock, wrapping: wrapping) }

    /// Copies the directory, or puts a copy back.
    func copy(_ from: String, _ to: String) throws {
      try? FileManager.default.removeItem(atPath: to)
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    func expectRolledBack(_ what: Comment, _ body: () async throws -> Void) async {
      let error = await #expect(throws: AuthError.self, what) { try await body() }
      #expect(error?.code == .storeRolledBack, what)
    }

    func file() throws -> String {
      let room = state + "/records"
      return room + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: room).first))
    }

    @Test func notesAreStoredByTheirName() throws {
      let wrapping = wrapping
      #expect(try wrapping.note("a") == nil)
      for note: [UInt8] in [[], [1, 2, 3], [UInt8](repeating: 9, count: 64), [4]] {
        #expect(try wrapping.store(note, named: "a"))
        #expect(try wrapping.note("a") == note)
      }
      #expect(try wrapping.store([5], named: "b"))
      #expect(try wrapping.note("a") == [4] && wrapping.note("b") == [5])
      #expect(throws: AuthError(.internalError, "")) {
        try wrapping.store([UInt8](repeating: 0, count: 65), named: "a")
      }
      #expect(try software.loadedHandles() == 0)
    }

    /// An index that belongs to another name is left alone.
    @Test func anotherProgramsIndexIsLeftAlone() throws {
      let tpm = TPM(connection: software.connection)
      #expect(try wrapping.store([1], named: "a"))
      let index = try #require(
        try (UInt32(0)..<8).map { try self.start("a") + $0 }.first { try tpm.readIndex($0) != nil })
      let foreign = [UInt8](repeating: 7, count: 96)
      #expect(try tpm.writeIndex(index, foreign))
      #expect(try wrapping.note("a") == nil)
      #expect(try wrapping.store([2], named: "a"))
      #expect(try wrapping.note("a") == [2])
      #expect(try tpm.readIndex(index) == foreign)
    }

    private func start(_ name: String) throws -> UInt32 { try #require(TPMWrapping.indices(name).first).index }

    @Test func anEarlierKeyFileIsNoticed() async throws {
      try await store().replace(Secret("1"), for: "a")
      let old = try #require(FileManager.default.contents(atPath: state + "/key"))
      try await storage().rotateWrappingKey()
      let current = try #require(FileManager.default.contents(atPath: state + "/key"))
      try old.write(to: URL(filePath: state + "/key"))
      chmod(state + "/key", 0o600)
      await expectRolledBack("read") { _ = try await store().read("a") }
      await expectRolledBack("write") { try await store().replace(Secret("2"), for: "a") }
      try current.write(to: URL(filePath: state + "/key"))
      chmod(state + "/key", 0o600)
      #expect(try await store().read("a")?.value == Secret("1"))
    }

    @Test func anOlderOrRemovedRecordIsNoticed() async throws {
      try await store().replace(Secret("1"), for: "a")
      let path = try file()
      try copy(path, software.directory + "/old")
      try await store().replace(Secret("2"), for: "a")
      try copy(path, software.directory + "/new")
      try copy(software.directory + "/old", path)
      await expectRolledBack("older") { _ = try await store().read("a") }
      unlink(path)
      await expectRolledBack("removed") { _ = try await store().read("a") }
      try copy(software.directory + "/new", path)
      #expect(try await store().read("a")?.value == Secret("2"))
    }

    /// The list of the records lies in the directory, so it can be put back together with the records. That is noticed
    /// from the next checkpoint on.
    @Test func anOlderDirectoryIsNoticedAfterTheCheckpoint() async throws {
      let copies = software.directory + "/copies"
      try await store().replace(Secret("1"), for: "a")
      try copy(state, copies)
      try await store().replace(Secret("2"), for: "a")
      try copy(state, copies + "-new")
      try copy(copies, state)
      #expect(try await store().read("a")?.value == Secret("1"), "the interval that Storage.md names")
      try copy(copies + "-new", state)
      clock.advance(by: .seconds(3_600))
      try await store().replace(Secret("3"), for: "b")
      try copy(state, copies + "-new")
      try copy(copies, state)
      await expectRolledBack("the whole directory") { _ = try await store().read("a") }
      // The checkpoint alone, or a part alone.
      try copy(copies + "-new", state)
      let manifest = try #require(
        try FileManager.default.contentsOfDirectory(atPath: state).first { $0.hasPrefix("manifest-") })
      for part in try FileManager.default.contentsOfDirectory(atPath: copies + "/" + manifest) {
        try copy(copies + "-new", state)
        try copy(copies + "/" + manifest + "/" + part, state + "/" + manifest + "/" + part)
        try copy(copies + "/records", state + "/records")
        await expectRolledBack("\(part)") { _ = try await store().read("a") }
        unlink(state + "/" + manifest + "/" + part)
        await expectRolledBack("without \(part)") { _ = try await store().read("a") }
      }
      try copy(copies + "-new", state)
      #expect(try await store().read("a")?.value == Secret("2"))
      #expect(try await store().read("b")?.value == Secret("3"))
    }

    /// The TPM's memory wears: many writes in one hour make one checkpoint.
    @Test func checkpointsAreRare() async throws {
      let running = store()
      try await running.replace(Secret("1"), for: "a")
      let manifest = try #require(
        try FileManager.default.contentsOfDirectory(atPath: state).first { $0.hasPrefix("manifest-") })
      let note = try #require(try wrapping.note(manifest))
      #expect(note.count == 32)
      for turn in 0..<5 {
        try await running.replace(Secret("\(turn)"), for: "b")
        try await store().replace(Secret("\(turn)"), for: "c")
        clock.advance(by: .seconds(600))
      }
      #expect(try wrapping.note(manifest) == note)
      clock.advance(by: .seconds(600))
      try await running.replace(Secret("x"), for: "b")
      let next = try wrapping.note(manifest)
      #expect(next != note && next?.count == 32)
      for name in ["a", "b", "c"] { #expect(try await store().read(name) != nil) }
    }

    /// A process that has the keys continues without its TPM, also when a checkpoint is due.
    @Test func aLostTPMDelaysTheCheckpoint() async throws {
      let running = store()
      try await running.replace(Secret("1"), for: "a")
      software.stop()
      clock.advance(by: .seconds(4_000))
      try await running.replace(Secret("2"), for: "a")
      try await software.start()
      try await running.replace(Secret("3"), for: "a")
      clock.advance(by: .seconds(60))
      try await running.replace(Secret("4"), for: "a")
      #expect(try await store().read("a")?.value == Secret("4"))
    }
  }
#endif
