import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptor on which an agent tells the process that started it, with one line, that its socket accepts
/// connections, or why it does not.
struct AgentReadiness: Sendable {
  private let descriptor: Int32?

  /// The descriptor that the option `--ready` names.
  init(_ invocation: Invocation) throws(AuthError) {
    descriptor = try invocation.arguments.integer("ready", in: 3...65_535).map { Int32($0) }
    // The programs that the agent starts do not get the descriptor.
    if let descriptor { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Writes the line, and closes the descriptor.
  func report(_ content: JSONObject) {
    guard let descriptor else { return }
    let line = Array((JSONValue.object(content).serializedText + "\n").utf8)
    // A reader that is gone needs no line. A line of this length is written at once.
    _ = write(descriptor, line, line.count)
    close(descriptor)
  }
}
