import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A wrapping key in a file outside the store: it is created once even by concurrent processes, refused if other users
/// can access it, and has distinct errors for a missing, damaged or different file.
@Suite struct KeyFileWrappingTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }
  /// The folder of the wrapping key, which stands for another volume.
  var volume: String { directory.path + "/volume" }
  var file: String { volume + "/wrapping.key" }

  init() { mkdir(volume, 0o700) }

  func wrapping() throws -> KeyFileWrapping { try KeyFileWrapping(path: file) }

  func storage(former: [any KeyWrapping] = []) throws -> FileStorage {
    FileStorage(directory: state, wrapping: try wrapping(), formerWrappings: former)
  }

  /// Returns the record store of a process with an empty cache.
  func store() throws -> FileRecordStore { FileRecordStore(try storage()) }

  /// Creates a store with one record; returns the contents of all files on disk.
  func prepared() async throws -> [String: [UInt8]] {
    try await store().replace(Secret("value"), for: "key")
    return contents()
  }

  func contents() -> [String: [UInt8]] {
    let files = TemporaryDirectory.files(below: directory.path).filter { !$0.hasSuffix(".lock") }
    return Dictionary(uniqueKeysWithValues: files.map { ($0, TemporaryDirectory.read($0)) })
  }

  /// Expects that nothing is read, written or created in this state of the wrapping key. `repair` restores access.
  func expectKept(
    _ code: AuthError.Code, naming remedy: String, _ what: Comment, repair: () -> Void
  ) async throws {
    let before = contents()
    let reading = await #expect(throws: AuthError.self, what) { try await store().read("key") }
    #expect(reading?.code == code, what)
    #expect(reading?.message.contains(remedy) == true, "\(what): \(reading?.message ?? "")")
    let writing = await #expect(throws: AuthError.self, what) { try await store().replace(Secret("new"), for: "key") }
    #expect(writing?.code == code, what)
    let rotating = await #expect(throws: AuthError.self, what) { try await storage().rotateWrappingKey() }
    #expect(rotating?.code == code, what)
    #expect(contents() == before, what)
    repair()
    #expect(try await store().read("key")?.value == Secret("value"), what)
  }

  /// The files next to the key, without the manifest's directory.
  var keyFiles: [String] { TemporaryDirectory.entries(volume).filter { !$0.contains(".manifest-") } }

  @Test func fileIsPrivateAndTheDirectoryNeedsIt() async throws {
    _ = try await prepared()
    #expect(TemporaryDirectory.mode(file) == 0o600)
    #expect(keyFiles == ["wrapping.key"])
    #expect(try await store().read("key")?.value == Secret("value"))
    let plain = FileRecordStore(FileStorage(directory: state))
    let error = await #expect(throws: AuthError.self) { try await plain.read("key") }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains("'key-file'") == true)
  }

  @Test func refusesInvalidPaths() {
    for path in ["", "wrapping.key", "./wrapping.key", "/", "/wrapping.key", "/run/", "/run/..", "/run/."] {
      let error = #expect(throws: AuthError.self, "\(path)") { try KeyFileWrapping(path: path) }
      #expect(error?.code == .invalidConfiguration, "\(path)")
    }
  }

  @Test func refusesAFileThatOthersCanAccess() async throws {
    _ = try await prepared()
    for mode: mode_t in [0o640, 0o604, 0o620, 0o602, 0o666, 0o644] {
      chmod(file, mode)
      try await expectKept(.storePermissions, naming: "chmod 600 \(file)", "\(mode)") { chmod(file, 0o600) }
    }
    for mode: mode_t in [0o750, 0o705, 0o711, 0o777] {
      chmod(volume, mode)
      try await expectKept(.storePermissions, naming: "chmod 700 \(volume)", "\(mode)") { chmod(volume, 0o700) }
    }
    // Systems that provide a service with keys make the files read-only.
    chmod(file, 0o400)
    chmod(volume, 0o500)
    #expect(try await store().read("key")?.value == Secret("value"))
    chmod(volume, 0o700)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func refusesAnotherUsersFile() async throws {
    _ = try await prepared()
    for path in [file, volume] {
      chown(path, 12_345, 12_345)
      try await expectKept(.storePermissions, naming: "12345", "\(path)") { chown(path, 0, 0) }
    }
  }

  @Test func linksAreRefused() async throws {
    _ = try await prepared()
    let moved = directory.path + "/moved"
    rename(file, moved)
    symlink(moved, file)
    try await expectKept(.storePermissions, naming: "ymbolic link", "file") {
      unlink(file)
      rename(moved, file)
    }
    rename(volume, moved)
    symlink(moved, volume)
    try await expectKept(.storePermissions, naming: "ymbolic link", "directory") {
      unlink(volume)
      rename(moved, volume)
    }
  }

  @Test(.timeLimit(.minutes(5))) func pipeInItsPlaceDoesNotBlock() async throws {
    _ = try await prepared()
    let moved = directory.path + "/moved"
    rename(file, moved)
    mkfifo(file, 0o600)
    let error = await #expect(throws: AuthError.self) { try await store().read("key") }
    #expect(error?.code == .storePermissions)
    #expect(error?.message.contains("must be a regular file") == true)
    unlink(file)
    rename(moved, file)
    #expect(try await store().read("key")?.value == Secret("value"))
  }

  @Test func missingFileLosesNothing() async throws {
    _ = try await prepared()
    let moved = directory.path + "/moved"
    rename(file, moved)
    try await expectKept(.keyUnavailable, naming: file, "file") { rename(moved, file) }
    rename(volume, moved)
    try await expectKept(.keyUnavailable, naming: file, "volume") { rename(moved, volume) }
  }

  @Test func runningProcessStillReadsWithoutTheFile() async throws {
    let running = try store()
    try await running.replace(Secret("value"), for: "key")
    let bytes = TemporaryDirectory.read(file)
    unlink(file)
    #expect(try await running.read("key")?.value == Secret("value"))
    try await running.replace(Secret("new"), for: "key")
    #expect(keyFiles.isEmpty)
    TemporaryDirectory.write(file, bytes)
    #expect(try await store().read("key")?.value == Secret("new"))
  }

  /// A record that is written without the manifest would be refused later.
  @Test func runningProcessDoesNotWriteWithoutTheVolume() async throws {
    let running = try store()
    try await running.replace(Secret("value"), for: "key")
    let moved = directory.path + "/moved"
    rename(volume, moved)
    #expect(try await running.read("key")?.value == Secret("value"))
    for isRemoval in [false, true] {
      let error = await #expect(throws: AuthError.self) {
        if isRemoval {
          try await running.remove("key", expecting: nil)
        } else {
          try await running.replace(Secret("new"), for: "key")
        }
      }
      #expect(error?.code == .keyUnavailable)
      #expect(error?.message.contains(volume) == true)
    }
    #expect(TemporaryDirectory.entries(directory.path).contains("volume") == false)
    rename(moved, volume)
    #expect(try await store().read("key")?.value == Secret("value"))
    try await running.replace(Secret("new"), for: "key")
    #expect(try await store().read("key")?.value == Secret("new"))
  }

  @Test func doesNotCreateAMissingDirectory() async throws {
    rmdir(volume)
    let error = await #expect(throws: AuthError.self) { try await store().replace(Secret("value"), for: "key") }
    #expect(error?.code == .keyUnavailable)
    #expect(error?.message.contains(volume) == true)
    #expect(!TemporaryDirectory.isDirectory(volume))
    #expect(TemporaryDirectory.files(below: state).filter { !$0.hasSuffix(".lock") }.isEmpty)
    mkdir(volume, 0o700)
    _ = try await prepared()
  }

  @Test func detectsEveryWrongLength() async throws {
    _ = try await prepared()
    let whole = TemporaryDirectory.read(file)
    for length in 0..<whole.count {
      TemporaryDirectory.write(file, Array(whole[..<length]))
      let error = await #expect(throws: AuthError.self, "\(length)") { try await store().read("key") }
      #expect(error?.code == .storeCorrupt && error?.message.contains(file) == true, "\(length)")
    }
    TemporaryDirectory.write(file, Array(whole[..<20]))
    try await expectKept(.storeCorrupt, naming: file, "cut short") { TemporaryDirectory.write(file, whole) }
  }

  @Test func detectsEveryChangedByte() async throws {
    _ = try await prepared()
    let whole = TemporaryDirectory.read(file)
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        TemporaryDirectory.write(file, bytes)
        let error = #expect(throws: AuthError.self, "\(index).\(bit)") { try storage().keys() }
        #expect(error?.code == .storeCorrupt, "\(index).\(bit)")
      }
    }
    TemporaryDirectory.write(file, [UInt8](repeating: 0x41, count: KeyFile.sizeLimit + 1))
    try await expectKept(.storeCorrupt, naming: file, "too large") { TemporaryDirectory.write(file, whole) }
    var later = whole
    (later[8], later[9]) = (KeyFile.version + 1, ~(KeyFile.version + 1))
    TemporaryDirectory.write(file, later)
    try await expectKept(.storeVersion, naming: file, "later") { TemporaryDirectory.write(file, whole) }
  }

  @Test func refusesAnotherDirectorysKeyFile() async throws {
    _ = try await prepared()
    let whole = TemporaryDirectory.read(file)
    unlink(file)
    _ = try wrapping().wrap(Secret([1]), replacing: nil)
    try await expectKept(.keyUnavailable, naming: file, "another key") { TemporaryDirectory.write(file, whole) }
  }

  @Test func authenticatesWrappedKeys() throws {
    let keys = Secret(SystemRandomSource().bytes(64))
    let wrapped = try wrapping().wrap(keys, replacing: nil)
    #expect(try wrapping().unwrap(wrapped) == keys)
    #expect(try wrapping().wrap(keys, replacing: nil) != wrapped, "a nonce is used once")
    for index in wrapped.indices {
      var bytes = wrapped
      bytes[index] ^= 1
      let error = #expect(throws: AuthError.self, "\(index)") { try wrapping().unwrap(bytes) }
      #expect(error?.code == .storeCorrupt || error?.code == .keyUnavailable, "\(index)")
    }
    for length in 0..<wrapped.count {
      #expect(throws: AuthError.self, "\(length)") { try wrapping().unwrap(Array(wrapped[..<length])) }
    }
  }

  @Test func oneOfManyConcurrentProcessesMakesTheFile() async throws {
    for round in 0..<8 {
      let path = volume + "/\(round).key"
      let keys = (0..<12).map { Secret([UInt8(round), UInt8($0)]) }
      let wrapped = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
        for (index, key) in keys.enumerated() {
          group.addTask { (index, try KeyFileWrapping(path: path).wrap(key, replacing: nil)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for (index, key) in keys.enumerated() {
        #expect(try KeyFileWrapping(path: path).unwrap(try #require(wrapped[index])) == key, "\(round) \(index)")
      }
    }
    #expect(TemporaryDirectory.entries(volume).count == 8, "the late processes leave no file")
  }

  @Test func concurrentProcessesAgreeOnTheDirectory() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask { try await store().replace(Secret("\(index)"), for: "\(index)") }
      }
      try await group.waitForAll()
    }
    for index in 0..<12 { #expect(try await store().read("\(index)")?.value == Secret("\(index)")) }
    #expect(keyFiles == ["wrapping.key"])
  }

  @Test func readersAndWritersContinueDuringRotation() async throws {
    let running = try store()
    try await running.replace(Secret("0"), for: "key")
    let isOver = Flag()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while !isOver.isSet {
            // A new process each time: it reads the wrapping key.
            let (fresh, kept) = (try await store().read("key"), try await running.read("key"))
            #expect(fresh != nil && kept != nil)
            await Task.yield()
          }
        }
      }
      group.addTask {
        var round = 0
        while !isOver.isSet {
          round += 1
          try await store().replace(Secret("\(round)"), for: "key")
          await Task.yield()
        }
      }
      group.addTask {
        defer { isOver.set() }
        for _ in 0..<12 { try await storage().rotateWrappingKey() }
      }
      try await group.waitForAll()
    }
    let last = try await running.read("key")
    #expect(try await store().read("key")?.value == last?.value)
    let kept = try KeyFile(decoding: TemporaryDirectory.read(file), path: file)
    #expect(kept.keys.count == 32, "the retired keys are deleted")
  }

  @Test func formerKeyOpensNothingAfterARotation() async throws {
    _ = try await prepared()
    let (former, copy) = (TemporaryDirectory.read(file), directory.path + "/copy")
    try await storage().rotateWrappingKey()
    TemporaryDirectory.copyTree(volume, to: copy)
    #expect(TemporaryDirectory.read(file) != former)
    TemporaryDirectory.write(file, former)
    // The file of the wrapping key is the older copy; from the directory's side, that cannot be told apart.
    try await expectKept(.storeRolledBack, naming: "older copy", "former key") {
      TemporaryDirectory.copyTree(copy, to: volume)
    }
  }
}

private final class Flag: Sendable {
  private let value = Locked(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }

  @Test func refusesTruncatedWrappedKeys() throws {
    let name = LengthPrefixed.encode("name")
    let error = #expect(throws: AuthError.self) {
      try WrappedKey(decoding: name + [UInt8](repeating: 0, count: 12 + 16))
    }
    #expect(error?.underlying == "wrapped keys: truncated")
    #expect(try WrappedKey(decoding: name + [UInt8](repeating: 0, count: 12 + 16 + 1)).name == "name")
    for short in [[], [0], [0, 0, 0], [0, 0, 0, 2, 0x61]] as [[UInt8]] {
      #expect(throws: AuthError(.storeCorrupt, "")) { try WrappedKey(decoding: short) }
    }
  }

  @Test func discardOfAnUnknownKeyWritesNothing() throws {
    let place = TemporaryDirectory()
    let wrapping = try KeyFileWrapping(path: place.path + "/wrapping")
    let wrapped = try wrapping.wrap(Secret([1, 2, 3]), replacing: nil)
    let root = try #require(try POSIXDirectory.open(place.path))
    // The current key stays, but no longer wraps anything.
    try wrapping.discard(wrapped)
    #expect(try wrapping.unwrap(wrapped) == Secret([1, 2, 3]))
    let before = try root.stamp("wrapping")
    try wrapping.discard(wrapped)
    #expect(try root.stamp("wrapping") == before)
    let next = try wrapping.wrap(Secret([4]), replacing: wrapped)
    try wrapping.discard(wrapped)
    #expect(try root.stamp("wrapping") != before)
    #expect(throws: AuthError(.keyUnavailable, "")) { try wrapping.unwrap(wrapped) }
    #expect(try wrapping.unwrap(next) == Secret([4]))
  }
}
