extension AuthError {
  /// The name of an error. The names are part of the contract: they are the same on the command line and in every
  /// provider.
  ///
  /// The type is a structure and not an enumeration, so that a code that is added later breaks no switch. The known
  /// codes are static members, and `allCases` lists them.
  public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The name: `invalid_code`.
    public let rawValue: String
    /// Creates a code from its name. A code with an unknown name has the kind `fault`, like `provider_error`.
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ name: String) { rawValue = name }
    /// The raw value.
    public var description: String { rawValue }

    // Kind.refused
    /// The one-time code is wrong, or in the wrong format.
    public static let invalidCode = Code("invalid_code")
    /// The password is wrong, or does not meet the server's rules.
    public static let invalidPassword = Code("invalid_password")
    /// The one-time code has expired.
    public static let codeExpired = Code("code_expired")
    /// There were too many wrong attempts, or too many codes were requested in one flow.
    public static let tooManyAttempts = Code("too_many_attempts")
    /// The identifier is not an acceptable e-mail address, phone number or user name.
    public static let invalidIdentifier = Code("invalid_identifier")
    /// No user has this identifier.
    public static let userNotFound = Code("user_not_found")
    /// A user with this identifier exists already.
    public static let userExists = Code("user_exists")
    /// Signing up requires an invitation.
    public static let inviteRequired = Code("invite_required")
    /// The token is malformed or was refused.
    public static let invalidToken = Code("invalid_token")
    /// The token has expired.
    public static let tokenExpired = Code("token_expired")
    /// A token is required, but no token source is configured, or the configured source has no token.
    public static let tokenRequired = Code("token_required")
    /// This device has no credential to sign in with, or the user does not have the requested credential or account.
    public static let noCredential = Code("no_credential")
    /// This device already has a credential of this user.
    public static let credentialExcluded = Code("credential_excluded")
    /// The user or the app cancelled.
    public static let cancelled = Code("cancelled")
    /// The user denied the sign-in on the other device.
    public static let approvalDenied = Code("approval_denied")
    /// The user did not decide on the other device in time.
    public static let approvalExpired = Code("approval_expired")
    /// The user or the identity provider refused the sign-in on the identity provider's page.
    public static let redirectDenied = Code("redirect_denied")
    /// The callback does not belong to this flow.
    public static let redirectMismatch = Code("redirect_mismatch")
    /// The flow can no longer continue: the server does not know it, or its ticket has expired or was used.
    public static let flowExpired = Code("flow_expired")
    /// There is no session.
    public static let notSignedIn = Code("not_signed_in")
    /// The session has expired and could not be renewed, or the app's own identity system has no token to renew it.
    public static let sessionExpired = Code("session_expired")
    /// The server ended the session.
    public static let sessionRevoked = Code("session_revoked")
    /// Another host used the refresh credential and did not store the result. The record is kept until the server
    /// refuses the credential.
    public static let renewalLost = Code("renewal_lost")
    /// The session cannot be renewed without the user, who has to sign in again; the record is kept.
    public static let reauthenticationRequired = Code("reauthentication_required")
    /// A key cannot be used: the session's key, a key of this device, or the key that wraps a store's keys.
    public static let keyUnavailable = Code("key_unavailable")
    /// A signature did not verify.
    public static let signatureInvalid = Code("signature_invalid")
    /// Another factor is needed.
    public static let mfaRequired = Code("mfa_required")
    /// Another factor is needed, and the user has not set one up.
    public static let mfaEnrollmentRequired = Code("mfa_enrollment_required")
    /// Other users have to approve the request.
    public static let consensusNeeded = Code("consensus_needed")
    /// The server requires a captcha.
    public static let captchaRequired = Code("captcha_required")
    /// The server does not allow the operation for this user or this token.
    public static let forbidden = Code("forbidden")

    // Kind.transient
    /// The connection failed: the server is unreachable, its name does not resolve, or the connection was closed.
    public static let network = Code("network")
    /// The server did not respond in time.
    public static let timeout = Code("timeout")
    /// Too many requests were sent.
    public static let rateLimited = Code("rate_limited")
    /// The server failed (5xx).
    public static let serverError = Code("server_error")
    /// The response does not follow the protocol.
    public static let malformedResponse = Code("malformed_response")
    /// The response is larger than the limit.
    public static let responseTooLarge = Code("response_too_large")
    /// No secure connection could be made.
    public static let tls = Code("tls")
    /// This machine's clock differs from the server's by more than can be corrected.
    public static let clockSkew = Code("clock_skew")
    /// Another caller or process holds the lock or changed the record first, this caller's own lock or claim has
    /// expired, or the keyring is locked.
    public static let storeLocked = Code("store_locked")
    /// The store's server cannot be reached, or does not respond in time.
    public static let storeUnavailable = Code("store_unavailable")

    // Kind.configuration
    /// The configuration is wrong; the message names the path and the remedy.
    public static let invalidConfiguration = Code("invalid_configuration")
    /// The configuration names a provider whose product is not linked.
    public static let providerNotLinked = Code("provider_not_linked")
    /// The request's origin is not in the provider's `origins`.
    public static let originNotAllowed = Code("origin_not_allowed")
    /// The provider does not offer the method, or not for this request.
    public static let methodNotAvailable = Code("method_not_available")
    /// The provider does not support this operation.
    public static let unsupported = Code("unsupported")
    /// The provider does not authorise requests.
    public static let requestAuthorizationUnsupported = Code("request_authorization_unsupported")
    /// The Turnkey-style Auth Proxy is required but not configured.
    public static let missingAuthProxyConfiguration = Code("missing_auth_proxy_configuration")

    // Kind.storage
    /// A record fails authentication or cannot be parsed; it is kept.
    public static let storeCorrupt = Code("store_corrupt")
    /// An older state of the store was restored: the key file or a record is an earlier one, or a record is missing.
    /// Nothing was changed.
    public static let storeRolledBack = Code("store_rolled_back")
    /// A later version of this package wrote the record; it is kept.
    public static let storeVersion = Code("store_version")
    /// The store has no room to write.
    public static let storeFull = Code("store_full")
    /// Other users can access the store, or this program cannot.
    public static let storePermissions = Code("store_permissions")

    // Kind.usage
    /// The caller passed an argument or a request that is not valid; the message names it.
    public static let invalidRequest = Code("invalid_request")
    /// The call is not allowed in the current state.
    public static let invalidState = Code("invalid_state")
    /// The flow is waiting for the server, or is being prepared or suspended.
    public static let flowBusy = Code("flow_busy")

    // Kind.fault
    /// A bug in this package or in an adapter, or a limit of the operating system.
    public static let internalError = Code("internal")
    /// The vendor or a token provider failed, and no other code describes the failure; see `vendorCode`.
    public static let providerError = Code("provider_error")
    /// The server asks for something that this version or this program cannot show.
    public static let unsupportedPrompt = Code("unsupported_prompt")
  }
}
