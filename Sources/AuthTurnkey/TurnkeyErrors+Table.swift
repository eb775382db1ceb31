import AuthCore

/// The table of errors for the vendor's codes and texts.
extension TurnkeyErrors {
  struct Entry: Sendable {
    let code: AuthError.Code
    let message: String
    /// The code for requests in a context other than `stamped`; nil if it is the same as `code`.
    var unstampedCode: AuthError.Code?
    /// The message for requests in a context other than `stamped`; nil if it is the same as `message`.
    var unstampedMessage: String?
  }

  /// The errors for the codes in the vendor's list that a request of this package can get (T45, T47, T51 to T53).
  static let table: [String: Entry] = [
    "API_KEY_EXPIRED": Entry(code: .sessionExpired, message: "The session's key has expired. Sign in again."),
    "PUBLIC_KEY_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's key. Sign in again.",
      unstampedCode: .invalidToken, unstampedMessage: "The vendor does not know the key. Check the key."),
    "CREDENTIAL_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The vendor no longer knows the session's credential. Sign in again.",
      unstampedCode: .noCredential, unstampedMessage: "The vendor does not know the credential. Use another one."),
    "ORGANIZATION_NOT_FOUND": Entry(
      code: .sessionRevoked, message: "The user's organisation no longer exists. Sign up again.",
      unstampedCode: .invalidConfiguration,
      unstampedMessage: "The vendor does not know the organisation. Check organizationId and authProxyConfigId."),
    "CREDENTIAL_CONFLICT": Entry(
      code: .providerError,
      message: "The credential is already registered, or belongs to several organisations. Use another credential, or "
        + "give the flow the organizationId of the organisation to sign in to."),
    "SIGNATURE_MISSING": Entry(
      code: .signatureInvalid,
      message: "The vendor received the request without a stamp. Check for a proxy that removes headers."),
    "SIGNATURE_INVALID": Entry(
      code: .signatureInvalid,
      message: "The stamp is malformed, or it does not match the request's body. Send exactly the bytes that were "
        + "stamped, with the stamp unchanged."),
    "UNAUTHENTICATED": Entry(
      code: .reauthenticationRequired, message: "The vendor did not authenticate the request. Sign in again.",
      unstampedCode: .forbidden,
      unstampedMessage: "The vendor did not authenticate the request. Check authProxyConfigId and organizationId."),
    "REQUEST_NOT_AUTHORIZED": Entry(
      code: .forbidden,
      message: "The organisation's policies do not allow this request. Ask an administrator of the organisation to "
        + "add a policy."),
    "FORBIDDEN": Entry(
      code: .forbidden,
      message: "The vendor does not allow this user to make the request. Check the user's permissions."),
    "API_OPERATIONS_DISABLED": Entry(
      code: .forbidden, message: "The vendor has switched its API off for now. Try again later."),
    "REQUEST_INVALID": Entry(
      code: .providerError, message: "The vendor rejected the request as invalid. Check its parameters."),
    "INVALID_ORGANIZATION_ID": Entry(
      code: .invalidConfiguration, message: "The organisation's id is malformed. Check organizationId."),
    "ORGANIZATION_MISMATCH": Entry(
      code: .invalidConfiguration,
      message: "The request names one organisation, but its signer belongs to another. Check organizationId."),
    "INVALID_OIDC_TOKEN": Entry(
      code: .invalidToken, message: "The vendor rejected the identity token. Sign in at the identity provider again."),
    "INVALID_EMAIL": Entry(
      code: .invalidIdentifier, message: "The vendor does not accept this e-mail address. Enter another one."),
    "INVALID_FQDN": Entry(
      code: .invalidIdentifier, message: "The domain of this e-mail address does not accept mail. Enter another one."),
    "EMAIL_SENDING_DISABLED": Entry(
      code: .methodNotAvailable, message: "The vendor has switched e-mail off for now. Choose another method."),
    "OAUTH2_PROVIDER_NOT_CONFIGURED": Entry(
      code: .methodNotAvailable, message: "The identity provider is not set up. Set it up in the vendor's dashboard."),
    "OAUTH2_PROVIDER_NOT_FOUND": Entry(
      code: .methodNotAvailable, message: "The vendor does not know the identity provider. Check its name."),
    "OAUTH_PROVIDER_ALREADY_EXISTS": Entry(
      code: .userExists, message: "This account already belongs to a user. Sign in with it."),
    "RATE_LIMIT_EXCEEDED": Entry(code: .rateLimited, message: "Too many requests. Try again in a few seconds."),
    "SIGNING_QUOTA_EXCEEDED": Entry(
      code: .forbidden,
      message: "The organisation's signing quota is used up. Waiting does not help. Ask the vendor for a larger "
        + "quota."),
    oauthDisallowed: Entry(
      code: .methodNotAvailable,
      message: "Sign-in with identity providers is switched off. Switch OAuth on in the vendor's dashboard."),
    "MAX_OTP_INITIATED": Entry(
      code: .rateLimited,
      message: "Too many codes were requested: the vendor sends at most three in three minutes. Wait three minutes, "
        + "then request another code."),
    "OAUTH2_CREDENTIAL_NOT_FOUND": Entry(
      code: .methodNotAvailable, message: "The organisation does not have this OAuth 2.0 credential. Create it first."),
    "INVALID_OAUTH2_PROVIDER": Entry(
      code: .methodNotAvailable,
      message: "The vendor does not exchange this identity provider's codes. Choose another provider."),
    "INVALID_ACTIVITY_CALLER": Entry(
      code: .forbidden,
      message: "This caller may not submit this activity. Use a key of the organisation or of its parent."),
    "INVALID_TRANSACTION": Entry(code: .invalidRequest, message: "The transaction is malformed. Check its encoding."),
    "UNSUPPORTED_TRANSACTION_TYPE": Entry(
      code: .invalidRequest, message: "The vendor does not sign transactions of this type. Use another type."),
    "WALLET_ACCOUNT_NOT_EXPORTED": Entry(
      code: .invalidState, message: "The account has not been exported yet. Export it first."),
    "INVALID_TIME": Entry(
      code: .clockSkew, message: "The vendor rejected the request's time. Set this device's clock."),
    "RPC_CALL_ERROR": Entry(code: .serverError, message: "The vendor's call to a blockchain failed. Try again."),
    "TRANSACTION_RISK_SCREENING_DENIED": Entry(
      code: .forbidden,
      message: "The vendor's risk screening refused the transaction. Check the recipient, or ask the vendor."),
    "TRANSACTION_RISK_SCREENING_UNVERIFIED": Entry(
      code: .forbidden,
      message: "The vendor could not screen the transaction's risk, and did not sign it. Try again later."),
    "SWAP_QUOTE_ALREADY_USED": Entry(
      code: .invalidState, message: "The quote was already used. Request another one."),
    "TVC_IMAGE_VALIDATION_FAILED": Entry(
      code: .invalidRequest, message: "The image failed the vendor's validation. Correct it, or use another image."),
    "TVC_CLIENT_VERSION_TOO_OLD": Entry(
      code: .unsupported, message: "The vendor requires a newer client. Update this package."),
    "INTERNAL": Entry(code: .serverError, message: "The vendor had an internal error. Try again."),
    "UNSPECIFIED": Entry(code: .serverError, message: "The vendor failed without giving a reason. Try again."),
  ]

  /// A code that this package defines, because the vendor's list has none for this refusal (T45).
  private static let oauthDisallowed = "latchkey: oauth disallowed"

  /// The vendor's known texts, in lower case, and their codes, for responses without a code (T43, T47, T48, T50 to T53,
  /// T56, T85). More specific texts come first, because the first match counts.
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
