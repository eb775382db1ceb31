#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The error type of this package: what went wrong, and what the caller can do next.
///
/// Two errors are equal if their codes are equal. No field contains a token, a code or a key: messages are written in
/// this package, or are taken from fields of a vendor's response that are documented to contain no secret.
public struct AuthError: Error, Sendable {
  /// The error's name.
  public var code: Code
  /// The message for people: what happened, and the remedy where one is known.
  public var message: String
  /// The caller's next step.
  public var recovery: Recovery
  /// How long to wait before another attempt; nil if the server does not state it.
  public var retryAfter: Duration?
  /// How many attempts are left; nil if the server does not state it.
  public var attemptsRemaining: Int?
  /// Which inputs are wrong, and why.
  public var fieldErrors: [FieldError]
  /// The vendor's id of the request and its response, for the vendor's support; nil if the response has none. A string
  /// that is not 1 to 128 printable ASCII characters is dropped, because a server may send anything, and apps log
  /// errors.
  public var traceID: String? { didSet { traceID = Self.name(traceID) } }
  /// The provider instance that failed; nil if the error concerns no instance.
  public var provider: ProviderID?
  /// The vendor's own error code, unchanged; nil if the response has none. A string that is not 1 to 128 printable
  /// ASCII characters is dropped.
  public var vendorCode: String? { didSet { vendorCode = Self.name(vendorCode) } }
  /// A description of the underlying error, without secrets; nil if there is no underlying error.
  public var underlying: String?

  /// Creates an error. If `recovery` is nil, the error gets the usual recovery for its code.
  public init(
    _ code: Code, _ message: String, recovery: Recovery? = nil, retryAfter: Duration? = nil,
    attemptsRemaining: Int? = nil, fieldErrors: [FieldError] = [], traceID: String? = nil,
    provider: ProviderID? = nil, vendorCode: String? = nil, underlying: String? = nil
  ) {
    self.code = code
    self.message = message
    self.recovery = recovery ?? code.usualRecovery
    self.retryAfter = retryAfter
    self.attemptsRemaining = attemptsRemaining
    self.fieldErrors = fieldErrors
    self.traceID = Self.name(traceID)
    self.provider = provider
    self.vendorCode = Self.name(vendorCode)
    self.underlying = underlying
  }

  /// Returns a server's text if it has the format of a name; nil otherwise.
  private static func name(_ text: String?) -> String? {
    guard let text, (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    return text
  }

  /// A caller's next step after an error.
  public enum Recovery: Sendable, Hashable {
    /// Let the user correct the same prompt.
    case retryInput
    /// Start a new flow.
    case restart
    /// Send the same request again, but not before this time.
    case wait(until: Date)
    /// Send the same request again.
    case retryRequest
    /// Ask for a new code.
    case resend
    /// Choose another method.
    case selectMethod
    /// Sign in again.
    case signIn
    /// Do not try again: the user, the app or an operator has to change something first.
    case abort
  }

  /// One input that is wrong.
  public struct FieldError: Sendable, Hashable {
    /// The input's name: `phone`.
    public let field: String
    /// What is wrong with the input.
    public let message: String
    /// Creates an error of one input.
    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }
}

extension AuthError: Equatable {
  /// Whether both errors have the same code. The other fields are ignored.
  public static func == (left: AuthError, right: AuthError) -> Bool { left.code == right.code }
}

extension AuthError: CustomStringConvertible {
  /// `invalid_code: The code is wrong. (2 attempts left)`
  public var description: String {
    var text = "\(code): \(message)"
    if let attemptsRemaining { text += " (\(Self.attemptsLeft(attemptsRemaining)))" }
    if let traceID { text += " [trace \(traceID)]" }
    return text
  }
}

extension AuthError {
  /// Returns the error with `provider` as the instance that failed, unless the error already names an instance.
  public func adding(provider: ProviderID) -> AuthError {
    var error = self
    error.provider = error.provider ?? provider
    return error
  }

  /// `1 attempt left`, `2 attempts left`.
  package static func attemptsLeft(_ count: Int) -> String { "\(count) \(count == 1 ? "attempt" : "attempts") left" }

  /// The error of a cancelled task, flow or prompt.
  public static let cancelled = AuthError(.cancelled, "The operation was cancelled. Start it again.")
}

extension AuthError.Code {
  /// The usual recovery for this code. A provider can give a more precise one.
  var usualRecovery: AuthError.Recovery {
    switch self {
    case .invalidCode, .invalidPassword, .invalidIdentifier, .inviteRequired, .captchaRequired: .retryInput
    case .codeExpired: .resend
    case .tooManyAttempts, .flowExpired, .approvalExpired, .redirectMismatch, .approvalDenied, .redirectDenied,
      .cancelled:
      .restart
    case .methodNotAvailable, .noCredential: .selectMethod
    case .network, .timeout, .rateLimited, .serverError, .malformedResponse, .storeLocked, .storeUnavailable,
      .flowBusy:
      .retryRequest
    case .notSignedIn, .sessionExpired, .sessionRevoked, .renewalLost, .reauthenticationRequired, .tokenExpired,
      .userNotFound:
      .signIn
    default: .abort
    }
  }
}
