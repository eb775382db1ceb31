import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// When a directory gets a manifest, keeps it, and loses it.
@Suite struct ManifestLifeTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }
  var key: String { state + "/key" }

  func volume(_ name: String = "volume") -> String {
    let path = directory.path + "/" + name
    mkdir(path, 0o700)
    return path
  }

  func wrapping(_ name: String = "volume") throws -> KeyFileWrapping { try KeyFileWrapping(path: volume(name) + "/k") }

  func store(_ wrapping: (any KeyWrapping)?, former: [any KeyWrapping] = []) -> FileRecordStore {
    FileRecordStore(FileStorage(directory: state, wrapping: wrapping, formerWrappings: former))
  }

  func manifests(_ name: String = "volume") -> [String] {
    TemporaryDirectory.entries(volume(name)).filter { $0.contains(".manifest-") }
  }

  func keyFile() throws -> KeyFile { try KeyFile(decoding: TemporaryDirectory.read(key), path: key) }

  @Test func withoutAPlaceThereIsNone() async throws {
    try await store(nil).replace(Secret("1"), for: "a")
    #expect(try keyFile().manifest == nil)
    try await store(ReversingWrapping()).replace(Secret("2"), for: "a")
    #expect(try keyFile().manifest == nil && keyFile().wrapping != "")
  }

  /// A directory that an earlier build wrapped: its key file has version 2.
  @Test func theFirstWriteInAnEarlierDirectoryMakesIt() async throws {
    try await store(wrapping()).replace(Secret("1"), for: "a")
    try await store(wrapping()).replace(Secret("1"), for: "b")
    let file = try keyFile()
    TemporaryDirectory.write(
      key, KeyFile(wrapping: file.wrapping, keys: file.keys, replaced: file.replaced).encoded.revealBytes())
    for name in manifests() { TemporaryDirectory.removeTree(volume() + "/" + name) }
    let bare = KeyFile(
      wrapping: "",
      keys: Secret(joining: try KeyFileContent(decoding: TemporaryDirectory.read(volume() + "/k"), path: "k").keys))
    TemporaryDirectory.write(volume() + "/k", bare.encoded.revealBytes())
    #expect(try await store(wrapping()).read("a")?.value == Secret("1"))
    #expect(try keyFile().manifest == nil && manifests().isEmpty, "reading writes nothing")
    // Another process, which has loaded the earlier key file.
    let running = store(try wrapping())
    #expect(try await running.read("a") != nil)
    try await store(wrapping()).replace(Secret("2"), for: "a")
    #expect(try keyFile().manifest != nil && manifests().count == 1)
    try await running.replace(Secret("3"), for: "a")
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    for name in ["a", "b"] { #expect(try await store(wrapping()).read(name) != nil) }
    // A rotation lists also the parts in which nothing was written.
    try await FileStorage(directory: state, wrapping: wrapping()).rotateWrappingKey()
    unlink(path)
    let error = await #expect(throws: AuthError.self) { try await store(wrapping()).keys() }
    #expect(error?.code == .storeRolledBack)
  }

  /// The earlier key file of a directory that has just got its manifest is no longer accepted. A crash at any step of
  /// that change leaves a directory that opens.
  @Test func theChangeToAManifestIsNoted() async throws {
    for step in -1..<12 {
      let place = TemporaryDirectory()
      let noting = NotingWrapping()
      let state = place.path + "/state"
      try await FileRecordStore(FileStorage(directory: state, wrapping: noting)).replace(Secret("1"), for: "a")
      let file = try KeyFile(decoding: TemporaryDirectory.read(state + "/key"), path: "key")
      let earlier = KeyFile(wrapping: file.wrapping, keys: file.keys, replaced: file.replaced).encoded.revealBytes()
      TemporaryDirectory.write(state + "/key", earlier)
      TemporaryDirectory.removeTree(state + "/" + (try #require(file.manifest)))
      noting.place.notes.withLock { $0 = [:] }
      let steps = Counter()
      let changing = FileStorage(
        directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(30),
        wrapping: noting
      ) { _ in steps.increment() == step ? WriteStep.killed : 0 }
      do { try await FileRecordStore(changing).replace(Secret("2"), for: "a") } catch {}
      #expect(
        try await FileRecordStore(FileStorage(directory: state, wrapping: noting)).read("a") != nil, "step \(step)")
      guard step == -1 else { continue }
      TemporaryDirectory.write(state + "/key", earlier)
      let error = await #expect(throws: AuthError.self) {
        try await FileRecordStore(FileStorage(directory: state, wrapping: noting)).read("a")
      }
      #expect(error?.code == .storeRolledBack)
    }
  }

  /// A directory with its notes and its manifest is not noted again.
  @Test func aKnownDirectoryIsLeftAlone() async throws {
    let noting = NotingWrapping()
    try await self.store(noting).replace(Secret("1"), for: "a")
    let count = noting.place.stores.withLock { $0 }
    for turn in 0..<3 { try await self.store(noting).replace(Secret("\(turn)"), for: "a") }
    #expect(noting.place.stores.withLock { $0 } == count)
    // A place that has lost the notes gets them again, once.
    noting.place.notes.withLock { notes in for name in notes.keys where name.contains("/") { notes[name] = nil } }
    for turn in 0..<3 { try await self.store(noting).replace(Secret("\(turn)"), for: "a") }
    #expect(noting.place.stores.withLock { $0 } == count + 3)
  }

  @Test func anotherWrappingGetsAnotherManifest() async throws {
    try await store(wrapping()).replace(Secret("1"), for: "a")
    let first = manifests()
    #expect(first.count == 1)
    try await store(ReversingWrapping(), former: [wrapping()]).replace(Secret("2"), for: "a")
    #expect(try keyFile().manifest == nil && manifests().isEmpty)
    try await store(ReversingWrapping()).replace(Secret("3"), for: "a")
    try await store(wrapping(), former: [ReversingWrapping()]).replace(Secret("4"), for: "a")
    #expect(manifests().count == 1 && manifests() != first, "an earlier list is never used again")
    #expect(try await store(wrapping()).read("a")?.value == Secret("4"))
  }

  @Test func aChangeOfTheWrappingAcceptsNoOlderRecord() async throws {
    try await store(wrapping()).replace(Secret("1"), for: "a")
    let path = try #require(TemporaryDirectory.files(below: state + "/records").first)
    let old = TemporaryDirectory.read(path)
    try await store(wrapping()).replace(Secret("2"), for: "a")
    TemporaryDirectory.write(path, old)
    let changed = store(ReversingWrapping(), former: [try wrapping()])
    try await changed.replace(Secret("b"), for: "b")
    #expect(TemporaryDirectory.read(path) == old, "the rotation left it as it is")
  }

  @Test func severalDirectoriesHaveTheirOwn() async throws {
    for name in ["one", "two"] {
      let storage = FileStorage(directory: directory.path + "/" + name, wrapping: try wrapping())
      try await FileRecordStore(storage).replace(Secret(name), for: "a")
    }
    #expect(manifests().count == 2)
    for name in ["one", "two"] {
      let storage = FileStorage(directory: directory.path + "/" + name, wrapping: try wrapping())
      #expect(try await FileRecordStore(storage).read("a")?.value == Secret(name))
    }
  }

  @Test func aDamagedFileIsNamed() async throws {
    try await store(wrapping()).replace(Secret("1"), for: "a")
    let part = try #require(TemporaryDirectory.files(below: volume() + "/" + manifests()[0]).first)
    TemporaryDirectory.write(part, [1, 2, 3])
    let error = await #expect(throws: AuthError.self) { try await store(wrapping()).read("a") }
    #expect(error?.code == .storeCorrupt && error?.message.contains(part) == true)
    #expect(try await FileStorage(directory: state, wrapping: wrapping()).acceptPresentState() == [])
    #expect(try await store(wrapping()).read("a")?.value == Secret("1"), "the remedy of the message")
    try await store(wrapping()).replace(Secret("2"), for: "a")
    #expect(try await store(wrapping()).read("a")?.value == Secret("2"))
  }
}
