#if canImport(Glibc)
  import AuthCore
  import AuthTesting
  import Testing

  @testable import AuthStorage

  /// Which names a process synchronises before it relies on them, and that it does so once. The judge
  /// `filesystem-faults` shows what is lost if one of them is not synchronised.
  @Suite struct NameSynchronisingTests {
    let directory = TemporaryDirectory()
    var state: String { directory.path + "/state" }

    /// The stores of another process.
    func storage(_ wrapping: (any KeyWrapping)? = nil) -> FileStorage {
      FileStorage(directory: state, wrapping: wrapping)
    }

    func records(_ wrapping: (any KeyWrapping)? = nil) -> FileRecordStore { FileRecordStore(storage(wrapping)) }

    func trace(_ body: () async throws -> Void) async rethrows -> [String] {
      try await DiskTrace(of: state, body).synchronised
    }

    /// A process that made the directory may have been killed before it synchronised its names.
    @Test func theFirstWriteOfAProcessSynchronisesTheNamesThatItReliesOn() async throws {
      try await records().replace(Secret("1"), for: "a")
      let other = records()
      let first = try await trace { try await other.replace(Secret("2"), for: "a") }
      #expect(first.first == "" && first.count { $0 == "" } == 1)
      #expect(first.count { $0 == ".." } == 1)
      #expect(first.count { $0 == "records" } == 1 && first.last == "records", "the renamed record is last")
      let second = try await trace { try await other.replace(Secret("3"), for: "a") }
      #expect(second.count == 2 && second.last == "records")
    }

    @Test func anotherSubdirectorySynchronisesItsNameOnly() async throws {
      let storage = storage()
      try await FileRecordStore(storage).replace(Secret("1"), for: "a")
      let first = try await trace { try await FileSessionStore(storage).select(SessionID("s"), for: "p") }
      #expect(first.count { $0 == ".." } == 0)
      #expect(first.count { $0 == "" } == 2, "made, and known to be on the disk")
      let second = try await trace { try await FileSessionStore(storage).select(SessionID("t"), for: "p") }
      #expect(second.count { $0 == "" } == 0)
    }

    @Test func aReplacedKeyFileIsSynchronisedAgain() async throws {
      let other = records()
      try await other.replace(Secret("1"), for: "a")
      try await storage().rotateWrappingKey()
      let first = try await trace { try await other.replace(Secret("2"), for: "a") }
      #expect(first.count { $0 == "" } == 1 && first.count { $0 == ".." } == 1)
      let second = try await trace { try await other.replace(Secret("3"), for: "a") }
      #expect(second.count { $0 == "" } == 0 && second.count { $0 == ".." } == 0)
    }

    /// A caller relies on what it was told about the stored state, which another process may have left unsynchronised.
    @Test func aRefusedChangeSynchronisesTheStateThatItReports() async throws {
      let (records, sessions) = (records(), FileSessionStore(storage()))
      let version = try #require(try await records.write(Secret("1"), for: "a", expecting: nil))
      #expect(
        try await trace { _ = try await records.write(Secret("2"), for: "a", expecting: version + 1) } == ["records"])
      #expect(try await trace { _ = try await records.remove("a", expecting: version + 1) } == ["records"])
      #expect(try await trace { _ = try await records.remove("b", expecting: nil) } == ["records"])
      let session = FileMigrationTests.bare
      try await sessions.save(session, replacing: nil)
      #expect(
        try await trace { _ = try await sessions.save(session, replacing: session.generation &+ 7) } == ["sessions"])
    }

    @Test func aRemovedRecordIsSynchronised() async throws {
      let records = records()
      try await records.replace(Secret("1"), for: "a")
      #expect(try await trace { _ = try await records.remove("a", expecting: nil) } == ["records"])
    }

    /// The target is synchronised before the source, so that a crash between the two loses no file.
    @Test func aQuarantinedRecordIsSynchronisedInItsNewPlaceFirst() async throws {
      try await records().replace(Secret("1"), for: "a")
      let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
      TemporaryDirectory.write(path, [1, 2, 3])
      let storage = storage()
      let synchronised = try await trace { _ = try await storage.quarantineUnreadable() }
      #expect(synchronised.suffix(2) == ["quarantine", "records"])
    }

    @Test func whatAChangeOfAllRecordsLeavesIsOnTheDisk() async throws {
      let storage = storage()
      try await FileRecordStore(storage).replace(Secret("1"), for: "a")
      try await FileSessionStore(storage).select(SessionID("s"), for: "p")
      #expect(Set(try await trace { try await storage.migrate() }).isSuperset(of: ["records", "selections"]))
      let rotated = try await trace { try await storage.rotateWrappingKey() }
      // Once when a record is sealed again, and once before the old keys are removed.
      #expect(rotated.count { $0 == "records" } == 2 && rotated.count { $0 == "selections" } == 2)
      #expect(rotated.last == "")
    }

    @Test func theNamesOfMadeDirectoriesAreSynchronised() async throws {
      let deep = directory.path + "/a/b/c"
      let made = try await DiskTrace(of: directory.path) { _ = try POSIXDirectory.openOrMake(deep) }
      #expect(Set(made.synchronised) == ["..", "", "a", "a/b"])
      // Another process may have been killed between the creation and the synchronisation of the directories above.
      let late = try await DiskTrace(of: directory.path) { _ = try POSIXDirectory.openOrMake(deep + "/d") }
      #expect(Set(late.synchronised).isSuperset(of: ["", "a", "a/b", "a/b/c"]))
      let known = try await DiskTrace(of: directory.path) { _ = try POSIXDirectory.openOrMake(deep) }
      #expect(known.calls.map(\.path) == ["a/b/c"], "an existing directory is opened once")
      let root = try #require(try POSIXDirectory.open(deep))
      let child = try await DiskTrace(of: directory.path) { _ = try root.subdirectoryOrMake("e") }
      #expect(child.synchronised == ["a/b/c"])
      let again = try await DiskTrace(of: directory.path) { _ = try root.subdirectoryOrMake("e") }
      #expect(again.calls.map(\.path) == ["a/b/c/e"])
    }
  }
#endif
