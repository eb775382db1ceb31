extension AuthError.Code {
  /// The kind of an error: which side can correct it.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The user or the server refused; another input or another sign-in may help.
    case refused
    /// The same request may succeed later.
    case transient
    /// The configuration has to be corrected.
    case configuration
    /// The store needs repair, space, permissions or a newer program. What is stored in it is kept.
    case storage
    /// The call is not valid in this state or with these arguments.
    case usage
    /// A fault of this package, of an adapter, of the vendor or of the operating system that no other kind describes.
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
    .storage: [.storeCorrupt, .storeRolledBack, .storeVersion, .storeFull, .storePermissions],
    .usage: [.invalidRequest, .invalidState, .flowBusy],
    .fault: [.internalError, .providerError, .unsupportedPrompt],
  ]

  /// Every code of the contract.
  public static let allCases: [AuthError.Code] = kinds.flatMap(\.value)

  /// The kind of this code; `fault` for an unknown code.
  public var kind: Kind { Self.kinds.first { $0.value.contains(self) }?.key ?? .fault }
}

extension AuthError {
  /// Whether the same request may succeed later. After such an error, a flow shows its prompt again and a session is
  /// kept.
  ///
  /// `malformed_response` is transient: the response may come from a proxy or a failing server, and the next one may be
  /// well formed.
  public var isTransient: Bool { code.kind == .transient }

  /// Whether a stored record cannot be used as it is: it is damaged, of a later version, or not the one that was
  /// written last. Other records may be readable.
  package var isUnreadableRecord: Bool { [.storeCorrupt, .storeVersion, .storeRolledBack].contains(code) }
}
