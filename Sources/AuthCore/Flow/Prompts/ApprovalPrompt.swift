#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks the user to approve the sign-in, or the action of a step-up, on another device or in an e-mail.
public struct ApprovalPrompt: Sendable, Hashable {
  /// The text to show as a QR code; nil if the user scans nothing.
  public let qrData: String?
  /// The code to enter or confirm on the other device: the `user_code` of RFC 8628 §3.2, or the number for number
  /// matching; nil if there is no code.
  public let displayCode: String?
  /// The page to open on the other device: the `verification_uri` of RFC 8628 §3.2; nil if there is no page.
  public let verificationURL: URL?
  /// When the approval expires; nil if no expiry is known.
  public let expiresAt: Date?
  /// How long to wait between two requests that ask the server for the user's decision.
  public let pollInterval: Duration
  /// Whether the flow asks the server every `pollInterval`. If not, the flow asks only when `poll()` is called.
  public let isPolled: Bool
  /// Whether another device has claimed the request, for example by scanning the QR code. The user then only has to
  /// decide on that device, and the QR code is of no further use.
  public let isClaimed: Bool
  /// Whether the user approves by opening the link in an e-mail, on any device.
  public let isLinkSent: Bool

  /// Creates a prompt; by default the flow asks the server every two seconds, and there is nothing to scan, compare or
  /// open.
  public init(
    qrData: String? = nil, displayCode: String? = nil, verificationURL: URL? = nil, expiresAt: Date? = nil,
    pollInterval: Duration = .seconds(2), isPolled: Bool = true, isClaimed: Bool = false,
    isLinkSent: Bool = false
  ) {
    self.qrData = qrData
    self.displayCode = displayCode
    self.verificationURL = verificationURL
    self.expiresAt = expiresAt
    self.pollInterval = pollInterval
    self.isPolled = isPolled
    self.isClaimed = isClaimed
    self.isLinkSent = isLinkSent
  }
}

extension ApprovalPrompt: Redacting {
  /// The expiry, the polling, whether a device has claimed the request or a link was sent, and the page without its
  /// query. The QR code and the display code are omitted, because they are sufficient to approve or to take over the
  /// sign-in.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "expiresAt": expiresAt.map { "\($0)" } ?? "nil", "pollInterval": "\(pollInterval)", "isPolled": "\(isPolled)",
      "isClaimed": "\(isClaimed)", "isLinkSent": "\(isLinkSent)",
      "verificationURL": verificationURL.map { RedactedURL.text($0) } ?? "nil",
    ]
  }
}
