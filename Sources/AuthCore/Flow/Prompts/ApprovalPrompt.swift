#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks the user to approve on another device.
public struct ApprovalPrompt: Sendable, Hashable {
  /// The text to show as a QR code.
  public let qrData: String?
  /// The code to compare on both devices (RFC 8628 `user_code`, number matching).
  public let displayCode: String?
  /// The page to open on the other device.
  public let verificationURL: URL?
  /// When the approval expires.
  public let expiresAt: Date?
  /// How long to wait between two requests to the server.
  public let pollInterval: Duration
  /// Whether the flow asks the server at that interval; otherwise only `poll()` asks it.
  public let isPolled: Bool

  /// Creates a prompt.
  public init(
    qrData: String? = nil, displayCode: String? = nil, verificationURL: URL? = nil, expiresAt: Date? = nil,
    pollInterval: Duration = .seconds(2), isPolled: Bool = true
  ) {
    self.qrData = qrData
    self.displayCode = displayCode
    self.verificationURL = verificationURL
    self.expiresAt = expiresAt
    self.pollInterval = pollInterval
    self.isPolled = isPolled
  }
}

extension ApprovalPrompt: Redacting {
  /// The expiry, the polling, and the page without its query. The codes are not shown, because anyone who sees one can
  /// approve the sign-in with it.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "expiresAt": expiresAt.map { "\($0)" } ?? "nil", "pollInterval": "\(pollInterval)", "isPolled": "\(isPolled)",
      "verificationURL": verificationURL.map { RedactedURL.text($0) } ?? "nil",
    ]
  }
}
