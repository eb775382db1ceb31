#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One open WebSocket (RFC 6455) with text messages. The app's own: this package brings none for every system that it
/// runs on.
public protocol AuthsignalSocket: Sendable {
  /// Sends a text message.
  func send(_ text: String) async throws
  /// The next text message; throws when the connection is over, and soon after its task was cancelled.
  func receive() async throws -> String
  /// Ends the connection.
  func close() async
}

/// Opens a WebSocket, offering these sub-protocols: one of them holds the tenant's name or a token, so that they belong
/// in no log.
public typealias AuthsignalSocketOpener =
  @Sendable (_ url: URL, _ subprotocols: [String]) async throws -> any AuthsignalSocket
