#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An open WebSocket (RFC 6455) with text messages. The app supplies it, since this package does not include one for
/// every supported system.
public protocol AuthsignalSocket: Sendable {
  /// Sends a text message.
  func send(_ text: String) async throws
  /// The next text message. Throws when the connection has ended, and soon after its task was cancelled.
  func receive() async throws -> String
  /// Ends the connection.
  func close() async
}

/// Opens a WebSocket and offers these sub-protocols. One of them contains the tenant's name or a token, so do not log
/// them.
public typealias AuthsignalSocketOpener =
  @Sendable (_ url: URL, _ subprotocols: [String]) async throws -> any AuthsignalSocket
