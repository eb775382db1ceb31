import AuthCore

/// Maps the failure of a system ceremony to an error. It does not use the system's types, so every case can be tested
/// on every system.
struct PlatformPasskeyFailure: Sendable, Hashable {
  /// `ASAuthorizationError.Code`, as a number: some of its names are newer than the oldest supported systems.
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
      // GUESS D7: the system has no code for "nothing on this device"; it cancels at once and gives a reason, which it
      // does not when the user cancels. Reports of apps agree; Apple's documents do not mention it.
      AuthError(.noCredential, "This device has no passkey of this account.", vendorCode: "\(code)")
    case 1001: .cancelled
    case 1006: AuthError(.credentialExcluded, "This device already has a passkey of this account.")
    case 1004:
      AuthError(
        .unsupported,
        "The system refused the ceremony: check the app's associated domains (webcredentials:DOMAIN) and the "
          + "domain's apple-app-site-association file.", vendorCode: "\(code)")
    case 1010:
      AuthError(
        .unsupported, "This device cannot make passkeys yet: it needs a passcode and a place to store them.",
        vendorCode: "\(code)")
    default:
      AuthError(.providerError, "The system's passkey ceremony failed (\(code)).", vendorCode: "\(code)")
    }
  }
}
