#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the user has to do next. An app that renders these works with every provider.
public enum Prompt: Sendable, Equatable {
  /// Choose a method: `select(method:)`.
  case selectMethod([MethodOption])
  /// Choose an account: `select(account:)`.
  case selectAccount([AccountOption])
  /// Give an e-mail address: `submit(email:)`.
  case enterEmail(EmailPrompt)
  /// Give a phone number in E.164 form: `submit(phone:)`.
  case enterPhone(PhonePrompt)
  /// Give the code that was sent: `submit(code:)`, `resend()`.
  case enterCode(CodePrompt)
  /// Put a secret into an authenticator app and give its first code: `submit(code:)`.
  case setupTOTP(TOTPSetupPrompt)
  /// Give the authenticator app's current code: `submit(code:)`.
  case enterTOTP(TOTPPrompt)
  /// Open a page and hand its callback back: `resume(callback:)`.
  case redirect(RedirectPrompt)
  /// Wait for another device: nothing to do, or `poll()`.
  case awaitApproval(ApprovalPrompt)
  /// Fill fields in: `submit(fields:)`.
  case input([InputField])
  /// The server asks for something that this version does not know; only `cancel()` and `reset()` remain.
  case unknown(type: String)

  /// The prompt's name: `enterCode`.
  public var name: String {
    switch self {
    case .selectMethod: "selectMethod"
    case .selectAccount: "selectAccount"
    case .enterEmail: "enterEmail"
    case .enterPhone: "enterPhone"
    case .enterCode: "enterCode"
    case .setupTOTP: "setupTOTP"
    case .enterTOTP: "enterTOTP"
    case .redirect: "redirect"
    case .awaitApproval: "awaitApproval"
    case .input: "input"
    case .unknown: "unknown"
    }
  }
}

/// One method to choose.
public struct MethodOption: Sendable, Hashable {
  /// What `select(method:)` takes.
  public let id: MethodID
  /// For people.
  public let label: String
  /// The vendor's name of a picture.
  public let icon: String?
  /// A method to choose.
  public init(id: MethodID, label: String, icon: String? = nil) {
    self.id = id
    self.label = label
    self.icon = icon
  }
}

/// One account to choose.
public struct AccountOption: Sendable, Hashable {
  /// What `select(account:)` takes.
  public let id: String
  /// For people.
  public let label: String
  /// An account to choose.
  public init(id: String, label: String) {
    self.id = id
    self.label = label
  }
}

/// Asks for an e-mail address.
public struct EmailPrompt: Sendable, Hashable {
  /// The address that is known already, to confirm or correct.
  public let existing: String?
  /// A prompt.
  public init(existing: String? = nil) { self.existing = existing }
}

/// Asks for a phone number.
public struct PhonePrompt: Sendable, Hashable {
  /// The number that is known already, to confirm or correct; may be masked.
  public let existing: String?
  /// A prompt.
  public init(existing: String? = nil) { self.existing = existing }
}

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

/// Asks to set an authenticator app up.
public struct TOTPSetupPrompt: Sendable, Equatable {
  /// The shared secret in base 32, for typing in.
  public let secret: Secret
  /// The `otpauth://` URI, for a picture to scan.
  public let uri: Secret
  /// Seconds a code is shown.
  public let period: Int
  /// A prompt.
  public init(secret: Secret, uri: Secret, period: Int = 30) {
    self.secret = secret
    self.uri = uri
    self.period = period
  }
}

/// Asks for an authenticator app's code.
public struct TOTPPrompt: Sendable, Hashable {
  /// How long a code is.
  public let length: Int
  /// A prompt.
  public init(length: Int = 6) { self.length = length }
}

/// Asks to open a page in the system's browser.
public struct RedirectPrompt: Sendable, Hashable {
  /// What to open.
  public let url: URL
  /// The scheme of the callback, where it is one of the app's own.
  public let callbackScheme: String?
  /// A prompt.
  public init(url: URL, callbackScheme: String? = nil) {
    self.url = url
    self.callbackScheme = callbackScheme
  }
}

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

/// One field to fill in.
public struct InputField: Sendable, Hashable {
  /// What a field holds, for the keyboard and for masking.
  public enum Kind: String, Sendable, Hashable {
    /// Anything.
    case text
    /// A secret of few digits: masked.
    case pin
    /// The token that a captcha's widget gave.
    case captcha
    /// What an invited user was told.
    case inviteCode
  }

  /// The name in `submit(fields:)`.
  public let name: String
  /// For people.
  public let label: String
  /// What it holds.
  public let kind: Kind
  /// Whether it may stay empty.
  public let isOptional: Bool

  /// A field.
  public init(name: String, label: String, kind: Kind = .text, isOptional: Bool = false) {
    self.name = name
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }
}
