import AuthCore

/// Maps the failure of one of the system's ceremonies to an error. It does not use the system's types, so that every
/// case can be tested on every system.
struct PlatformPasskeyFailure: Sendable, Hashable {
  /// The `ASAuthorizationError.Code`. It is a number, because some of the names are newer than the oldest supported
  /// systems.
  var code: Int
  /// Whether the system gave a reason. Its text is in the user's language, so it is never parsed.
  var hasReason = false
  /// The type of the ceremony.
  var kind: PasskeyCeremony.Kind
  /// Whether only passkeys on this device were requested.
  var prefersImmediatelyAvailable = false

  var error: AuthError {
    switch code {
    case 1001 where kind == .use && prefersImmediatelyAvailable && hasReason, 1005 where kind == .use:
      // GUESS D7: the system has no code for "no passkey on this device". It cancels at once and gives a reason, which
      // it does not do when the user cancels. Reports from apps agree; Apple's documentation does not mention it.
      AuthError(.noCredential, "This device has no passkey for this account.", vendorCode: "\(code)")
    case 1001: .cancelled
    case 1006: AuthError(.credentialExcluded, "This device already has a passkey for this account.")
    case 1004:
      AuthError(
        .unsupported,
        "The system refused the ceremony. Check the app's associated domains (webcredentials:DOMAIN) and the "
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
