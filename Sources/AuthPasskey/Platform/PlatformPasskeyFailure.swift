import AuthCore

/// Maps the system's error for a failed passkey ceremony to an `AuthError`. The type does not use the system's types,
/// so that every case can be tested on every system.
struct PlatformPasskeyFailure: Sendable, Hashable {
  /// The `ASAuthorizationError.Code` as a number, because the names of some codes are not available on the oldest
  /// supported systems.
  var code: Int
  /// Whether the error contains a reason. The text of the reason is in the user's language, so it is never parsed.
  var hasReason = false
  /// The type of the ceremony.
  var kind: PasskeyCeremony.Kind
  /// Whether only passkeys on this device were requested.
  var prefersImmediatelyAvailable = false

  /// The error for the failure.
  var error: AuthError {
    switch code {
    case 1001 where kind == .use && prefersImmediatelyAvailable && hasReason, 1005 where kind == .use:
      // GUESS D7: the system has no code for "no passkey on this device". It cancels immediately with a reason; when
      // the user cancels, the error contains no reason. Reports from apps confirm this behaviour; Apple's documentation
      // does not describe it.
      AuthError(
        .noCredential, "This device has no passkey for this account. Create a passkey, or use another method.",
        vendorCode: "\(code)")
    case 1001: .cancelled
    case 1006:
      AuthError(.credentialExcluded, "This device already has a passkey for this account. Sign in with that passkey.")
    case 1004:
      AuthError(
        .unsupported,
        "The system refused the passkey ceremony. Check the app's associated domains (webcredentials:DOMAIN) and the "
          + "domain's apple-app-site-association file.", vendorCode: "\(code)")
    case 1010:
      AuthError(
        .unsupported,
        "This device cannot create passkeys yet. Set a passcode and enable a password manager such as iCloud Keychain.",
        vendorCode: "\(code)")
    default:
      AuthError(.providerError, "The system's passkey ceremony failed (\(code)). Try again.", vendorCode: "\(code)")
    }
  }
}
