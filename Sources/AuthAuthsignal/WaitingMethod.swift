import AuthCore

/// The methods whose flow waits until the user acts elsewhere.
enum WaitingMethod: Sendable, Equatable {
  /// Another device of the user was notified.
  case push
  /// Another device scans a QR code.
  case qrCode
  /// The user opens the link in an e-mail, on any device (A110).
  case emailMagicLink

  /// The time between two polls: about two seconds for a push (A60), three for a QR code (A64), and one for a link
  /// (A110).
  var pollInterval: Duration {
    switch self {
    case .push: .seconds(2)
    case .qrCode: .seconds(3)
    case .emailMagicLink: .seconds(1)
    }
  }

  /// The path of the call for the state, after `verify/`.
  var verification: String {
    switch self {
    case .push: "push"
    case .qrCode: "qr-code"
    case .emailMagicLink: "email-magic-link/finalize"
    }
  }

  /// The error of a wait that ends without a decision.
  var expired: AuthError {
    AuthError(
      .approvalExpired,
      self == .emailMagicLink
        ? "The link in the e-mail was not opened in time. Start again."
        : "The request was not approved on the other device in time. Start again.")
  }
}
