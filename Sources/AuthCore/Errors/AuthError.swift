#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The one error of this package: what went wrong, and what the caller can do next.
///
/// Two errors are equal when their codes are. No field ever holds a token, a code or a key: messages are written here
/// or taken from documented, secret-free fields of a vendor's response.
public struct AuthError: Error, Sendable {
  /// The error's name.
  public var code: Code
  /// The message for people: what happened, and the remedy where one is known.
  public var message: String
  /// The caller's next step.
  public var recovery: Recovery
  /// How long to wait before a further attempt, if the server states it.
  public var retryAfter: Duration?
  /// How many attempts are left, if the server states it.
  public var attemptsRemaining: Int?
  /// Which inputs are wrong, and why.
  public var fieldErrors: [FieldError]
  /// The vendor's id of the exchange, for support.
  public var traceID: String?
  /// The provider instance that failed.
  public var provider: ProviderID?
  /// The vendor's own code, unchanged.
  public var vendorCode: String?
  /// The underlying error: a description without secrets.
  public var underlying: String?

  /// An error. Only `code` and `message` are always known.
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
    self.traceID = traceID
    self.provider = provider
    self.vendorCode = vendorCode
    self.underlying = underlying
  }

  /// A caller's next step after an error.
  public enum Recovery: Sendable, Hashable {
    /// Let the user correct the same prompt.
    case retryInput
    /// Start a new flow.
    case restart
    /// Try again at this time.
    case wait(until: Date)
    /// Send the same request again.
    case retryRequest
    /// Ask for a new code.
    case resend
    /// Choose another method.
    case selectMethod
    /// Sign in again.
    case signIn
    /// Nothing: the user or an operator has to change something first.
    case abort
  }

  /// One input that is wrong.
  public struct FieldError: Sendable, Hashable {
    /// The input's name: `phone`.
    public let field: String
    /// The fault of the input.
    public let message: String
    /// A fault of one input.
    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }
}

extension AuthError: Equatable {
  /// Equal by code.
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
  /// The same error with the provider instance that failed, unless the error names one already.
  public func adding(provider: ProviderID) -> AuthError {
    var error = self
    error.provider = error.provider ?? provider
    return error
  }

  /// `1 attempt left`, `2 attempts left`.
  package static func attemptsLeft(_ count: Int) -> String { "\(count) \(count == 1 ? "attempt" : "attempts") left" }

  /// A cancelled task, flow or prompt.
  public static let cancelled = AuthError(.cancelled, "The sign-in was cancelled.")
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
