#if TPM && os(Linux)
  import AuthCore
  import Glibc
  import Testing

  @testable import AuthStorageTPM

  /// The log of tpm2-tss, which the library writes to standard error by default, as it is.
  @Suite(.serialized) struct TPMLogTests {
    /// Returns what is written to this process's standard error during a call; other tests may write there, too.
    private func standardError(during body: () throws -> Void) throws -> String {
      var name = Array("/tmp/latchkey-stderr-XXXXXX".utf8CString)
      let file = mkstemp(&name)
      unlink(name)
      let usual = dup(2)
      #expect(file >= 0 && usual >= 0 && dup2(file, 2) == 2)
      defer {
        close(usual)
        close(file)
      }
      do { try body() } catch {
        dup2(usual, 2)
        throw error
      }
      dup2(usual, 2)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = pread(file, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func theLibraryWritesNoConnectionToTheTerminal() throws {
      let text = try standardError {
        for connection in ["device:/nowhere/canary", "swtpm:path=/nowhere/canary", "nothing:canary", "canary"] {
          let error = #expect(throws: AuthError.self) { try TPM(connection: connection).loadedHandles() }
          #expect(error?.code == .keyUnavailable)
        }
      }
      #expect(!text.contains("canary"), "\(text)")
    }

    /// A user can turn the log on with `TSS2_LOG`. A connection that would control the terminal is never passed on.
    @Test(arguments: ["device:/a\u{9B}2J", "swtpm:path=/a\u{202E}b", "device:/a\u{7F}", "device:/a\u{1B}[2J", "\0"])
    func aConnectionWithControlCharactersIsRefused(connection: String) async throws {
      let tpm = TPM(connection: connection)
      let error = #expect(throws: AuthError.self) { try tpm.loadedHandles() }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.hasPrefix("$.storage.tpm.connection must be") == true, "\(error?.message ?? "")")
      await #expect(throws: AuthError(.invalidConfiguration, "")) { try await tpm.reach() }
      #expect(throws: AuthError(.invalidConfiguration, "")) { try TPMWrapping(tpm).wrap(Secret("k"), replacing: nil) }
    }
  }
#endif
