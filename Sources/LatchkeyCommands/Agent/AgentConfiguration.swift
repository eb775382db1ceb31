import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configuration file that the agent follows.
final class AgentConfiguration: Sendable {
  private let path: String
  private let load: @Sendable () throws(AuthError) -> AuthConfiguration
  /// The content that the client has; nil if it is not known.
  private let content: Locked<Data?>

  /// Follows the file of a command line. Read `content` before the client is made from the file, so that the next call
  /// detects a change in between.
  init(_ invocation: Invocation, content: Data?) {
    path = invocation.configurationPath
    load = { () throws(AuthError) in try invocation.configuration() }
    self.content = Locked(content)
  }

  /// Gives the client the file's present content, if that has changed.
  ///
  /// - Returns: false if the client cannot change to it, because the `storage` or the `transport` block differs.
  /// - Throws: `invalid_configuration` and the other errors of the configuration. If the call throws, the client is
  ///   unchanged, and the next call tries again.
  func follow(_ client: AuthClient) throws(AuthError) -> Bool {
    // One at a time, so that a slow reader does not restore an older content.
    try content.withLock { (content) throws(AuthError) in
      let present = FileManager.default.contents(atPath: path)
      guard content != present || present == nil else { return true }
      let loaded = try load()
      let current = client.configuration
      guard current.storage == loaded.storage, current.transport == loaded.transport else { return false }
      try client.reload(loaded)
      content = present
      return true
    }
  }
}
