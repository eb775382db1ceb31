#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An open WebSocket (RFC 6455) for text messages. The app supplies it, because this package does not include one.
public protocol AuthsignalSocket: Sendable {
  /// Sends a text message.
  func send(_ text: String) async throws
  /// Waits for the next text message. Throws if the connection has ended, and soon after the calling task is
  /// cancelled.
  func receive() async throws -> String
  /// Ends the connection.
  func close() async
}

/// Opens a WebSocket and offers the given subprotocols (RFC 6455 §1.9). Do not log the subprotocols, because one of
/// them contains a token or the tenant's ID.
public typealias AuthsignalSocketOpener =
  @Sendable (_ url: URL, _ subprotocols: [String]) async throws -> any AuthsignalSocket
