import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another directory, or a copy, in the place of a wrapped one.
@Suite struct DirectoryNotesTests {
  let directory = TemporaryDirectory()
  var volume: String { directory.path + "/volume" }

  init() { mkdir(volume, 0o700) }

  func path(_ name: String) -> String { directory.path + "/" + name }

  func storage(_ name: String = "state", former: [any KeyWrapping] = []) throws -> FileStorage {
    FileStorage(
      directory: path(name), wrapping: try KeyFileWrapping(path: volume + "/k"), formerWrappings: former)
  }

  func store(_ name: String = "state") throws -> FileRecordStore { FileRecordStore(try storage(name)) }

  func expectRolledBack(_ name: String = "state", _ comment: Comment) async throws {
    let reading = await #expect(throws: AuthError.self, comment) { try await store(name).read("a") }
    #expect(reading?.code == .storeRolledBack, comment)
    let writing = await #expect(throws: AuthError.self, comment) {
      try await store(name).replace(Secret("x"), for: "a")
    }
    #expect(writing?.code == .storeRolledBack, comment)
    let rotating = await #expect(throws: AuthError.self, comment) { try await storage(name).rotateWrappingKey() }
    #expect(rotating?.code == .storeRolledBack, comment)
  }

  @Test func theNoteAboutAPathHasTheKeysThatAreBeingMade() {
    let keys = (0..<3).map {
      DirectoryNotes(.init(generatingWith: SeededRandomSource(seed: $0)), path: "/s", fileNumber: 7)
    }
    #expect(keys[0].isListed(in: nil) && keys[0].isListed(in: []) && keys[0].isListed(in: keys[0].own))
    #expect(!keys[0].isListed(in: keys[1].own))
    let both = keys[0].added(to: keys[1].own)
    #expect(both.count == 40 && keys[0].isListed(in: both) && keys[1].isListed(in: both))
    let next = keys[2].added(to: both)
    #expect(next.count == 40 && !keys[1].isListed(in: next), "the last ones, and those that are being made")
    #expect(keys[0].added(to: keys[0].own) == keys[0].own)
    #expect(keys[0].isListed(in: Array(keys[0].keys.utf8)) && !keys[0].isListed(in: Array(keys[1].keys.utf8)))
  }

  @Test(arguments: [("/s", 7, true), ("/t", 7, true), ("/s", 8, true), ("/t", 8, false)])
  func aDirectoryHasItsPathOrItsFileNumber(path: String, number: UInt64, isHere: Bool) {
    let keys = VaultKeys(generatingWith: SeededRandomSource(seed: 1))
    let note = DirectoryNotes(keys, path: "/s", fileNumber: 7).location
    #expect(DirectoryNotes(keys, path: path, fileNumber: number).isHere(note) == isHere)
    #expect(DirectoryNotes(keys, path: path, fileNumber: number).isHere([]))
    // The roots of file systems of a kind have the same number, so that only the path tells them apart.
    let root = DirectoryNotes(keys, path: "/s", fileNumber: nil).location
    #expect(DirectoryNotes(keys, path: path, fileNumber: nil).isHere(root) == (path == "/s"))
  }

  /// A copy of the directory comes back after the directory was reset and another user signed in.
  @Test func aCopyFromBeforeAResetIsNoticed() async throws {
    try await store().replace(Secret("alice"), for: "a")
    TemporaryDirectory.copyTree(path("state"), to: path("copy"))
    TemporaryDirectory.removeTree(path("state"))
    try await store().replace(Secret("bob"), for: "a")
    #expect(try await store().read("a")?.value == Secret("bob"))
    rename(path("state"), path("bob"))
    rename(path("copy"), path("state"))
    try await expectRolledBack("state", "the state from before the reset")
    rename(path("state"), path("copy"))
    rename(path("bob"), path("state"))
    #expect(try await store().read("a")?.value == Secret("bob"))
  }

  @Test func exchangedDirectoriesAreNoticed() async throws {
    for name in ["one", "two"] { try await store(name).replace(Secret(name), for: "a") }
    rename(path("one"), path("x"))
    rename(path("two"), path("one"))
    rename(path("x"), path("two"))
    for name in ["one", "two"] { try await expectRolledBack(name, "exchanged") }
  }

  /// A former wrapping for which others can wrap, too.
  @Test func anInventedDirectoryOfAFormerWrappingIsNoticed() async throws {
    try await store().replace(Secret("1"), for: "a")
    let former = ReversingWrapping()
    let invented = FileStorage(directory: path("invented"), wrapping: former)
    try await FileRecordStore(invented).replace(Secret("planted"), for: "a")
    TemporaryDirectory.removeTree(path("state"))
    rename(path("invented"), path("state"))
    let error = await #expect(throws: AuthError.self) {
      try await FileRecordStore(storage(former: [former])).read("a")
    }
    #expect(error?.code == .storeRolledBack)
  }

  /// The same directory by another path.
  @Test func aLinkInThePathLeadsToTheSameNotes() async throws {
    mkdir(path("parent"), 0o700)
    try await store("parent/state").replace(Secret("1"), for: "a")
    symlink(path("parent"), path("link"))
    #expect(try await store("link/state").read("a")?.value == Secret("1"))
    TemporaryDirectory.removeTree(path("parent/state"))
    try await FileRecordStore(FileStorage(directory: path("parent/state"))).replace(Secret("planted"), for: "a")
    for name in ["parent/state", "link/state"] {
      let error = await #expect(throws: AuthError.self) { try await store(name).read("a") }
      #expect(error?.code == .storeRolledBack)
    }
  }

  /// A rotation in a copy would make the original unreadable, so a copy is refused.
  @Test func aCopyIsRefused() async throws {
    try await store().replace(Secret("1"), for: "a")
    TemporaryDirectory.copyTree(path("state"), to: path("copy"))
    try await expectRolledBack("copy", "a copy")
    #expect(try await store().read("a")?.value == Secret("1"))
  }

  @Test func aMovedDirectoryIsTheSame() async throws {
    try await store().replace(Secret("1"), for: "a")
    rename(path("state"), path("moved"))
    #expect(try await store("moved").read("a")?.value == Secret("1"))
    try await store("moved").replace(Secret("2"), for: "a")
    // From the first write on, the keys belong to the new path.
    let other = FileStorage(directory: path("other"))
    try await FileRecordStore(other).replace(Secret("planted"), for: "a")
    rename(path("moved"), path("kept"))
    rename(path("other"), path("moved"))
    try await expectRolledBack("moved", "planted at the new path")
  }

  /// A restored backup, and a directory on another file system, are accepted with one command.
  @Test func thePresentStateCanBeAccepted() async throws {
    let first = try store()
    for name in ["a", "b"] { try await first.replace(Secret(name), for: name) }
    TemporaryDirectory.copyTree(path("state"), to: path("copy"))
    try await first.replace(Secret("later"), for: "a")
    try await first.remove("b", expecting: nil)
    #expect(try await storage("copy").acceptPresentState() == [])
    for name in ["a", "b"] { #expect(try await store("copy").read(name)?.value == Secret(name)) }
    try await store("copy").replace(Secret("2"), for: "a")
    try await storage("copy").rotateWrappingKey()
    #expect(try await store("copy").read("a")?.value == Secret("2"))
    try await expectRolledBack("state", "the directory whose keys the copy took over")
    let file = try KeyFile(decoding: TemporaryDirectory.read(path("copy") + "/key"), path: "key")
    #expect(file.isComplete)
  }

  /// Records that were put back one by one are accepted, too.
  @Test func presentRecordsCanBeAccepted() async throws {
    let store = try store()
    for name in ["a", "b"] { try await store.replace(Secret(name), for: name) }
    let files = TemporaryDirectory.files(below: path("state") + "/records").map { ($0, TemporaryDirectory.read($0)) }
    for name in ["a", "b"] { try await store.replace(Secret("later"), for: name) }
    for (file, bytes) in files { TemporaryDirectory.write(file, bytes) }
    let error = await #expect(throws: AuthError.self) { try await self.store().read("a") }
    #expect(error?.code == .storeRolledBack && error?.message.contains("storage accept") == true)
    #expect(try await storage().rotateWrappingKey().count == 2, "a rotation leaves them as they are")
    #expect(try await storage().acceptPresentState().isEmpty)
    for name in ["a", "b"] { #expect(try await self.store().read(name)?.value == Secret(name)) }
  }

  /// A process that is killed while it makes the first keys leaves a directory that opens; then the former keys are no
  /// longer accepted.
  @Test(arguments: WriteStep.allCases)
  func aKilledFirstWriteAfterAResetLeavesADirectoryThatOpens(step: WriteStep) async throws {
    try await store().replace(Secret("alice"), for: "a")
    rename(path("state"), path("old"))
    let killed = FileStorage(
      directory: path("state"), clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5),
      wrapping: try KeyFileWrapping(path: volume + "/k")
    ) { $0 == step ? WriteStep.killed : 0 }
    do { try await FileRecordStore(killed).replace(Secret("bob"), for: "a") } catch {}
    try await store().replace(Secret("bob"), for: "a")
    #expect(try await store().read("a")?.value == Secret("bob"))
    TemporaryDirectory.removeTree(path("state"))
    rename(path("old"), path("state"))
    try await expectRolledBack("state", "the former directory")
  }
}
