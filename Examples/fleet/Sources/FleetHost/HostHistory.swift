public import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The history of one host: a line for each event.
public struct HostHistory: Sendable {
  private let host: String
  private let write: @Sendable (String) -> Void

  /// Creates a history.
  ///
  /// - Parameters:
  ///   - host: the name of the host.
  ///   - write: receives each line, including its line break; called on any thread.
  public init(host: String, write: @escaping @Sendable (String) -> Void) {
    self.host = host
    self.write = write
  }

  /// Creates a history that is appended to a file. Each line is one write, so that the lines of several threads do not
  /// mix, and no line is lost if the process is killed.
  ///
  /// - Parameters:
  ///   - host: the name of the host.
  ///   - path: the file; nil for no history.
  /// - Throws: `store_permissions` when the file cannot be opened.
  public init(host: String, path: String?) throws(AuthError) {
    guard let path else {
      self.init(host: host) { _ in }
      return
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw AuthError(
        .storePermissions,
        "The history file \(path) cannot be opened. Check 'historyFile' and the permissions of its folder.")
    }
    self.init(host: host) { line in
      var line = line
      line.withUTF8 { bytes in
        #if canImport(Glibc)
          _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          _ = Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          _ = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
    }
  }

  /// Writes a line for an event at the current time.
  func note(
    _ event: String, session: SessionID? = nil, generation: UInt64? = nil, fence: UInt64? = nil,
    code: AuthError.Code? = nil
  ) {
    let line = HistoryLine(
      time: Self.seconds(CLOCK_REALTIME), boot: Self.seconds(Self.bootClock), host: host, event: event,
      session: session?.rawValue, generation: generation, fence: fence, code: code?.rawValue)
    write(line.text + "\n")
  }

  #if os(Linux) || os(Android)
    private static let bootClock = CLOCK_BOOTTIME
  #else
    // On Darwin, this clock includes the time that the machine slept.
    private static let bootClock = CLOCK_MONOTONIC
  #endif

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec / 1000) / 1e6
  }
}
