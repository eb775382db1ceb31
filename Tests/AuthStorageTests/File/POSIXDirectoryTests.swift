import AuthCore
import Testing

@testable import AuthStorage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// System calls that fail, and files of a killed writer or an attacker in place of the expected file.
@Suite struct POSIXDirectoryTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path }

  private func root() throws -> POSIXDirectory { try #require(try POSIXDirectory.open(path)) }

  @Test func missingFilesAreNotErrors() throws {
    let (root, other) = (try root(), try root().subdirectoryOrMake("other"))
    #expect(try POSIXDirectory.open(path + "/missing") == nil)
    #expect(try root.subdirectory("missing") == nil)
    #expect(try root.stamp("missing") == nil)
    #expect(try root.read("missing", limit: 10) == nil)
    #expect(try root.remove("missing") == false)
    #expect(try root.move("missing", to: other, as: "there") == false)
  }

  #if os(Linux)
    /// The kernel does not create directories in `/proc`, not even for root.
    @Test func directoriesThatCannotBeMadeAreErrors() throws {
      for path in ["/proc/latchkey", "/proc/latchkey/records"] {
        let error = #expect(throws: AuthError(.storePermissions, "")) { _ = try POSIXDirectory.openOrMake(path) }
        #expect(error?.message.contains("made") == true)
      }
    }
  #endif

  @Test func aDirectoryThatIsThereIsOpened() throws {
    let first = try root().subdirectoryOrMake("other")
    TemporaryDirectory.write(path + "/other/file", [1])
    #expect(try first.read("file", limit: 10) != nil)
    #expect(try root().subdirectoryOrMake("other").read("file", limit: 10) != nil)
    #expect(try POSIXDirectory.openOrMake(path + "/other").read("file", limit: 10) != nil)
  }

  @Test func throwsForRefusedSystemCalls() throws {
    let (root, other) = (try root(), try root().subdirectoryOrMake("other"))
    mkdir(path + "/directory", 0o700)
    TemporaryDirectory.write(path + "/file", [1])
    let long = String(repeating: "x", count: 300)
    #expect(throws: AuthError(.storePermissions, "")) { try root.remove("directory") }
    #expect(throws: AuthError(.storePermissions, "")) { try root.move("file", to: root, as: "directory") }
    #expect(throws: AuthError(.storePermissions, "")) { try root.move("file", to: other, as: long) }
    #expect(throws: AuthError(.storePermissions, "")) { try root.replace("directory", with: Secret([1])) { _ in 0 } }
    #expect(throws: AuthError(.storePermissions, "")) { try root.create(long, Secret([1]), aside: "aside") { _ in 0 } }
    #expect(throws: AuthError(.storePermissions, "")) { try root.stamp(long) }
    #expect(throws: AuthError(.storePermissions, "")) { try root.subdirectory("file") }
    #expect(throws: AuthError(.storePermissions, "")) { try root.subdirectoryOrMake(long) }
    #expect(throws: AuthError(.storePermissions, "")) { try POSIXDirectory.openOrMake(path + "/file/below") }
    #expect(TemporaryDirectory.entries(path) == ["directory", "file", "other"])
  }

  @Test func movesAndRemovesFiles() throws {
    let (root, other) = (try root(), try root().subdirectoryOrMake("other"))
    TemporaryDirectory.write(path + "/file", [1])
    #expect(try root.move("file", to: other, as: "moved"))
    #expect(try root.read("file", limit: 10) == nil)
    #expect(try other.read("moved", limit: 1) == [1])
    #expect(try other.remove("moved"))
    #expect(TemporaryDirectory.entries(path + "/other").isEmpty)
  }

  /// A longer file that a killed writer left is replaced completely, and a link in its place is not followed.
  @Test func replacesLeftoversInsteadOfWritingToThem() throws {
    let root = try root()
    TemporaryDirectory.write(path + "/file.new", [9, 9, 9, 9])
    try root.replace("file", with: Secret([1, 2])) { _ in 0 }
    #expect(TemporaryDirectory.read(path + "/file") == [1, 2])
    TemporaryDirectory.write(path + "/target", [7])
    symlink(path + "/target", path + "/file.new")
    try root.replace("file", with: Secret([3])) { _ in 0 }
    #expect(TemporaryDirectory.read(path + "/file") == [3])
    #expect(TemporaryDirectory.read(path + "/target") == [7])
    #expect(TemporaryDirectory.entries(path) == ["file", "target"])
  }

  @Test(arguments: [WriteStep.write, .sync, .rename])
  func killedWriterLeavesItsTemporaryFile(step: WriteStep) throws {
    let root = try root()
    #expect(throws: AuthError(.internalError, "")) {
      try root.replace("file", with: Secret([1])) { $0 == step ? WriteStep.killed : 0 }
    }
    #expect(TemporaryDirectory.entries(path) == ["file.new"])
  }

  @Test(.timeLimit(.minutes(5))) func pipeInPlaceOfADirectoryDoesNotBlock() throws {
    mkfifo(path + "/pipe", 0o600)
    #expect(throws: AuthError(.storePermissions, "")) { try POSIXDirectory.open(path + "/pipe") }
    #expect(throws: AuthError(.storePermissions, "")) { try root().subdirectory("pipe") }
  }

  @Test func createsNothingInADeletedDirectory() throws {
    let root = try root()
    rmdir(path)
    let error = #expect(throws: AuthError(.storePermissions, "")) { try root.subdirectoryOrMake("child") }
    #expect(error?.message.contains("could not be made") == true)
  }

  /// If a link were followed, its target would be locked, and callers that lock the name itself would not be excluded.
  @Test func locksNothingBehindALinkOrInADirectory() throws {
    let root = try root()
    TemporaryDirectory.write(path + "/target", [7])
    symlink(path + "/target", path + "/link")
    mkdir(path + "/directory", 0o700)
    for name in ["link", "directory"] {
      let error = #expect(throws: AuthError(.storePermissions, "")) { _ = try root.tryLock(name) }
      #expect(error?.message.contains("could not be opened") == true)
    }
  }

  @Test func repeatsACallThatASignalInterrupted() {
    var outcomes: [(result: Int, error: Int32)] = [(-1, EINTR), (-1, EINTR), (5, EINTR), (7, 0)]
    func call() -> Int {
      let outcome = outcomes.removeFirst()
      errno = outcome.error
      return outcome.result
    }
    #expect(POSIXFailure.uninterrupted(call) == 5)
    outcomes = [(-1, EIO), (7, 0)]
    #expect(POSIXFailure.uninterrupted(call) == -1)
    #expect(outcomes.count == 1)
  }

  /// A file that could not be made does not exist, so a change of its owner or permissions would fail, too.
  @Test func givesTheRemedyThatFitsTheAction() {
    for number in [EACCES, EPERM] {
      let made = POSIXFailure.error(number, POSIXFailure.made, "/a/b").message
      #expect(made.contains("write access to the directory") && !made.contains("chown"))
      let opened = POSIXFailure.error(number, "opened", "/a/b").message
      #expect(opened.contains("chown") && !opened.contains("write access to the directory"))
    }
  }

  @Test func reportsWhyAStepWasRefused() throws {
    mkdir(path + "/directory", 0o700)
    let error = #expect(throws: AuthError.self) { try root().replace("directory", with: Secret([1])) { _ in 0 } }
    #expect(error?.message.contains(String(cString: strerror(EISDIR))) == true)
  }

  @Test func createsParents() throws {
    for place in [path + "/a", path + "/b/c/d", path + "/b/e"] {
      _ = try POSIXDirectory.openOrMake(place)
      #expect(TemporaryDirectory.mode(place) == 0o700)
    }
    #expect(throws: AuthError(.storePermissions, "")) { try POSIXDirectory.openOrMake("") }
  }

  @Test func readsFilesOfAnySize() throws {
    let root = try root()
    for size in [0, 1, 2, 4096, 100_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      try root.replace("file", with: Secret(bytes)) { _ in 0 }
      #expect(try root.read("file", limit: size) == bytes)
      #expect(TemporaryDirectory.read(path + "/file") == bytes)
    }
  }
}
