import AuthCore
import AuthTesting
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An interrupted write leaves the old state or the new one, and the next writer continues from it.
@Suite struct FileWriteTests {
  let directory = TemporaryDirectory()
  var state: String { directory.path + "/state" }

  func store(_ probe: @escaping WriteProbe = { _ in 0 }) -> FileRecordStore {
    FileRecordStore(
      FileStorage(
        directory: state, clock: SystemClock(), random: SystemRandomSource(), lockTimeout: .seconds(5), probe: probe))
  }

  @Test(arguments: WriteStep.allCases)
  func killedWriterLeavesTheOldStateOrTheNew(step: WriteStep) async throws {
    try await store().replace(Secret("old"), for: "key")
    let cutOff = store { $0 == step ? WriteStep.killed : 0 }
    await #expect(throws: AuthError.self) { try await cutOff.replace(Secret("new"), for: "key") }
    let expected = step == .syncDirectory ? "new" : "old"
    #expect(try await store().read("key")?.value == Secret(expected))
    #expect(try await store().keys() == ["key"])
    try await store().replace(Secret("newer"), for: "key")
    #expect(try await store().read("key")?.value == Secret("newer"))
    #expect(!TemporaryDirectory.files(below: state).contains { $0.hasSuffix(".new") })
  }

  @Test(arguments: WriteStep.allCases)
  func killedFirstWriterLeavesNothingOrTheRecord(step: WriteStep) async throws {
    let cutOff = store { $0 == step ? WriteStep.killed : 0 }
    await #expect(throws: AuthError.self) { try await cutOff.replace(Secret("new"), for: "key") }
    #expect(try await store().read("key") == nil)
    try await store().replace(Secret("later"), for: "key")
    #expect(try await store().read("key")?.value == Secret("later"))
  }

  @Test func mapsRefusedSystemCalls() async throws {
    try await store().replace(Secret("old"), for: "key")
    let cases: [(Int32, AuthError.Code)] = [
      (ENOSPC, .storeFull), (EDQUOT, .storeFull), (EFBIG, .storeFull), (EROFS, .storePermissions),
      (EACCES, .storePermissions), (EPERM, .storePermissions), (EIO, .storePermissions),
    ]
    for step in WriteStep.allCases {
      for (number, code) in cases {
        let failing = store { $0 == step ? number : 0 }
        let error = await #expect(throws: AuthError.self) { try await failing.replace(Secret("new"), for: "key") }
        #expect(error?.code == code, "\(step) \(number)")
        #expect(error?.message.contains(state) == true)
        let expected = step == .syncDirectory ? "new" : "old"
        #expect(try await store().read("key")?.value == Secret(expected))
        #expect(!TemporaryDirectory.files(below: state).contains { $0.hasSuffix(".new") }, "\(step) removes its file")
        if step == .syncDirectory { try await store().replace(Secret("old"), for: "key") }
      }
    }
  }

  @Test func reportsADirectoryThatCannotBeMade() async throws {
    let impossible = FileRecordStore(FileStorage(directory: "/proc/latchkey/state"))
    await #expect(throws: AuthError(.storePermissions, "")) { try await impossible.replace(Secret("x"), for: "key") }
    #expect(try await impossible.read("key") == nil)
  }

  @Test func manyFirstUsersAgreeOnOneKey() async throws {
    for _ in 0..<10 {
      let place = directory.path + "/" + SystemRandomSource().token()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<16 {
          group.addTask {
            try await FileRecordStore(FileStorage(directory: place)).replace(Secret("\(index)"), for: "\(index)")
          }
        }
        try await group.waitForAll()
      }
      let store = FileRecordStore(FileStorage(directory: place))
      for index in 0..<16 { #expect(try await store.read("\(index)")?.value == Secret("\(index)")) }
      #expect(TemporaryDirectory.entries(place).filter { $0.hasPrefix("key") } == ["key"])
    }
  }
}
