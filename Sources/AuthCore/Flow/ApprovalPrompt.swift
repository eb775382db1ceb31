#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks to approve on another device.
public struct ApprovalPrompt: Sendable, Hashable {
  /// What to show as a QR code.
  public let qrData: String?
  /// What to compare on both devices (RFC 8628 `user_code`, number matching).
  public let displayCode: String?
  /// Where the other device can go.
  public let verificationURL: URL?
  /// When it is too late.
  public let expiresAt: Date?
  /// How long to wait between two questions to the server.
  public let pollInterval: Duration
  /// Whether the flow asks the server by itself; otherwise only `poll()` does.
  public let isPolled: Bool

  /// A prompt.
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
  /// How long it lasts. Any person who sees the code or the page can approve the sign-in with it.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "expiresAt": expiresAt.map { "\($0)" } ?? "nil", "pollInterval": "\(pollInterval)", "isPolled": "\(isPolled)",
      "verificationURL": verificationURL.map { RedactedURL.text($0) } ?? "nil",
    ]
  }
}
