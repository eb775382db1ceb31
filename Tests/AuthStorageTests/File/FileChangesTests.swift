import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A write of one process notifies the store of another process. Two storages on one directory represent two processes.
@Suite struct FileChangesTests {
  private let directory = TemporaryDirectory()

  private func store() -> FileSessionStore { FileSessionStore(FileStorage(directory: directory.path)) }

  private func session(_ id: String, generation: UInt64 = 1) -> Session {
    Session(
      id: SessionID(id), providerID: "fake", tenant: "tenant", subject: id,
      createdAt: Date(timeIntervalSince1970: 1_790_000_000), generation: generation)
  }

  #if os(Linux)
    @Test("L8: a file store is notified of another process' sign-in, renewal, switch and sign-out")
    func notifiesOfChanges() async throws {
      let (ours, theirs) = (store(), store())
      #expect(try await ours.list().isEmpty)
      let changes = try #require(ours.changes)
      var reader = changes.makeAsyncIterator()
      try await theirs.save(session("a"))
      await reader.next()
      try await heard(ours) { try await theirs.save(session("a", generation: 2)) }
      try await heard(ours) { try await theirs.select(SessionID("a"), for: "fake") }
      try await heard(ours) { try await theirs.delete(SessionID("a")) }
      await reader.next()
    }

    @Test("L8: notifications continue after the directory was deleted and created again") func madeAnew() async throws {
      let (ours, theirs) = (store(), store())
      try await theirs.save(session("a"))
      #expect(ours.revision != nil)
      try await heard(ours) { try FileManager.default.removeItem(atPath: directory.path) }
      try await store().save(session("b"))
      for _ in 0..<5000 where ours.revision == nil { try await Task.sleep(for: .milliseconds(1)) }
      try await heard(ours) { try await store().save(session("c")) }
    }

    @Test func notificationsContinueAfterTheDirectoryMoved() async throws {
      let (ours, moved) = (store(), directory.path + "-moved")
      defer { TemporaryDirectory.removeTree(moved) }
      try await ours.save(session("a"))
      try await heard(ours) { try FileManager.default.moveItem(atPath: directory.path, toPath: moved) }
      try await store().save(session("b"))
      try await eventually { ours.revision != nil }
      try await heard(ours) { try await store().save(session("c")) }
    }

    @Test("L8: a directory that does not exist is waited for, with the directories above it")
    func madeLater() async throws {
      let path = directory.path + "/a/b/state"
      let ours = FileSessionStore(FileStorage(directory: path))
      let changes = try #require(ours.changes)
      var reader = changes.makeAsyncIterator()
      // Other entries of the directory above are no change.
      let before = try #require(ours.revision)
      for name in 0..<10 { TemporaryDirectory.write(directory.path + "/\(name)", []) }
      for _ in 0..<50 where ours.revision == before { try await Task.sleep(for: .milliseconds(1)) }
      #expect(ours.revision == before)
      try FileManager.default.createDirectory(atPath: directory.path + "/a", withIntermediateDirectories: false)
      await reader.next()
      #expect(ours.revision == before + 1)
      // The watched directory above can be moved away, and made again.
      try FileManager.default.moveItem(atPath: directory.path + "/a", toPath: directory.path + "/moved")
      await reader.next()
      #expect(ours.revision != nil)
      try FileManager.default.createDirectory(atPath: directory.path + "/a", withIntermediateDirectories: false)
      await reader.next()
      try await heard(ours) { try await FileSessionStore(FileStorage(directory: path)).save(session("a")) }
      await reader.next()
      try await heard(ours) { try await FileSessionStore(FileStorage(directory: path)).save(session("b")) }
      #expect(try await ours.list().count == 2)
    }

    @Test func theWayToADirectory() {
      func ways(_ path: String) -> [String] { DirectoryWatch.ancestors(of: path).map { $0.directory + " " + $0.entry } }
      #expect(ways("/a/b/c") == ["/a/b /a/b/c", "/a /a/b", "/ /a"])
      #expect(ways("a/b") == ["./a ./a/b", "./ ./a"])
      #expect(ways("/") == [])
    }

    @Test func oneWatchServesAllReadersAndEndsWithTheStore() async throws {
      var store: FileSessionStore? = self.store()
      for _ in 0..<3 { #expect(store?.revision != nil) }
      #expect(OpenFiles.watches(of: directory.path) == 1)
      store = nil
      try await eventually { OpenFiles.watches(of: directory.path) == 0 }
    }

    /// The thread ends with the directory. When the store ends later, it must not write to the thread's closed socket,
    /// which would raise a signal.
    @Test func storeWithoutItsDirectoryEndsQuietly() async throws {
      var store: FileSessionStore? = self.store()
      let changes = try #require(store?.changes)
      let before = OpenFiles.watches(of: directory.path)
      try FileManager.default.removeItem(atPath: directory.path)
      for await _ in changes { break }
      try await Task.sleep(for: .milliseconds(20))
      store = nil
      #expect(before == 1)
    }

    @Test func readerOfChangesContinues() async throws {
      let news = ChangeCounter()
      try await store().save(session("a"))
      let thread = try #require(DirectoryWatchThread.start(directory.path, ["sessions", "selections"], news))
      for generation in 2..<5 as Range<UInt64> {
        try await Task.sleep(for: .milliseconds(20))
        let before = news.count
        try await store().save(session("a", generation: generation))
        try await eventually { news.count > before }
        #expect(!thread.isOver)
      }
      // Subdirectories that are created later are watched as well.
      try await store().select(SessionID("a"), for: "fake")
      try await Task.sleep(for: .milliseconds(20))
      let before = news.count
      try await store().select(nil, for: "fake")
      try await eventually { news.count > before }
      #expect(!thread.isOver)
      try FileManager.default.removeItem(atPath: directory.path)
      try await eventually { thread.isOver }
    }

    @Test func failedWatchKeepsNothingOpen() async throws {
      TemporaryDirectory.write(directory.path + "/file", [])
      let before = OpenFiles.count
      for path in ["/file", "/file/state"] {
        let store = FileSessionStore(FileStorage(directory: directory.path + path))
        for _ in 0..<200 where store.revision != nil { Issue.record("\(path) is watched") }
      }
      // A user has 128 inotify instances, and a watch closes its own only after its store has ended.
      for _ in 0..<20 {
        let store = FileSessionStore(FileStorage(directory: directory.path + "/missing"))
        #expect(store.revision != nil)
      }
      // The threads of the watches close their descriptors after the stores have ended.
      try await eventually { OpenFiles.count < before + 200 }
      #expect(OpenFiles.count < before + 200, "each failed watch left a descriptor open")
    }

    /// Waits until the condition holds; records an issue if it does not hold in time.
    private func eventually(_ isSo: () -> Bool) async throws {
      for _ in 0..<5000 where !isSo() { try await Task.sleep(for: .milliseconds(1)) }
      #expect(isSo())
    }

    /// Runs `body` and waits until the store's count has grown.
    private func heard(_ store: FileSessionStore, _ body: () async throws -> Void) async throws {
      // Gives notifications of earlier writes time to arrive. A later one counts, too: the store is read again anyway.
      try await Task.sleep(for: .milliseconds(20))
      let before = try #require(store.revision)
      try await body()
      for _ in 0..<5000 where store.revision == before { try await Task.sleep(for: .milliseconds(1)) }
      #expect(store.revision != before)
    }
  #endif

  @Test("L9: a claim excludes others, commits by its generation, and is released") func claims() async throws {
    for store in [store() as any RenewalClaiming, MemorySessionStore()] {
      try await store.save(session("a"))
      guard
        case .claimed(let claim) = try await store.claimRenewal(of: SessionID("a"), generation: 1, lease: .seconds(9))
      else {
        Issue.record("not claimed")
        continue
      }
      let other = Task { try await store.claimRenewal(of: SessionID("a"), generation: 1, lease: .seconds(9)) }
      guard case .committed = try await store.commitRenewal(session("a", generation: 2), of: claim) else {
        Issue.record("not committed")
        continue
      }
      await store.releaseRenewal(claim)
      guard case .changed(let changed) = try await other.value else {
        Issue.record("a session was claimed that had been renewed meanwhile")
        continue
      }
      #expect(changed.generation == 2)
      guard
        case .claimed(let next) = try await store.claimRenewal(of: SessionID("a"), generation: 2, lease: .seconds(9))
      else {
        Issue.record("not released")
        continue
      }
      #expect(next.fence > claim.fence)
      try await store.delete(SessionID("a"))
      guard case .gone = try await store.commitRenewal(session("a", generation: 3), of: next) else {
        Issue.record("a session came back")
        continue
      }
      #expect(try await store.load(SessionID("a")) == nil)
      await store.releaseRenewal(next)
    }
  }

  @Test("L1: a damaged record does not hide the others") func damaged() async throws {
    let store = store()
    try await store.save(session("a"))
    try await store.save(session("b"))
    let files = TemporaryDirectory.files(below: directory.path + "/sessions")
    TemporaryDirectory.write(try #require(files.first), [1, 2, 3])
    let stored = try await store.inventory()
    #expect(stored.sessions.count == 1)
    #expect(stored.unreadable.map(\.code) == [.storeCorrupt])
  }
}
