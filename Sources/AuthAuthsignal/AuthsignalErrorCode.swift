public import AuthCore

/// The vendor's names for errors: the codes of its servers and of its own SDKs (A9 to A12), for apps that already
/// handle these codes. `AuthError.code` works with every provider.
public enum AuthsignalErrorCode: String, Sendable, Hashable, CaseIterable {
  // From the servers.
  /// The token or tenant was rejected, for example because it belongs to another region.
  case unauthorized
  /// The action's token has expired.
  case expiredToken = "expired_token"
  /// A parameter is invalid.
  case invalidRequest = "invalid_request"
  /// The tenant is not configured for the request.
  case invalidConfiguration = "invalid_configuration"
  /// The credential does not belong to the user, or was removed.
  case invalidCredential = "invalid_credential"
  /// The server does not have this passkey.
  case unknownCredential = "unknown_credential"
  /// Too many requests in a period.
  case tooManyRequests = "too_many_requests"
  /// The tenant has not configured this method.
  case authenticatorNotFound = "AUTHENTICATOR_NOT_FOUND"
  /// No token was sent.
  case tokenRequired = "token_required"
  /// The token does not belong to the tenant.
  case tokenInvalid = "token_invalid"
  /// The token cannot be used for this request. Older servers return this code, with HTTP 422 (A12).
  case invalidRequestToken = "invalid_request_token"

  // From the SDKs.
  /// No token was passed, and none is stored.
  case tokenNotSet = "token_not_set"
  /// The server returned no response, or one that is not JSON.
  case networkError = "network_error"
  /// The server returned HTTP 404 without a code: the address does not exist.
  case apiError = "api_error"
  /// The user dismissed the passkey prompt.
  case userCanceled = "user_canceled"
  /// This device has no passkey.
  case noCredential = "no_credential"
  /// This device already has a passkey of this user.
  case matchedExcludedCredential = "matched_excluded_credential"
  /// This device has no key for the action.
  case credentialNotFound = "credential_not_found"
  /// The key could not be created.
  case createKeyPairFailed = "create_key_pair_failed"
  /// The PIN has the wrong format.
  case invalidPINFormat = "invalid_pin_format"
  /// The SDK was used incorrectly.
  case sdkError = "sdk_error"
  /// The browser reported a DOM exception.
  case domError = "dom_error"
  /// The authenticator has the wrong state for the request.
  case invalidStateError = "invalid_state_error"
  /// The key store does not support the algorithm.
  case invalidAlgorithmParameter = "invalid_algorithm_parameter"
  /// The key store failed.
  case unknownKeyGenerationError = "unknown_key_generation_error"
  /// The browser cannot offer only passkeys of this device.
  case immediateMediationNotSupported = "immediate_mediation_not_supported"
  /// Any other error.
  case unexpectedError = "unexpected_error"
}

extension AuthError {
  /// The vendor's name for this error: the code that the server returned, or else the code that the vendor's SDKs have
  /// for such an error; nil if neither exists.
  public var authsignalCode: AuthsignalErrorCode? {
    if let named = vendorCode.flatMap({ AuthsignalErrorCode(rawValue: $0) }) { return named }
    switch code {
    case .network, .timeout, .tls, .serverError, .malformedResponse: return .networkError
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
    case .providerError, .internalError: return .unexpectedError
    default: return nil
    }
  }
}
