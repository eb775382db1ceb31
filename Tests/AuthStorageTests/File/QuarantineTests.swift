import AuthCore
import AuthStorage
import AuthTesting
import Testing

/// An unreadable record moves unchanged into the quarantine when its place is needed, and is never deleted.
@Suite struct QuarantineTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }
  var quarantine: String { state + "/quarantine" }

  /// Damages the only record of a store so that reading it throws the given code; returns the file and its bytes.
  func damage(_ room: String, _ code: AuthError.Code) throws -> (file: String, bytes: [UInt8]) {
    let file = try #require(TemporaryDirectory.files(below: state + "/" + room).first)
    var bytes = TemporaryDirectory.read(file)
    if code == .storeVersion {
      bytes[6] = 200
      bytes[7] = ~200
    } else {
      bytes[bytes.count - 1] ^= 1
    }
    TemporaryDirectory.write(file, bytes)
    return (file, bytes)
  }

  /// Returns the contents of the files in the quarantine.
  func aside() -> [[UInt8]] { TemporaryDirectory.files(below: quarantine).map { TemporaryDirectory.read($0) } }

  static let codes: [AuthError.Code] = [.storeCorrupt, .storeVersion]

  @Test(arguments: codes) func readingMovesNoFile(code: AuthError.Code) async throws {
    let sessions = FileSessionStore(FileStorage(directory: state))
    try await sessions.save(SessionStoreConformance.example("one"))
    let (file, bytes) = try damage("sessions", code)
    for _ in 0..<3 {
      let error = await #expect(throws: AuthError.self) { try await sessions.load(SessionID("one")) }
      #expect(error?.code == code)
    }
    #expect(TemporaryDirectory.read(file) == bytes)
    #expect(!TemporaryDirectory.isDirectory(quarantine))
  }

  @Test(arguments: codes) func deletionQuarantines(code: AuthError.Code) async throws {
    let sessions = FileSessionStore(FileStorage(directory: state))
    try await sessions.save(SessionStoreConformance.example("one"))
    let (file, bytes) = try damage("sessions", code)
    try await sessions.delete(SessionID("one"))
    #expect(try await sessions.load(SessionID("one")) == nil)
    #expect(TemporaryDirectory.read(file).isEmpty)
    #expect(aside() == [bytes])
    try await sessions.save(SessionStoreConformance.example("one"))
    #expect(try await sessions.list().count == 1)
  }

  /// A sign-in replaces an unreadable selection, so that no user is locked out.
  @Test(arguments: codes) func selectionQuarantines(code: AuthError.Code) async throws {
    let sessions = FileSessionStore(FileStorage(directory: state))
    try await sessions.select(SessionID("one"), for: "privy")
    let (_, bytes) = try damage("selections", code)
    await #expect(throws: AuthError(code, "")) { try await sessions.selection(for: "privy") }
    try await sessions.select(SessionID("two"), for: "privy")
    #expect(try await sessions.selection(for: "privy") == SessionID("two"))
    #expect(aside() == [bytes])
    _ = try damage("selections", code)
    try await sessions.select(nil, for: "privy")
    #expect(try await sessions.selection(for: "privy") == nil)
    #expect(aside().count == 2)
  }

  @Test(arguments: codes) func quarantinesEverythingAndRestoresIt(code: AuthError.Code) async throws {
    let storage = FileStorage(directory: state)
    let sessions = FileSessionStore(storage)
    let session = SessionStoreConformance.example("one")
    try await sessions.save(session)
    let file = try #require(TemporaryDirectory.files(below: state + "/sessions").first)
    let good = TemporaryDirectory.read(file)
    let (_, bytes) = try damage("sessions", code)
    try await sessions.save(SessionStoreConformance.example("two"))
    await #expect(throws: AuthError(code, "")) { try await sessions.list() }
    let inventory = try storage.inventory()
    #expect(inventory.readable == 1)
    #expect(inventory.unreadable.map(\.path) == [file])
    #expect(inventory.unreadable.map(\.error.code) == [code])
    let moved = try await storage.quarantineUnreadable()
    #expect(moved.map { TemporaryDirectory.read($0) } == [bytes])
    #expect(try storage.inventory().quarantined == moved)
    #expect(try await sessions.list().map(\.id.rawValue) == ["two"])
    #expect(try await storage.quarantineUnreadable().isEmpty)
    // A repaired file is moved back manually.
    TemporaryDirectory.write(file, good)
    #expect(try await sessions.load(session.id) == session)
  }

  /// Without the key file, every record looks damaged, so nothing is moved.
  @Test func lostKeyFileMovesNothing() async throws {
    let storage = FileStorage(directory: state)
    try await FileSessionStore(storage).save(SessionStoreConformance.example("one"))
    let key = TemporaryDirectory.read(state + "/key")
    TemporaryDirectory.remove(state + "/key")
    let other = FileStorage(directory: state)
    await #expect(throws: AuthError(.storeCorrupt, "")) { try await other.quarantineUnreadable() }
    #expect(!TemporaryDirectory.isDirectory(quarantine))
    TemporaryDirectory.write(state + "/key", key)
    #expect(try await FileSessionStore(other).list().count == 1)
  }
}
