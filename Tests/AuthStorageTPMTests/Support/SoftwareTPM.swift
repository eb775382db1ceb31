#if TPM && os(Linux)
  import AuthCore
  import AuthStorageTPM
  import FoundationEssentials
  import Glibc

  /// A TPM 2.0 in software (swtpm), with its state in a separate directory.
  final class SoftwareTPM: Sendable {
    /// Whether swtpm is installed.
    static let isInstalled = ["/usr/bin/swtpm", "/usr/local/bin/swtpm"].contains { (path: String) in
      access(path, X_OK) == 0
    }
    static let reason = "takes swtpm"

    let directory: String
    private let process = Locked<pid_t>(0)

    /// How tpm2-tss reaches it.
    var connection: String { "swtpm:path=\(directory)/socket" }

    init() async throws {
      directory = "/tmp/latchkey-tpm-" + SystemRandomSource().token()
      guard mkdir(directory, 0o700) == 0 else { throw Failure("no directory") }
      try await start()
    }

    deinit {
      stop()
      try? FileManager.default.removeItem(atPath: directory)
    }

    /// Starts it, and returns when it answers.
    func start() async throws {
      let socket = directory + "/socket"
      let words = [
        "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(directory)", "--server", "type=unixio,path=\(socket)",
        "--ctrl",
        "type=unixio,path=\(socket).ctrl", "--flags", "not-need-init,startup-clear",
      ]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      // tpm2-tss opens sockets that children inherit, and a swtpm serves no other client while one stays open.
      for descriptor in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }
      defer { posix_spawn_file_actions_destroy(&actions) }
      var child: pid_t = 0
      guard posix_spawnp(&child, "swtpm", &actions, nil, &arguments, environ) == 0 else { throw Failure("no swtpm") }
      let started = child
      process.withLock { $0 = started }
      while true {
        var status: Int32 = 0
        guard waitpid(child, &status, WNOHANG) == 0 else { throw Failure("swtpm ended with \(status)") }
        if let loaded = try answer() {
          guard loaded == 0 else { throw Failure("a fresh TPM is not empty") }
          return
        }
        try await Task.sleep(for: .milliseconds(5))
      }
    }

    /// How much is loaded; nil while it does not answer. The socket exists shortly before swtpm listens on it.
    private func answer() throws -> Int? {
      guard access(directory + "/socket", F_OK) == 0, access(directory + "/socket.ctrl", F_OK) == 0 else { return nil }
      do throws(AuthError) {
        return try TPM(connection: connection).loadedHandles()
      } catch {
        guard error.code == .keyUnavailable else { throw error }
        return nil
      }
    }

    /// Ends it at once, as when a machine loses its power.
    func stop() {
      let running = process.withLock { process in
        defer { process = 0 }
        return process
      }
      guard running > 0 else { return }
      kill(running, SIGKILL)
      var status: Int32 = 0
      waitpid(running, &status, 0)
      for name in ["socket", "socket.ctrl"] { unlink(directory + "/" + name) }
    }

    /// The loaded handles.
    func loadedHandles() throws -> Int { try TPM(connection: connection).loadedHandles() }

    struct Failure: Error {
      let reason: String
      init(_ reason: String) { self.reason = reason }
    }
  }
#endif
