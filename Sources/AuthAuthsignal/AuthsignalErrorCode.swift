public import AuthCore

/// What goes wrong by the vendor's names: the codes of its servers and of its own SDKs (A9 to A12).
/// Apps that come from those find here what they used to switch over; `AuthError.code` is what every provider has.
public enum AuthsignalErrorCode: String, Sendable, Hashable, CaseIterable {
  // By the servers.
  /// A bad secret, or another region's.
  case unauthorized
  /// The action's token is past its time.
  case expiredToken = "expired_token"
  /// A parameter is bad.
  case invalidRequest = "invalid_request"
  /// The tenant is not set up for it.
  case invalidConfiguration = "invalid_configuration"
  /// The credential is not the user's, or was removed.
  case invalidCredential = "invalid_credential"
  /// The server has no such passkey.
  case unknownCredential = "unknown_credential"
  /// Too often in a while.
  case tooManyRequests = "too_many_requests"
  /// The tenant has no such method set up.
  case authenticatorNotFound = "AUTHENTICATOR_NOT_FOUND"
  /// No token was sent.
  case tokenRequired = "token_required"
  /// The token is not one of the tenant's.
  case tokenInvalid = "token_invalid"
  /// The token cannot be used here; older servers, with HTTP 422 (A12).
  case invalidRequestToken = "invalid_request_token"

  // By the SDKs.
  /// No token was given and none is kept.
  case tokenNotSet = "token_not_set"
  /// No answer, or one that is no JSON.
  case networkError = "network_error"
  /// Nothing at this address.
  case apiError = "api_error"
  /// The passkey prompt was dismissed.
  case userCanceled = "user_canceled"
  /// There is no passkey here.
  case noCredential = "no_credential"
  /// This device already holds a passkey of this user.
  case matchedExcludedCredential = "matched_excluded_credential"
  /// This device has no key of its own for it.
  case credentialNotFound = "credential_not_found"
  /// No key could be made.
  case createKeyPairFailed = "create_key_pair_failed"
  /// The PIN has another form.
  case invalidPINFormat = "invalid_pin_format"
  /// The SDK was used in the wrong place.
  case sdkError = "sdk_error"
  /// The browser's engine failed.
  case domError = "dom_error"
  /// The authenticator is in another state.
  case invalidStateError = "invalid_state_error"
  /// The key store does not know the algorithm.
  case invalidAlgorithmParameter = "invalid_algorithm_parameter"
  /// The key store failed.
  case unknownKeyGenerationError = "unknown_key_generation_error"
  /// The browser cannot ask for what is here alone.
  case immediateMediationNotSupported = "immediate_mediation_not_supported"
  /// Anything else.
  case unexpectedError = "unexpected_error"
}

extension AuthError {
  /// The vendor's name for this error: what its server said, else what its SDK would; nil where neither has one.
  public var authsignalCode: AuthsignalErrorCode? {
    if let named = vendorCode.flatMap({ AuthsignalErrorCode(rawValue: $0) }) { return named }
    switch code {
    case .network, .timeout, .tls: return .networkError
    case .cancelled: return .userCanceled
    case .noCredential: return .noCredential
    case .credentialExcluded: return .matchedExcludedCredential
    case .tokenRequired: return .tokenNotSet
    case .tokenExpired: return .expiredToken
    case .invalidToken: return .tokenInvalid
    case .rateLimited: return .tooManyRequests
    case .invalidConfiguration: return .invalidConfiguration
    case .invalidRequest, .invalidIdentifier: return .invalidRequest
    case .keyUnavailable: return .createKeyPairFailed
    case .providerError, .serverError, .malformedResponse, .internalError: return .unexpectedError
    default: return nil
    }
  }
}
