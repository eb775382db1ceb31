#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks for a code that was sent to the user.
public struct CodePrompt: Sendable, Hashable {
  /// How a code is delivered.
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
  /// The characters of a code.
  public enum Format: String, Sendable, Hashable {
    /// Only digits.
    case numeric
    /// Digits and letters.
    case alphanumeric
    /// Any visible ASCII characters, such as those of `ABCD-EFGH`.
    case printable
  }

  /// The address or number to which the code was sent; may be masked.
  public let destination: String
  /// How the code was sent; nil if it is not known.
  public let channel: Channel?
  /// The number of characters of the code; nil if it is not known.
  public let length: Int?
  /// The characters of the code; nil if they are not known.
  public let format: Format?
  /// When the code expires; nil if no expiry is known.
  public let expiresAt: Date?
  /// The time from which a new code can be requested; nil if it can be requested at any time.
  public let resendAt: Date?
  /// Whether the vendor can send a new code in this flow. If not, `resend()` throws `invalid_state`.
  public let isResendable: Bool

  /// Creates a prompt; by default nothing else is known about the code, and a new one can be requested at once.
  public init(
    destination: String, channel: Channel? = nil, length: Int? = nil, format: Format? = nil, expiresAt: Date? = nil,
    resendAt: Date? = nil, isResendable: Bool = true
  ) {
    self.destination = destination
    self.channel = channel
    self.length = length
    self.format = format
    self.expiresAt = expiresAt
    self.resendAt = resendAt
    self.isResendable = isResendable
  }

  /// Whether `resend()` is allowed at `date`.
  public func canResend(at date: Date) -> Bool { isResendable && (resendAt.map { $0 <= date } ?? true) }

  /// Whether `code` is not empty and has the prompt's length and format. If the format is not known, ASCII digits and
  /// letters are accepted. The check does not send a request.
  public func accepts(_ code: Secret) -> Bool {
    code.withBytes { bytes in
      guard !bytes.isEmpty, length.map({ $0 == bytes.count }) ?? true else { return false }
      return bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39: true
        case 0x41...0x5A, 0x61...0x7A: format != .numeric
        case 0x21...0x7E: format == .printable
        default: false
        }
      }
    }
  }
}
