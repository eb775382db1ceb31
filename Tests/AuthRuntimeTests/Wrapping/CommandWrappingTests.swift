import AuthCore
import AuthRuntime
import AuthStorage
import TestSupport
import Testing

/// Storage keys that a command wraps: OpenSSL's command line stands for a key management service.
@Suite struct CommandWrappingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func wrapping(_ script: String, limit: Duration = .seconds(30)) throws -> CommandWrapping {
    try CommandWrapping(
      ["sh", "-c", script, "kms"], environment: ["PATH": "/usr/bin:/bin", "KMS_KEY": "a pass phrase"], limit: limit)
  }

  /// Base64 in, Base64 out; the key itself is the service's.
  private static let service = #"""
    case "$1" in
    wrap) base64 -d | openssl enc -aes-256-cbc -pbkdf2 -pass env:KMS_KEY | base64 ;;
    unwrap) base64 -d | openssl enc -d -aes-256-cbc -pbkdf2 -pass env:KMS_KEY | base64 ;;
    *) exit 64 ;;
    esac
    """#

  @Test("a directory whose keys a command wraps opens again, and not without the command") func opensAgain()
    async throws
  {
    let path = directory.path + "/state"
    let session = Session(
      id: SessionID("s"), providerID: "p", tenant: "t", subject: "u", createdAt: SystemClock().now())
    try await FileSessionStore(FileStorage(directory: path, wrapping: try wrapping(Self.service))).save(session)
    let again = FileSessionStore(FileStorage(directory: path, wrapping: try wrapping(Self.service)))
    #expect(try await again.load(session.id)?.subject == "u")
    let broken = FileSessionStore(FileStorage(directory: path, wrapping: try wrapping("exit 3")))
    await #expect(throws: AuthError(.keyUnavailable, "")) { _ = try await broken.load(session.id) }
  }

  @Test(
    "a command that fails says how, and shows nothing secret",
    arguments: [
      ("exit 3", "ended with status 3"), ("echo '%%%'", "printed no Base64"), ("true", "printed no Base64"),
      ("sleep 60", "did not end within"), ("yes", "printed more than"),
    ])
  func failures(script: String, reason: String) throws {
    let command = try wrapping(script, limit: script == "sleep 60" ? .milliseconds(200) : .seconds(30))
    let error = #expect(throws: AuthError.self) { try command.wrap(Secret("the storage keys"), replacing: nil) }
    #expect(error?.code == .keyUnavailable)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("dGhlIHN0b3JhZ2Uga2V5cw") == false)
  }

  #if canImport(Glibc)
    @Test(
      "no copy of the keys stays in this process",
      .enabled(if: ProcessMemory.isReadable, "the kernel does not show a process its memory"))
    func keysAreWiped() throws {
      // The keys' Base64 is that of the wrapped keys with each letter moved by 13, so that this test makes no copy.
      let command = try wrapping("fold -w 60 | tr A-Za-z N-ZA-Mn-za-m; echo")
      let wrapped = SystemRandomSource().bytes(9000)
      let text = Array(Base64.encode(wrapped).utf8)
      func turned(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A: (byte - 0x41 + 13) % 26 + 0x41
        case 0x61...0x7A: (byte - 0x61 + 13) % 26 + 0x61
        default: byte
        }
      }
      var keys: Secret? = try command.unwrap(wrapped)
      #expect(try command.wrap(keys ?? Secret(""), replacing: nil) == wrapped)
      // Parts of lines of the output, at several places: released memory is soon used again, though not all of it.
      let copies = stride(from: 20, to: 200, by: 20).reduce(0) { sum, line in
        sum + ProcessMemory.places(ofTextWith: 44) { turned(text[line * 60 + 8 + $0]) }
      }
      #expect(copies == 0, "Base64 of the keys")
      let bytes = stride(from: 1000, to: 9000, by: 1000).map { start in
        keys?.withBytes { bytes in ProcessMemory.places(ofTextWith: 40) { bytes[start + $0] } } ?? 0
      }
      #expect(Set(bytes) == [1], "only the secret itself")
      keys = nil
    }
  #endif

  @Test("keys that do not fit into a pipe are refused, and the message has the limit") func tooLarge() throws {
    let command = try wrapping("cat")
    let wrapped = [UInt8](repeating: 1, count: 12_288)
    let error = #expect(throws: AuthError(.keyUnavailable, "")) { try command.unwrap(wrapped) }
    #expect(error?.message.contains("its input has more than 16384 bytes") == true, "\(error?.message ?? "")")
    // 12,285 bytes are 16,380 in Base64, and a line feed follows.
    #expect(try command.unwrap(Array(wrapped.prefix(12_285))).revealBytes().count == 12_285)
  }

  @Test("a command without a program is refused") func noProgram() {
    #expect(throws: AuthError(.invalidConfiguration, "")) { try CommandWrapping([], environment: [:]) }
    #expect(throws: AuthError(.keyUnavailable, "")) {
      try CommandWrapping(["/none/kms"], environment: [:]).unwrap([1])
    }
  }
}
