import AuthCore

/// What the system said when a ceremony of its own did not succeed, and what that means. Apart from the system's types,
/// so that every case of it is tested on every system.
struct PlatformPasskeyFailure: Sendable, Hashable {
  /// `ASAuthorizationError.Code`, as a number: some of its names are newer than the systems that this package runs on.
  var code: Int
  /// Whether the system gave a reason. Its text is in the person's language, and so it is never read.
  var hasReason = false
  /// Which ceremony it was.
  var kind: PasskeyCeremony.Kind
  /// Whether nothing but what is on this device was to be offered.
  var prefersImmediatelyAvailable = false

  var error: AuthError {
    switch code {
    case 1001 where kind == .use && prefersImmediatelyAvailable && hasReason, 1005 where kind == .use:
      // GUESS D7: the system has no code of its own for "nothing on this device"; it cancels at once and gives a reason,
      // which it does not when the person cancels. Reports of apps agree, Apple's documents are silent.
      AuthError(.noCredential, "No passkey of this account is on this device.", vendorCode: "\(code)")
    case 1001: .cancelled
    case 1006: AuthError(.credentialExcluded, "This device already holds a passkey of this account.")
    case 1004:
      AuthError(
        .unsupported,
        "The system refused the ceremony: look at the app's associated domains (webcredentials:DOMAIN) and at the "
          + "domain's apple-app-site-association file.", vendorCode: "\(code)")
    case 1010:
      AuthError(
        .unsupported, "This device makes no passkeys yet: it takes a passcode, and a place to keep them.",
        vendorCode: "\(code)")
    default:
      AuthError(.providerError, "The system's passkey ceremony failed (\(code)).", vendorCode: "\(code)")
    }
  }
}
