import AuthCore

/// What the vendor's own codes and words mean here.
extension TurnkeyErrors {
  struct Entry: Sendable {
    let code: AuthError.Code
    let message: String
    /// Where no session key has stamped.
    var unstampedCode: AuthError.Code?
    var unstampedMessage: String?
  }

  /// By the vendor's code: all of its list that can be answered to what is asked here (T45, T47, T51 to T53).
  static let table: [String: Entry] = [
    "API_KEY_EXPIRED": Entry(code: .sessionExpired, message: "The session's key has expired; sign in again."),
    "PUBLIC_KEY_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's key; sign in again.",
      unstampedCode: .invalidToken, unstampedMessage: "The vendor does not know the key."),
    "CREDENTIAL_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's credential; sign in again.",
      unstampedCode: .noCredential, unstampedMessage: "The vendor does not know the credential."),
    "ORGANIZATION_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The user's organisation no longer exists.",
      unstampedCode: .invalidConfiguration,
      unstampedMessage: "The vendor does not know the organisation; check organizationId and authProxyConfigId."),
    "CREDENTIAL_CONFLICT": Entry(
      code: .providerError, message: "The credential belongs to more than one organisation; name the organisation."),
    "SIGNATURE_MISSING": Entry(code: .signatureInvalid, message: "The request came without a stamp."),
    "SIGNATURE_INVALID": Entry(code: .signatureInvalid, message: "The stamp does not fit the request's body."),
    "UNAUTHENTICATED": Entry(
      code: .reauthenticationRequired, message: "The vendor wants the user to prove again who they are.",
      unstampedCode: .forbidden, unstampedMessage: "The vendor does not know this app; check authProxyConfigId."),
    "REQUEST_NOT_AUTHORIZED": Entry(code: .forbidden, message: "The vendor's policies do not allow this."),
    "FORBIDDEN": Entry(code: .forbidden, message: "The vendor does not allow this user to do that."),
    "API_OPERATIONS_DISABLED": Entry(code: .forbidden, message: "The vendor has switched its API off for now."),
    "REQUEST_INVALID": Entry(code: .providerError, message: "The vendor finds the request invalid."),
    "INVALID_ORGANIZATION_ID": Entry(
      code: .invalidConfiguration, message: "The organisation's id is malformed; check organizationId."),
    "ORGANIZATION_MISMATCH": Entry(
      code: .invalidConfiguration, message: "The request names another organisation than its signer's."),
    "INVALID_OIDC_TOKEN": Entry(code: .invalidToken, message: "The vendor did not take the identity token."),
    "INVALID_EMAIL": Entry(code: .invalidIdentifier, message: "The vendor does not take this e-mail address."),
    "INVALID_FQDN": Entry(code: .invalidIdentifier, message: "The e-mail address has a domain that takes no mail."),
    "EMAIL_SENDING_DISABLED": Entry(code: .methodNotAvailable, message: "The vendor sends no e-mail for now."),
    "OAUTH2_PROVIDER_NOT_CONFIGURED": Entry(
      code: .methodNotAvailable, message: "The provider is not set up in the vendor's dashboard."),
    "OAUTH2_PROVIDER_NOT_FOUND": Entry(code: .methodNotAvailable, message: "The vendor does not know the provider."),
    "OAUTH_PROVIDER_ALREADY_EXISTS": Entry(code: .userExists, message: "The account belongs to a user already."),
    "RATE_LIMIT_EXCEEDED": Entry(code: .rateLimited, message: "Too many requests; try again in a few seconds."),
    "SIGNING_QUOTA_EXCEEDED": Entry(
      code: .forbidden,
      message: "The organisation's signing quota is used up; waiting does not help, a larger plan at the vendor does."),
    oauthDisallowed: Entry(
      code: .methodNotAvailable,
      message: "Signing in by accounts elsewhere is switched off; switch OAuth on in the vendor's dashboard."),
    "MAX_OTP_INITIATED": Entry(
      code: .rateLimited, message: "Too many codes were asked for; wait some minutes, then ask for another one."),
    "OAUTH2_CREDENTIAL_NOT_FOUND": Entry(
      code: .methodNotAvailable, message: "The organisation has no such OAuth 2.0 credential; make one first."),
    "INVALID_OAUTH2_PROVIDER": Entry(
      code: .methodNotAvailable, message: "The vendor does not exchange codes of this provider."),
    "INVALID_ACTIVITY_CALLER": Entry(
      code: .forbidden,
      message: "This activity is not for this caller: the organisation's or its parent's key is needed."),
    "INVALID_TRANSACTION": Entry(code: .invalidRequest, message: "The transaction is malformed."),
    "UNSUPPORTED_TRANSACTION_TYPE": Entry(
      code: .invalidRequest, message: "The vendor does not sign transactions of this type."),
    "WALLET_ACCOUNT_NOT_EXPORTED": Entry(
      code: .invalidState, message: "The account has not been exported yet; export it first."),
    "INVALID_TIME": Entry(
      code: .clockSkew, message: "The vendor does not take the request's time; set this device's clock."),
    "RPC_CALL_ERROR": Entry(code: .serverError, message: "A chain that the vendor asked did not answer as it should."),
    "TRANSACTION_RISK_SCREENING_DENIED": Entry(
      code: .forbidden, message: "The transaction was refused by its risk screening."),
    "TRANSACTION_RISK_SCREENING_UNVERIFIED": Entry(
      code: .forbidden, message: "The transaction's risk could not be screened, so it was not signed."),
    "SWAP_QUOTE_ALREADY_USED": Entry(
      code: .invalidState, message: "The quote was used already; ask for another one."),
    "TVC_IMAGE_VALIDATION_FAILED": Entry(code: .invalidRequest, message: "The vendor does not take this image."),
    "TVC_CLIENT_VERSION_TOO_OLD": Entry(
      code: .unsupported, message: "The vendor asks for a later version of the client that made this request."),
    "INTERNAL": Entry(code: .serverError, message: "The vendor failed."),
    "UNSPECIFIED": Entry(code: .serverError, message: "The vendor failed and did not say how."),
  ]

  /// Ours: the vendor's list has no code for it (T45).
  private static let oauthDisallowed = "latchkey: oauth disallowed"

  /// The known texts, for answers without a code (T43, T47, T48, T50 to T53, T56, T85), the more specific ones first.
  static let documented: [(text: String, code: String)] = [
    ("expired api key", "API_KEY_EXPIRED"),
    ("could not find public key in organization", "PUBLIC_KEY_NOT_FOUND"),
    ("webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND"),
    ("credential id could not be found in organization", "CREDENTIAL_NOT_FOUND"),
    ("max number of otps have been initiated", "MAX_OTP_INITIATED"),
    ("organization is over its allotted quota", "SIGNING_QUOTA_EXCEEDED"),
    ("oauth disallowed", oauthDisallowed),
    ("more than one suborg associated with", "CREDENTIAL_CONFLICT"),
    ("no valid authentication signature found for request", "SIGNATURE_MISSING"),
    ("cannot authenticate public api activity request without a stamp", "SIGNATURE_MISSING"),
    ("could not verify api key signature", "SIGNATURE_INVALID"),
    ("could not verify webauthn signature", "SIGNATURE_INVALID"),
    ("malformed activity stamp", "SIGNATURE_INVALID"),
    ("could not extract api key stamp", "SIGNATURE_INVALID"),
    ("could not extract webauthn stamp", "SIGNATURE_INVALID"),
    ("malformed organization id provided", "INVALID_ORGANIZATION_ID"),
    ("no organization found with the given id", "ORGANIZATION_NOT_FOUND"),
    ("organization mismatch", "ORGANIZATION_MISMATCH"),
    ("request not authorized", "REQUEST_NOT_AUTHORIZED"),
    ("you don't have sufficient permissions to take this action", "REQUEST_NOT_AUTHORIZED"),
    ("api operations disabled", "API_OPERATIONS_DISABLED"),
    ("authentication failed", "UNAUTHENTICATED"),
    ("invalid oidc token", "INVALID_OIDC_TOKEN"),
    ("invalid email address", "INVALID_EMAIL"),
    ("bad request body", "REQUEST_INVALID"),
    ("too many requests", "RATE_LIMIT_EXCEEDED"),
    ("internal server error", "INTERNAL"),
  ]
}
