import AuthCore
import AuthStorage
import CBench

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Benchmark {
  /// Restores of one account, as at a program's start: a new storage reads, opens and decodes the key file, the
  /// selection and the session.
  ///
  /// The floor opens a SQLite database with one value of the same size and reads it, without decrypting or decoding.
  static let restore = Benchmark(name: "restore", summary: "one account restored from its encrypted file") {
    () throws(AuthError) in
    let directory = try BenchDirectory()
    let session = directory.session
    let store = FileSessionStore(FileStorage(directory: directory.path))
    try await store.save(session)
    try await store.select(session.id, for: session.providerID)
    func restore(_ rounds: Int) async throws(AuthError) {
      for _ in 0..<rounds {
        let store = FileSessionStore(FileStorage(directory: directory.path))
        guard let id = try await store.selection(for: session.providerID), let restored = try await store.load(id),
          restored.generation == session.generation
        else { throw AuthError(.internalError, "The benchmark's session is missing.") }
      }
    }
    let record = SessionRecord.encode(session).revealBytes()
    guard cbench_sqlite_make(directory.database, record, record.count) == 1 else {
      let measured = try await SideBySide(floor: restore, value: restore)
      return BenchmarkResult(
        value: measured.value, unit: "restores/s", floor: nil, ratio: nil, allocations: measured.allocations)
    }
    let measured = try await SideBySide(
      floor: { (rounds) throws(AuthError) in
        guard cbench_sqlite_get(directory.database, record.count, rounds) == 1 else {
          throw AuthError(.internalError, "SQLite could not read.")
        }
      }, value: restore)
    return BenchmarkResult(measured, unit: "restores/s")
  }

  /// Saves of a renewed session that survive a power failure: compare-and-set, seal, write to a temporary file,
  /// synchronise, rename.
  ///
  /// The floor writes, synchronises and renames as many bytes in C.
  static let save = Benchmark(name: "save", summary: "a session saved durably, compare-and-set included") {
    () throws(AuthError) in
    let directory = try BenchDirectory()
    let store = FileSessionStore(FileStorage(directory: directory.path))
    try await store.save(directory.session)
    let size = SessionRecord.encode(directory.session).count
    let bytes = SystemRandomSource().bytes(size)
    let generation = Locked(directory.session.generation)
    let measured = try await SideBySide(
      least: 10, time: cbench_wall_seconds,
      floor: { (rounds) throws(AuthError) in
        guard cbench_save(directory.path, bytes, bytes.count, rounds) == 1 else {
          throw AuthError(.storePermissions, "\(directory.path) cannot be written to.")
        }
      },
      value: { (rounds) throws(AuthError) in
        var session = directory.session
        for _ in 0..<rounds {
          let last = generation.withLock { $0 }
          session.generation = last + 1
          guard try await store.save(session, replacing: last) else {
            throw AuthError(.internalError, "The session was not saved.")
          }
          generation.withLock { $0 = last + 1 }
        }
      })
    return BenchmarkResult(measured, unit: "saves/s")
  }
}

extension BenchmarkResult {
  init(_ measured: SideBySide, unit: String) {
    self.init(
      value: measured.value, unit: unit, floor: measured.floor, ratio: measured.ratio,
      allocations: measured.allocations, floorAllocations: measured.floorAllocations)
  }
}

/// A directory for one benchmark, removed when it is released, and a session of typical size.
private final class BenchDirectory: Sendable {
  let path: String
  let session: Session
  var database: String { path + "/floor.sqlite" }

  init() throws(AuthError) {
    let path = FileManager.default.temporaryDirectory.appending(path: "latchkey-bench-" + SystemRandomSource().token())
      .path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw AuthError(.storePermissions, "\(path) cannot be created.")
    }
    self.path = path
    session = .ofUsualSize(now: Date())
  }

  // An error is ignored: a directory left among temporary files does no harm.
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Session {
  /// Returns a session as vendors issue it: with two tokens of 300 random bytes each, and a refresh token.
  static func ofUsualSize(
    _ id: SessionID = SessionID("bench"), of provider: ProviderID = "bench", now: Date
  ) -> Session {
    let random = SystemRandomSource()
    return Session(
      id: id, providerID: provider, tenant: "bench", subject: "did:example:c0123456789abcdefghijklmn",
      identifier: "jane@example.com",
      tokens: SessionTokens(
        access: Secret(random.token(byteCount: 300)), refresh: Secret(random.token(byteCount: 32)),
        identity: Secret(random.token(byteCount: 300))),
      createdAt: now, expiresAt: now.addingTimeInterval(3600), claims: ["sid": "session", "aud": "app"])
  }
}
