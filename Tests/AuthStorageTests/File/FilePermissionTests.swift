import AuthCore
import AuthStorage
import AuthTesting
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that other users can read, and links or pipes in place of files, are refused. The message contains the path
/// and the remedy.
@Suite struct FilePermissionTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  /// Returns a store with one record and an empty cache.
  func prepared() async throws -> FileRecordStore {
    try await FileRecordStore(FileStorage(directory: state)).replace(Secret("value"), for: "key")
    return FileRecordStore(FileStorage(directory: state))
  }

  func recordFile() throws -> String {
    try #require(TemporaryDirectory.files(below: state).first { $0.hasSuffix(".sealed") })
  }

  @Test func createsEverythingForTheOwnerOnly() async throws {
    let storage = FileStorage(directory: directory.unmade)
    try await FileSessionStore(storage).save(SessionStoreConformance.example("one"))
    try await FileSessionStore(storage).select(SessionID("one"), for: "turnkey")
    _ = try await FileKeyStore(storage).generate(.p256, policy: KeyPolicy(), namespace: "turnkey")
    try await FileRecordStore(storage).namespaced("turnkey").replace(Secret("value"), for: "key")
    let files = TemporaryDirectory.files(below: directory.path)
    #expect(files.count > 5)
    for file in files { #expect(TemporaryDirectory.mode(file) == 0o600, "\(file)") }
    for path in [directory.path + "/parent", directory.unmade]
      + TemporaryDirectory.entries(directory.unmade).map({
        directory.unmade + "/" + $0
      }) where TemporaryDirectory.isDirectory(path)
    {
      #expect(TemporaryDirectory.mode(path) == 0o700, "\(path)")
    }
    #expect(!files.contains { $0.hasSuffix(".new") })
  }

  @Test func namesOnDiskRevealNothing() async throws {
    let storage = FileStorage(directory: state)
    try await FileSessionStore(storage).save(SessionStoreConformance.example("jane-session"))
    try await FileRecordStore(storage).namespaced("turnkey").replace(Secret("canary-value"), for: "jane@example.com")
    try await FileRecordStore(storage).withLock(on: "jane-lock") { () async throws(AuthError) in }
    for file in TemporaryDirectory.files(below: state) {
      for text in ["jane", "turnkey", "canary", "example"] {
        #expect(!file.dropFirst(state.count).contains(text), "\(file)")
        #expect(!String(decoding: TemporaryDirectory.read(file), as: UTF8.self).contains(text), "\(file)")
      }
    }
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o610, 0o602, 0o666] as [mode_t])
  func refusesAFileThatOthersCanAccess(mode: mode_t) async throws {
    let store = try await prepared()
    let file = try recordFile()
    chmod(file, mode)
    let error = await #expect(throws: AuthError.self) { try await store.read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("chmod 600 \(file)") == true)
    chmod(file, 0o600)
    #expect(try await store.read("key")?.value == Secret("value"))
  }

  @Test(arguments: [0o750, 0o705, 0o777] as [mode_t])
  func refusesADirectoryThatOthersCanAccess(mode: mode_t) async throws {
    let store = try await prepared()
    chmod(state, mode)
    let error = await #expect(throws: AuthError.self) { try await store.read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("chmod 700 \(state)") == true)
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.replace(Secret("x"), for: "key") }
  }

  @Test func refusesASubdirectoryThatOthersCanAccess() async throws {
    let store = try await prepared()
    chmod(state + "/records", 0o750)
    let error = await #expect(throws: AuthError.self) { try await store.read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("chmod 700 \(state)/records") == true)
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.replace(Secret("x"), for: "key") }
  }

  @Test func refusesALockFileThatOthersCanAccess() async throws {
    let store = try await prepared()
    let lock = try #require(TemporaryDirectory.files(below: state + "/locks").first)
    chmod(lock, 0o666)
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.replace(Secret("x"), for: "key") }
  }

  @Test func closesAllDescriptors() async throws {
    let storage = FileStorage(directory: state)
    let store = FileRecordStore(storage)
    let before = OpenFiles.count
    for _ in 0..<100 {
      try await store.replace(Secret("value"), for: "key")
      _ = try await store.keys()
      _ = try storage.inventory()
    }
    #expect(OpenFiles.count < before + 100)
  }

  @Test func refusesAKeyFileThatOthersCanAccess() async throws {
    let store = try await prepared()
    chmod(state + "/key", 0o644)
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.read("key") }
  }

  @Test func ignoresLinks() async throws {
    let store = try await prepared()
    let file = try recordFile()
    let elsewhere = directory.path + "/elsewhere"
    rename(file, elsewhere)
    symlink(elsewhere, file)
    let error = await #expect(throws: AuthError.self) { try await store.read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("symbolic link") == true || error?.message.contains("Symbolic link") == true)

    let linked = directory.path + "/linked"
    symlink(state, linked)
    for path in [linked, linked + "/", linked + "//"] {
      let other = FileRecordStore(FileStorage(directory: path))
      await #expect(throws: AuthError(.storePermissions, ""), "\(path)") { try await other.keys() }
      await #expect(throws: AuthError(.storePermissions, ""), "\(path)") {
        try await other.replace(Secret("x"), for: "k")
      }
    }
  }

  @Test func refusesALinkedKeyFile() async throws {
    let store = try await prepared()
    rename(state + "/key", directory.path + "/moved")
    symlink(directory.path + "/moved", state + "/key")
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.read("key") }
  }

  @Test(.timeLimit(.minutes(5))) func pipeInPlaceOfARecordDoesNotBlock() async throws {
    let store = try await prepared()
    let file = try recordFile()
    unlink(file)
    mkfifo(file, 0o600)
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.read("key") }
  }

  @Test func refusesAFileInPlaceOfTheDirectory() async throws {
    TemporaryDirectory.write(state, [1])
    let store = FileRecordStore(FileStorage(directory: state))
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.read("key") }
    await #expect(throws: AuthError(.storePermissions, "")) { try await store.replace(Secret("x"), for: "key") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func refusesAnotherUsersFiles() async throws {
    let store = try await prepared()
    chown(state + "/key", 12_345, 12_345)
    let error = await #expect(throws: AuthError.self) { try await store.read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("12345") == true)
  }

  @Test func readingCreatesNoSubdirectory() async throws {
    let storage = FileStorage(directory: state)
    try await storage.rotateWrappingKey()
    let before = TemporaryDirectory.entries(state)
    for storage in [storage, FileStorage(directory: state)] {
      #expect(try await FileSessionStore(storage).list().isEmpty)
      #expect(try await FileSessionStore(storage).inventory().sessions.isEmpty)
      #expect(try await FileSessionStore(storage).load(SessionID("none")) == nil)
      #expect(try await FileSessionStore(storage).selection(for: "none") == nil)
      #expect(try await FileRecordStore(storage).read("key") == nil)
      #expect(try await FileKeyStore(storage).keys(in: "n").isEmpty)
      #expect(try storage.inventory().quarantined.isEmpty)
      #expect(try await storage.quarantineUnreadable().isEmpty)
      #expect(TemporaryDirectory.entries(state) == before)
    }
  }

  @Test func ignoresTrailingSlashesOfADirectory() {
    for (path, directory) in [("/state//", "/state"), ("/a/b", "/a/b"), ("///", "/"), ("/", "/")] {
      #expect(FileStorage(directory: path).directory == directory)
    }
  }

  /// A read creates neither the directory nor, in an existing directory, a key.
  @Test(arguments: [false, true]) func readingCreatesNothing(isThere: Bool) async throws {
    if isThere { mkdir(state, 0o700) }
    let storage = FileStorage(directory: state)
    #expect(try await FileSessionStore(storage).list().isEmpty)
    #expect(try await FileRecordStore(storage).read("key") == nil)
    #expect(try await FileKeyStore(storage).keys(in: "n").isEmpty)
    try await FileSessionStore(storage).delete(SessionID("none"))
    #expect(try await FileSessionStore(storage).selection(for: "none") == nil)
    #expect(try await !FileRecordStore(storage).remove("none", expecting: nil))
    #expect(try await FileRecordStore(storage).keys().isEmpty)
    #expect(try storage.inventory().readable == 0)
    #expect(try await storage.migrate() == 0)
    #expect(try await storage.quarantineUnreadable().isEmpty)
    let session = SessionStoreConformance.example("none")
    #expect(try await !FileSessionStore(storage).hasUnfinishedRenewal(of: session))
    #expect(try await FileSessionStore(storage).inventory().sessions.isEmpty)
    #expect(TemporaryDirectory.isDirectory(state) == isThere)
    #expect(TemporaryDirectory.entries(state).isEmpty)
  }
}
