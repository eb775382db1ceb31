extension AuthError.Code {
  /// The kind of an error: which side can correct it.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The user or the server refused; another input or another sign-in may help.
    case refused
    /// The same request may succeed later.
    case transient
    /// The configuration has to be corrected.
    case configuration
    /// The store needs repair; nothing stored is lost.
    case storage
    /// The call is not valid in this state or with these arguments.
    case usage
    /// A fault of this package, of the provider or of the server that no other kind describes.
    case fault
  }

  private static let kinds: KeyValuePairs<Kind, [AuthError.Code]> = [
    .refused: [
      .invalidCode, .invalidPassword, .codeExpired, .tooManyAttempts, .invalidIdentifier, .userNotFound, .userExists,
      .inviteRequired,
      .invalidToken, .tokenExpired, .tokenRequired, .noCredential, .credentialExcluded, .cancelled, .approvalDenied,
      .approvalExpired, .redirectDenied, .redirectMismatch, .flowExpired, .notSignedIn, .sessionExpired,
      .sessionRevoked, .renewalLost,
      .reauthenticationRequired, .keyUnavailable, .signatureInvalid, .mfaRequired, .mfaEnrollmentRequired,
      .consensusNeeded, .captchaRequired, .forbidden,
    ],
    .transient: [
      .network, .timeout, .rateLimited, .serverError, .malformedResponse, .responseTooLarge, .tls, .clockSkew,
      .storeLocked, .storeUnavailable,
    ],
    .configuration: [
      .invalidConfiguration, .providerNotLinked, .originNotAllowed, .methodNotAvailable, .unsupported,
      .requestAuthorizationUnsupported, .missingAuthProxyConfiguration,
    ],
    .storage: [.storeCorrupt, .storeVersion, .storeFull, .storePermissions],
    .usage: [.invalidRequest, .invalidState, .flowBusy],
    .fault: [.internalError, .providerError, .unsupportedPrompt],
  ]

  /// Every code of the contract.
  public static let allCases: [AuthError.Code] = kinds.flatMap(\.value)

  /// The kind of this code; a code that is not known is a `fault`.
  public var kind: Kind { Self.kinds.first { $0.value.contains(self) }?.key ?? .fault }
}

extension AuthError {
  /// Whether the same request may succeed later: a flow shows its prompt again, a session is kept.
  ///
  /// `malformed_response` is transient: the response may come from a proxy or a failing server, and the next one may be
  /// well formed.
  public var isTransient: Bool { code.kind == .transient }
}
