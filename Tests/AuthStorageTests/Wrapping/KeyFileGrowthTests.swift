import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a file of wrapping keys keeps, and what a killed or failed process leaves next to it.
@Suite struct KeyFileGrowthTests {
  let directory = TemporaryDirectory()
  var volume: String { directory.path + "/volume" }
  var file: String { volume + "/k" }

  init() { mkdir(volume, 0o700) }

  func storage(_ name: String, _ probe: @escaping WriteProbe = { _ in 0 }) throws -> FileStorage {
    FileStorage(
      directory: directory.path + "/" + name, clock: SystemClock(), random: SystemRandomSource(),
      lockTimeout: .seconds(5), wrapping: try KeyFileWrapping(path: file), probe: probe)
  }

  var size: Int { TemporaryDirectory.read(file).count }

  /// The file stays readable for the directories that it serves, however many more are made.
  @Test func aFullKeyFileRefusesTheNextDirectory() async throws {
    try await FileRecordStore(storage("first")).replace(Secret("1"), for: "a")
    var content = try KeyFileContent(decoding: TemporaryDirectory.read(file), path: file)
    for number in 0..<5_000 { content.set(note: [UInt8](repeating: 1, count: 100), named: "filler/\(number)") }
    TemporaryDirectory.write(file, content.encoded.revealBytes())
    #expect(size > 1 << 19)
    let error = await #expect(throws: AuthError.self) {
      try await FileRecordStore(storage("next")).replace(Secret("1"), for: "a")
    }
    #expect(error?.code == .storeFull && error?.message.contains(file) == true)
    #expect(!POSIXDirectory.isThere(directory.path + "/next/key"))
    #expect(try await FileRecordStore(storage("first")).read("a")?.value == Secret("1"))
    try await FileRecordStore(storage("first")).replace(Secret("2"), for: "a")
  }

  @Test func failedAttemptsLeaveNothing() async throws {
    try await FileRecordStore(storage("first")).replace(Secret("1"), for: "a")
    let before = size
    for step in [WriteStep.create, .write, .sync] {
      let failing = try storage("next") { $0 == step ? ENOSPC : 0 }
      await #expect(throws: AuthError(.storeFull, "")) {
        try await FileRecordStore(failing).replace(Secret("1"), for: "a")
      }
      let rotating = try storage("first") { $0 == step ? ENOSPC : 0 }
      await #expect(throws: AuthError(.storeFull, "")) { try await rotating.rotateWrappingKey() }
    }
    // The path of the directory that was not made has a note; a rotation adds a key, which the next one removes.
    try await storage("first").rotateWrappingKey()
    #expect(size <= before + 200, "\\(before) \\(size)")
  }

  /// A key that is registered for nothing may be in use through a file that can only be read. A rotation uses it
  /// instead of a further one.
  @Test func aKeyThatWrapsNothingStaysAndIsUsedNext() throws {
    let wrapping = try KeyFileWrapping(path: file)
    let first = try wrapping.wrap(Secret([1]), replacing: nil)
    let second = try wrapping.wrap(Secret([2]), replacing: first)
    try wrapping.discard(second)
    let third = try wrapping.wrap(Secret([3]), replacing: first)
    #expect(try KeyFileContent(decoding: TemporaryDirectory.read(file), path: file).keys.count == 2)
    #expect(try wrapping.unwrap(second) == Secret([2]) && wrapping.unwrap(third) == Secret([3]))
  }

  /// The copy of a key file in a temporary file contains the keys, too.
  @Test func aRotationRemovesTheTemporaryFilesOfKilledProcesses() async throws {
    try await FileRecordStore(storage("state")).replace(Secret("1"), for: "a")
    let left = [directory.path + "/state/key-abc.new", volume + "/k-abc.new"]
    for path in left { TemporaryDirectory.write(path, [1, 2, 3]) }
    try await storage("state").rotateWrappingKey()
    for path in left { #expect(!POSIXDirectory.isThere(path)) }
  }

  @Test func aWrappingKeyInTheStorageDirectoryIsRefused() async throws {
    let state = directory.path + "/state"
    mkdir(state, 0o700)
    mkdir(state + "/secret", 0o700)
    for path in [state + "/wk", state + "/secret/wk"] {
      let storage = FileStorage(directory: state, wrapping: try KeyFileWrapping(path: path))
      let error = await #expect(throws: AuthError.self) {
        try await FileRecordStore(storage).replace(Secret("1"), for: "a")
      }
      #expect(error?.code == .invalidConfiguration && error?.message.contains("keyFile") == true)
    }
  }

  /// The keys of a plain directory have the form of wrapping keys.
  @Test func theKeysOfAnotherDirectoryAreNoWrappingKeys() async throws {
    let plain = directory.path + "/plain"
    try await FileRecordStore(FileStorage(directory: plain)).replace(Secret("1"), for: "a")
    let before = TemporaryDirectory.read(plain + "/key")
    let storage = FileStorage(directory: directory.path + "/state", wrapping: try KeyFileWrapping(path: plain + "/key"))
    let error = await #expect(throws: AuthError.self) {
      try await FileRecordStore(storage).replace(Secret("1"), for: "a")
    }
    #expect(error?.code == .invalidConfiguration)
    #expect(TemporaryDirectory.read(plain + "/key") == before)
    #expect(try await FileRecordStore(FileStorage(directory: plain)).read("a")?.value == Secret("1"))
  }
}
