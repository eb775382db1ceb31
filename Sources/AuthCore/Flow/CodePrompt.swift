#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks for a code that was sent.
public struct CodePrompt: Sendable, Hashable {
  /// How a code travels.
  public enum Channel: String, Sendable, Hashable {
    /// An e-mail.
    case email
    /// A text message.
    case sms
    /// A message in WhatsApp.
    case whatsapp
    /// A notification to the app on another device.
    case push
  }
  /// What a code is made of.
  public enum Format: String, Sendable, Hashable {
    /// Digits alone.
    case numeric
    /// Digits and letters.
    case alphanumeric
  }

  /// Where it was sent; may be masked.
  public let destination: String
  /// How it was sent.
  public let channel: Channel?
  /// How long it is, where that is known.
  public let length: Int?
  /// What it is made of, where that is known.
  public let format: Format?
  /// When it stops working.
  public let expiresAt: Date?
  /// From when a new one can be asked for; nil: at any time.
  public let resendAt: Date?

  /// A prompt.
  public init(
    destination: String, channel: Channel? = nil, length: Int? = nil, format: Format? = nil, expiresAt: Date? = nil,
    resendAt: Date? = nil
  ) {
    self.destination = destination
    self.channel = channel
    self.length = length
    self.format = format
    self.expiresAt = expiresAt
    self.resendAt = resendAt
  }

  /// Whether `resend()` is allowed at `date`.
  public func canResend(at date: Date) -> Bool { resendAt.map { $0 <= date } ?? true }

  /// Whether `code` has the form that is asked for: what can be said before it is sent.
  public func accepts(_ code: Secret) -> Bool {
    code.withBytes { bytes in
      guard !bytes.isEmpty, length.map({ $0 == bytes.count }) ?? true else { return false }
      return bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39: true
        case 0x41...0x5A, 0x61...0x7A: format != .numeric
        default: false
        }
      }
    }
  }
}
